package retrysite

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// evidence is what the code behind a failed call tells failures apart by.
type evidence struct {
	http  []ssa.Value            // reads of an HTTP status that the error carries
	grpc  []ssa.Value            // reads of a gRPC code
	holds []ssa.Value            // tests that hold of an error which carries a code
	is    map[string][]ssa.Value // comparisons of the error with a variable, by its name
	types []ssa.Value            // tests whether the error is of a type
	in    map[*ssa.Function]bool // the functions that are asked
}

// evidenceOf collects what is asked of the failure of a call in some blocks, and in
// the functions of the package that they hand it to.
func (p *pkgInfo) evidenceOf(call *ssa.Call, blocks map[*ssa.BasicBlock]bool) *evidence {
	ev := &evidence{is: map[string][]ssa.Value{}, in: map[*ssa.Function]bool{}}
	p.collect(ev, within(call.Parent(), blocks), call, 0)
	return ev
}

func (p *pkgInfo) collect(ev *evidence, blocks []*ssa.BasicBlock, not *ssa.Call, depth int) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			ev.note(instr)
			call, ok := instr.(*ssa.Call)
			if !ok || call == not || depth > 2 || !asksOfError(&call.Call) {
				continue
			}
			for _, fn := range p.asked(&call.Call) {
				if !ev.in[fn] && len(fn.Blocks) > 0 && len(fn.Blocks) < 60 {
					ev.in[fn] = true
					p.collect(ev, fn.Blocks, nil, depth+1)
				}
			}
		}
	}
}

// asked lists the functions of the package that a call runs, one that it reaches
// through an interface with a single implementation among them.
func (p *pkgInfo) asked(c *ssa.CallCommon) []*ssa.Function {
	if c.IsInvoke() {
		if fn := p.onlyMethod(c); fn != nil {
			return []*ssa.Function{fn}
		}
		return nil
	}
	var out []*ssa.Function
	for _, in := range p.insidesOf(c, nil) {
		if in.fn.Pkg == p.ssa {
			out = append(out, in.fn)
		}
	}
	return out
}

// onlyMethod gives the method that a call through an interface of this package
// runs, where one type of the package alone has it.
func (p *pkgInfo) onlyMethod(c *ssa.CallCommon) *ssa.Function {
	if fns := p.methodsBehind(c); len(fns) == 1 {
		return fns[0]
	}
	return nil
}

// methodsBehind lists the methods of this package's types that a call through an
// interface of this package can run.
func (p *pkgInfo) methodsBehind(c *ssa.CallCommon) []*ssa.Function {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok || c.Method.Pkg() != p.pass.Pkg {
		return nil
	}
	var out []*ssa.Function
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) || tn.IsAlias() {
			continue
		}
		for _, t := range []types.Type{tn.Type(), types.NewPointer(tn.Type())} {
			if !types.Implements(t, iface) {
				continue
			}
			sel := p.ssa.Prog.MethodSets.MethodSet(t).Lookup(c.Method.Pkg(), c.Method.Name())
			if sel == nil {
				return nil
			}
			var fn *ssa.Function
			if obj, ok := sel.Obj().(*types.Func); ok {
				fn = p.ssa.Prog.FuncValue(obj)
			}
			out = append(out, fn)
			break
		}
	}
	return out
}

// asksOfError reports whether a call is given an error, or what was read from one,
// and says something about it.
func asksOfError(c *ssa.CallCommon) bool {
	if c.Signature().Results().Len() == 0 {
		return false
	}
	for _, a := range c.Args {
		if isErrorish(a.Type()) || isCode(a.Type()) {
			return true
		}
		if st := structOf(a.Type()); st != nil {
			for f := range st.Fields() {
				if isErrorish(f.Type()) || isCode(f.Type()) {
					return true
				}
			}
		}
	}
	return false
}

func isCode(t types.Type) bool { return namedType(t, "google.golang.org/grpc/codes", "Code") }

