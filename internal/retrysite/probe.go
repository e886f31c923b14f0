package retrysite

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A probe is an assumption about the outcome of one call: the values that its
// results have when it failed, and when it succeeded. There may be several
// ways to do either.
type probe struct {
	call  *ssa.Call
	what  string // "an error", "status 503", "false"
	fails []assumption
	oks   []assumption
	// status is the assumed status of a failing answer; that of a good one is 200.
	status int64
	// hidden reports whether the failure is one that the callee keeps to itself.
	hidden bool
}

// probes lists the ways in which a call can tell of a failure, for walks that
// stay in region.
func (p *pkgInfo) probes(call *ssa.Call, region map[*ssa.BasicBlock]bool) []probe {
	if neverRetried(&call.Call) && !p.forced[call] {
		return nil
	}
	if p.again[call] { // by the body of a range, which asks for the next attempt
		return []probe{{call: call, what: "a failure in the range", fails: []assumption{{call: trueV}}, oks: []assumption{{call: falseV}}}}
	}
	res := call.Call.Signature().Results()
	if res.Len() == 0 {
		if pr, ok := p.writerProbe(call, region); ok {
			return []probe{pr}
		}
	}
	var out []probe
	ok, nothing := assumption{}, assumption{}
	for i := range res.Len() {
		v := resultValue(call, i)
		if v == nil || isErrorish(res.At(i).Type()) {
			continue
		}
		switch res.At(i).Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			// Results come with a nil error, or not at all.
			ok[v], nothing[v] = nonNilV, nilV
		}
	}
	for i := range res.Len() {
		if !isErrorish(res.At(i).Type()) {
			continue
		}
		if v := resultValue(call, i); v != nil {
			ok[v] = nilV
			fail := maps.Clone(nothing)
			fail[v] = nonNilV
			out = append(out, probe{call: call, what: "an error", fails: []assumption{fail}})
		}
	}
	for i := range out {
		out[i].oks = []assumption{ok}
	}
	if fn := call.Parent(); p.runsParameter(fn, call) {
		out = append(out, p.answerProbes(call)...)
	}
	if res.Len() > 0 && len(out) <= 1 {
		out = append(out, p.statusProbes(call, region, ok)...)
	}
	if len(out) == 1 && res.Len() > 1 {
		p.asReturned(call, &out[0])
		if pr, ok := p.swallowed(call); ok && hasFlag(res) {
			out = append(out, pr)
		}
	}
	if len(out) == 0 && !fallible(call.Call.Signature()) {
		if pr, ok := laterProbe(call); ok && p.forced[call] {
			out = append(out, pr)
		} else if pr, ok := fieldProbe(call, region); ok {
			out = append(out, pr)
		} else if pr, ok := p.swallowed(call); ok {
			out = append(out, pr)
		}
	}
	return out
}

// writerProbe assumes that a handler, which returns nothing, has written a failing
// status to the writer that it was given, a recorder that is asked afterwards.
func (p *pkgInfo) writerProbe(call *ssa.Call, region map[*ssa.BasicBlock]bool) (probe, bool) {
	pr := probe{call: call, what: "status 503"}
	fail, ok := assumption{}, assumption{}
	for _, a := range call.Call.Args {
		mi, isRecorder := a.(*ssa.MakeInterface)
		if !isRecorder || !namedType(a.Type(), "net/http", "ResponseWriter") {
			continue
		}
		for _, b := range call.Parent().Blocks {
			if region != nil && !region[b] {
				continue
			}
			for _, instr := range b.Instrs {
				if v, isValue := instr.(ssa.Value); isValue && isInteger(v.Type()) && readsOf(instr, mi.X) {
					fail[v], ok[v] = number(503), number(200)
				}
			}
		}
	}
	pr.fails, pr.oks = []assumption{fail}, []assumption{ok}
	return pr, len(fail) > 0
}

// readsOf reports whether an instruction reads a field of what a pointer points to,
// or calls a method of it.
func readsOf(instr ssa.Instruction, ptr ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		fa, ok := instr.X.(*ssa.FieldAddr)
		return ok && fa.X == ptr
	case *ssa.Call:
		return len(instr.Call.Args) == 1 && instr.Call.Args[0] == ptr
	}
	return false
}

// runsParameter reports whether a call runs a func parameter of the function
// around it, as retry helpers do.
func (p *pkgInfo) runsParameter(fn *ssa.Function, call *ssa.Call) bool {
	if call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
		return false
	}
	for ; fn != nil; fn = fn.Parent() {
		if p.paramIndex(fn, call.Call.Value, 0) >= 0 {
			return true
		}
	}
	return false
}

