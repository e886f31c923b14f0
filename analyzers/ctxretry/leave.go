package ctxretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// attempts is the code around a wait of a site that is run for each attempt.
type attempts struct {
	span fix.Span
	loop ast.Stmt  // nil where they are a jump back or a recursion
	rest fix.Place // what stands after it follows when they are over
	jump bool      // they are from a label to a goto
}

// attemptsAt gives the loop, what is between the label and the wait, or else the whole
// function.
func attemptsAt(s *retrysite.Site, at fix.Place) attempts {
	if loop := at.Loop(s.Pos); loop != nil {
		around := at.Around()
		i := slices.IndexFunc(around, func(p fix.Place) bool { return p.Node() == ast.Node(loop) })
		if out, ok := around[i].Out(); ok {
			if _, ok := out.Node().(*ast.LabeledStmt); ok {
				i++
			}
		}
		return attempts{fix.Span{From: loop.Pos(), To: loop.End()}, loop, around[i], false}
	}
	_, body, _ := at.Func()
	all := attempts{fix.Span{From: body.Pos(), To: body.End()}, nil, at, false}
	ast.Inspect(body, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok && l.Pos() == s.Pos {
			all.span, all.jump = fix.Span{From: l.Pos(), To: at.Node().End()}, true
		}
		return true
	})
	return all
}

// mayReturn reports whether a function can be left with an error at a wait: nothing that
// has to be done follows, and it is not the work to do when something else has
// failed or when the context has ended.
func mayReturn(pass *analysis.Pass, s *retrysite.Site, at fix.Place) bool {
	_, body, function := at.Func()
	if s.Pos < body.Pos() || body.End() <= s.Pos || deferred(function) {
		return false
	}
	a := attemptsAt(s, at)
	if !at.Free(a.span) || pending(pass, at, a) {
		return false
	}
	ended := false
	ast.Inspect(body, func(n ast.Node) bool {
		u, ok := n.(*ast.UnaryExpr)
		ended = ended || ok && u.Op == token.ARROW && u.Pos() < s.Pos && at.OfContext(u.X)
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return !ended && (!left(a) || fails(pass, at, a) && harmless(pass, at, a))
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

// fails reports whether the function around may return an error of its own once the
// attempts have begun: who calls one that does not is not prepared for it.
func fails(pass *analysis.Pass, at fix.Place, a attempts) bool {
	ft, body, _ := at.Func()
	var named *types.Var
	if last := ft.Results.List[len(ft.Results.List)-1]; len(last.Names) > 0 {
		named, _ = pass.TypesInfo.Defs[last.Names[len(last.Names)-1]].(*types.Var)
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case n.Pos() < a.span.From:
			case len(n.Results) == 0:
				found = found || named != nil && fix.Assignments(pass, body, named) > 0
			default:
				found = found || !pass.TypesInfo.Types[n.Results[len(n.Results)-1]].IsNil()
			}
		}
		return true
	})
	return found
}

// pending reports whether the attempts are made because of an error that they do not
// touch: it would be lost.
func pending(pass *analysis.Pass, at fix.Place, a attempts) bool {
	_, body, _ := at.Func()
	lost := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
		return ok && fix.IsError(v.Type()) && !v.IsField() && v.Pkg() == pass.Pkg && v.Parent() != pass.Pkg.Scope() && !inSpan(a.span, v.Pos()) && !fix.AssignedIn(pass, body, a.span, v)
	}
	for _, p := range at.Around() {
		in, ok := p.Node().(*ast.IfStmt)
		if ok && in.Pos() < a.span.From && a.span.To <= in.End() && anyExpr(in.Cond, lost) {
			return true
		}
	}
	if a.loop == nil && !a.jump {
		return false
	}
	before := fix.Span{From: body.Pos(), To: a.span.From}
	for _, s := range a.rest.After(body) {
		if anyExpr(s, func(e ast.Expr) bool {
			id, ok := e.(*ast.Ident)
			if !ok || !lost(id) {
				return false
			}
			v := pass.TypesInfo.ObjectOf(id).(*types.Var)
			return v.Pos() < body.Pos() || fix.AssignedIn(pass, body, before, v)
		}) {
			return true
		}
	}
	return false
}

func inSpan(s fix.Span, pos token.Pos) bool { return s.From <= pos && pos < s.To }

// left reports whether the attempts can end in another way than by a return.
func left(a attempts) bool {
	loop, ok := a.loop.(*ast.ForStmt)
	if !ok || loop.Cond != nil {
		return a.loop != nil || a.jump
	}
	found := false
	var look func(n ast.Node, plain bool)
	look = func(n ast.Node, plain bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if m != n {
					look(m, false)
					return false
				}
			case *ast.BranchStmt:
				found = found || m.Label != nil || m.Tok == token.BREAK && plain
			}
			return true
		})
	}
	look(loop, true)
	return found
}

// harmless reports whether what follows the attempts may as well not be done: it
// returns, logs, and looks at local variables and at what the attempts have made.
func harmless(pass *analysis.Pass, at fix.Place, a attempts) bool {
	f := follower{pass, at, a}
	_, body, _ := at.Func()
	for _, s := range a.rest.After(body) {
		if !f.may(s) {
			return false
		}
	}
	for _, p := range a.rest.Around() {
		switch p.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if p.Node().Pos() < a.span.From && !f.may(p.Node()) {
				return false
			}
		}
	}
	return true
}