// note adds what one instruction asks.
func (ev *evidence) note(instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.UnOp:
		fa, ok := in.X.(*ssa.FieldAddr)
		if !ok || in.Op != token.MUL || fieldOf(fa) == nil {
			return
		}
		switch {
		case isCode(in.Type()):
			ev.grpc = append(ev.grpc, in)
		case holdsStatus(in.Type()) && isError(fa.X.Type()) && namesStatus(fieldOf(fa).Name()):
			ev.http = append(ev.http, in)
		}
	case *ssa.BinOp:
		if in.Op == token.EQL && isErrorish(in.X.Type()) && !isNilConst(in.Y) {
			ev.compared(in.Y, in)
		}
	case *ssa.Extract:
		if c, ok := in.Tuple.(*ssa.Call); ok && in.Index == 1 && calleeName(&c.Call) == "FromError" {
			ev.holds = append(ev.holds, in)
		}
		if ta, ok := in.Tuple.(*ssa.TypeAssert); ok && in.Index == 1 && isError(ta.X.Type()) {
			ev.types = append(ev.types, in)
		}
	case *ssa.Call:
		if isCode(in.Type()) {
			ev.grpc = append(ev.grpc, in)
			return
		}
		fn := in.Call.StaticCallee()
		if fn == nil || !wellKnownPackage(fn) || len(in.Call.Args) != 2 {
			return
		}
		switch fn.Name() {
		case "Is":
			ev.compared(in.Call.Args[1], in)
		case "As":
			ev.types = append(ev.types, in)
			if carriesStatus(in.Call.Args[1]) {
				ev.holds = append(ev.holds, in)
			}
		}
	}
}

// compared notes a comparison of the error with a variable.
func (ev *evidence) compared(with ssa.Value, test ssa.Value) {
	ld, ok := stripConversions(with).(*ssa.UnOp)
	if !ok {
		return
	}
	if g, ok := ld.X.(*ssa.Global); ok && g.Object() != nil && g.Object().Pkg() != nil {
		name := g.Object().Pkg().Path() + "." + g.Name()
		ev.is[name] = append(ev.is[name], test)
	}
}

// holdsStatus reports whether a type is one that HTTP codes are kept in: the narrow
// integers are those of protocols with codes of their own.
func holdsStatus(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && isInteger(t) && b.Kind() != types.Int8 && b.Kind() != types.Int16 && b.Kind() != types.Uint8
}

func namesStatus(field string) bool {
	switch strings.ToLower(field) {
	case "code", "statuscode", "httpstatuscode", "httpcode", "status":
		return true
	}
	return false
}

// carriesStatus reports whether the error type that a pointer for errors.As is of
// has a status.
func carriesStatus(target ssa.Value) bool {
	t := stripConversions(target).Type()
	for {
		ptr, ok := t.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = ptr.Elem()
	}
	st := structOf(t)
	if st == nil {
		return false
	}
	for f := range st.Fields() {
		if namesStatus(f.Name()) && holdsStatus(f.Type()) {
			return true
		}
	}
	return false
}

// under answers a question as if values were given, in the functions of the
// evidence too.
func (p *pkgInfo) under(ev *evidence, a assumption, ask func() bool) bool {
	defer p.suppose()()
	asked := p.askedIn
	defer func() { p.askedIn = asked }()
	p.askedIn = ev.in
	maps.Copy(p.given, a)
	return ask()
}

// suppose lets what is given be added to, until restore is called.
func (p *pkgInfo) suppose() (restore func()) {
	given, inside := p.given, p.inside
	p.given, p.inside = assumption{}, map[insideKey][]value{}
	maps.Copy(p.given, given)
	return func() { p.given, p.inside = given, inside }
}

// with is the assumption that reads give a code.
func (ev *evidence) with(reads []ssa.Value, code int64) assumption {
	a := assumption{}
	for _, h := range ev.holds {
		a[h] = trueV
	}
	for _, r := range reads {
		a[r] = number(code)
	}
	return a
}

// only is the assumption that the error is the variable of that name, and no other,
// and so none of a type that is asked for either.
func (ev *evidence) only(name string) assumption {
	a := assumption{}
	if name != "" {
		for _, t := range ev.types {
			a[t] = falseV
		}
	}
	for n, tests := range ev.is {
		for _, t := range tests {
			a[t] = boolean(n == name)
		}
	}
	return a
}

