package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// addRequest notes a request that is sent again although that is not safe, or with
// a body that has been read.
func (p *pkgInfo) addRequest(r *resend) {
	obj := calleeObject(&r.call.Call)
	if obj == nil || obj.Pkg() == nil {
		return
	}
	if obj.Pkg().Path() != "net/http" {
		p.addSentInside(r)
		return
	}
	name, s := obj.Name(), r.site
	req := Request{Op: callName(&r.call.Call), Pos: r.call.Pos(), sent: r.call}
	if r.at.IsValid() {
		req.Pos = r.at
	}
	args := r.call.Call.Args
	switch {
	case (name == "Post" || name == "PostForm") && (receiverName(obj) == "" || receiverName(obj) == "Client"):
		if req.Method = "POST"; r.depth() < 2 && r.again() {
			s.Unsafe = append(s.Unsafe, req)
		}
		if body := args[len(args)-1]; name == "Post" && p.stale(body, r, 0) && !p.resets(r) {
			s.Spent = append(s.Spent, req)
		}
		return
	case name != "Do" && name != "RoundTrip" || len(args) == 0:
		return
	}
	made := args[len(args)-1]
	o := p.originOf(made)
	if lit := p.literalRequest(made, 0); lit != nil {
		m := textOf(fieldIn(lit, "Method"))
		if req.Made, req.Method = lit.Pos(), m; (m == "POST" || m == "PATCH") && !p.keyed(r) && p.withMethod(m, nil, r.again) {
			s.Unsafe = append(s.Unsafe, req)
		}
		return
	}
	if o.made == nil {
		p.addGivenRequest(r, made, req)
		return
	}
	req.Made, req.maker = o.by.Pos(), o.made.Parent()
	if v := o.methodValue(); v != nil && r.depth() < 2 && !p.keyed(r) && !p.setsKey(o.made.Parent(), r, 0) {
		if req.Method = p.unsafeMethod(v, r); req.Method != "" {
			s.Unsafe = append(s.Unsafe, req)
		}
	}
	once := !r.madeAnew(o.by) && o.hasBody()
	if (once || p.stale(o.body(), r, 0)) && !p.resets(r) {
		s.Spent = append(s.Spent, req)
	}
}

// addSentInside judges the requests that a function of the package sends, or one that
// a breaker runs, where its own failure is that of the request.
func (p *pkgInfo) addSentInside(r *resend) {
	for _, fn := range p.bodiesOf(&r.call.Call) {
		if r.depth() > 1 || r.mended || len(p.loopSitesOf(fn)) > 0 {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(*ssa.Call)
				if !ok || !p.isOperation(c) || neverRetried(&c.Call) {
					continue
				}
				again := func() bool { return p.returnsFailure(c) && r.again() }
				p.addRequest(&resend{site: r.site, call: c, again: again, anew: r.anew, keeps: r.keeps, outer: r})
			}
		}
	}
}

// origin is where a request comes from.
type origin struct {
	by   *ssa.Call // the call that gives it: of net/http, or of a function of the package
	made *ssa.Call // the call of net/http that makes it, by itself or in that function
}

// originOf finds where a request comes from; made is nil if that cannot be told.
func (p *pkgInfo) originOf(req ssa.Value) origin {
	if made := p.requestOf(req, 0); made != nil {
		return origin{by: made, made: made}
	}
	return p.builtRequest(req, 0)
}

// builtRequest finds the function of the package that makes a request.
func (p *pkgInfo) builtRequest(v ssa.Value, depth int) origin {
	if depth > 4 {
		return origin{}
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Extract:
		return p.builtRequest(v.Tuple, depth+1)
	case *ssa.Call:
		fns := p.callees(&v.Call)
		if len(fns) != 1 || fns[0].Pkg != p.ssa {
			return origin{}
		}
		for _, b := range fns[0].Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok {
				continue
			}
			for _, res := range ret.Results {
				if !isRequest(res.Type()) {
					continue
				}
				if made := p.requestOf(res, 0); made != nil {
					return origin{by: v, made: made}
				}
			}
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok {
			for _, s := range p.valuesAt(a) {
				if b := p.builtRequest(s, depth+1); b.made != nil {
					return b
				}
			}
		}
	}
	return origin{}
}

// methodValue gives the method that the request is made with, or nil: it is the first
// string that the constructor is given.
func (o origin) methodValue() ssa.Value {
	for _, a := range o.made.Call.Args {
		if t, ok := a.Type().Underlying().(*types.Basic); ok && t.Kind() == types.String {
			return o.outside(a)
		}
	}
	return nil
}

// body gives the body that the request is made with, or nil.
func (o origin) body() ssa.Value {
	args := o.made.Call.Args
	if len(args) == 0 {
		return nil
	}
	return o.outside(args[len(args)-1])
}

// hasBody reports whether the request is made with a body.
func (o origin) hasBody() bool {
	body := o.body()
	return body != nil && !isNilConst(body) && !isNoBody(body)
}

