package catalog

import (
	"errors"
	"fmt"
	"strings"
)

// UserHelper returns the row of a helper that a user describes: the function as
// "pkg/path.F" or "pkg/path.(*T).M", and the attributes by their names in
// Settings, each an expression.
func UserHelper(function string, callback int, set map[string]string) (Entry, error) {
	pkgPath, symbol, ok := SplitFunction(function)
	if !ok {
		return Entry{}, fmt.Errorf("bad function %q: %s", function, FunctionForm)
	}
	return HelperRow(pkgPath, symbol, callback, set)
}

// HelperRow is UserHelper for a function that is known by its package and symbol.
func HelperRow(pkgPath, symbol string, callback int, set map[string]string) (Entry, error) {
	e := Entry{What: Helper, Package: pkgPath, Symbol: symbol, Callback: callback, Pos: pkgPath + "." + symbol}
	for _, a := range attributes {
		if set[a.name] == "" {
			continue
		}
		expr, err := parseExpr(a.kind, set[a.name])
		if err != nil {
			return Entry{}, err
		}
		*a.expr(&e.Set) = expr
	}
	if err := e.checkHelper(true); err != nil {
		return Entry{}, err
	}
	return e, e.checkOperands(strings.HasPrefix(symbol, "("), false)
}

// OfUser reports whether the row is a user's: it names no module in which the fact
// was read.
func (e *Entry) OfUser() bool { return e.Module == "" }

// CheckExpr reports what is wrong with an expression for the attribute, given
// by its name in Settings, of a helper.
func CheckExpr(attribute, text string) error {
	for _, a := range attributes {
		if a.name == attribute {
			expr, err := parseExpr(a.kind, text)
			if err != nil {
				return err
			}
			var s Settings
			*a.expr(&s) = expr
			return (&Entry{What: Helper, Symbol: "a helper", Set: s}).checkOperands(false, false)
		}
	}
	return errors.New("unknown attribute " + attribute)
}

// FunctionForm says how SplitFunction wants a function.
const FunctionForm = `want "pkg/path.F" or "pkg/path.(*T).M"`

// SplitFunction splits the name of a function, "pkg/path.F" or
// "pkg/path.(*T).M", into the path of its package and its symbol.
func SplitFunction(name string) (pkgPath, symbol string, ok bool) {
	dir := name[:strings.LastIndexByte(name, '/')+1]
	if i := strings.Index(name, ".("); i >= 0 {
		dir = name[:strings.LastIndexByte(name[:i], '/')+1]
	}
	last, symbol, ok := strings.Cut(name[len(dir):], ".")
	// A path may end in a version: "gopkg.in/retry.v1.Do".
	for ok && !strings.HasPrefix(symbol, "(") {
		more, rest, again := strings.Cut(symbol, ".")
		if !again {
			break
		}
		last, symbol = last+"."+more, rest
	}
	form := symbolForm.FindStringSubmatch(symbol)
	if !ok || last == "" || form == nil || form[2] != "" || strings.ContainsAny(dir+last, " *()") {
		return "", "", false
	}
	return dir + last, symbol, true
}
