package nontimeout

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/httpclient"
)

// fixes offers to give the literal that c is built by a Timeout, and imports the package
// time where that is needed. A client that is used for requests which are meant to
// last as well has no one limit that is right.
func fixes(pass *analysis.Pass, c *httpclient.Client) []analysis.SuggestedFix {
	if c.Lit == nil || slices.ContainsFunc(c.Requests, func(r httpclient.Request) bool { return r.Streams }) {
		return nil
	}
	place, ok := fix.At(pass, c.Lit.Lbrace)
	if !ok {
		return nil
	}
	name, edits, ok := place.Import("time", c.Lit.Lbrace, "time")
	if !ok {
		return nil
	}
	edit, ok := addTimeout(pass, place, c.Lit, "30 * "+name+".Second")
	if !ok {
		return nil
	}
	return finding.Fix("Give the client a Timeout of 30 seconds", append(edits, edit))
}

// addTimeout sets the field Timeout in a literal, in the one that is there or else in
// front of the others. It reports false where the fields have no names.
func addTimeout(pass *analysis.Pass, place fix.Place, lit *ast.CompositeLit, value string) (analysis.TextEdit, bool) {
	if len(lit.Elts) == 0 {
		end := place.Position(lit.Rbrace)
		if place.Position(lit.Lbrace).Line != end.Line { // there is a comment in between
			return fix.Insert(lit.Rbrace, "\tTimeout: "+value+",\n"+strings.Repeat("\t", end.Column-1)), true
		}
		return fix.Insert(lit.Rbrace, "Timeout: "+value), true
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return analysis.TextEdit{}, false
		}
		if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Timeout" {
			return fix.Replace(kv.Value, value), !place.Commented(kv.Value) && dispensable(pass, kv.Value)
		}
	}
	first := lit.Elts[0].(*ast.KeyValueExpr)
	at := place.Position(first.Pos())
	if at.Line == place.Position(lit.Lbrace).Line {
		return fix.Insert(first.Pos(), "Timeout: "+value+", "), true
	}
	// The values of fields on lines of their own stand below one another.
	pad := 1
	if v := place.Position(first.Value.Pos()); v.Line == at.Line {
		pad = max(pad, v.Column-at.Column-len("Timeout:"))
	}
	return fix.Insert(first.Pos(), "Timeout:"+strings.Repeat(" ", pad)+value+",\n"+strings.Repeat("\t", at.Column-1)), true
}

// dispensable reports whether an expression may be replaced: it is a number, in words of
// the language and of the package time. What has a name of its own has a meaning.
func dispensable(pass *analysis.Pass, e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is {
			return ok
		}
		obj := pass.TypesInfo.ObjectOf(id)
		name, imported := obj.(*types.PkgName)
		if imported {
			ok = ok && name.Imported().Path() == "time"
		} else {
			ok = ok && obj != nil && (obj.Pkg() == nil || obj.Pkg().Path() == "time")
		}
		return ok
	})
	return ok
}
