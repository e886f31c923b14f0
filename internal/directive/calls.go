package directive

import (
	"go/ast"
	"go/token"
	"slices"
)

// attachToCalls puts an idempotent directive on the calls of its own line, if there
// is code in front of it, or else of the statement on the line below the comments
// that it is among. The statements of a block or a function literal in that
// statement have lines of their own.
func (r *reader) attachToCalls(d *Directive, group *ast.CommentGroup) {
	line, above := d.line, !r.codeBefore(d)
	if above {
		line = r.line(group.End()) + 1
	}
	call := &Call{Directive: d}
	once := false
	for _, p := range r.look().calls {
		c := p.call
		on := r.line(p.from) == line || r.line(c.Pos()) == line || r.line(c.Lparen) == line
		if !above {
			on = (on || r.line(c.End()) == line) && c.Lparen < d.Pos
		}
		if on {
			call.Parens = append(call.Parens, c.Lparen)
			once = once || !p.inside
		}
	}
	if len(call.Parens) == 0 {
		where := "on its line"
		if above {
			where = "on the line below"
		}
		r.set.problem(d.Pos, "%sidempotent: there is no call %s: put it above the call that sends the request, or above the declaration of a function", prefix, where)
		return
	}
	if once {
		r.set.problem(d.Pos, "%sidempotent has no effect here: what a variable of the package is set to is made once, and no retry comes round to it", prefix)
		return
	}
	for _, other := range r.set.Calls {
		if slices.ContainsFunc(call.Parens, func(p token.Pos) bool { return slices.Contains(other.Parens, p) }) {
			r.set.problem(d.Pos, "%sidempotent is said of this call already, at line %d: remove one of the two", prefix, other.line)
			return
		}
	}
	r.set.Calls = append(r.set.Calls, call)
}

// code is what directives can be on in a file, and next to.
type code struct {
	calls       []place
	starts, end map[int]token.Pos // by line, where the first node on it begins, and where the first ends
}

// place is a call, with where the innermost statement or declaration around it begins,
// and whether it is in a function.
type place struct {
	call   *ast.CallExpr
	from   token.Pos
	inside bool
}

// look reads the code of the file, once.
func (r *reader) look() *code {
	if r.code != nil {
		return r.code
	}
	r.code = &code{starts: map[int]token.Pos{}, end: map[int]token.Pos{}}
	first := func(in map[int]token.Pos, pos token.Pos) {
		if old, ok := in[r.line(pos)]; !ok || pos < old {
			in[r.line(pos)] = pos
		}
	}
	ast.PreorderStack(r.file, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.File:
			return true
		case *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.CallExpr:
			r.code.calls = append(r.code.calls, placeOf(n, stack))
		}
		first(r.code.starts, n.Pos())
		first(r.code.end, n.End())
		return true
	})
	return r.code
}

func placeOf(c *ast.CallExpr, stack []ast.Node) place {
	p := place{call: c, from: c.Pos()}
	found := false
	for _, around := range slices.Backward(stack) {
		switch around.(type) {
		case ast.Stmt, ast.Spec:
			if !found {
				p.from, found = around.Pos(), true
			}
		case *ast.FuncDecl, *ast.FuncLit:
			p.inside = true
			return p
		}
	}
	return p
}

// codeBefore reports whether a directive stands behind code on its line.
func (r *reader) codeBefore(d *Directive) bool {
	start, starts := r.look().starts[d.line]
	end, ends := r.look().end[d.line]
	return starts && start < d.Pos || ends && end <= d.Pos
}
