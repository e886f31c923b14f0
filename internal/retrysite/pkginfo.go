package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/directive"
)

// pkgInfo is what the analysis knows of the package at hand, computed once
// and on demand.
type pkgInfo struct {
	pass  *analysis.Pass
	ssa   *ssa.Package
	funcs []*ssa.Function // with their literals, in source order
	cat   *catalog.Catalog
	said  *directive.Set // what the package's own code says

	settings     Settings
	effects      map[*ssa.Function]Effect
	reaches      map[*types.Package]bool // whether a package can reach the network
	waits        map[ssa.Instruction]*waitInfo
	waitFns      map[*ssa.Function]*waitSummary
	helpers      map[*ssa.Function]*Helper
	globals      map[*ssa.Global]value
	bySig        map[string][]*ssa.Function // functions whose value is taken, by signature
	stores       map[*ssa.Global][]*ssa.Store
	fieldSts     map[*types.Var][]ssa.Value // values stored into a field anywhere in the package
	changed      map[*types.Var]bool        // fields that are also set after their struct was made
	selected     map[*types.Var][]*ssa.FieldAddr
	updates      map[*types.Var][]*ssa.MapUpdate
	globalSets   map[*ssa.Global][]*ssa.MapUpdate // what is put into maps in package variables
	decides      *decider
	loops        map[*ssa.Function][]*Site
	globalFields map[*ssa.Global][]*ssa.FieldAddr // that are set where the variable is declared

	liveness map[*ssa.Function]liveness
	cells    map[*ssa.Function]map[cell]bool
	asks     map[*ssa.Function]map[question]int
	inside   map[insideKey][]value
	inner    map[*ssa.Function]*Site
	graph    *callGraph

	recursions map[*ssa.Function][]*Site
	answers    map[*ssa.Function]*answers
	returns    map[*ssa.Function][][]value
	ops        map[*ssa.Call]bool          // whether a call is an operation
	calls      map[token.Pos]*ast.CallExpr // by their opening parenthesis
	given      assumption                  // values that are fixed while a function is looked at
	givenCells map[cell]value              // what variables then begin with
	forced     map[*ssa.Call]bool          // calls that then count as operations
	again      map[ssa.Instruction]bool    // calls that then try the same thing again
	first      map[*ssa.Parameter]int64    // what parameters are then given first
	askedIn    map[*ssa.Function]bool      // functions that read what is given
	afterEnd   bool                        // whether the contexts at hand have ended
	method     value                       // the method that requests are assumed to have
	status     int64                       // the status that the answer is assumed to have, where it is handed on; or 0

	methodFields []*types.Var // the fields that then hold it
	callers      map[*ssa.Function][]ssa.CallInstruction
	retriers     map[*ssa.Function]*Site // what retries in the clients that they make
	logWrappers  map[*ssa.Function]bool  // whether they do nothing but log at error level
}

func newPkgInfo(pass *analysis.Pass, pkg *ssa.Package, funcs []*ssa.Function, s Settings) *pkgInfo {
	p := &pkgInfo{
		pass:    pass,
		ssa:     pkg,
		funcs:   funcs,
		cat:     s.Rows(),
		said:    directive.Resolve(pass.Fset, pass.Files, pass.TypesInfo),
		reaches: map[*types.Package]bool{},
		waits:   map[ssa.Instruction]*waitInfo{},
		waitFns: map[*ssa.Function]*waitSummary{},
		helpers: map[*ssa.Function]*Helper{},
		globals: map[*ssa.Global]value{},
		loops:   map[*ssa.Function][]*Site{},

		liveness: map[*ssa.Function]liveness{},
		cells:    map[*ssa.Function]map[cell]bool{},
		asks:     map[*ssa.Function]map[question]int{},
		inside:   map[insideKey][]value{},
		inner:    map[*ssa.Function]*Site{},
		settings: s,

		recursions: map[*ssa.Function][]*Site{},

		answers: map[*ssa.Function]*answers{},
		returns: map[*ssa.Function][][]value{},
		ops:     map[*ssa.Call]bool{},

		logWrappers: map[*ssa.Function]bool{},
		retriers:    map[*ssa.Function]*Site{},
	}
	p.effects = p.computeEffects()
	return p
}

// storesTo lists the assignments to a package variable of this package. One
// whose address is taken counts as assigned in unknown ways: two stores.
func (p *pkgInfo) storesTo(g *ssa.Global) []*ssa.Store {
	p.index()
	return p.stores[g]
}

