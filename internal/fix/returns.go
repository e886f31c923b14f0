package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Return writes the statement at pos by which the innermost function around p
// returns an error: "return nil, 0, err" with zeros for the other results. It
// reports false where the function does not end in an error, or has a result
// whose zero cannot be written there. The names in hidden mean something else
// by then.
func (p Place) Return(pos token.Pos, err string, hidden ...string) (string, bool) {
	ft, _, _ := p.Func()
	if ft == nil || ft.Results == nil {
		return "", false
	}
	var results []ast.Expr
	for _, f := range ft.Results.List {
		for range max(len(f.Names), 1) {
			results = append(results, f.Type)
		}
	}
	var values []string
	for i, e := range results {
		if i == len(results)-1 {
			if !IsError(p.pass.TypesInfo.TypeOf(e)) {
				return "", false
			}
			values = append(values, err)
			break
		}
		zero, ok := p.zero(e, pos, hidden)
		if !ok {
			return "", false
		}
		values = append(values, zero)
	}
	return "return " + strings.Join(values, ", "), true
}

// zero writes the zero value of the type e at pos.
func (p Place) zero(e ast.Expr, pos token.Pos, hidden []string) (string, bool) {
	t := p.pass.TypesInfo.TypeOf(e)
	if t == nil {
		return "", false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "", false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false", p.Predeclared(pos, "false")
		case u.Info()&types.IsString != 0:
			return `""`, true
		case u.Info()&types.IsNumeric != 0:
			return "0", true
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil", p.Predeclared(pos, "nil")
	case *types.Struct, *types.Array:
		return types.ExprString(e) + "{}", named(e) && p.Sees(e, pos) && !mentions(e, hidden)
	}
	return "", false
}

// named reports whether a type is written as a name, with its arguments if it has
// some, which are names too.
func named(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return named(e.X)
	case *ast.IndexExpr:
		return named(e.X) && named(e.Index)
	case *ast.IndexListExpr:
		return named(e.X) && !slices.ContainsFunc(e.Indices, func(i ast.Expr) bool { return !named(i) })
	}
	return false
}

func mentions(e ast.Expr, names []string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && slices.Contains(names, id.Name)
		return true
	})
	return found
}
