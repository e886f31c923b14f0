package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Imported returns the name by which the file has imported a package, if that is
// what the name means at pos.
func (p Place) Imported(path string, pos token.Pos) (string, bool) {
	for _, spec := range p.file.Imports {
		pkg := p.pass.TypesInfo.PkgNameOf(spec)
		if pkg != nil && pkg.Imported().Path() == path && p.Lookup(pkg.Name(), pos) == types.Object(pkg) {
			return pkg.Name(), true
		}
	}
	return "", false
}

// Import returns a name by which a package of the standard library can be used at
// pos, and the edits, one or none, that import it. Where the file has not
// imported it yet, the first of names is taken that means nothing else; the
// last element of path needs no name in the import. It reports false where
// there is none, or where the line has no room for the import.
func (p Place) Import(path string, pos token.Pos, names ...string) (string, []analysis.TextEdit, bool) {
	if name, ok := p.Imported(path, pos); ok {
		return name, nil, true
	}
	for _, spec := range p.file.Imports {
		if pkg := p.pass.TypesInfo.PkgNameOf(spec); pkg == nil || pkg.Imported().Path() == path && pkg.Name() != "_" {
			return "", nil, false // a local name hides it, or there is none
		}
	}
	if p.crowded() {
		return "", nil, false
	}
	for _, name := range names {
		if p.Lookup(name, pos) != nil || p.elsewhere(name) {
			continue
		}
		spec := strconv.Quote(path)
		if name != defaultName(path) {
			spec = name + " " + spec
		}
		return name, []analysis.TextEdit{p.importEdit(path, spec)}, true
	}
	return "", nil, false
}

// crowded reports whether a declaration begins on the line on which the imports, or
// the name of the package, end.
func (p Place) crowded() bool {
	end := p.file.Name.End()
	for _, d := range p.file.Decls {
		if p.line(d.Pos()) == p.line(end) {
			return true
		}
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			return false
		}
		end = d.End()
	}
	return false
}

// defaultName is the name of a package of the standard library.
func defaultName(path string) string {
	elems := strings.Split(path, "/")
	last := elems[len(elems)-1]
	if len(elems) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		return elems[len(elems)-2]
	}
	return last
}

// importEdit puts an import spec where gofmt would have it.
func (p Place) importEdit(path, spec string) analysis.TextEdit {
	var single *ast.GenDecl // the last import without brackets
	var cgo ast.Decl
	var first *ast.ImportSpec
	for _, d := range p.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		switch {
		case len(g.Specs) == 1 && g.Specs[0].(*ast.ImportSpec).Path.Value == `"C"`:
			cgo = d
		case !g.Lparen.IsValid():
			single = g
		case p.spread(g):
			if edit, ok := p.inGroup(g, path, spec); ok {
				return edit
			}
			if first == nil {
				first = g.Specs[0].(*ast.ImportSpec)
			}
		default:
			single = g
		}
	}
	switch {
	case first != nil:
		return Insert(specPos(first), spec+"\n\n\t")
	case single != nil:
		return Insert(p.lineEnd(single.End()), "\nimport "+spec)
	case cgo != nil:
		return Insert(p.lineEnd(cgo.End()), "\n\nimport "+spec)
	}
	return Insert(p.lineEnd(p.file.Name.End()), "\n\nimport "+spec)
}

// spread reports whether each import of a declaration in brackets has a line of its
// own, and there is one.
func (p Place) spread(g *ast.GenDecl) bool {
	line := p.line(g.Lparen)
	for _, s := range g.Specs {
		if p.line(specPos(s.(*ast.ImportSpec))) <= line {
			return false
		}
		line = p.line(s.End())
	}
	return len(g.Specs) > 0 && line < p.line(g.Rparen)
}

// inGroup puts an import into the group of those from the standard library, in the
// order of their paths. It reports false where g has no such group.
func (p Place) inGroup(g *ast.GenDecl, path, spec string) (analysis.TextEdit, bool) {
	var last *ast.ImportSpec
	for _, s := range g.Specs {
		s := s.(*ast.ImportSpec)
		if last != nil && p.line(specPos(s)) > p.line(p.lineEnd(last.End()))+1 {
			break // the next group
		}
		other, err := strconv.Unquote(s.Path.Value)
		if first, _, _ := strings.Cut(other, "/"); err != nil || strings.Contains(first, ".") {
			if last == nil {
				return analysis.TextEdit{}, false
			}
			break
		}
		if other > path {
			return Insert(specPos(s), spec+"\n\t"), true
		}
		last = s
	}
	return Insert(p.lineEnd(last.End()), "\n\t"+spec), true
}

// specPos is where an import begins, with the comment above it.
func specPos(s *ast.ImportSpec) token.Pos {
	if s.Doc != nil {
		return s.Doc.Pos()
	}
	return s.Pos()
}

// lineEnd is the end of the comments that follow pos on its line, or pos.
func (p Place) lineEnd(pos token.Pos) token.Pos {
	for _, group := range p.file.Comments {
		for _, c := range group.List {
			if c.Pos() >= pos && p.line(c.Pos()) == p.line(pos) {
				pos = c.End()
			}
		}
	}
	return pos
}