// answerProbes assumes what a callback of a helper can answer beside an error:
// "not done yet", or "again, please".
func (p *pkgInfo) answerProbes(call *ssa.Call) []probe {
	res := call.Call.Signature().Results()
	if res.Len() == 0 || res.Len() > 2 {
		return nil
	}
	no, yes := assumption{}, assumption{}
	flags := 0
	for i := range res.Len() {
		v := resultValue(call, i)
		if v == nil {
			continue
		}
		if isBool(res.At(i).Type()) {
			no[v], yes[v] = falseV, trueV
			flags++
		} else if isErrorish(res.At(i).Type()) {
			no[v], yes[v] = nilV, nilV
		}
	}
	if flags != 1 {
		return nil
	}
	return []probe{
		{call: call, what: "false", fails: []assumption{no}, oks: []assumption{yes}},
		{call: call, what: "true", fails: []assumption{yes}, oks: []assumption{no}},
	}
}

// resultValue gives the SSA value of a call's i-th result, or nil if it is not used.
func resultValue(call *ssa.Call, i int) ssa.Value {
	if call.Call.Signature().Results().Len() == 1 {
		return call
	}
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}

// neverRetried reports whether a call tells of an error that no loop is about:
// closing, unlocking, asking a context, setting a deadline, writing a log.
func neverRetried(c *ssa.CallCommon) bool {
	name := calleeName(c)
	if hasWord(name, "failpoint") {
		return true // a hook for tests
	}
	if name == "Err" && commandOf(c) != nil {
		return false
	}
	switch name {
	case "Close", "CloseWithError", "Unlock", "Flush", "Sync", "Cancel", "Stop", "Err", "Shutdown", "Rollback", "Unwrap", "Cause", "Ack", "Nack", "Release":
		return true
	}
	if strings.HasPrefix(name, "Set") && strings.HasSuffix(name, "Deadline") {
		return true
	}
	if wrapsError(c) || writesLog(c) {
		return true
	}
	if fn := c.StaticCallee(); fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil {
		path := fn.Object().Pkg().Path()
		return path == "errors" || path == "fmt" || strings.HasSuffix(path, "/errors") || path == "context"
	}
	return false
}

// wrapsError reports whether a call through a func value makes an error of the one that
// it is given.
func wrapsError(c *ssa.CallCommon) bool {
	res := c.Signature().Results()
	return c.StaticCallee() == nil && !c.IsInvoke() && res.Len() == 1 && isError(res.At(0).Type()) &&
		slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return isError(a.Type()) })
}

// statusProbes assumes that the call gave no error and a failing status.
func (p *pkgInfo) statusProbes(call *ssa.Call, region map[*ssa.BasicBlock]bool, ok assumption) []probe {
	codes := append(p.statusReads(call, region), codeResults(call)...)
	if len(codes) == 0 && !p.passesResponse(call, region) {
		return nil
	}
	with := func(code int64) assumption { return withStatus(ok, codes, code) }
	var out []probe
	for _, code := range []int64{503, 429} {
		out = append(out, probe{call: call, what: "status " + itoa(int(code)), status: code, fails: []assumption{with(code)}, oks: []assumption{with(200)}})
	}
	return out
}

// statusReads lists the places where the status of a call's answer is read.
func (p *pkgInfo) statusReads(call *ssa.Call, region map[*ssa.BasicBlock]bool) []ssa.Value {
	var out []ssa.Value
	for _, b := range call.Parent().Blocks {
		if region != nil && !region[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && isStatusRead(instr) && p.derives(v, call, 0) {
				out = append(out, v)
			}
		}
	}
	return out
}

// passesResponse reports whether the answer of a call is handed to a function of
// the package that judges it.
func (p *pkgInfo) passesResponse(call *ssa.Call, region map[*ssa.BasicBlock]bool) bool {
	for _, b := range call.Parent().Blocks {
		if region != nil && !region[b] {
			continue
		}
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().Pkg != p.ssa || c.Call.Signature().Results().Len() == 0 {
				continue
			}
			for _, a := range c.Call.Args {
				if namedType(a.Type(), "net/http", "Response") && p.derives(a, call, 0) {
					return true
				}
			}
		}
	}
	return false
}

