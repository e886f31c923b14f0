package httpclient

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
)

// filledElsewhere reports whether a field of type http.Client, which sels select, is for
// other packages to set: it is exported, in an exported struct, and the package is given
// the values of that struct and makes none.
func (ix *index) filledElsewhere(f *types.Var, sels []ssa.Value) bool {
	if !f.Exported() || ix.pass.Pkg.Name() == "main" {
		return false
	}
	for _, sel := range sels {
		owner := ownerOf(sel)
		if owner == nil || !owner.Obj().Exported() || owner.Obj().Parent() != ix.pass.Pkg.Scope() || ix.makes(owner) {
			return false
		}
	}
	return len(sels) > 0
}

// ownerOf returns the named struct that sel selects a field of, or nil.
func ownerOf(sel ssa.Value) *types.Named {
	var t types.Type
	switch sel := sel.(type) {
	case *ssa.FieldAddr:
		t = sel.X.Type()
	case *ssa.Field:
		t = sel.X.Type()
	default:
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	return named
}

// makes reports whether the package itself makes values of type t: by a literal or by
// new, or as a variable that is no parameter.
func (ix *index) makes(t *types.Named) bool {
	for cur := range inspector.New(ix.ownFiles()).Root().Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.Ident)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CompositeLit:
			if is(ix.pass.TypesInfo.TypeOf(n), t) {
				return true
			}
		case *ast.CallExpr:
			if fn, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) == 1 && ix.pass.TypesInfo.Uses[fn] == types.Universe.Lookup("new") &&
				is(ix.pass.TypesInfo.TypeOf(n.Args[0]), t) {
				return true
			}
		case *ast.Ident:
			v, ok := ix.pass.TypesInfo.Defs[n].(*types.Var)
			if ok && (v.Kind() == types.LocalVar || v.Kind() == types.PackageVar) && is(v.Type(), t) {
				return true
			}
		}
	}
	return false
}

// is reports whether got is t, or a generic instance of it.
func is(got types.Type, t *types.Named) bool {
	if got == nil {
		return false
	}
	named, ok := types.Unalias(got).(*types.Named)
	return ok && named.Origin() == t.Origin()
}
