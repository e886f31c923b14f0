package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// Span is a stretch of a file, from one position up to another.
type Span struct{ From, To token.Pos }

func (s Span) has(pos token.Pos) bool { return s.From <= pos && pos < s.To }

// Free reports whether the function around the statement p can be left right before it,
// or at it, with nothing held that is given up further on, and with nothing given
// up that a deferred call gives up once more. The statements of attempts are run
// again and again, and p is one of them.
func (p Place) Free(attempts Span) bool {
	_, body, _ := p.Func()
	if body == nil {
		return false
	}
	from := p.Node().Pos()
	var around ast.Node = body
	for _, n := range p.path {
		if loop, ok := n.(*ast.ForStmt); ok && loop.Post != nil && p.moves(loop.Post, Span{}) {
			return false
		}
		if n.Pos() == attempts.From && n.End() == attempts.To {
			around = n
			break
		}
	}
	for _, next := range p.Next(around) {
		if p.moves(next, Span{from, next.End()}) {
			return false
		}
	}
	free, handed, inside := true, false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			handed = handed || p.hands(n)
			return false
		case ast.Stmt:
			_, list := listOf(n)
			free = free && !p.givesUpAtEnd(list, attempts)
			if _, block := n.(*ast.BlockStmt); !block && n.Pos() >= attempts.To {
				free = free && !p.moves(n, attempts)
			}
		case ast.Expr:
			inside = inside || attempts.has(n.Pos()) && p.locks(n)
		}
		return free
	})
	return free && !(handed && inside)
}

// givesUpAtEnd reports whether a list of statements within the attempts that ends in a
// jump gives up what was there before them: the other ways out have to as well.
func (p Place) givesUpAtEnd(list []ast.Stmt, attempts Span) bool {
	if len(list) == 0 || !attempts.has(list[0].Pos()) {
		return false
	}
	switch last := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
	case *ast.BranchStmt:
		if last.Tok == token.CONTINUE {
			return false
		}
	default:
		return false
	}
	return slices.ContainsFunc(list, func(s ast.Stmt) bool {
		x, ok := s.(*ast.ExprStmt)
		return ok && p.moves(x, attempts)
	})
}

// hands reports whether a deferred call gives up a lock or a place.
func (p Place) hands(d *ast.DeferStmt) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		found = found || ok && p.locks(e)
		return !found
	})
	return found
}

// locks reports whether an expression takes or gives up a lock, or a place in a
// channel.
func (p Place) locks(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return e.Op == token.ARROW && !p.signal(e.X)
	case *ast.CallExpr:
		name := strings.ToLower(calledName(e))
		return strings.Contains(name, "lock") || strings.HasPrefix(name, "acquire") || strings.HasPrefix(name, "release") || p.movesInside(e)
	}
	return false
}

// moves reports whether a statement takes something or gives up something: a lock, a
// file, a place in a group or a channel. What has been made within a span
// before, and so for this attempt, does not count.
func (p Place) moves(stmt ast.Node, made Span) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.CommClause: // one that leads out
			if len(n.Body) > 0 {
				if _, ok := n.Body[len(n.Body)-1].(*ast.ReturnStmt); ok {
					for _, s := range n.Body {
						found = found || p.moves(s, made)
					}
					return false
				}
			}
		case *ast.SendStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && !p.signal(n.X)
		case *ast.CallExpr:
			found = found || p.movesBy(n, made)
		}
		return !found
	})
	return found
}

// signal reports whether a channel tells of a time or of the end of a context: to
// receive from it takes nothing.
func (p Place) signal(ch ast.Expr) bool {
	if p.OfContext(ch) {
		return true
	}
	c, ok := p.pass.TypesInfo.TypeOf(ch).Underlying().(*types.Chan)
	return ok && types.TypeString(c.Elem(), nil) == "time.Time"
}

// OfContext reports whether a channel is that of a context's end.
func (p Place) OfContext(ch ast.Expr) bool {
	call, ok := ast.Unparen(ch).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Done" && IsContext(p.pass.TypesInfo.TypeOf(sel.X))
}

