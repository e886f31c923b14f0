package retrysite

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// addRequest notes a request that is sent again although that is not safe, or with
// a body that has been read.
func (p *pkgInfo) addRequest(s *Site, call *ssa.Call, inside func(ssa.Instruction) bool) {
	obj := calleeObject(&call.Call)
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" {
		return
	}
	name := obj.Name()
	r := Request{Op: callName(&call.Call), Pos: call.Pos(), sent: call}
	switch {
	case receiverName(obj) == "" && (name == "Post" || name == "PostForm"), receiverName(obj) == "Client" && (name == "Post" || name == "PostForm"):
		r.Method = "POST"
		s.Unsafe = append(s.Unsafe, r)
		return
	case name != "Do" && name != "RoundTrip" || len(call.Call.Args) == 0:
		return
	}
	req := call.Call.Args[len(call.Call.Args)-1]
	o := p.originOf(req)
	if o.made == nil {
		p.addGivenRequest(s, call, req, r)
		return
	}
	r.Made, r.Method, r.maker = o.by.Pos(), o.method(), o.made.Parent()
	if r.Method == "" && o.by == o.made {
		r.Method = p.methodGiven(&o.made.Call)
	}
	if (r.Method == "POST" || r.Method == "PATCH") && !p.setsKey(call.Parent()) && !p.setsKey(o.made.Parent()) {
		s.Unsafe = append(s.Unsafe, r)
	}
	if !inside(o.by) && o.hasBody() && !resetsBody(call.Parent(), 0) {
		s.Spent = append(s.Spent, r)
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
				if !namedType(res.Type(), "net/http", "Request") {
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

// method gives the method that the request is made with, where it is constant.
func (o origin) method() string {
	for _, a := range o.made.Call.Args {
		if t, ok := a.Type().Underlying().(*types.Basic); !ok || t.Kind() != types.String {
			continue
		}
		if k, ok := o.outside(a).(*ssa.Const); ok && k.Value != nil {
			return constant.StringVal(k.Value)
		}
		return "" // the method is the first string
	}
	return ""
}

// hasBody reports whether the request is made with a body.
func (o origin) hasBody() bool {
	args := o.made.Call.Args
	if len(args) == 0 {
		return false
	}
	body := o.outside(args[len(args)-1])
	return !isNilConst(body) && !strings.HasSuffix(valueName(body), "NoBody")
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
func (p *pkgInfo) addGivenRequest(s *Site, call *ssa.Call, req ssa.Value, r Request) {
	fn := call.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	i := p.paramIndex(fn, req, 0)
	if i < 0 {
		return
	}
	if calleeName(&call.Call) == "RoundTrip" {
		// A transport sends whatever it is given.
		if !resetsBody(fn, 0) {
			s.Spent = append(s.Spent, r)
		}
		if !looksAtMethod(fn, 0) && !p.setsKey(fn) {
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
		r.Made, r.Method, r.maker = made.Pos(), o.method(), made.Parent()
		if !spent && o.hasBody() && !resetsBody(fn, 0) {
			s.Spent, spent = append(s.Spent, r), true
		}
		if !unsafe && (r.Method == "POST" || r.Method == "PATCH") && !p.setsKey(fn) && !p.setsKey(made.Parent()) && !looksAtMethod(fn, 0) {
			s.Unsafe, unsafe = append(s.Unsafe, r), true
		}
	}
}

// argumentsFor lists what the package's functions pass for a parameter of fn,
// counted without the receiver.
func (p *pkgInfo) argumentsFor(fn *ssa.Function, i int) []ssa.Value {
	if fn.Signature.Recv() != nil {
		i++
	}
	var out []ssa.Value
	for _, f := range p.funcs {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if ok && f != fn && c.Common().StaticCallee() == fn && i < len(c.Common().Args) {
					out = append(out, c.Common().Args[i])
				}
			}
		}
	}
	return out
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
				if fa, ok := instr.(*ssa.FieldAddr); ok && fieldOf(fa) != nil && fieldOf(fa).Name() == "Method" && namedType(fa.X.Type(), "net/http", "Request") {
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

// methodGiven gives POST or PATCH where a function of the package passes that as the
// method of the request, and the method is compared with nothing.
func (p *pkgInfo) methodGiven(c *ssa.CallCommon) string {
	for _, a := range c.Args {
		b, ok := a.Type().Underlying().(*types.Basic)
		if !ok || b.Kind() != types.String {
			continue
		}
		prm, ok := a.(*ssa.Parameter)
		if !ok || compared(prm) {
			return ""
		}
		for _, v := range p.argumentsFor(prm.Parent(), p.paramIndex(prm.Parent(), prm, 0)) {
			if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
				if m := constant.StringVal(k.Value); m == "POST" || m == "PATCH" {
					return m
				}
			}
		}
		return ""
	}
	return ""
}

func compared(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp, *ssa.Lookup:
			return true
		case *ssa.Call:
			if obj := calleeObject(&ref.Call); obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" {
				return true // whoever is told may look at it
			}
		}
	}
	return false
}

// setsKey reports whether a function sets a header that makes sending twice the
// same as sending once.
func (p *pkgInfo) setsKey(fn *ssa.Function) bool {
	for _, f := range withLiterals(fn) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if k, ok := (*op).(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
						t := strings.ToLower(constant.StringVal(k.Value))
						if strings.Contains(t, "idempoten") || strings.Contains(t, "request-id") || strings.Contains(t, "requestid") ||
							slices.ContainsFunc(p.settings.Keys, func(key string) bool { return strings.Contains(t, key) }) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// ofResponse reports whether a reader is, or is made from, the body of a response.
func ofResponse(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return namedType(fa.X.Type(), "net/http", "Response")
		}
	case *ssa.Extract:
		return ofResponse(v.Tuple, depth+1)
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if ofResponse(a, depth+1) {
				return true
			}
		}
	}
	return false
}

// resetsBody reports whether a function gives a request a new body, or a copy of it.
func resetsBody(fn *ssa.Function, depth int) bool {
	if fn == nil || depth > 2 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if f := fieldOf(instr); f != nil && f.Name() == "GetBody" {
					return true
				}
			case *ssa.Store:
				if fa, ok := instr.Addr.(*ssa.FieldAddr); ok && fieldOf(fa) != nil && fieldOf(fa).Name() == "Body" {
					if namedType(fa.X.Type(), "net/http", "Request") {
						return true
					}
				}
			case *ssa.Call:
				switch calleeName(&instr.Call) {
				case "Clone":
					return true
				case "Seek", "ReadAll":
					if len(instr.Call.Args) > 0 && !ofResponse(instr.Call.Args[0], 0) {
						return true
					}
				}
				if callee := instr.Call.StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && resetsBody(callee, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
