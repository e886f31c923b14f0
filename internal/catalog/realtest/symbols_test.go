package realtest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/catalog"
)

// unbuilt are packages that are parsed, but not built: they pull in more than
// all others together. Each stands beside a package of its module that is.
var unbuilt = map[string]string{
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/resource": "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry",
}

// TestSymbols resolves every row of the catalog in the library's own package.
func TestSymbols(t *testing.T) {
	var entries []catalog.Entry
	var paths []string
	for _, e := range catalog.Default().Entries() {
		if strings.HasPrefix(e.Version, "git-") || strings.HasPrefix(e.Pos, clientConfig) {
			continue // read at a commit of a module that cannot be required, or see TestClientConfig
		}
		entries = append(entries, e)
		if unbuilt[e.Package] == "" {
			paths = append(paths, e.Package)
		}
	}
	slices.Sort(paths)
	pkgs := load(t, slices.Compact(paths))
	for i := range entries {
		e := &entries[i]
		var err error
		if neighbour := unbuilt[e.Package]; neighbour != "" {
			err = resolveFunc(pkgs[neighbour], e)
		} else {
			err = resolve(pkgs[e.Package], e)
		}
		if err != nil {
			t.Errorf("%s: %s %s: %v", e.Pos, e.Package, e.Symbol, err)
		}
	}
}

func load(t *testing.T, paths []string) map[string]*packages.Package {
	t.Helper()
	config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedModule | packages.NeedImports}
	loaded, err := packages.Load(config, paths...)
	if err != nil {
		t.Fatal(err)
	}
	pkgs := make(map[string]*packages.Package)
	for _, p := range loaded {
		for _, err := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
		pkgs[p.PkgPath] = p
	}
	return pkgs
}

func checkModule(p *packages.Package, e *catalog.Entry) error {
	if p == nil || p.Types == nil || p.Module == nil {
		return errors.New("package not loaded")
	}
	if p.Module.Path != e.Module || p.Module.Version != e.Version {
		return fmt.Errorf("row is about %s %s, loaded is %s %s", e.Module, e.Version, p.Module.Path, p.Module.Version)
	}
	return nil
}

// resolveFunc resolves the row of a function by its declaration alone.
func resolveFunc(neighbour *packages.Package, e *catalog.Entry) error {
	if err := checkModule(neighbour, e); err != nil {
		return err
	}
	name, _, _ := strings.Cut(e.Verified, ":")
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(neighbour.Module.Dir, name), nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == e.Symbol {
			if e.Callback >= fn.Type.Params.NumFields() {
				return fmt.Errorf("no argument %d", e.Callback)
			}
			return checkVerified(neighbour.Module.Dir, e)
		}
	}
	return errors.New("no such function")
}

