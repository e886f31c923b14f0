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
	if !ok || body == nil || types.TypeString(ctx.Type, nil) != "context.Context" {
		return "", false
	}
	// What is the same for all attempts was there before the first.
	root, attempts := ctx.Vars[0], attemptsAt(s, at)
	inside := attempts.Pos() <= root.Pos() && root.Pos() < attempts.End()
	if inside || root.Parent() == pass.Pkg.Scope() || fix.Assignments(pass, attempts, ctx.Vars...) > 0 {
		return "", false
	}
	if last := ctx.Vars[len(ctx.Vars)-1]; last.IsField() && !fix.Selects(pass, body, last) {
		return "", false // it may well be nil
	}
	return ctx.Text, true
}

// attemptsAt is the code around a wait of a site that is run for each attempt: the
// loop, or else the whole function.
func attemptsAt(s *retrysite.Site, at fix.Place) ast.Node {
	if loop := at.Loop(s.Pos); loop != nil {
		return loop
	}
	_, body, _ := at.Func()
	return body
}

// mayReturn reports whether a function can be left at a wait: nothing that has to be
// done once follows, and it is not the work to do when the context has ended.
func mayReturn(pass *analysis.Pass, s *retrysite.Site, at fix.Place) bool {
	_, body, function := at.Func()
	if s.Pos < body.Pos() || body.End() <= s.Pos || deferred(function) {
		return false
	}
	attempts := attemptsAt(s, at)
	for _, next := range at.Next(attempts) {
		if finishes(pass, next, nil) {
			return false
		}
	}
	free := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.UnaryExpr:
			free = free && (n.Op != token.ARROW || n.Pos() > s.Pos || !ofContext(pass, n.X))
		case *ast.ExprStmt:
			free = free && (n.Pos() < attempts.End() || !finishes(pass, n, attempts))
		}
		return free
	})
	return free
}

// deferred reports whether a function is a literal that is deferred on the spot.
func deferred(function fix.Place) bool {
	call, ok := function.Out()
	if !ok {
		return false
	}
	stmt, ok := call.Out()
	if !ok {
		return false
	}
	_, ok = stmt.Node().(*ast.DeferStmt)
	return ok
}

// ofContext reports whether a channel is that of a context's end.
func ofContext(pass *analysis.Pass, ch ast.Expr) bool {
	call, ok := ast.Unparen(ch).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Done" && types.TypeString(pass.TypesInfo.TypeOf(sel.X), nil) == "context.Context"
}

// finishes reports whether a statement gives up something that was taken before: a
// lock, a file, a place in a group. After the attempts, what they have made is not
// there to be closed when they failed.
func finishes(pass *analysis.Pass, stmt ast.Stmt, attempts ast.Node) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			switch fun := ast.Unparen(n.Fun).(type) {
			case *ast.Ident:
				t := types.TypeString(pass.TypesInfo.TypeOf(fun), nil)
				found = found || fun.Name == "close" || t == "context.CancelFunc" || t == "context.CancelCauseFunc"
			case *ast.SelectorExpr:
				switch fun.Sel.Name {
				case "Unlock", "RUnlock", "Done", "Release", "Stop", "Wait":
					found = true
				case "Close":
					found = found || attempts == nil || !madeBy(pass, attempts, fun.X)
				}
			}
		}
		return !found
	})
	return found
}

// madeBy reports whether a variable that something belongs to is given its value by
// the attempts.
func madeBy(pass *analysis.Pass, attempts ast.Node, of ast.Expr) bool {
	for {
		sel, ok := ast.Unparen(of).(*ast.SelectorExpr)
		if !ok {
			break
		}
		of = sel.X
	}
	id, ok := ast.Unparen(of).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && fix.Assignments(pass, attempts, v) > 0
}
