package retrysite

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// methods are the methods that a program that tells them apart may know.
var methods = []string{"GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"}

// unsafeMethod gives POST or PATCH where a request whose method is v can have that
// method and is then sent again. Where nobody is seen to ask for one of them, the
// code must tell the methods apart and let it pass.
func (p *pkgInfo) unsafeMethod(v ssa.Value, r *resend) string {
	if c, ok := stripConversions(v).(*ssa.Const); ok {
		if m := textOf(c); (m == "POST" || m == "PATCH") && p.withMethod(m, nil, r.again) {
			return m
		}
		return ""
	}
	src := &methodSource{p: p, site: r}
	src.follow(v, 0)
	passes := func(m string) bool {
		return p.withMethod(m, src, func() bool { return p.reachedFrom(r.call) && r.again() })
	}
	told := slices.ContainsFunc(methods, func(m string) bool { return !passes(m) })
	for _, m := range []string{"POST", "PATCH"} {
		switch p.canBe(src, v, m, r.call, 0) {
		case Yes:
			if (told || !src.asksOthers(r.call)) && passes(m) {
				return m
			}
		case Unknown:
			if told && passes(m) && passes("GET") {
				return m
			}
		}
	}
	return ""
}

// repeatsAnyMethod reports whether a transport sends POST or PATCH again, whatever its
// clients ask for: it does not look at the method, or lets one of them pass.
func (p *pkgInfo) repeatsAnyMethod(fn *ssa.Function, r *resend) (method string, repeats bool) {
	if !looksAtMethod(fn, 0) {
		return "", true
	}
	passes := func(m string) bool { return p.passes(m, r) }
	if !slices.ContainsFunc(methods, func(m string) bool { return !passes(m) }) || !passes("GET") {
		return "", false // it is asked for another reason, or in a way that cannot be followed
	}
	for _, m := range []string{"POST", "PATCH"} {
		if passes(m) {
			return m, true
		}
	}
	return "", false
}

// passes reports whether a transport sends a request with that method again.
func (p *pkgInfo) passes(method string, r *resend) bool {
	return p.withMethod(method, nil, func() bool { return p.reachedFrom(r.call) && r.again() })
}

// repeatsBodies reports whether a transport sends requests again that can have a body:
// where it looks at the method, it may let through none but those that have none.
func (p *pkgInfo) repeatsBodies(fn *ssa.Function, r *resend) bool {
	return !looksAtMethod(fn, 0) || slices.ContainsFunc([]string{"POST", "PUT", "PATCH", "DELETE"}, func(m string) bool { return p.passes(m, r) })
}

// methodSource is where the method of a request comes from, besides constants.
type methodSource struct {
	p      *pkgInfo
	site   *resend      // may be nil
	values []ssa.Value  // parameters
	fields []*types.Var // fields of requests of the package's own kind
}

// follow collects the parameters and fields behind v.
func (s *methodSource) follow(v ssa.Value, depth int) {
	if depth > 5 {
		return
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter:
		if slices.Contains(s.values, ssa.Value(v)) {
			return
		}
		s.values = append(s.values, v)
		if above := s.above(v); above != nil {
			s.follow(above.argument(v), depth+1)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.follow(e, depth+1)
		}
	case *ssa.Call:
		if n := calleeName(&v.Call); (n == "ToUpper" || n == "TrimSpace") && len(v.Call.Args) == 1 {
			s.follow(v.Call.Args[0], depth+1)
		}
	case *ssa.Field:
		if st := structOf(v.X.Type()); st != nil {
			s.fields = append(s.fields, st.Field(v.Field))
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if f := fieldOf(fa); f != nil {
				s.fields = append(s.fields, f)
			}
			return
		}
		for _, x := range s.p.valuesAt(v.X) {
			s.follow(x, depth+1)
		}
	}
}

// above gives the call of the function that v is a parameter of, where the site makes
// it; else nil.
func (s *methodSource) above(v *ssa.Parameter) *resend {
	for r := s.site; r != nil && r.outer != nil; r = r.outer {
		if r.call.Parent() == v.Parent() {
			return r
		}
	}
	return nil
}

// argument gives what the site passes for a parameter of the function that sends.
func (r *resend) argument(v *ssa.Parameter) ssa.Value {
	return r.outer.call.Call.Args[slices.Index(v.Parent().Params, v)]
}

