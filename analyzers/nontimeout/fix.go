package nontimeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/httpclient"
)

const timeout = "Timeout: 30 * time.Second"

// fixes offers to give the literal that c is built by a Timeout, where the file
// has imported the package time already.
func fixes(pass *analysis.Pass, c *httpclient.Client) []analysis.SuggestedFix {
	if c.Lit == nil || !importsTime(pass, c.Lit.Lbrace) {
		return nil
	}
	edit, ok := addTimeout(pass, c.Lit)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Give the client a Timeout of 30 seconds",
		TextEdits: []analysis.TextEdit{edit},
	}}
}

// importsTime reports whether the name time is the package's at pos.
func importsTime(pass *analysis.Pass, pos token.Pos) bool {
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent("time", pos)
	name, ok := obj.(*types.PkgName)
	return ok && name.Imported().Path() == "time"
}

func addTimeout(pass *analysis.Pass, lit *ast.CompositeLit) (analysis.TextEdit, bool) {
	at := lit.Lbrace + 1
	if len(lit.Elts) == 0 {
		return analysis.TextEdit{Pos: at, End: at, NewText: []byte(timeout)}, true
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return analysis.TextEdit{}, false
		}
		if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Timeout" {
			return analysis.TextEdit{Pos: kv.Pos(), End: kv.End(), NewText: []byte(timeout)}, true
		}
	}
	at = lit.Elts[0].Pos()
	first := pass.Fset.Position(at)
	between := " "
	if first.Line != pass.Fset.Position(lit.Lbrace).Line {
		between = "\n" + strings.Repeat("\t", first.Column-1)
	}
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(timeout + "," + between)}, true
}