func calledName(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// The names, in small letters, of what takes something or gives it up, and how such
// names begin.
var (
	movers       = []string{"done", "wait", "stop", "end", "put", "free", "exit", "enter", "leave", "commit", "rollback", "finish", "cancel"}
	moverWords   = []string{"close", "acquire", "release", "unlock", "lock", "rlock", "runlock", "trylock", "cleanup", "shutdown", "teardown"}
	syncPackages = []string{"sync", "sync/atomic"}
)

func (p Place) movesBy(call *ast.CallExpr, made Span) bool {
	name := strings.ToLower(calledName(call))
	mover := slices.Contains(movers, name) || slices.ContainsFunc(moverWords, func(w string) bool { return strings.HasPrefix(name, w) })
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if v, ok := p.pass.TypesInfo.Uses[fun].(*types.Var); ok {
			sig, ok := v.Type().Underlying().(*types.Signature)
			t := types.TypeString(v.Type(), nil)
			bare := ok && sig.Params().Len() == 0 && sig.Results().Len() == 0
			mover = mover || bare || t == "context.CancelFunc" || t == "context.CancelCauseFunc"
			return mover && !p.MadeIn(made, fun)
		}
		if mover && len(call.Args) > 0 && p.MadeIn(made, call.Args[0]) {
			return false
		}
	case *ast.SelectorExpr:
		fn, ok := p.pass.TypesInfo.Uses[fun.Sel].(*types.Func)
		mover = mover || name == "add" && ok && fn.Pkg() != nil && slices.Contains(syncPackages, fn.Pkg().Path())
		if mover && (p.MadeIn(made, fun.X) || p.taken(made, fun.X, call.Pos())) {
			return false
		}
	}
	return mover || p.movesInside(call)
}

// taken reports whether, within a span and before pos, a lock is taken by a method of
// what an expression is.
func (p Place) taken(in Span, of ast.Expr, pos token.Pos) bool {
	found := false
	ast.Inspect(p.file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !in.has(call.Pos()) || call.Pos() >= pos {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		found = found || ok && slices.Contains([]string{"Lock", "RLock", "Acquire"}, sel.Sel.Name) && types.ExprString(sel.X) == types.ExprString(of)
		return true
	})
	return found
}

// movesInside reports whether a function of the package takes a lock and does not give
// it up, or the other way round.
func (p Place) movesInside(call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(p.pass.TypesInfo, call)
	if fn == nil || fn.Pkg() != p.pass.Pkg {
		return false
	}
	decl := p.declOf(fn.Origin())
	if decl == nil || decl.Body == nil {
		return false
	}
	held := 0
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			held++
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && !p.signal(n.X) {
				held--
			}
		case *ast.CallExpr:
			switch calledName(n) {
			case "Lock", "RLock", "Acquire":
				held = max(held, 0) + 1
			case "Unlock", "RUnlock", "Release":
				held = min(held-1, 0)
			}
		}
		return true
	})
	return held != 0
}

func (p Place) declOf(fn *types.Func) *ast.FuncDecl {
	for _, f := range p.pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && p.pass.TypesInfo.Defs[d.Name] == types.Object(fn) {
				return d
			}
		}
	}
	return nil
}

// MadeIn reports whether the variable that something belongs to is declared within a
// span, or is given its value there and nowhere before in its function.
func (p Place) MadeIn(span Span, of ast.Expr) bool {
	for {
		switch e := ast.Unparen(of).(type) {
		case *ast.SelectorExpr:
			of = e.X
			continue
		case *ast.UnaryExpr:
			of = e.X
			continue
		case *ast.StarExpr:
			of = e.X
			continue
		case *ast.Ident:
			v, ok := p.pass.TypesInfo.ObjectOf(e).(*types.Var)
			if !ok || v.IsField() || v.Parent() == p.pass.Pkg.Scope() {
				return false
			}
			_, body, _ := p.Func()
			before := Span{body.Pos(), span.From}
			return span.has(v.Pos()) || AssignedIn(p.pass, body, span, v) && !AssignedIn(p.pass, body, before, v)
		}
		return false
	}
}
