package retrysite

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// A setup is a place that tells an HTTP client of a library how often to repeat
// requests.
type setup struct {
	row   *catalog.Sender
	pos   token.Pos
	roots map[any]bool // the clients it is about, see rootsOf
	conds []*ssa.Function
	hooks []*ssa.Function
	open  bool // a condition or hook that cannot be followed
}

// senderSites describes the clients of libraries that are told to repeat requests: what
// is sent through them that must not be repeated, and whether they wait as long as a
// server asks.
func (p *pkgInfo) senderSites() []*Site {
	var out []*Site
	setups := p.setups()
	for _, st := range setups {
		s := &Site{Kind: Config, Pos: st.pos, End: st.pos, Library: st.row.Package}
		if !st.open {
			s.Unsafe = p.unsafeSends(st)
			if code := p.throttles(st); code != "" {
				s.Throttled = []Failure{{What: "HTTP " + code, Op: "the client of " + st.row.Module, Pos: st.pos}}
			}
		}
		if len(s.Unsafe)+len(s.Throttled) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// use is a call of a symbol of a library, or a store to one of its fields.
type use struct {
	row    *catalog.Sender
	symbol string
	at     ssa.Instruction
	client ssa.Value // the receiver, or the struct that holds the field; for an option, its own value
	arg    ssa.Value // what is given or stored
}

// setups lists the places that switch repeating on, with the conditions and hooks of
// the same clients.
func (p *pkgInfo) setups() []*setup {
	uses := p.senderUses()
	var out []*setup
	for _, u := range uses {
		if !slices.Contains(u.row.On, u.symbol) || isOff(u.arg) {
			continue
		}
		st := &setup{row: u.row, pos: u.at.Pos(), roots: p.rootsOf(u.client)}
		for _, o := range uses {
			isCond, isHook := slices.Contains(o.row.Conditions, o.symbol), slices.Contains(o.row.Hooks, o.symbol)
			if !isCond && !isHook || o.row != u.row || !meet(st.roots, p.rootsOf(o.client)) {
				continue
			}
			fns := p.judges(o.arg)
			st.open = st.open || len(fns) == 0
			if isCond {
				st.conds = append(st.conds, fns...)
			} else {
				st.hooks = append(st.hooks, fns...)
			}
		}
		if len(u.row.Unlocks) > 0 && !slices.ContainsFunc(uses, func(o use) bool {
			return o.row == u.row && slices.Contains(u.row.Unlocks, o.symbol) && meet(st.roots, p.rootsOf(o.client))
		}) {
			st.conds = append(st.conds, nil) // nothing passes
		}
		out = append(out, st)
	}
	return out
}

// isOff reports whether a number says that nothing is repeated.
func isOff(v ssa.Value) bool {
	n, ok := intConst(v)
	return v == nil || ok && n <= 0
}

// senderUses lists what the package does with the libraries that repeat requests.
func (p *pkgInfo) senderUses() []use {
	if !slices.ContainsFunc(p.pass.Pkg.Imports(), func(imp *types.Package) bool { _, ok := catalog.SenderOf(imp.Path()); return ok }) {
		return nil
	}
	var out []use
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if u, ok := senderUse(instr); ok {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

func senderUse(instr ssa.Instruction) (use, bool) {
	switch in := instr.(type) {
	case *ssa.Call:
		obj := calleeObject(&in.Call)
		if obj == nil || obj.Pkg() == nil || len(in.Call.Args) == 0 {
			return use{}, false
		}
		row, ok := catalog.SenderOf(obj.Pkg().Path())
		if !ok {
			return use{}, false
		}
		_, symbol := catalog.SymbolOf(obj)
		client := ssa.Value(in)
		if obj.Signature().Recv() != nil && !in.Call.IsInvoke() {
			client = in.Call.Args[0]
		}
		return use{row, symbol, in, client, in.Call.Args[len(in.Call.Args)-1]}, true
	case *ssa.Store:
		fa, ok := in.Addr.(*ssa.FieldAddr)
		if !ok || fieldOf(fa) == nil || fieldOf(fa).Pkg() == nil {
			return use{}, false
		}
		row, ok := catalog.SenderOf(fieldOf(fa).Pkg().Path())
		return use{row, typeName(fa.X.Type()) + "." + fieldOf(fa).Name(), in, fa.X, in.Val}, ok
	}
	return use{}, false
}

// judges lists the functions that an argument is, one or, of a variadic list, several.
func (p *pkgInfo) judges(arg ssa.Value) []*ssa.Function {
	if fns := p.funcsOf(arg, 0); fns != nil {
		return fns
	}
	sl, ok := arg.(*ssa.Slice)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	for _, v := range storedInto(*sl.X.Referrers()) {
		fns := p.funcsOf(v, 0)
		if fns == nil {
			return nil
		}
		out = append(out, fns...)
	}
	return out
}

// unsafeSends lists the POSTs and PATCHes that are sent through a client.
func (p *pkgInfo) unsafeSends(st *setup) []Request {
	var out []Request
	for _, u := range p.senderUses() {
		if u.row != st.row || !slices.Contains(u.row.Sends, u.symbol) {
			continue
		}
		call, ok := u.at.(*ssa.Call)
		if !ok || p.setsKey(call.Parent(), nil, 0) || !meet(st.roots, p.rootsOf(u.client)) {
			continue
		}
		m := methodSent(call)
		if m != "" && p.repeats(st, m) {
			out = append(out, Request{Method: m, Op: callName(&call.Call), Pos: call.Pos(), sent: call})
		}
	}
	return out
}

// methodSent gives POST or PATCH where a call sends that.
func methodSent(call *ssa.Call) string {
	switch name := calleeName(&call.Call); {
	case strings.HasPrefix(name, "Post"):
		return "POST"
	case name == "Patch":
		return "PATCH"
	case len(call.Call.Args) > 1:
		if m := textOf(call.Call.Args[1]); m == "POST" || m == "PATCH" {
			return m
		}
	}
	return ""
}

// repeats reports whether a client can send a request of that method again after it may
// have arrived.
func (p *pkgInfo) repeats(st *setup, method string) bool {
	if len(st.conds) == 0 {
		return true // every error is
	}
	yes := func(fn *ssa.Function, failed bool, code int64) bool {
		return fn != nil && p.withMethod(method, nil, func() bool { return slices.Contains(p.answer(fn, failed, code), trueV) })
	}
	return slices.ContainsFunc(st.conds, func(fn *ssa.Function) bool {
		return yes(fn, true, 0) || yes(fn, false, 500) || yes(fn, false, 502)
	})
}

// throttles gives the code of a throttled answer that a client surely repeats without
// asking how long to wait, or "".
func (p *pkgInfo) throttles(st *setup) string {
	if len(st.hooks) > 0 {
		if slices.ContainsFunc(st.hooks, func(fn *ssa.Function) bool { return len(fn.Blocks) == 0 || readsRetryAfter(fn, 0) }) {
			return ""
		}
	} else if st.row.Obeys {
		return ""
	}
	for _, code := range []int64{429, 503} {
		for _, fn := range st.conds {
			if fn == nil {
				continue
			}
			if a := p.answer(fn, false, code); len(a) == 1 && a[0] == trueV {
				return itoa(int(code))
			}
		}
	}
	return ""
}

// answer lists the first results that a condition can give for an error, or for an
// answer with a status.
func (p *pkgInfo) answer(fn *ssa.Function, failed bool, code int64) []value {
	defer p.suppose()()
	e := &env{}
	for _, prm := range fn.Params {
		switch {
		case isErrorish(prm.Type()) && failed:
			e.set(prm, nonNilV)
		case isErrorish(prm.Type()):
			e.set(prm, nilV)
		case !failed && isPointer(prm.Type()):
			e.set(prm, nonNilV)
		}
	}
	if !failed {
		p.assumeStatus(fn, code, 0)
	}
	w := &walker{pkg: p, depth: 1}
	w.runFrom(fn, e)
	var out []value
	for _, o := range w.outcomes {
		if len(o.ret) > 0 && !slices.Contains(out, o.ret[0]) {
			out = append(out, o.ret[0])
		}
	}
	if w.cut {
		return nil
	}
	return out
}

// assumeStatus gives all reads of a status in fn, and in the functions of the package
// that it calls, a code.
func (p *pkgInfo) assumeStatus(fn *ssa.Function, code int64, depth int) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && isStatusRead(instr) {
				p.given[v] = number(code)
			}
			if c, ok := instr.(*ssa.Call); ok && depth < 2 {
				if callee := c.Call.StaticCallee(); callee != nil && callee.Pkg == p.ssa && callee != fn {
					p.assumeStatus(callee, code, depth+1)
				}
			}
		}
	}
}
