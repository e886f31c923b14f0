package retrysite

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// keyed reports whether a function around a resend sets a header that makes sending
// twice the same as sending once.
func (p *pkgInfo) keyed(r *resend) bool {
	for at := r; at != nil; at = at.outer {
		if p.setsKey(at.call.Parent(), r, 0) {
			return true
		}
	}
	return false
}

// setsKey reports whether a function, or one of the package that it hands a request,
// sets such a header.
func (p *pkgInfo) setsKey(fn *ssa.Function, r *resend, depth int) bool {
	for _, f := range withLiterals(fn) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if p.namesKey(textOf(*op)) && !drawnAnew(instr, r) {
						return true
					}
				}
				if c, ok := instr.(*ssa.Call); ok && depth < 2 && takesRequest(&c.Call) {
					if callee := c.Call.StaticCallee(); callee != nil && callee.Pkg == p.ssa && callee != fn && p.setsKey(callee, r, depth+1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// namesKey reports whether a text is the name of a header with a key.
func (p *pkgInfo) namesKey(text string) bool {
	if text == "" {
		return false
	}
	t := strings.ToLower(text)
	return strings.Contains(t, "idempoten") || strings.Contains(t, "request-id") || strings.Contains(t, "requestid") ||
		slices.ContainsFunc(p.settings.Keys, func(key string) bool { return strings.Contains(t, key) })
}

func takesRequest(c *ssa.CallCommon) bool {
	return slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return isRequest(a.Type()) })
}

// drawnAnew reports whether a call sets a header to a value that is drawn at random
// for each attempt: to the server that is another key each time.
func drawnAnew(instr ssa.Instruction, r *resend) bool {
	c, ok := instr.(*ssa.Call)
	if !ok || r == nil || !hasWord(calleeName(&c.Call), "Set", "Add") || len(c.Call.Args) == 0 {
		return false
	}
	return drawn(c.Call.Args[len(c.Call.Args)-1], r, 0)
}

// drawn reports whether v is made by a call, for each attempt, that is given nothing to
// make it from, such as uuid.NewString().
func drawn(v ssa.Value, r *resend, depth int) bool {
	if depth > 5 {
		return false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Extract:
		return drawn(v.Tuple, r, depth+1)
	case *ssa.Call:
		if !r.madeAnew(v) {
			return false
		}
		if len(v.Call.Args) == 0 && !v.Call.IsInvoke() {
			return v.Call.StaticCallee() != nil && hasWord(callName(&v.Call), "New", "Text", "Random", "Must", "Generate", "Make", "UUID", "ULID")
		}
		for _, a := range v.Call.Args {
			if drawn(a, r, depth+1) {
				return true
			}
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !drawn(e, r, depth+1) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		vals := storedIn(v.X, 0)
		for _, x := range vals {
			if !drawn(x, r, depth+1) {
				return false
			}
		}
		return len(vals) > 0
	}
	return false
}
