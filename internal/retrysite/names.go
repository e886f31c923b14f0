package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// funcName names a function as reports have it: "pkg/path.F", "(*pkg/path.T).M".
func funcName(fn *types.Func) string { return fn.Origin().FullName() }

// siteFunc names the function around a site: "pkg/path.F" or "pkg/path.(*T).M"; a
// literal has the name of the function that holds it.
func siteFunc(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		if fn.Pkg != nil {
			return fn.Pkg.Pkg.Path() + "." + fn.Name()
		}
		return fn.Name()
	}
	pkg := ""
	if obj.Pkg() != nil {
		pkg = obj.Pkg().Path() + "."
	}
	r := obj.Signature().Recv()
	if r == nil {
		return pkg + obj.Name()
	}
	name := receiverName(obj)
	if _, ok := types.Unalias(r.Type()).(*types.Pointer); ok {
		return pkg + "(*" + name + ")." + obj.Name()
	}
	return pkg + "(" + name + ")." + obj.Name()
}

// displayName names a function of the analysed package in messages.
func displayName(fn *ssa.Function) string {
	if obj, ok := fn.Object().(*types.Func); ok {
		return funcName(obj)
	}
	if v := fn.Parent(); v != nil {
		return "the function literal"
	}
	return fn.Name()
}

// callName names what a call runs.
func callName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return funcName(c.Method)
	}
	if fn := c.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if fn.Object() != nil {
			return displayName(fn)
		}
	}
	if n := valueName(c.Value); n != "" {
		return n
	}
	return "the function value"
}

// valueName is the name that the source gives to a value: a parameter, a
// variable, a field.
func valueName(v ssa.Value) string {
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Phi:
		return v.Comment
	case *ssa.FieldAddr:
		if f := fieldOf(v); f != nil {
			if n := valueName(v.X); n != "" {
				return n + "." + f.Name()
			}
			return f.Name()
		}
	case *ssa.Field:
		if st := structOf(v.X.Type()); st != nil {
			return st.Field(v.Field).Name()
		}
	case *ssa.UnOp:
		if v.Op == token.MUL || v.Op == token.ARROW {
			return valueName(v.X)
		}
	case *ssa.Function:
		return v.Name()
	case *ssa.MakeClosure:
		return "the function literal"
	case *ssa.Call:
		n := callName(&v.Call)
		if b, ok := v.Call.Value.(*ssa.Builtin); ok {
			if len(v.Call.Args) > 0 {
				return b.Name() + "(" + valueName(v.Call.Args[0]) + ")"
			}
			return b.Name()
		}
		if i := strings.LastIndexAny(n, "./"); i >= 0 {
			n = n[i+1:]
		}
		return n + "()"
	case *ssa.Extract:
		return valueName(v.Tuple)
	case *ssa.BinOp:
		x, y := valueName(v.X), valueName(v.Y)
		if x != "" && y != "" {
			return x + " " + v.Op.String() + " " + y
		}
		return x + y
	case *ssa.Const:
		if v.Value != nil {
			return v.Value.ExactString()
		}
		return "nil"
	}
	return ""
}