// isStatusRead reports whether instr reads an HTTP status code: the field
// StatusCode, or a method of that name.
func isStatusRead(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		fa, ok := instr.X.(*ssa.FieldAddr)
		if !ok || instr.Op != token.MUL {
			return false
		}
		f := fieldOf(fa)
		return f != nil && f.Name() == "StatusCode" && isInteger(f.Type())
	case *ssa.Call:
		n := calleeName(&instr.Call)
		return (n == "StatusCode" || n == "GetStatusCode") && isInteger(instr.Type())
	}
	return false
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// derives reports whether v is computed from the result of call. What a context carries
// is not looked for.
func (p *pkgInfo) derives(v ssa.Value, call *ssa.Call, depth int) bool {
	if v == ssa.Value(call) {
		return true
	}
	if depth > 7 || isContext(v.Type()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return p.derives(v.Tuple, call, depth+1)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return p.derives(fa.X, call, depth+1)
		}
		switch v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			for _, s := range p.valuesAt(v.X) {
				if p.derives(s, call, depth+2) {
					return true
				}
			}
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if p.derives(e, call, depth+2) {
				return true
			}
		}
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if p.derives(a, call, depth+1) {
				return true
			}
		}
		return v.Call.IsInvoke() && p.derives(v.Call.Value, call, depth+1)
	case *ssa.TypeAssert:
		return p.derives(v.X, call, depth+1)
	case *ssa.FieldAddr:
		return p.derives(v.X, call, depth+1)
	case *ssa.Field:
		return p.derives(v.X, call, depth+1)
	case *ssa.ChangeInterface:
		return p.derives(v.X, call, depth+1)
	case *ssa.MakeInterface:
		return p.derives(v.X, call, depth+1)
	case *ssa.Convert:
		return p.derives(v.X, call, depth+1)
	}
	return false
}

// asReturned narrows a probe to the combinations of results that a function of
// this package really returns, such as (true, err) for "again, please": those that
// come after a failure of an operation in it, if there are any.
func (p *pkgInfo) asReturned(call *ssa.Call, pr *probe) {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.ssa && fn.Parent() == nil || len(fn.Blocks) == 0 || len(fn.Blocks) > 60 {
		return
	}
	errorAt := -1
	for i := range fn.Signature.Results().Len() {
		if isErrorish(fn.Signature.Results().At(i).Type()) {
			errorAt = i
		}
	}
	var fails, oks []assumption
	for _, ret := range p.returnsOf(fn) {
		ret = slices.Clone(ret)
		if bad := ret[errorAt].kind != isNil; bad {
			ret[errorAt] = nonNilV
			fails = append(fails, assumed(call, [][]value{ret})...)
		} else {
			oks = append(oks, assumed(call, [][]value{ret})...)
		}
	}
	if inside := p.failedInside(call, fn, errorAt); len(inside) > 0 {
		fails = inside
	}
	if len(fails) > 0 && len(oks) > 0 && len(fails) < 9 && len(oks) < 9 {
		pr.fails, pr.oks = fails, oks
	}
}

// failedInside lists what a function returns with an error after an operation in it has
// failed.
func (p *pkgInfo) failedInside(call *ssa.Call, fn *ssa.Function, errorAt int) []assumption {
	a := p.answersOf(fn)
	if a == nil {
		return nil
	}
	var out []assumption
	for _, ret := range a.fails {
		if len(ret) <= errorAt || ret[errorAt].kind == isNil {
			continue
		}
		ret = slices.Clone(ret)
		ret[errorAt] = nonNilV
		for _, f := range assumed(call, [][]value{ret}) {
			if !slices.ContainsFunc(out, func(o assumption) bool { return maps.Equal(o, f) }) {
				out = append(out, f)
			}
		}
	}
	return out
}

// hasFlag reports whether a bool is among the results.
func hasFlag(res *types.Tuple) bool {
	for v := range res.Variables() {
		if isBool(v.Type()) {
			return true
		}
	}
	return false
}

// tellsError reports whether an assumption has an error among the results.
func tellsError(call *ssa.Call, a assumption) bool {
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		if v := resultValue(call, i); v != nil && isErrorish(res.At(i).Type()) && a[v].kind != isNil {
			return true
		}
	}
	return false
}

// returnsOf lists the combinations of results that fn returns, or nothing where
// there are too many.
func (p *pkgInfo) returnsOf(fn *ssa.Function) [][]value {
	if r, ok := p.returns[fn]; ok {
		return r
	}
	p.returns[fn] = nil
	w := &walker{pkg: p, depth: 2, steps: maxSteps - 600}
	w.runFrom(fn, &env{})
	if !w.cut {
		p.returns[fn] = addReturns(nil, w.outcomes)
	}
	return p.returns[fn]
}