// index reads the whole package once: stores to variables and fields, and
// functions whose value is taken.
func (p *pkgInfo) index() {
	if p.stores != nil {
		return
	}
	p.stores = map[*ssa.Global][]*ssa.Store{}
	p.fieldSts = map[*types.Var][]ssa.Value{}
	p.bySig = map[string][]*ssa.Function{}
	p.changed = map[*types.Var]bool{}
	p.selected = map[*types.Var][]*ssa.FieldAddr{}
	p.updates = map[*types.Var][]*ssa.MapUpdate{}
	p.globalSets = map[*ssa.Global][]*ssa.MapUpdate{}
	p.globalFields = map[*ssa.Global][]*ssa.FieldAddr{}
	taken := map[*ssa.Function]bool{}
	fns := p.funcs
	if init := p.ssa.Func("init"); init != nil {
		fns = append([]*ssa.Function{init}, fns...)
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				p.indexInstr(instr, taken)
			}
		}
	}
}

func (p *pkgInfo) indexInstr(instr ssa.Instruction, taken map[*ssa.Function]bool) {
	if st, ok := instr.(*ssa.Store); ok {
		switch a := st.Addr.(type) {
		case *ssa.Global:
			p.stores[a] = append(p.stores[a], st)
		case *ssa.FieldAddr:
			if f := fieldOf(a); f != nil {
				p.fieldSts[f] = append(p.fieldSts[f], st.Val)
				if top := outermost(a); !beingMade(a) && fieldOf(top) != nil {
					p.changed[fieldOf(top)] = true
				}
			}
		default:
			p.overwritten(st)
		}
	}
	p.indexFields(instr)
	var callee ssa.Value
	if c, ok := instr.(ssa.CallInstruction); ok {
		callee = c.Common().Value
	}
	for _, op := range instr.Operands(nil) {
		switch v := (*op).(type) {
		case *ssa.Global:
			if st, ok := instr.(*ssa.Store); ok && st.Addr == v {
				continue
			}
			if _, isLoad := instr.(*ssa.UnOp); !isLoad && !isFieldAccess(instr) {
				p.stores[v] = append(p.stores[v], nil, nil) // its address escapes
			}
		case *ssa.Function:
			if v != callee && !taken[v] {
				taken[v] = true
				p.bySig[sigKey(v.Signature)] = append(p.bySig[sigKey(v.Signature)], v)
			}
		}
	}
}

// indexFields notes which fields are set behind the back of who made the struct, and
// what is kept in maps in fields.
func (p *pkgInfo) indexFields(instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.FieldAddr:
		if f := fieldOf(in); f != nil && !f.Exported() {
			p.selected[f] = append(p.selected[f], in)
		}
		if g, ok := in.X.(*ssa.Global); ok && in.Parent().Name() == "init" {
			p.globalFields[g] = append(p.globalFields[g], in)
		}
	case *ssa.MapUpdate:
		if ld, ok := in.Map.(*ssa.UnOp); ok {
			if fa, ok := ld.X.(*ssa.FieldAddr); ok && fieldOf(fa) != nil {
				p.updates[fieldOf(fa)] = append(p.updates[fieldOf(fa)], in)
			}
			if g, ok := ld.X.(*ssa.Global); ok {
				p.globalSets[g] = append(p.globalSets[g], in)
			}
		}
	case ssa.CallInstruction:
		for _, a := range in.Common().Args {
			if fa, ok := a.(*ssa.FieldAddr); ok && !isStruct(fa.Type()) && fieldOf(outermost(fa)) != nil {
				p.changed[fieldOf(outermost(fa))] = true
			}
		}
	}
}

// beingMade reports whether a field belongs to a struct that the function has just
// made, or to a package variable at its declaration.
func beingMade(fa *ssa.FieldAddr) bool {
	switch x := fa.X.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Global:
		return fa.Parent().Name() == "init"
	case *ssa.FieldAddr:
		return beingMade(x)
	}
	return false
}

// outermost gives the field that a field of a struct within structs is a part of.
func outermost(fa *ssa.FieldAddr) *ssa.FieldAddr {
	for {
		x, ok := fa.X.(*ssa.FieldAddr)
		if !ok {
			return fa
		}
		fa = x
	}
}