// outside gives what v is where the function that makes the request is called:
// the argument for a parameter, and v itself for everything else.
func (o origin) outside(v ssa.Value) ssa.Value {
	prm, ok := v.(*ssa.Parameter)
	if !ok || o.by.Call.StaticCallee() != prm.Parent() {
		return v
	}
	return o.by.Call.Args[slices.Index(prm.Parent().Params, prm)]
}

// addGivenRequest judges a request that the function around a site is given.
func (p *pkgInfo) addGivenRequest(rs *resend, req ssa.Value, r Request) {
	s, fn := rs.site, rs.call.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	i := p.paramIndex(fn, req, 0)
	if i < 0 {
		return
	}
	if rs.outer != nil {
		p.addHandedRequest(rs, i, r)
		return
	}
	if calleeName(&rs.call.Call) == "RoundTrip" {
		// A transport sends whatever it is given.
		if !resetsBody(fn, 0, nil) && p.repeatsBodies(fn, rs) {
			s.Spent = append(s.Spent, r)
		}
		if m, repeats := p.repeatsAnyMethod(fn, rs); repeats && !p.setsKey(fn, rs, 0) {
			r.Method = m
			s.Unsafe = append(s.Unsafe, r)
		}
		return
	}
	spent, unsafe := false, false // one caller stands for all
	for _, a := range p.argumentsFor(fn, i) {
		made := p.requestOf(a, 0)
		if made == nil {
			continue
		}
		o := origin{by: made, made: made}
		r.Made, r.maker = made.Pos(), made.Parent()
		if !spent && o.hasBody() && !resetsBody(fn, 0, nil) {
			s.Spent, spent = append(s.Spent, r), true
		}
		r.Method = textOf(o.methodValue())
		if !unsafe && (r.Method == "POST" || r.Method == "PATCH") && !p.setsKey(fn, rs, 0) && !p.setsKey(made.Parent(), rs, 0) && p.withMethod(r.Method, nil, rs.again) {
			s.Unsafe, unsafe = append(s.Unsafe, r), true
		}
		r.Method = ""
	}
}

// addHandedRequest judges a request that the site hands to a function which sends it.
func (p *pkgInfo) addHandedRequest(rs *resend, param int, r Request) {
	fn := rs.call.Parent()
	if fn.Signature.Recv() != nil {
		param++
	}
	args := rs.outer.call.Call.Args
	if param >= len(args) || rs.outer.outer != nil {
		return
	}
	o := p.originOf(args[param])
	if o.made == nil || rs.outer.madeAnew(o.by) {
		return
	}
	r.Pos, r.Made = rs.outer.call.Pos(), o.by.Pos()
	if o.hasBody() && !resetsBody(fn, 0, nil) && !p.resets(rs.outer) {
		rs.site.Spent = append(rs.site.Spent, r)
	}
}

// literalRequest gives the composite literal that a request is, or nil.
func (p *pkgInfo) literalRequest(v ssa.Value, depth int) *ssa.Alloc {
	switch v := stripConversions(v).(type) {
	case *ssa.Alloc:
		if isRequest(v.Type()) && fieldIn(v, "Method") != nil {
			return v
		}
	case *ssa.UnOp:
		if vals := p.valuesAt(v.X); len(vals) == 1 && depth < 3 {
			return p.literalRequest(vals[0], depth+1)
		}
	}
	return nil
}

// fieldIn gives what is stored into a field of a struct by the function that makes it.
func fieldIn(a *ssa.Alloc, name string) ssa.Value {
	for _, ref := range *a.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fieldOf(fa) == nil || fieldOf(fa).Name() != name {
			continue
		}
		for _, use := range *fa.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ssa.Value(fa) {
				return st.Val
			}
		}
	}
	return nil
}

// argumentsFor lists what the package's functions pass for a parameter of fn,
// counted without the receiver.
func (p *pkgInfo) argumentsFor(fn *ssa.Function, i int) []ssa.Value {
	if fn.Signature.Recv() != nil {
		i++
	}
	var out []ssa.Value
	for _, c := range p.callsOf(fn) {
		if i < len(c.Common().Args) {
			out = append(out, c.Common().Args[i])
		}
	}
	return out
}

// requestOf finds the call that makes a request.
func (p *pkgInfo) requestOf(v ssa.Value, depth int) *ssa.Call {
	if depth > 6 {
		return nil
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return p.requestOf(c, depth+1)
		}
	case *ssa.Call:
		obj := calleeObject(&v.Call)
		if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" {
			return nil
		}
		switch obj.Name() {
		case "NewRequest", "NewRequestWithContext":
			return v
		case "WithContext":
			return p.requestOf(v.Call.Args[0], depth+1)
		}
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			for _, s := range p.valuesAt(v.X) {
				if c := p.requestOf(s, depth+1); c != nil {
					return c
				}
			}
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if c := p.requestOf(e, depth+1); c != nil {
				return c
			}
		}
	}
	return nil
}
