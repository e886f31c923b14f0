package errorlog

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
)

// fixes offers to log at warning level, where the logger that writes the line at pos
// has that in the same form.
func fixes(pass *analysis.Pass, pos token.Pos) []analysis.SuggestedFix {
	_, call, ok := fix.Call(pass, pos)
	if !ok {
		return nil
	}
	edit, ok := lower(pass, call)
	if !ok {
		return nil
	}
	return finding.Fix("Log at warning level, with "+string(edit.NewText), []analysis.TextEdit{edit})
}

// lower is the change by which a call logs a warning: in the name of what is called,
// in a level among its arguments, or in the call that its logger comes from, as in
// level.Error(logger).Log().
func lower(pass *analysis.Pass, call *ast.CallExpr) (analysis.TextEdit, bool) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return analysis.TextEdit{}, false
	}
	if strings.Contains(sel.Sel.Name, "Error") {
		return lowerName(pass, sel)
	}
	for _, a := range call.Args {
		if edit, ok := lowerLevel(pass, a); ok {
			return edit, true
		}
	}
	if from, ok := sel.X.(*ast.CallExpr); ok && sel.Sel.Name == "Log" {
		if sel, ok := from.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" {
			return lowerName(pass, sel)
		}
	}
	return analysis.TextEdit{}, false
}

// lowerName puts the name of a function or method for warnings in the place of the
// one for errors, where there is one with the same signature.
func lowerName(pass *analysis.Pass, sel *ast.SelectorExpr) (analysis.TextEdit, bool) {
	old, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || old.Pkg() == nil {
		return analysis.TextEdit{}, false
	}
	for _, word := range []string{"Warn", "Warning"} {
		name := strings.Replace(old.Name(), "Error", word, 1)
		if warn, ok := sibling(pass, sel, old, name); ok && types.Identical(warn.Type(), old.Type()) && fix.Always(pass, warn, sel.Pos()) {
			return fix.Replace(sel.Sel, name), true
		}
	}
	return analysis.TextEdit{}, false
}

// sibling looks a function up where sel has found another one: in the same package, or
// among the methods of the same value.
func sibling(pass *analysis.Pass, sel *ast.SelectorExpr, old *types.Func, name string) (*types.Func, bool) {
	chosen, ok := pass.TypesInfo.Selections[sel]
	if !ok { // pkg.Error
		warn, ok := old.Pkg().Scope().Lookup(name).(*types.Func)
		return warn, ok && (warn.Exported() || warn.Pkg() == pass.Pkg)
	}
	if chosen.Kind() != types.MethodVal {
		return nil, false
	}
	// What is not addressable has no methods of its pointer.
	obj, _, _ := types.LookupFieldOrMethod(chosen.Recv(), pass.TypesInfo.Types[sel.X].Addressable(), pass.Pkg, name)
	warn, ok := obj.(*types.Func)
	return warn, ok
}

// lowerLevel puts the constant for warnings in the place of the one for errors.
func lowerLevel(pass *analysis.Pass, arg ast.Expr) (analysis.TextEdit, bool) {
	sel, ok := arg.(*ast.SelectorExpr)
	if !ok {
		return analysis.TextEdit{}, false
	}
	old, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Const)
	if !ok || old.Pkg() == nil || !isErrorLevel(old) {
		return analysis.TextEdit{}, false
	}
	name := strings.Replace(old.Name(), "Error", "Warn", 1)
	warn, ok := old.Pkg().Scope().Lookup(name).(*types.Const)
	if !ok || !types.Identical(warn.Type(), old.Type()) || !fix.Always(pass, warn, sel.Pos()) {
		return analysis.TextEdit{}, false
	}
	return fix.Replace(sel.Sel, name), true
}

// isErrorLevel reports whether a constant by its name is the level of errors, in a
// package of many things or among nothing but levels.
func isErrorLevel(k *types.Const) bool {
	n, ok := types.Unalias(k.Type()).(*types.Named)
	return k.Name() == "LevelError" || k.Name() == "ErrorLevel" || k.Name() == "Error" && ok && n.Obj().Name() == "Level"
}
