package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// follow adds to q what a configuring value says: a constructor's or option's
// result, a literal with its fields, a list of options, a package variable.
func (p *pkgInfo) follow(q *policy, v ssa.Value, depth int) {
	if v == nil || depth > 12 {
		q.open = true
		return
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Const:
		// nil: nothing is set
	case *ssa.Call:
		p.followCall(q, v, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			p.followCall(q, c, depth)
			return
		}
		q.open = true
	case *ssa.Alloc:
		p.followLiteral(q, v, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			p.followLoad(q, v.X, depth)
			return
		}
		q.open = true
	case *ssa.Global:
		p.followLoad(q, v, depth)
	case *ssa.Slice:
		p.followOptions(q, v.X, depth)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !isNilConst(e) {
				p.follow(q, e, depth+3)
				return
			}
		}
	case *ssa.Function:
		if e := p.row(v, catalog.Policy); e != nil {
			p.apply(q, e, func(catalog.Operand) ssa.Value { return nil }, depth)
			return
		}
		q.open = true
	default:
		q.open = true
	}
}

func (p *pkgInfo) followCall(q *policy, c *ssa.Call, depth int) {
	obj := calleeObject(&c.Call)
	if obj == nil {
		q.open = true
		return
	}
	if e := p.funcRow(obj, catalog.Policy); e != nil {
		p.apply(q, e, callOperand(&c.Call), depth)
		p.followUses(q, c, depth)
		return
	}
	if fn := c.Call.StaticCallee(); fn != nil && fn.Pkg == p.ssa && len(fn.Blocks) > 0 {
		for _, r := range returns(fn) {
			if len(r.Results) > 0 && !isNilConst(r.Results[0]) {
				p.follow(q, r.Results[0], depth+2)
				p.followUses(q, c, depth)
				return
			}
		}
	}
	if obj.Pkg() == nil || !p.cat.Has(obj.Pkg().Path()) {
		q.open = true
	}
}

// followUses applies what is done to a policy object after it is made: fields
// that are set, methods that change it.
func (p *pkgInfo) followUses(q *policy, v ssa.Value, depth int) {
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			p.followField(q, ref, depth)
		case *ssa.Call:
			if obj := calleeObject(&ref.Call); obj != nil && len(ref.Call.Args) > 0 && ref.Call.Args[0] == v {
				if e := p.funcRow(obj, catalog.Policy); e != nil && e.Inherit.Kind == catalog.Receiver {
					p.set(q, &e.Set, callOperand(&ref.Call))
				}
			}
		case *ssa.Store:
			// kept in a variable: what is done through the variable counts too
			if a, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v && depth < 8 {
				for _, l := range *a.Referrers() {
					if ld, ok := l.(*ssa.UnOp); ok && ld.Op == token.MUL {
						p.followUses(q, ld, depth+4)
					}
				}
			}
		}
	}
}

func (p *pkgInfo) followField(q *policy, fa *ssa.FieldAddr, depth int) {
	f := fieldOf(fa)
	if f == nil || f.Pkg() == nil {
		return
	}
	e, ok := p.cat.Lookup(catalog.Field, f.Pkg().Path(), typeName(fa.X.Type())+"."+f.Name())
	for _, ref := range *fa.Referrers() {
		st, isStore := ref.(*ssa.Store)
		if !isStore || st.Addr != fa || !ok {
			continue
		}
		p.apply(q, e, func(o catalog.Operand) ssa.Value {
			switch o.Kind {
			case catalog.Stored:
				return st.Val
			case catalog.Receiver:
				return fa.X
			}
			return nil
		}, depth)
	}
}

// followLiteral reads a variable or composite literal of a policy type.
func (p *pkgInfo) followLiteral(q *policy, a *ssa.Alloc, depth int) {
	whole := false
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			p.follow(q, st.Val, depth+1)
			whole = true
		}
	}
	if !whole {
		if e, ok := p.cat.Lookup(catalog.Type, typePath(a.Type()), typeName(a.Type())); ok {
			p.apply(q, e, func(catalog.Operand) ssa.Value { return a }, depth)
		}
	}
	literal := map[string]bool{}
	for _, ref := range *a.Referrers() {
		if fa, ok := ref.(*ssa.FieldAddr); ok {
			if f := fieldOf(fa); f != nil {
				literal[f.Name()] = true
			}
		}
	}
	for _, ref := range *a.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		f := fieldOf(fa)
		if f == nil {
			continue
		}
		if e, ok := p.cat.Lookup(catalog.Field, typePath(a.Type()), typeName(a.Type())+"."+f.Name()); ok && e.Needs != "" && !literal[e.Needs] && !whole {
			continue
		}
		p.followField(q, fa, depth)
	}
}

// followLoad reads a policy kept in a variable or a field.
func (p *pkgInfo) followLoad(q *policy, addr ssa.Value, depth int) {
	if g, ok := addr.(*ssa.Global); ok && g.Pkg != p.ssa && g.Object() != nil {
		if e, ok := p.cat.Lookup(catalog.Policy, g.Object().Pkg().Path(), g.Name()); ok {
			p.apply(q, e, func(catalog.Operand) ssa.Value { return nil }, depth)
			return
		}
		q.open = true
		return
	}
	if a, ok := addr.(*ssa.Alloc); ok {
		p.followLiteral(q, a, depth)
		return
	}
	vals := p.valuesAt(addr)
	if g, ok := addr.(*ssa.Global); ok && len(vals) == 0 {
		// A struct variable whose fields are set one by one.
		p.followGlobal(q, g, depth)
		return
	}
	if len(vals) == 0 {
		q.open = true
		return
	}
	for _, v := range vals {
		if !isNilConst(v) {
			p.follow(q, v, depth+2)
			return
		}
	}
}

func (p *pkgInfo) followGlobal(q *policy, g *ssa.Global, depth int) {
	e, ok := p.cat.Lookup(catalog.Type, typePath(g.Type()), typeName(g.Type()))
	if !ok {
		q.open = true
		return
	}
	p.apply(q, e, func(catalog.Operand) ssa.Value { return g }, depth)
	init := p.ssa.Func("init")
	if init == nil {
		return
	}
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			if fa, ok := instr.(*ssa.FieldAddr); ok && fa.X == ssa.Value(g) {
				p.followField(q, fa, depth)
			}
		}
	}
}

// followOptions applies the elements of a variadic list one after the other.
func (p *pkgInfo) followOptions(q *policy, arr ssa.Value, depth int) {
	a, ok := arr.(*ssa.Alloc)
	if !ok {
		q.open = true
		return
	}
	for _, v := range storedInto(*a.Referrers()) {
		p.follow(q, v, depth+1)
	}
}
