package ctxretry

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// fixes offers to have all waits of a site that watch nothing watch its context as
// well, and to return the context's error when it has ended.
func fixes(pass *analysis.Pass, s *retrysite.Site) []analysis.SuggestedFix {
	var edits []analysis.TextEdit
	seen := make(map[token.Pos]bool)
	for _, w := range s.Waits {
		if !deaf(w) || seen[w.Pos] {
			continue
		}
		seen[w.Pos] = true
		more, ok := watch(pass, s, w.Pos)
		if !ok {
			return nil
		}
		edits = append(edits, more...)
	}
	return finding.Fix("Wait for the end of "+s.CtxInScope+" too", edits)
}

// watch puts the wait at pos, time.Sleep(d) or <-time.After(d), into a select with the
// end of the site's context. What stands in the brackets stays as it is.
func watch(pass *analysis.Pass, s *retrysite.Site, pos token.Pos) ([]analysis.TextEdit, bool) {
	w, ok := waitAt(pass, pos)
	if !ok {
		return nil, false
	}
	place, stmt, ok := w.place.Stmt()
	if x, is := stmt.(*ast.ExprStmt); !ok || !is || ast.Unparen(x.X) != w.expr {
		return nil, false
	}
	ctx, ok := contextFor(pass, s, place)
	if !ok {
		return nil, false
	}
	ret, ok := place.Return(pos, ctx+".Err()")
	if !ok || !mayReturn(pass, s, place) {
		return nil, false
	}
	indent := "\n" + place.Indent(stmt)
	open := "select {" + indent + "case "
	edits := []analysis.TextEdit{fix.Insert(stmt.Pos(), open)}
	if w.name.Name == "Sleep" {
		edits = []analysis.TextEdit{fix.Insert(stmt.Pos(), open+"<-"), fix.Replace(w.name, "After")}
	}
	return append(edits, fix.Insert(stmt.End(), ":"+indent+"case <-"+ctx+".Done():"+indent+"\t"+ret+indent+"}")), true
}

// wait is an expression that waits for a time.
type wait struct {
	place fix.Place
	expr  ast.Expr   // time.Sleep(d), or <-time.After(d)
	name  *ast.Ident // Sleep or After
}

// waitAt returns the wait that the analysis found at pos.
func waitAt(pass *analysis.Pass, pos token.Pos) (wait, bool) {
	place, ok := fix.At(pass, pos)
	if !ok {
		return wait{}, false
	}
	switch n := place.Node().(type) {
	case *ast.CallExpr:
		name, ok := fix.Called(pass, n, "time", "Sleep")
		if ok && n.Fun == ast.Expr(name) { // import . "time"
			after, is := place.Lookup("After", pos).(*types.Func)
			ok = is && after.Pkg() == pass.TypesInfo.Uses[name].Pkg()
		}
		return wait{place, n, name}, ok
	case *ast.UnaryExpr:
		call, ok := n.X.(*ast.CallExpr)
		if !ok {
			return wait{}, false
		}
		name, ok := fix.Called(pass, call, "time", "After")
		return wait{place, n, name}, ok
	}
	return wait{}, false
}

// contextFor returns how the context that is at hand at a site is written at a wait of
// it. It reports false where the name means something else there, such as the
// context of one attempt, or where that is not sure.
func contextFor(pass *analysis.Pass, s *retrysite.Site, at fix.Place) (string, bool) {
	ctx, ok := at.Resolve(s.CtxInScope, at.Node().Pos())
	_, body, _ := at.Func()
	if !ok || body == nil || !fix.IsContext(ctx.Type) {
		return "", false
	}
	// What is the same for all attempts was there before the first.
	root, span := ctx.Vars[0], attemptsAt(s, at).span
	inside := span.From <= root.Pos() && root.Pos() < span.To
	if inside || root.Parent() == pass.Pkg.Scope() || fix.AssignedIn(pass, body, span, ctx.Vars...) {
		return "", false
	}
	if last := ctx.Vars[len(ctx.Vars)-1]; last.IsField() && !fix.Selects(pass, body, last) {
		return "", false // it may well be nil
	}
	return ctx.Text, !passesOther(pass, body, span, ctx)
}
