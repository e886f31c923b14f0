// Package directive reads the comments by which code tells retrylint what cannot
// be seen in it:
//
//	//retrylint:helper attempts=arg1+1     this function runs its callback again
//	//retrylint:idempotent REASON          this request may be sent twice
//	//retrylint:entry NAME                 this function is an entry point
//	//retrylint:sink NAME                  calls of this function leave the process
//
// It says what each of them is on, and what is wrong with those that are not
// obeyed. What follows " // " on the line of a directive is a comment on it.
package directive

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Name says which directive it is.
type Name string

const (
	Helper     Name = "helper"
	Idempotent Name = "idempotent"
	Entry      Name = "entry"
	Sink       Name = "sink"
)

var names = []Name{Helper, Idempotent, Entry, Sink}

// Directive is one that can be read.
type Directive struct {
	Name Name
	// Args is what follows the name: the settings of a helper, the reason, or the
	// name of the entry point or sink.
	Args string
	Pos  token.Pos
	line int
}

// Problem is what is wrong with a directive.
type Problem struct {
	Pos     token.Pos
	Message string
}

// Func is a function, or a method of an interface, that directives are on.
type Func struct {
	Ident      *ast.Ident // its name in its declaration
	Symbol     string     // as the catalog has it
	Interface  bool
	directives []*Directive // one of each name
}

// Get returns the directive of a name, or nil. It may be asked of a nil Func.
func (f *Func) Get(name Name) *Directive {
	if f == nil {
		return nil
	}
	for _, d := range f.directives {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// Call is an idempotent directive that is on calls.
type Call struct {
	*Directive
	Parens []token.Pos // where the arguments of these calls open
}

// Set has the directives of the files of one package.
type Set struct {
	Funcs    []*Func
	Calls    []*Call
	Problems []Problem // by position

	byObject map[*types.Func]*Func
}

// Of returns what directives say of a function that the files declare, or nil.
func (s *Set) Of(fn *types.Func) *Func { return s.byObject[fn] }

// Symbol returns what directives say of a symbol of the package, or nil.
func (s *Set) Symbol(symbol string) *Func {
	for _, f := range s.Funcs {
		if f.Symbol == symbol {
			return f
		}
	}
	return nil
}

// Resolve reads the directives of the package that files make, and checks them
// against its types.
func Resolve(fset *token.FileSet, files []*ast.File, info *types.Info) *Set {
	s := Read(fset, files...)
	s.byObject = map[*types.Func]*Func{}
	for _, f := range s.Funcs {
		obj, ok := info.Defs[f.Ident].(*types.Func)
		if !ok {
			continue
		}
		s.byObject[obj] = f
		if d := f.Get(Helper); d != nil {
			if _, err := helperRow(obj, d.Args); err != nil {
				s.problem(d.Pos, "//retrylint:helper: %v", err)
				f.directives = slices.DeleteFunc(f.directives, func(x *Directive) bool { return x == d })
			}
		}
	}
	s.sort()
	return s
}

// Read reads the directives of files without regard to types.
func Read(fset *token.FileSet, files ...*ast.File) *Set {
	s := &Set{}
	for _, f := range files {
		r := reader{set: s, fset: fset, file: f, on: map[*ast.CommentGroup]*Func{}}
		r.read()
	}
	s.checkEntries(fset)
	s.sort()
	return s
}

func (s *Set) sort() {
	slices.SortStableFunc(s.Problems, func(a, b Problem) int { return cmp.Compare(a.Pos, b.Pos) })
}

func (s *Set) problem(pos token.Pos, format string, args ...any) {
	s.Problems = append(s.Problems, Problem{pos, fmt.Sprintf(format, args...)})
}

// checkEntries looks for entry points of one name: amplify could not tell them apart.
func (s *Set) checkEntries(fset *token.FileSet) {
	first := map[string]*Func{}
	for _, f := range s.Funcs {
		d := f.Get(Entry)
		if d == nil {
			continue
		}
		if other := first[d.Args]; other != nil {
			at := fset.PositionFor(other.Ident.Pos(), false)
			s.problem(d.Pos, "//retrylint:entry: %s, at line %d, has the name %s already: give this entry point another one", other.Symbol, at.Line, d.Args)
			f.directives = slices.DeleteFunc(f.directives, func(x *Directive) bool { return x == d })
			continue
		}
		first[d.Args] = f
	}
}

// symbolOf names a method, given the type expression of its receiver, as the
// catalog does.
func symbolOf(recv ast.Expr, name string) string {
	star := ""
	for {
		switch x := recv.(type) {
		case *ast.ParenExpr:
			recv = x.X
		case *ast.StarExpr:
			star, recv = "*", x.X
		case *ast.IndexExpr:
			recv = x.X
		case *ast.IndexListExpr:
			recv = x.X
		case *ast.Ident:
			return "(" + star + x.Name + ")." + name
		default:
			return name
		}
	}
}

// Row returns the catalog's row for a function that a helper directive is on, given
// the settings in the directive. It is nil if they are wrong: Resolve says how.
func Row(fn *types.Func, args string) *catalog.Entry {
	e, err := helperRow(fn, args)
	if err != nil {
		return nil
	}
	return e
}

func helperRow(fn *types.Func, args string) (*catalog.Entry, error) {
	set, err := settings(args)
	if err != nil {
		return nil, err
	}
	callback, err := callbackOf(fn, set[callbackKey])
	if err != nil {
		return nil, err
	}
	delete(set, callbackKey)
	path, symbol := catalog.SymbolOf(fn)
	e, err := catalog.HelperRow(path, symbol, callback, set)
	if err != nil {
		return nil, err
	}
	return &e, checkOperands(fn, &e.Set)
}