// overwritten notes that all fields of a struct are set anew through a pointer.
func (p *pkgInfo) overwritten(st *ssa.Store) {
	if _, ok := st.Addr.(*ssa.Alloc); ok || !isStruct(st.Addr.Type()) {
		return
	}
	if _, ok := st.Addr.(*ssa.IndexAddr); ok {
		return
	}
	for f := range structOf(st.Addr.Type()).Fields() {
		p.changed[f] = true
	}
}

func isFieldAccess(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return true
	}
	return false
}

func sigKey(s *types.Signature) string {
	var b strings.Builder
	for _, t := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range t.Variables() {
			b.WriteString(types.TypeString(v.Type(), nil))
			b.WriteByte(';')
		}
		b.WriteByte('|')
	}
	return b.String()
}

// fieldOf gives the field that a FieldAddr selects.
func fieldOf(a *ssa.FieldAddr) *types.Var {
	st := structOf(a.X.Type())
	if st == nil || a.Field >= st.NumFields() {
		return nil
	}
	return st.Field(a.Field)
}

// structOf gives the struct type that t is, or points to.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// stripConversions gives the value below conversions that keep it.
func stripConversions(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// callees gives the functions of this package that a call may run, as far as
// they can be seen: the static callee, a closure in a variable, or, for a func
// type, every function of its signature whose value is taken somewhere.
func (p *pkgInfo) callees(c *ssa.CallCommon) []*ssa.Function {
	if fn := c.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		return []*ssa.Function{fn}
	}
	if c.IsInvoke() {
		return nil
	}
	return p.funcsOf(c.Value, 0)
}

// funcsOf gives the functions that a func value can be, or nil if that cannot
// be told.
func (p *pkgInfo) funcsOf(v ssa.Value, depth int) []*ssa.Function {
	if depth > 5 {
		return nil
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Function:
		return []*ssa.Function{v}
	case *ssa.MakeClosure:
		return []*ssa.Function{v.Fn.(*ssa.Function)}
	case *ssa.Phi:
		var out []*ssa.Function
		for _, e := range v.Edges {
			fs := p.funcsOf(e, depth+1)
			if fs == nil {
				return nil
			}
			out = append(out, fs...)
		}
		return out
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		return p.loadedFuncs(v.X, depth)
	case *ssa.Call:
		// A function that makes a closure and returns it.
		callee := v.Call.StaticCallee()
		if callee == nil || callee.Pkg != p.ssa || callee.Signature.Results().Len() != 1 {
			return nil
		}
		var out []*ssa.Function
		for _, r := range returns(callee) {
			fs := p.funcsOf(r.Results[0], depth+1)
			if fs == nil {
				return nil
			}
			out = append(out, fs...)
		}
		return out
	}
	return nil
}

func (p *pkgInfo) loadedFuncs(addr ssa.Value, depth int) []*ssa.Function {
	var vals []ssa.Value
	switch a := addr.(type) {
	case *ssa.Alloc:
		for _, ref := range *a.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
				vals = append(vals, st.Val)
			}
		}
	case *ssa.FreeVar:
		if b := bindingOf(a); b != nil {
			return p.loadedFuncs(b, depth+1)
		}
	case *ssa.FieldAddr:
		p.index()
		f := fieldOf(a)
		if f == nil || f.Pkg() != p.pass.Pkg || f.Exported() {
			return nil
		}
		vals = p.fieldSts[f]
	case *ssa.Global:
		for _, st := range p.storesTo(a) {
			if st == nil {
				return nil
			}
			vals = append(vals, st.Val)
		}
	}
	var out []*ssa.Function
	for _, v := range vals {
		if isNilConst(v) {
			continue
		}
		fs := p.funcsOf(v, depth+1)
		if fs == nil {
			return nil
		}
		out = append(out, fs...)
	}
	return out
}

// bindingOf gives the variable of the enclosing function that fv captures.
func bindingOf(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	parent := fn.Parent()
	if parent == nil {
		return nil
	}
	i := -1
	for k, f := range fn.FreeVars {
		if f == fv {
			i = k
		}
	}
	for _, b := range parent.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn && i >= 0 && i < len(mc.Bindings) {
				return mc.Bindings[i]
			}
		}
	}
	return nil
}

func returns(fn *ssa.Function) []*ssa.Return {
	var out []*ssa.Return
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			out = append(out, r)
		}
	}
	return out
}
