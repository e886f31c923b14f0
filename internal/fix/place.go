// Package fix helps rules to write the changes that they suggest.
//
// A change is offered only where it is sure to compile: every name that it uses
// has been looked up at the place where it is going to stand.
package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// Place is a node of the syntax, with all that is around it.
type Place struct {
	pass *analysis.Pass
	file *ast.File
	path []ast.Node // from the node outwards to the file
}

// At returns the innermost node that a token at pos belongs to: a call for its
// bracket, a select for its keyword. It reports false where no file of the pass
// has pos.
func At(pass *analysis.Pass, pos token.Pos) (Place, bool) {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos+1)
			return Place{pass, f, path}, len(path) > 0
		}
	}
	return Place{}, false
}

// Node is the node itself.
func (p Place) Node() ast.Node { return p.path[0] }

// File is the file that p is in.
func (p Place) File() *ast.File { return p.file }

// Out returns the place around p. It reports false at the file itself.
func (p Place) Out() (Place, bool) {
	if len(p.path) < 2 {
		return Place{}, false
	}
	return Place{p.pass, p.file, p.path[1:]}, true
}

// Call returns the call whose opening bracket is at pos.
func Call(pass *analysis.Pass, pos token.Pos) (Place, *ast.CallExpr, bool) {
	p, ok := At(pass, pos)
	if !ok {
		return Place{}, nil, false
	}
	call, ok := p.Node().(*ast.CallExpr)
	return p, call, ok && call.Lparen == pos
}

// Func returns the innermost function around p: its type, its body, and the place
// of its declaration or literal. They are nil and nothing where p is in none.
func (p Place) Func() (*ast.FuncType, *ast.BlockStmt, Place) {
	for i, n := range p.path {
		around := Place{p.pass, p.file, p.path[i:]}
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Type, n.Body, around
		case *ast.FuncDecl:
			return n.Type, n.Body, around
		}
	}
	return nil, nil, Place{}
}

// Loop returns the loop around p that begins at pos, or nil.
func (p Place) Loop(pos token.Pos) ast.Stmt {
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.ForStmt:
			if n.For == pos {
				return n
			}
		case *ast.RangeStmt:
			if n.For == pos {
				return n
			}
		}
	}
	return nil
}

// Stmt returns the innermost statement around p that is one of a list and begins a
// line of its own. It reports false where a loop, a function, an else or a case that p is
// evaluated for is in between: then what stands before the statement is not run
// right before p is. Nor is there one where a label may be needed right before it.
func (p Place) Stmt() (Place, ast.Stmt, bool) {
	for i := 0; i+1 < len(p.path); i++ {
		switch p.path[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.CaseClause, *ast.CommClause, *ast.BlockStmt:
			return Place{}, nil, false
		}
		stmt, ok := p.path[i].(ast.Stmt)
		if !ok {
			continue
		}
		opened, list := listOf(p.path[i+1])
		for k, s := range list {
			if s != stmt {
				continue
			}
			if k > 0 {
				opened = list[k-1].End()
			}
			return Place{p.pass, p.file, p.path[i:]}, stmt, p.line(opened) < p.line(stmt.Pos())
		}
		if l, ok := p.path[i+1].(*ast.LabeledStmt); ok {
			return Place{p.pass, p.file, p.path[i:]}, stmt, labelled(l) && p.line(l.Colon) < p.line(stmt.Pos())
		}
		if in, ok := p.path[i+1].(*ast.IfStmt); ok && in.Else == stmt {
			return Place{}, nil, false
		}
	}
	return Place{}, nil, false
}

// Next lists the statements around p that are run after the statement p, up to the
// first that returns or jumps away, or up to the end of a node around p.
func (p Place) Next(until ast.Node) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range p.After(until) {
		if _, ok := s.(*ast.BranchStmt); ok {
			break
		}
		out = append(out, s)
		if _, ok := s.(*ast.ReturnStmt); ok {
			break
		}
	}
	return out
}

// After lists all statements around p that stand after the statement p, up to the end
// of a node around p.
func (p Place) After(until ast.Node) []ast.Stmt {
	var out []ast.Stmt
	for i := 0; i+1 < len(p.path) && p.path[i] != until; i++ {
		_, list := listOf(p.path[i+1])
		if at := slices.IndexFunc(list, func(s ast.Stmt) bool { return s == p.path[i] }); at >= 0 && !inSwitch(p.path[i+1:]) {
			out = append(out, list[at+1:]...)
		}
	}
	return out
}

