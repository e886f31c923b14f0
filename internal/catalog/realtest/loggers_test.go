package realtest

import (
	"errors"
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"testing"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// TestLoggers resolves the rows on loggers in the sources of the modules that are
// downloaded: that the functions and methods exist, take a level, an error or a logger
// where the row says so, and return what begins a line, or a logger.
func TestLoggers(t *testing.T) {
	var mods modules
	for _, l := range Loggers() {
		if !mods.has(l.Module, l.Version) {
			continue
		}
		if err := resolveLogger(&l); err != nil {
			t.Errorf("%s: %s %s: %v", l.Pos, l.Package, l.Receiver, err)
		}
	}
	mods.log(t)
}

func resolveLogger(l *Logger) error {
	src, err := readSource(l.Module, l.Version, l.Package)
	if err != nil {
		return err
	}
	methods := make(map[string]*ast.FuncType)
	for receiver := range strings.SplitSeq(l.Receiver, "|") {
		for name, fn := range src.methods(receiver) {
			methods[name] = fn
		}
	}
	var errs []error
	for _, name := range l.Names() {
		fn, ok := methods[name]
		if !ok && l.Receiver == "" {
			ok = isFuncValue(src.decls[name])
		}
		if !ok {
			errs = append(errs, fmt.Errorf("no %s", name))
			continue
		}
		if fn != nil {
			errs = append(errs, checkLog(l, name, fn))
		}
	}
	return errors.Join(append(errs, checkFirst(l.Module, l.Version, l.Verified, l.Names()))...)
}

// isFuncValue reports whether a declaration is of a variable, which may hold a function.
func isFuncValue(d ast.Node) bool {
	_, ok := d.(*ast.ValueSpec)
	return ok
}

// checkLog checks the signature of a function or method.
func checkLog(l *Logger, name string, fn *ast.FuncType) error {
	log, _ := LogOf(l.Package, strings.Split(l.Receiver, "|")[0], name)
	types := paramTypes(fn)
	result := ""
	if fn.Results != nil && len(fn.Results.List) > 0 {
		result = lastName(fn.Results.List[0].Type)
	}
	if log.Begins != (result != "" && result == l.Event[strings.LastIndex(l.Event, ".")+1:]) {
		return fmt.Errorf("%s returns a %q", name, result)
	}
	switch log.Does {
	case LogsGiven:
		if log.Arg >= len(types) || types[log.Arg] != "Level" {
			return fmt.Errorf("%s has no level as argument %d", name, log.Arg)
		}
	case LogsFailing:
		if !slices.Contains(types, "error") {
			return fmt.Errorf("%s takes no error", name)
		}
	case MakesLogger, HandsLogger:
		if len(types) == 0 || types[0] != "Logger" || result != "Logger" {
			return fmt.Errorf("%s does not make a logger of one", name)
		}
	}
	return nil
}

// paramTypes are the last names of the types of the parameters.
func paramTypes(fn *ast.FuncType) []string {
	var out []string
	for _, f := range fn.Params.List {
		for range max(1, len(f.Names)) {
			out = append(out, lastName(f.Type))
		}
	}
	return out
}

// lastName is the name of a type without its package, or of what it points to; that of
// a function is "func".
func lastName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return lastName(t.X)
	case *ast.Ellipsis:
		return lastName(t.Elt)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.FuncType:
		return "func"
	}
	return receiver(t)
}

// checkFirst checks the places of a row, of which the first declares one of the names.
func checkFirst(module, version, verified string, names []string) error {
	var err error
	for _, name := range names {
		if err = checkPlaces(module, version, verified, name); err == nil {
			return nil
		}
	}
	return err
}

// TestLevelTypes looks up the types of levels, and where their constants are declared.
func TestLevelTypes(t *testing.T) {
	var mods modules
	for _, l := range LevelTypes() {
		if !mods.has(l.Module, l.Version) {
			continue
		}
		src, err := readSource(l.Module, l.Version, l.Package)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range append([]string{l.Type, l.Below}, l.Errors...) {
			if src.decls[name] == nil {
				t.Errorf("%s: %s: no %s", l.Pos, l.Package, name)
			}
		}
		if err := checkFirst(l.Module, l.Version, l.Verified, l.Errors); err != nil {
			t.Errorf("%s: %v", l.Pos, err)
		}
	}
	mods.log(t)
}

// TestPackageEffects looks up the places where packages without effects were read.
func TestPackageEffects(t *testing.T) {
	var mods modules
	for _, e := range PackageEffects() {
		if !mods.has(e.Module, e.Version) {
			continue
		}
		if err := checkPlaces(e.Module, e.Version, e.Verified, ""); err != nil {
			t.Errorf("%s: %v", e.Pos, err)
		}
	}
	mods.log(t)
}