// canBe says whether v can be the method m at an instruction, by the constants that
// reach it; Unknown where functions of other packages decide.
func (p *pkgInfo) canBe(src *methodSource, v ssa.Value, m string, at ssa.Instruction, depth int) Tri {
	if depth > 6 {
		return Unknown
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Const:
		if textOf(v) == m {
			return Yes
		}
		return No
	case *ssa.Parameter:
		fn := v.Parent()
		if fn == at.Parent() && !p.withMethod(m, src, func() bool { return p.reachedFrom(at) }) {
			return No
		}
		if above := src.above(v); above != nil {
			return p.canBe(src, above.argument(v), m, above.outer.call, depth+1)
		}
		calls := p.callsOf(fn)
		if len(calls) == 0 {
			return Unknown
		}
		i := slices.Index(fn.Params, v)
		return anyYes(len(calls), func(k int) Tri {
			a := calls[k].Common().Args[i]
			above := &methodSource{p: p}
			above.follow(a, 0)
			return p.canBe(above, a, m, calls[k], depth+1)
		})
	case *ssa.Phi:
		return anyYes(len(v.Edges), func(k int) Tri { return p.canBe(src, v.Edges[k], m, at, depth+1) })
	case *ssa.Call:
		if len(v.Call.Args) == 1 {
			return p.canBe(src, v.Call.Args[0], m, at, depth+1)
		}
	case *ssa.UnOp:
		vals := p.valuesAt(v.X)
		if len(vals) > 0 {
			return anyYes(len(vals), func(k int) Tri { return p.canBe(src, vals[k], m, at, depth+1) })
		}
	}
	return Unknown
}

// anyYes gives Yes if one answer is, else Unknown if one is, else No.
func anyYes(n int, answer func(k int) Tri) Tri {
	out := No
	for k := range n {
		switch answer(k) {
		case Yes:
			return Yes
		case Unknown:
			out = Unknown
		}
	}
	return out
}

// asksOthers reports whether a function that cannot be followed is told the method,
// or looks it up where nobody sees: it may decide by it.
func (s *methodSource) asksOthers(at ssa.Instruction) bool {
	for _, v := range s.values {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Lookup:
				if _, ok := (&walker{pkg: s.p}).tableAt(ref.X, 0); !ok {
					return true
				}
			case *ssa.Call:
				if !isBool(ref.Type()) || ref.Call.StaticCallee() == nil {
					continue
				}
				fn := ref.Call.StaticCallee()
				if fn.Pkg != s.p.ssa && fn.Pkg != nil && fn.Pkg.Pkg.Path() != "slices" && fn.Pkg.Pkg.Path() != "strings" {
					return true
				}
			}
		}
	}
	return false
}

// withMethod answers a question as if requests had the method m, and as if that were
// what a source gives.
func (p *pkgInfo) withMethod(m string, src *methodSource, ask func() bool) bool {
	defer p.suppose()()
	method, fields := p.method, p.methodFields
	defer func() { p.method, p.methodFields = method, fields }()
	p.method = constValue(ssa.NewConst(constant.MakeString(m), types.Typ[types.String]))
	p.methodFields = nil
	if src != nil {
		p.methodFields = src.fields
		for _, v := range src.values {
			p.given[v] = p.method
		}
	}
	return ask()
}

// holdsMethod reports whether a field is the one that is assumed to hold the method.
func (p *pkgInfo) holdsMethod(fa *ssa.FieldAddr) bool {
	f := fieldOf(fa)
	return f != nil && (f.Name() == "Method" && typeName(fa.X.Type()) == "Request" || slices.Contains(p.methodFields, f))
}

// reachedFrom reports whether an instruction can be reached from the entry of its
// function, and that function, if it is a literal, from the entry of the one around.
func (p *pkgInfo) reachedFrom(at ssa.Instruction) bool {
	for depth := 0; depth < 4; depth++ {
		fn := at.Parent()
		w := &walker{pkg: p, target: at}
		w.runFrom(fn, &env{})
		if !w.cut && !slices.ContainsFunc(w.outcomes, func(o outcome) bool { return o.again }) {
			return false
		}
		if at = madeAt(fn); at == nil {
			return true
		}
	}
	return true
}

// madeAt gives the instruction that makes a function literal, or nil.
func madeAt(fn *ssa.Function) ssa.Instruction {
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(fn) {
				return mc
			}
		}
	}
	return nil
}

// callsOf lists the calls of a function in the package, other than by itself.
func (p *pkgInfo) callsOf(fn *ssa.Function) []ssa.CallInstruction {
	if p.callers == nil {
		p.callers = map[*ssa.Function][]ssa.CallInstruction{}
		for _, f := range p.funcs {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil && c.Common().StaticCallee() != f {
						callee := c.Common().StaticCallee()
						p.callers[callee] = append(p.callers[callee], c)
					}
				}
			}
		}
	}
	return p.callers[fn]
}

// looksAtMethod reports whether a function, or one that it calls with the request,
// reads the request's method.
func looksAtMethod(fn *ssa.Function, depth int) bool {
	if fn == nil || depth > 2 {
		return false
	}
	for _, f := range withLiterals(fn) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if fa, ok := instr.(*ssa.FieldAddr); ok && fieldOf(fa) != nil && fieldOf(fa).Name() == "Method" && isRequest(fa.X.Type()) {
					return true
				}
				if c, ok := instr.(*ssa.Call); ok {
					if callee := c.Call.StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && looksAtMethod(callee, depth+1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// textOf gives the text of a constant, or "".
func textOf(v ssa.Value) string {
	if v == nil {
		return ""
	}
	if k, ok := stripConversions(v).(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
		return constant.StringVal(k.Value)
	}
	return ""
}
