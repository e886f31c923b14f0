package fix

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Value is an expression that can be written at a place as often as one likes: a
// variable, a field of one, or the context of a request.
type Value struct {
	Text string
	Type types.Type
	Vars []*types.Var // the variable, and the fields that lead on from it
}

// Resolve reads an expression as if it stood at pos. It reports false where it is not
// of the simple forms of a Value, or means nothing there.
func (p Place) Resolve(text string, pos token.Pos) (Value, bool) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return Value{}, false
	}
	chain := e
	call, isCall := e.(*ast.CallExpr)
	if isCall {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || len(call.Args) > 0 || sel.Sel.Name != "Context" {
			return Value{}, false
		}
		chain = sel.X
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if err := types.CheckExpr(p.pass.Fset, p.pass.Pkg, pos, e, info); err != nil {
		return Value{}, false
	}
	if isCall && types.TypeString(info.Types[chain].Type, nil) != "*net/http.Request" {
		return Value{}, false
	}
	vars, ok := chainOf(info, chain)
	return Value{text, info.Types[e].Type, vars}, ok
}

// chainOf lists the variable that a chain of selectors begins with, and its fields.
func chainOf(info *types.Info, e ast.Expr) ([]*types.Var, bool) {
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		return []*types.Var{v}, ok
	case *ast.SelectorExpr:
		vars, ok := chainOf(info, e.X)
		field, is := info.Uses[e.Sel].(*types.Var)
		return append(vars, field), ok && is
	}
	return nil, false
}

// Assignments counts the places in n that give one of some variables or fields a
// value, or take its address so that others can.
func Assignments(pass *analysis.Pass, n ast.Node, vars ...*types.Var) int {
	found := 0
	eachAssignment(pass, n, vars, func(token.Pos) { found++ })
	return found
}

// AssignedIn reports whether one of these places in n is within a span.
func AssignedIn(pass *analysis.Pass, n ast.Node, span Span, vars ...*types.Var) bool {
	found := false
	eachAssignment(pass, n, vars, func(pos token.Pos) { found = found || span.has(pos) })
	return found
}

func eachAssignment(pass *analysis.Pass, n ast.Node, vars []*types.Var, do func(token.Pos)) {
	to := func(e ast.Expr) {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if sel, is := ast.Unparen(e).(*ast.SelectorExpr); is {
			id, ok = sel.Sel, true
		}
		if ok {
			if v, is := pass.TypesInfo.ObjectOf(id).(*types.Var); is && slices.Contains(vars, v) {
				do(id.Pos())
			}
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				to(l)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				if len(n.Values) > 0 {
					to(name)
				}
			}
		case *ast.RangeStmt:
			to(n.Key)
			to(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				to(n.X)
			}
		}
		return true
	})
}

// IsError reports whether a type is error.
func IsError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsContext reports whether a type is context.Context.
func IsContext(t types.Type) bool {
	return t != nil && types.TypeString(t, nil) == "context.Context"
}

// Selects reports whether the code in n reads a field.
func Selects(pass *analysis.Pass, n ast.Node, field *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && pass.TypesInfo.Uses[sel.Sel] == types.Object(field)
		return !found
	})
	return found
}

// Called returns the name by which a call calls a function of a package, if it is that
// function.
func Called(pass *analysis.Pass, call *ast.CallExpr, path, name string) (*ast.Ident, bool) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if sel, is := ast.Unparen(call.Fun).(*ast.SelectorExpr); is {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil, false
	}
	fn, ok := pass.TypesInfo.Uses[id].(*types.Func)
	return id, ok && fn.Pkg() != nil && fn.Pkg().Path() == path && fn.Name() == name && fn.Signature().Recv() == nil
}