// addErrorCodes notes the failures that come round again by what the error carries:
// the status of an API error, a gRPC code, or an error that means an end.
func (p *pkgInfo) addErrorCodes(s *Site, call *ssa.Call, blocks map[*ssa.BasicBlock]bool, comesBack func(assumption) bool) {
	failing := assumption{}
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		if v := resultValue(call, i); v != nil && isErrorish(res.At(i).Type()) {
			failing[v] = nonNilV
		}
	}
	ev := p.evidenceOf(call, blocks)
	reads := append(slices.Clone(ev.http), codeResults(call)...)
	if len(failing) == 0 || len(reads)+len(ev.grpc)+len(ev.is) == 0 {
		return
	}
	back := func(a assumption) bool { return p.under(ev, a, func() bool { return comesBack(failing) }) }
	add := func(what string) {
		if what != "" {
			s.Permanent = append(s.Permanent, Failure{What: what, Op: callName(&call.Call), Pos: call.Pos()})
		}
	}
	if len(reads) > 0 {
		add(permanentStatuses(func(code int64) bool { return back(ev.with(reads, code)) }))
		if back(ev.with(reads, 429)) && !p.readsRetryAfter(call.Parent()) && s.Delay.Kind != Server && p.clientRetry(call) == nil {
			s.Throttled = append(s.Throttled, Failure{What: "HTTP 429", Op: callName(&call.Call), Pos: call.Pos()})
		}
	}
	if len(ev.grpc) > 0 && s.Kind != Reconnect {
		add(permanentCalls(func(code int64) bool { return back(ev.with(ev.grpc, code)) }))
	}
	if len(ev.is["database/sql.ErrNoRows"]) > 0 && back(ev.only("database/sql.ErrNoRows")) && len(ev.is) > 1 && p.oneOfMany(ev, "database/sql.ErrNoRows", back) {
		add("sql.ErrNoRows")
	}
	if len(ev.is["context.Canceled"]) > 0 && givenContext(&call.Call) {
		p.afterEnd = true
		if back(ev.only("context.Canceled")) {
			add("context.Canceled")
		}
		p.afterEnd = false
	}
}

// oneOfMany reports whether another error comes round as well: one that alone does
// was chosen.
func (p *pkgInfo) oneOfMany(ev *evidence, name string, back func(assumption) bool) bool {
	for n := range ev.is {
		if n != name && back(ev.only(n)) {
			return true
		}
	}
	return back(ev.only(""))
}

// givenContext reports whether a call is given a context that the function has from
// its caller, and not one that is made for the attempt.
func givenContext(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if isContext(a.Type()) {
			switch stripConversions(a).(type) {
			case *ssa.Parameter, *ssa.FreeVar:
				return true
			}
		}
	}
	return false
}

// callCodes are the gRPC codes of failures that will be the same next time.
var callCodes = []struct {
	code int64
	name string
}{{3, "InvalidArgument"}, {5, "NotFound"}, {6, "AlreadyExists"}, {7, "PermissionDenied"}, {9, "FailedPrecondition"}, {12, "Unimplemented"}, {16, "Unauthenticated"}}

// permanentCalls gives the permanent gRPC codes that come round again, as in "gRPC
// InvalidArgument, NotFound". They are retried unseen if InvalidArgument is among
// them, is not the only one, and some code does end it. Canceled is retried where a
// list has it: the caller does not wait any more.
func permanentCalls(comesBack func(code int64) bool) string {
	const canceled, deadline, unavailable, last = 1, 4, 14, 16
	var names []string
	for _, c := range callCodes {
		if comesBack(c.code) {
			names = append(names, c.name)
		}
	}
	ends := false
	for code := int64(2); code <= last; code++ {
		ends = ends || code != deadline && !comesBack(code)
	}
	switch {
	case !ends:
		return ""
	case len(names) > 1 && names[0] == "InvalidArgument":
		return "gRPC " + strings.Join(names, ", ")
	case len(names) == 0 && comesBack(canceled) && comesBack(unavailable):
		return "gRPC Canceled"
	}
	return ""
}

// addPredicateCodes notes the answers for which a predicate that a helper is given
// says in any case that they come round again.
func (p *pkgInfo) addPredicateCodes(s *Site, c *ssa.CallCommon) {
	if len(s.Operations) == 0 {
		return
	}
	for _, a := range c.Args {
		if !judgesError(a.Type()) {
			continue
		}
		for _, fn := range p.funcsOf(a, 0) {
			if len(fn.Blocks) == 0 || len(fn.Params) != 1 {
				continue
			}
			ev := &evidence{is: map[string][]ssa.Value{}, in: map[*ssa.Function]bool{}}
			p.collect(ev, fn.Blocks, nil, 0)
			if len(ev.http) == 0 {
				continue
			}
			again := func(code int64) bool {
				return p.under(ev, ev.with(ev.http, code), func() bool { return p.saysYes(fn) })
			}
			op := s.Operations[0]
			if codes := permanentStatuses(again); codes != "" {
				s.Permanent = append(s.Permanent, Failure{What: codes, Op: op.Name, Pos: op.Pos})
			}
			if again(429) && !p.readsRetryAfter(fn) && s.Delay.Kind != Server {
				s.Throttled = append(s.Throttled, Failure{What: "HTTP 429", Op: op.Name, Pos: op.Pos})
			}
		}
	}
}

// saysYes reports whether a predicate answers yes on every way.
func (p *pkgInfo) saysYes(fn *ssa.Function) bool {
	e := &env{}
	e.set(fn.Params[0], nonNilV)
	w := &walker{pkg: p}
	out := w.evaluate(fn, e, nil)
	return len(out) == 1 && out[0] == trueV
}