type follower struct {
	pass *analysis.Pass
	at   fix.Place
	a    attempts
}

// may reports whether a statement need not be run.
func (f follower) may(n ast.Node) bool {
	ok := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SendStmt, *ast.GoStmt, *ast.SelectStmt:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.AssignStmt:
			ok = ok && !slices.ContainsFunc(n.Lhs, func(l ast.Expr) bool { return !f.local(l) })
		case *ast.IncDecStmt:
			ok = ok && f.local(n.X)
		case *ast.CallExpr:
			ok = ok && f.mayCall(n)
		}
		return ok && (n == nil || n.Pos() != f.a.span.From)
	})
	return ok
}

// local reports whether what is assigned to is the function's own.
func (f follower) local(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return f.made(e)
	}
	if id.Name == "_" {
		return true
	}
	ft, body, _ := f.at.Func()
	obj := f.pass.TypesInfo.ObjectOf(id)
	return obj != nil && ft.Pos() <= obj.Pos() && obj.Pos() < body.End()
}

// made reports whether something belongs to a variable that the attempts have set, for
// more than to count or to tell of a failure.
func (f follower) made(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
		if ok && !v.IsField() && !fix.IsError(v.Type()) && !isBasic(v.Type()) {
			found = found || f.at.MadeIn(f.a.span, id)
		}
		return true
	})
	return found
}

// Packages and methods that only describe or wrap what they are given.
var (
	wrappers = []string{"errors", "fmt", "strings", "strconv", "status", "xerrors", "time"}
	logWords = []string{"Print", "Trace", "Debug", "Info", "Warn", "Error", "Log", "Err", "String"}
)

// mayCall reports whether a call need not be made: it converts, wraps or logs, or has to
// do with what the attempts have made.
func (f follower) mayCall(call *ast.CallExpr) bool {
	fun := f.pass.TypesInfo.Types[call.Fun]
	if fun.IsType() {
		return true
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if sel, is := ast.Unparen(call.Fun).(*ast.SelectorExpr); is {
		id, ok = sel.Sel, true
	}
	if fun.IsBuiltin() {
		return ok && slices.Contains([]string{"len", "cap", "min", "max", "append", "make", "new"}, id.Name)
	}
	if f.made(call) {
		return true
	}
	if !ok {
		return false
	}
	fn, ok := f.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return ok // the method Error
	}
	path := fn.Pkg().Path()
	if fn.Signature().Recv() == nil && slices.Contains(wrappers, path[strings.LastIndex(path, "/")+1:]) && !strings.HasPrefix(fn.Name(), "Sleep") {
		return true
	}
	name := strings.ToUpper(fn.Name()[:1]) + fn.Name()[1:]
	return slices.ContainsFunc(logWords, func(w string) bool { return strings.HasPrefix(name, w) })
}

// passesOther reports whether a context that does not come from ctx is passed on before
// or by the attempts: the work is not ctx's then.
func passesOther(pass *analysis.Pass, body *ast.BlockStmt, span fix.Span, ctx fix.Value) bool {
	seen := make(map[*types.Var]bool)
	var comes func(e ast.Expr) bool
	from := func(call *ast.CallExpr) bool {
		if types.ExprString(call) == ctx.Text {
			return true
		}
		for _, arg := range call.Args {
			if fix.IsContext(pass.TypesInfo.TypeOf(arg)) {
				sel, ok := call.Fun.(*ast.SelectorExpr)
				return comes(arg) && !(ok && sel.Sel.Name == "WithoutCancel")
			}
		}
		return false
	}
	comes = func(e ast.Expr) bool {
		switch e := ast.Unparen(e).(type) {
		case *ast.CallExpr:
			return from(e)
		case *ast.SelectorExpr:
			return pass.TypesInfo.Uses[e.Sel] == types.Object(ctx.Vars[len(ctx.Vars)-1])
		case *ast.Ident:
			v, ok := pass.TypesInfo.ObjectOf(e).(*types.Var)
			if !ok {
				return false
			}
			if v == ctx.Vars[0] && len(ctx.Vars) == 1 && ctx.Text == v.Name() || seen[v] {
				return true
			}
			seen[v] = true
			given := givenTo(pass, body, v)
			return len(given) > 0 && !slices.ContainsFunc(given, func(g ast.Expr) bool { return !comes(g) })
		}
		return false
	}
	return anyExpr(body, func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		return ok && call.Pos() < span.To && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			return fix.IsContext(pass.TypesInfo.TypeOf(arg)) && !comes(arg)
		})
	})
}

// givenTo lists the expressions that a variable gets its values from.
func givenTo(pass *analysis.Pass, body ast.Node, v *types.Var) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(body, func(n ast.Node) bool {
		n2, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, l := range n2.Lhs {
			if id, ok := l.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(id) == types.Object(v) {
				out = append(out, n2.Rhs[min(i, len(n2.Rhs)-1)])
			}
		}
		return true
	})
	return out
}

// anyExpr reports whether one of the expressions in n is such.
func anyExpr(n ast.Node, such func(ast.Expr) bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		found = found || ok && such(e)
		return !found
	})
	return found
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}
