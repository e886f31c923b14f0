package realtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
)

// source is a package as it is declared: by its files alone, so that a module
// need not be required, nor built, for a row about it to be checked.
type source struct {
	// decls are the declarations by the symbol that a row would use: funcs,
	// methods, methods of interfaces, types, fields and values.
	decls map[string]ast.Node
}

// goEnv are the directories of the standard library and of the modules.
var goEnv = sync.OnceValue(func() []string {
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(out))
})

// moduleDir returns where a module's files are if they were downloaded.
func moduleDir(module, version string) string {
	if module == "std" {
		return filepath.Join(goEnv()[0], "src")
	}
	var escaped strings.Builder
	for _, r := range module + "@" + version {
		if unicode.IsUpper(r) {
			escaped.WriteRune('!')
			r = unicode.ToLower(r)
		}
		escaped.WriteRune(r)
	}
	return filepath.Join(goEnv()[1], escaped.String())
}

// modules tells which modules of a table can be read, and logs the others.
type modules struct{ missing, found []string }

// has reports whether the module of a row can be read.
func (m *modules) has(module, version string) bool {
	name := module + "@" + version
	if slices.Contains(m.found, name) || slices.Contains(m.missing, name) {
		return slices.Contains(m.found, name)
	}
	if files, err := filepath.Glob(filepath.Join(moduleDir(module, version), "*")); err == nil && len(files) > 0 {
		m.found = append(m.found, name)
		return true
	}
	m.missing = append(m.missing, name)
	return false
}

func (m *modules) log(t *testing.T) {
	t.Logf("%d modules read, %d not downloaded: %s", len(m.found), len(m.missing), strings.Join(m.missing, " "))
}

var sources = make(map[string]*source)

// readSource parses a package of a module.
func readSource(module, version, pkgPath string) (*source, error) {
	dir := moduleDir(module, version)
	if module == "std" {
		dir = filepath.Join(dir, pkgPath)
	} else {
		dir = filepath.Join(dir, strings.TrimPrefix(pkgPath, module))
	}
	if s := sources[dir]; s != nil {
		return s, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	s := &source{make(map[string]ast.Node)}
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			s.add(d)
		}
	}
	sources[dir] = s
	return s, nil
}

func (s *source) add(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		symbol := d.Name.Name
		if d.Recv != nil {
			symbol = "(" + receiver(d.Recv.List[0].Type) + ")." + symbol
		}
		s.decls[symbol] = d.Type
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					s.decls[name.Name] = spec
				}
			case *ast.TypeSpec:
				s.addType(spec)
			}
		}
	}
}

func (s *source) addType(spec *ast.TypeSpec) {
	name := spec.Name.Name
	s.decls[name] = spec
	switch t := spec.Type.(type) {
	case *ast.StructType:
		for _, f := range t.Fields.List {
			for _, n := range f.Names {
				s.decls[name+"."+n.Name] = f
			}
		}
	case *ast.InterfaceType:
		for _, f := range t.Methods.List {
			if fn, ok := f.Type.(*ast.FuncType); ok && len(f.Names) == 1 {
				s.decls["("+name+")."+f.Names[0].Name] = fn
			}
		}
	}
}

// receiver writes the type of a receiver as a symbol has it.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return "*" + receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// params returns the number of parameters of a function, and whether the last
// one is variadic.
func params(fn *ast.FuncType) (n int, variadic bool) {
	for _, f := range fn.Params.List {
		n += max(1, len(f.Names))
		_, variadic = f.Type.(*ast.Ellipsis)
	}
	return n, variadic
}

// canFail reports whether a result is an error, or a command that has one.
func canFail(fn *ast.FuncType) bool {
	if fn.Results == nil {
		return false
	}
	return slices.ContainsFunc(fn.Results.List, func(f *ast.Field) bool {
		name := strings.TrimPrefix(receiver(f.Type), "*")
		return name == "error" || strings.HasSuffix(name, "Cmd")
	})
}