// inSwitch reports whether what is around a case comes first: the other cases are not
// run after it.
func inSwitch(path []ast.Node) bool {
	if _, ok := path[0].(*ast.BlockStmt); !ok || len(path) < 2 {
		return false
	}
	switch path[1].(type) {
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// Around gives the nodes around p, from the innermost outwards, up to its function.
func (p Place) Around() []Place {
	var out []Place
	for i, n := range p.path {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return out
		}
		out = append(out, Place{p.pass, p.file, p.path[i:]})
	}
	return out
}

// listOf returns the list of statements that n holds, and the position before it.
func listOf(n ast.Node) (token.Pos, []ast.Stmt) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.Lbrace, n.List
	case *ast.CaseClause:
		return n.Colon, n.Body
	case *ast.CommClause:
		return n.Colon, n.Body
	}
	return token.NoPos, nil
}

// labelled reports whether a label is one to jump to only, so that it may as well
// stand before another statement.
func labelled(l *ast.LabeledStmt) bool {
	switch l.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.BlockStmt:
		return false
	}
	return true
}

// Above returns where a new statement goes that is to stand before stmt, which begins
// a line: before the comments about it.
func (p Place) Above(stmt ast.Stmt) token.Pos {
	at := stmt.Pos()
	for i := len(p.file.Comments) - 1; i >= 0; i-- {
		c := p.file.Comments[i]
		if c.End() <= at && p.line(c.End())+1 == p.line(at) && p.alone(c) {
			return c.Pos()
		}
	}
	return at
}

// Commented reports whether there is a comment inside n.
func (p Place) Commented(n ast.Node) bool {
	return slices.ContainsFunc(p.file.Comments, func(c *ast.CommentGroup) bool { return n.Pos() <= c.Pos() && c.Pos() < n.End() })
}

// alone reports whether a comment stands on lines of its own.
func (p Place) alone(c *ast.CommentGroup) bool {
	path, _ := astutil.PathEnclosingInterval(p.file, c.Pos(), c.End())
	if len(path) == 0 {
		return false
	}
	before := p.line(path[0].Pos())
	opened, list := listOf(path[0])
	if opened.IsValid() {
		before = p.line(opened)
	}
	for _, s := range list {
		if s.End() <= c.Pos() {
			before = p.line(s.End())
		}
	}
	return before < p.line(c.Pos())
}

// Indent is the white space before stmt, which begins a line of formatted source.
func (p Place) Indent(stmt ast.Stmt) string {
	return strings.Repeat("\t", p.Position(stmt.Pos()).Column-1)
}

func (p Place) line(pos token.Pos) int { return p.Position(pos).Line }

// Position is where pos is in the file itself, whatever its comments say of lines.
func (p Place) Position(pos token.Pos) token.Position {
	return p.pass.Fset.PositionFor(pos, false)
}

// Lookup returns what a name stands for at pos, or nil.
func (p Place) Lookup(name string, pos token.Pos) types.Object {
	scope := p.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, pos)
	return obj
}

// Predeclared reports whether names have the meaning at pos that the language gives
// them.
func (p Place) Predeclared(pos token.Pos, names ...string) bool {
	for _, name := range names {
		if obj := p.Lookup(name, pos); obj == nil || obj != types.Universe.Lookup(name) {
			return false
		}
	}
	return true
}

// Sees reports whether the identifiers in an expression mean at pos what they mean
// where they stand.
func (p Place) Sees(e ast.Expr, pos token.Pos) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ok = ok && p.Sees(n.X, pos)
			return false
		case *ast.Ident:
			obj := p.pass.TypesInfo.ObjectOf(n)
			ok = ok && obj != nil && p.Lookup(n.Name, pos) == obj
		}
		return ok
	})
	return ok
}

// GoVersion reports whether the file may use what Go has since a version, such as
// "go1.22", in its language and its library.
func (p Place) GoVersion(since string) bool {
	for _, v := range []string{p.pass.Pkg.GoVersion(), p.pass.TypesInfo.FileVersions[p.file]} {
		if v != "" && version.Compare(v, since) < 0 {
			return false
		}
	}
	return true
}

// Insert is the edit that puts text in at pos.
func Insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// Replace is the edit that puts text in the place of n.
func Replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}
