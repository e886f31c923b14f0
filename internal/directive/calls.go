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
	r.eachCall(func(c *ast.CallExpr, from token.Pos) {
		on := r.line(from) == line || r.line(c.Pos()) == line || r.line(c.Lparen) == line
		if !above {
			on = (on || r.line(c.End()) == line) && c.Lparen < d.Pos
		}
		if on {
			call.Parens = append(call.Parens, c.Lparen)
		}
	})
	if len(call.Parens) == 0 {
		where := "on its line"
		if above {
			where = "on the line below"
		}
		r.set.problem(d.Pos, "%sidempotent: there is no call %s: put it above the call that sends the request, or above the declaration of a function", prefix, where)
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

// codeBefore reports whether a directive stands behind code on its line.
func (r *reader) codeBefore(d *Directive) bool {
	found := false
	ast.Inspect(r.file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File:
			return true
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		if n.Pos() < d.Pos && r.line(n.Pos()) == d.line || n.End() <= d.Pos && r.line(n.End()) == d.line {
			found = true
		}
		return !found && n.Pos() < d.Pos
	})
	return found
}

// eachCall gives the calls of the file, each with the place where the innermost
// statement or declaration around it begins.
func (r *reader) eachCall(do func(c *ast.CallExpr, from token.Pos)) {
	ast.PreorderStack(r.file, nil, func(n ast.Node, stack []ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, around := range slices.Backward(stack) {
			switch around.(type) {
			case ast.Stmt, ast.Spec:
				do(c, around.Pos())
				return true
			}
		}
		do(c, c.Pos())
		return true
	})
}
