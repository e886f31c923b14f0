package directive

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

const callbackKey = "callback"

// helperKeys are the keys of a helper directive, with what is wanted of their
// values.
var helperKeys = []struct{ key, want string }{
	{callbackKey, "argN, the argument that is run, counted from 0 without the receiver"},
	{"attempts", "a number, argN, argN+1, or unbounded, the first time included"},
	{"deadline", "a duration such as 30s, argN, or none"},
	{"delay", "one of none, fixed, linear, exponential, custom, server or event"},
	{"base", "a duration such as 100ms, or argN"},
	{"factor", "a number such as 2, or argN"},
	{"max", "a duration such as 5s, or argN"},
	{"jitter", "true or false"},
	{"context", "argN for a context among the arguments, true, or false for nothing"},
}

// settings reads "attempts=arg1+1 callback=arg0".
func settings(args string) (map[string]string, error) {
	out := map[string]string{}
	for _, field := range strings.Fields(args) {
		key, value, ok := strings.Cut(field, "=")
		i := slices.IndexFunc(helperKeys, func(k struct{ key, want string }) bool { return k.key == key })
		switch {
		case !ok || value == "":
			return nil, fmt.Errorf("%q is no setting: write KEY=VALUE without spaces, as in attempts=arg0+1", field)
		case i < 0:
			return nil, fmt.Errorf("unknown key %q: want %s", key, keys())
		case out[key] != "":
			return nil, fmt.Errorf("%s is given twice: remove one of the two", key)
		case key != callbackKey && catalog.CheckExpr(key, value) != nil:
			return nil, fmt.Errorf("%s=%s cannot be read: want %s", key, value, helperKeys[i].want)
		}
		out[key] = value
	}
	if out["attempts"] == "" {
		return nil, fmt.Errorf("attempts is missing: want %s", helperKeys[1].want)
	}
	if n, err := strconv.Atoi(out["attempts"]); err == nil && n < 2 {
		return nil, fmt.Errorf("attempts=%s is no retry: the first time counts, so want 2 or more, or remove the directive", out["attempts"])
	}
	return out, nil
}

func keys() string {
	var words []string
	for _, k := range helperKeys {
		words = append(words, k.key)
	}
	return strings.Join(words, ", ")
}

// callbackOf gives the index of the parameter that a helper runs: the one that is
// named, or the only one that is a function.
func callbackOf(fn *types.Func, named string) (int, error) {
	params := fn.Signature().Params()
	var funcs []int
	var words []string
	list := ""
	for i := range params.Len() {
		if isFunc(params.At(i).Type()) {
			funcs = append(funcs, i)
			words = append(words, "callback=arg"+strconv.Itoa(i))
		} else if isFuncs(params.At(i).Type()) {
			list = "arg" + strconv.Itoa(i)
		}
	}
	switch {
	case len(funcs) == 0 && list != "" || named != "" && named == list:
		return 0, fmt.Errorf("%s of %s is a list of functions, which cannot be described: remove the directive", list, fn.Name())
	case len(funcs) == 0:
		return 0, fmt.Errorf("%s takes no function that it could run again: remove the directive", fn.Name())
	case named == "" && len(funcs) > 1:
		return 0, fmt.Errorf("%s takes %d functions: say which one it runs, %s", fn.Name(), len(funcs), strings.Join(words, " or "))
	case named == "":
		return funcs[0], nil
	}
	digits, ok := strings.CutPrefix(named, "arg")
	index, err := strconv.ParseUint(digits, 10, 31)
	if !ok || err != nil {
		return 0, fmt.Errorf("callback=%s cannot be read: want %s", named, helperKeys[0].want)
	}
	n := int(index)
	if n >= params.Len() {
		return 0, noArgument(fn, n)
	}
	if !slices.Contains(funcs, n) {
		return 0, fmt.Errorf("arg%d of %s is no function: want %s", n, fn.Name(), strings.Join(words, " or "))
	}
	return n, nil
}

// isFunc reports whether a type is a function, or a type parameter that stands for one.
func isFunc(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		if _, ok := types.Unalias(t).(*types.TypeParam); !ok || u.NumEmbeddeds() != 1 {
			return false
		}
		of := types.Unalias(u.EmbeddedType(0))
		if union, ok := of.(*types.Union); ok && union.Len() == 1 {
			of = union.Term(0).Type()
		}
		_, ok := of.Underlying().(*types.Signature)
		return ok
	}
	return false
}

func isFuncs(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isFunc(s.Elem())
}

func noArgument(fn *types.Func, n int) error {
	return fmt.Errorf("%s has no arg%d: it takes %d, counted from 0 without the receiver", fn.Name(), n, fn.Signature().Params().Len())
}

// checkOperands reports an attribute that reads an argument which is not there, or
// which cannot hold it.
func checkOperands(fn *types.Func, s *catalog.Settings) error {
	params := fn.Signature().Params()
	for _, a := range []struct {
		key  string
		expr catalog.Expr
		fits func(types.Type) bool
		want string
	}{
		{"attempts", s.Attempts, isNumber, "a number"},
		{"deadline", s.Deadline, isNumber, "a duration"},
		{"base", s.Base, isNumber, "a duration"},
		{"factor", s.Factor, isNumber, "a number"},
		{"max", s.Max, isNumber, "a duration"},
		{"context", s.Context, ends, "a context"},
	} {
		for _, op := range operands(a.expr) {
			if op.Index >= params.Len() {
				return noArgument(fn, op.Index)
			}
			if p := params.At(op.Index); !a.fits(p.Type()) {
				return fmt.Errorf("%s=%s: arg%d of %s is %s, which is not %s", a.key, a.expr, op.Index, fn.Name(), types.TypeString(p.Type(), types.RelativeTo(fn.Pkg())), a.want)
			}
		}
	}
	for _, e := range []catalog.Expr{s.Delay, s.Jitter} {
		for _, op := range operands(e) {
			if op.Index >= params.Len() {
				return noArgument(fn, op.Index)
			}
		}
	}
	return nil
}

// operands lists the arguments that an expression reads.
func operands(e catalog.Expr) []catalog.Operand {
	var out []catalog.Operand
	add := func(op catalog.Operand) {
		if op.Kind == catalog.Argument {
			out = append(out, op)
		}
	}
	add(e.Head.Operand)
	for _, c := range e.Cases {
		add(c.Then.Operand)
	}
	return out
}

// isNumber reports whether a type is a number, or may be one: a type parameter.
func isNumber(t types.Type) bool {
	if _, ok := t.(*types.TypeParam); ok {
		return true
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// ends reports whether a value of a type can end a wait: a context, or a channel.
func ends(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Chan, *types.Interface:
		return true
	}
	return false
}
