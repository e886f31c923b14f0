package realtest

import (
	"errors"
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// clientConfig is the file of the rows about clients that are not required here.
const clientConfig = "clientconfig.jsonl:"

// TestFrameworks resolves the registrations in the sources of the modules that
// are downloaded.
func TestFrameworks(t *testing.T) {
	var mods modules
	for _, r := range Registrations() {
		if !mods.has(r.Module, r.Version) {
			continue
		}
		if err := resolveRegistration(r); err != nil {
			t.Errorf("%s: %s %s: %v", r.Pos, r.Package, r.Symbol, err)
		}
	}
	mods.log(t)
}

func resolveRegistration(r Registration) error {
	src, err := readSource(r.Module, r.Version, r.Package)
	if err != nil {
		return err
	}
	typeName, method, _ := strings.Cut(r.Symbol, ".")
	switch d := src.decls[r.Symbol].(type) {
	case nil:
		err = errors.New("no such symbol")
		if r.Does == Implements {
			err = resolveMethod(src, typeName, method)
		}
	case *ast.FuncType:
		err = checkArguments(d, r)
	case *ast.TypeSpec:
		for _, field := range slices.Concat([]string{r.Name, r.MethodField}, r.Handlers, r.Children) {
			if _, ok := src.decls[r.Symbol+"."+field]; !ok && field != "" {
				return fmt.Errorf("no field %s", field)
			}
		}
	}
	return errors.Join(err, checkPlaces(r.Module, r.Version, r.Verified, r.Symbol))
}

// resolveMethod resolves the method of an interface or of an alias of one.
func resolveMethod(src *source, typeName, method string) error {
	spec, ok := src.decls[typeName].(*ast.TypeSpec)
	if !ok {
		return errors.New("no such type")
	}
	if spec.Assign.IsValid() {
		typeName = receiver(spec.Type)
	}
	if src.decls["("+typeName+")."+method] == nil {
		return errors.New("no such method")
	}
	return nil
}

func checkArguments(fn *ast.FuncType, r Registration) error {
	n, variadic := params(fn)
	for _, arg := range []*int{r.MethodArg, r.Path, r.Handler, r.Middleware} {
		if arg != nil && *arg >= n {
			return fmt.Errorf("no argument %d", *arg)
		}
	}
	if r.Last && !variadic {
		return errors.New("last of a list, which it does not take")
	}
	return nil
}

// TestSinks resolves the sinks likewise; of rows for many packages only the
// places where they were verified.
func TestSinks(t *testing.T) {
	var mods modules
	for _, s := range Sinks() {
		if strings.HasPrefix(s.Version, "git-") || !mods.has(s.Module, s.Version) {
			continue
		}
		if err := resolveSink(s); err != nil {
			t.Errorf("%s: %s %s: %v", s.Pos, s.Package, s.Receiver, err)
		}
	}
	mods.log(t)
}

func resolveSink(s Sink) error {
	err := checkPlaces(s.Module, s.Version, s.Verified, "")
	if strings.HasSuffix(s.Package, "/...") {
		return err
	}
	src, err2 := readSource(s.Module, s.Version, s.Package)
	if err = errors.Join(err, err2); err != nil {
		return err
	}
	for receiver := range strings.SplitSeq(s.Receiver, "|") {
		if found := src.methods(receiver); len(found) == 0 && !slices.Contains(s.Names, "()") {
			return fmt.Errorf("no type %q with methods", receiver)
		}
	}
	for _, name := range slices.Concat(s.Names, s.Except) {
		if name != "()" && !src.takes(s.Receiver, func(n string, _ *ast.FuncType) bool { return n == name }) {
			return fmt.Errorf("no %s", name)
		}
	}
	if len(s.Names) == 0 && !src.takes(s.Receiver, func(n string, fn *ast.FuncType) bool {
		return ast.IsExported(n) && canFail(fn) && !slices.Contains(s.Except, n)
	}) {
		return errors.New("nothing there can fail")
	}
	for _, name := range s.Batched {
		if _, ok := src.decls[name].(*ast.TypeSpec); !ok {
			return fmt.Errorf("no type %s", name)
		}
	}
	return nil
}

// takes reports whether a function or method of the receivers has a property.
func (s *source) takes(receivers string, has func(name string, fn *ast.FuncType) bool) bool {
	for receiver := range strings.SplitSeq(receivers, "|") {
		for name, fn := range s.methods(receiver) {
			if has(name, fn) {
				return true
			}
		}
	}
	return false
}

// methods returns the methods of the types that a pattern matches, or the
// functions for "".
func (s *source) methods(pattern string) map[string]*ast.FuncType {
	out := make(map[string]*ast.FuncType)
	for symbol, d := range s.decls {
		fn, ok := d.(*ast.FuncType)
		if !ok {
			continue
		}
		typeName, name, isMethod := strings.Cut(symbol, ".")
		if !isMethod {
			typeName, name = "", symbol
		}
		if ok, _ := path.Match(pattern, strings.Trim(typeName, "(*)")); ok {
			out[name] = fn
		}
	}
	return out
}

// TestClientConfig resolves the rows about clients' settings likewise.
func TestClientConfig(t *testing.T) {
	var mods modules
	for _, e := range Default().Entries() {
		if !strings.HasPrefix(e.Pos, clientConfig) || strings.HasPrefix(e.Version, "git-") || !mods.has(e.Module, e.Version) {
			continue
		}
		pkg := e.Package
		if strings.HasSuffix(pkg, "/...") {
			pkg = e.Module // one of those that the row is about
		}
		src, err := readSource(e.Module, e.Version, pkg)
		if err != nil {
			t.Errorf("%s: %v", e.Pos, err)
			continue
		}
		switch d := src.decls[e.Symbol].(type) {
		case nil:
			err = errors.New("no such symbol")
		case *ast.FuncType:
			n, _ := params(d)
			for _, op := range []Operand{e.Policy, e.Inherit, e.Asks, e.Set.Attempts.Operand(), e.Set.Deadline.Operand()} {
				if op.Kind == Argument && op.Index >= n {
					err = fmt.Errorf("no %s", op)
				}
			}
		}
		if err = errors.Join(err, checkPlaces(e.Module, e.Version, e.Verified, e.Symbol)); err != nil {
			t.Errorf("%s: %s %s: %v", e.Pos, e.Package, e.Symbol, err)
		}
	}
	mods.log(t)
}

// TestClients looks up the places where the defaults of clients were verified.
func TestClients(t *testing.T) {
	var mods modules
	for _, c := range Clients() {
		if strings.HasPrefix(c.Version, "git-") || !mods.has(c.Module, c.Version) {
			continue
		}
		if err := checkPlaces(c.Module, c.Version, c.Verified, ""); err != nil {
			t.Errorf("%s %s: %v", c.Package, c.Receiver, err)
		}
	}
	mods.log(t)
}

// checkPlaces checks that the places of a row exist, and that the first one
// declares the symbol, if any. A place in another module may not be there.
func checkPlaces(module, version, verified, symbol string) error {
	for i, place := range strings.Split(verified, "; ") {
		file, number, _ := strings.Cut(place, ":")
		data, err := os.ReadFile(filepath.Join(moduleDir(module, version), file))
		if err != nil {
			return err
		}
		lines := strings.Split(string(data), "\n")
		n, err := strconv.Atoi(number)
		if err != nil || n > len(lines) {
			return fmt.Errorf("no line %s", place)
		}
		if name := symbol[strings.LastIndex(symbol, ".")+1:]; i == 0 && !strings.Contains(lines[n-1], name) {
			return fmt.Errorf("%s does not declare %s: %s", place, name, lines[n-1])
		}
	}
	return nil
}