func resolve(p *packages.Package, e *catalog.Entry) error {
	if err := checkModule(p, e); err != nil {
		return err
	}
	obj, err := find(p.Types, e.Symbol)
	if err != nil {
		return err
	}
	if err := checkKind(obj, e); err != nil {
		return err
	}
	for name, expr := range e.Set.All() {
		if err := checkOperand(obj, expr.Operand(), allowedTypes[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return errors.Join(checkOperand(obj, e.Policy, nil), checkOperand(obj, e.Inherit, nil), checkOperand(obj, e.Asks, nil), checkVerified(p.Module.Dir, e))
}

// find returns the object that a symbol names.
func find(pkg *types.Package, symbol string) (types.Object, error) {
	typeName, member, ok := strings.Cut(symbol, ".")
	if !ok {
		if obj := pkg.Scope().Lookup(symbol); obj != nil {
			return obj, nil
		}
		return nil, errors.New("no such object")
	}
	tn, ok := pkg.Scope().Lookup(strings.Trim(typeName, "(*)")).(*types.TypeName)
	if !ok {
		return nil, errors.New("no such type")
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, pkg, member)
	if obj == nil { // pointers to interfaces have no methods
		obj, _, _ = types.LookupFieldOrMethod(tn.Type(), true, pkg, member)
	}
	if obj == nil {
		return nil, errors.New("no such field or method")
	}
	return obj, nil
}

// checkKind checks that the object is what the form of the symbol says.
func checkKind(obj types.Object, e *catalog.Entry) error {
	isMember := strings.Contains(e.Symbol, ".")
	switch obj := obj.(type) {
	case *types.Func:
		if pkgPath, symbol := catalog.SymbolOf(obj); pkgPath != e.Package || symbol != e.Symbol {
			return fmt.Errorf("goes by %s of %s", symbol, pkgPath)
		}
		if e.What == catalog.Helper {
			return checkCallback(obj.Signature(), e)
		}
	case *types.Var:
		if obj.IsField() != isMember {
			return fmt.Errorf("%s is of the wrong kind", obj)
		}
		if e.Needs != "" {
			_, err := find(obj.Pkg(), strings.Split(e.Symbol, ".")[0]+"."+e.Needs)
			return err
		}
	case *types.TypeName:
		if e.What != catalog.Type {
			return errors.New("is a type")
		}
	}
	return nil
}

// checkCallback checks that a helper can run the argument: a function, an
// object with a method to call, or a struct with a field that is a function.
func checkCallback(sig *types.Signature, e *catalog.Entry) error {
	if e.Callback >= sig.Params().Len() {
		return fmt.Errorf("no argument %d", e.Callback)
	}
	t := sig.Params().At(e.Callback).Type()
	if e.CallbackField != "" {
		field, _, _ := types.LookupFieldOrMethod(t, true, nil, e.CallbackField)
		if field == nil {
			return fmt.Errorf("%s has no field %s", t, e.CallbackField)
		}
		t = field.Type()
	}
	switch t.Underlying().(type) {
	case *types.Signature:
		return nil
	case *types.Interface:
		if typeString(t) != "context.Context" {
			return nil
		}
	}
	return fmt.Errorf("callback is of type %s", t)
}

// allowedTypes are the types that a value read from the program can have, by
// attribute.
var allowedTypes = map[string][]string{
	"attempts": {"int", "int64", "uint", "uint64"},
	"deadline": {"time.Duration"},
	"delay":    {"float64", "int"},
	"base":     {"time.Duration", "[]time.Duration"},
	"factor":   {"float64", "float32"},
	"max":      {"time.Duration"},
	"maxEnds":  {"time.Duration"},
	"jitter":   {"bool", "float64", "float32", "int", "uint64", "time.Duration"},
	"context":  {"context.Context", "<-chan struct{}"},
}

func checkOperand(obj types.Object, op catalog.Operand, allowed []string) error {
	var t types.Type
	switch op.Kind {
	case catalog.Stored:
		t = obj.Type()
	case catalog.Argument:
		fn, ok := obj.(*types.Func)
		if !ok || op.Index >= fn.Signature().Params().Len() {
			return fmt.Errorf("no %s", op)
		}
		t = fn.Signature().Params().At(op.Index).Type()
	default:
		return nil
	}
	if name := typeString(t); allowed != nil && !slices.Contains(allowed, name) {
		return fmt.Errorf("%s is of type %s", op, name)
	}
	return nil
}

func typeString(t types.Type) string {
	if name := types.TypeString(t, nil); name == "time.Duration" || name == "[]time.Duration" || name == "context.Context" {
		return name
	}
	return t.Underlying().String()
}

// checkVerified checks that the places of a row exist, and that the first one
// declares the symbol.
func checkVerified(dir string, e *catalog.Entry) error {
	for i, place := range strings.Split(e.Verified, "; ") {
		file, number, _ := strings.Cut(place, ":")
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		lines := strings.Split(string(data), "\n")
		n, err := strconv.Atoi(number)
		if err != nil || n > len(lines) {
			return fmt.Errorf("no line %s", place)
		}
		name := e.Symbol[strings.LastIndex(e.Symbol, ".")+1:]
		if i == 0 && !strings.Contains(lines[n-1], name) {
			return fmt.Errorf("%s does not declare %s: %s", place, name, lines[n-1])
		}
	}
	return nil
}

// TestSenders resolves the symbols of the rows on clients that repeat requests, as far
// as their packages are required here.
func TestSenders(t *testing.T) {
	required := []string{resty2Path, resty3Path, retryablePath}
	pkgs := load(t, required)
	for _, path := range required {
		s, ok := catalog.SenderOf(path)
		if !ok {
			t.Errorf("no row on %s", path)
			continue
		}
		for _, symbol := range slices.Concat(s.On, s.Conditions, s.Hooks, s.Sends, s.Unlocks) {
			if _, err := find(pkgs[path].Types, symbol); err != nil {
				t.Errorf("%s %s: %v", path, symbol, err)
			}
		}
	}
}
