package retrysite

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// isStatusCode reports whether fn gives the gRPC code of an error.
func isStatusCode(fn *ssa.Function) bool {
	return fn.Name() == "Code" && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "google.golang.org/grpc/status"
}

// isErrorTest reports whether a call out of sight asks what kind of error its
// argument is: nil is of none. One that asks whether all is well is none.
func isErrorTest(call *ssa.Call) bool {
	if fn := call.Call.StaticCallee(); fn != nil && fn.Blocks != nil {
		return false
	}
	args := call.Call.Args
	return len(args) == 1 && isError(args[0].Type()) && call.Call.Signature().Results().Len() == 1 && isBool(call.Type()) &&
		!hasWord(calleeName(&call.Call), "OK", "Success", "Done", "Nil", "Fine", "Halt", "Stop", "Good", "Ignore")
}

// wellKnownPackage reports whether fn is in fmt or in a package for errors.
func wellKnownPackage(fn *ssa.Function) bool {
	return fn.Pkg != nil && (fn.Pkg.Pkg.Path() == "fmt" || strings.HasSuffix(fn.Pkg.Pkg.Path(), "errors"))
}

// wellKnown knows the constructors and wrappers of errors.
func wellKnown(fn *ssa.Function, call *ssa.Call, w *walker, e *env) value {
	if !wellKnownPackage(fn) {
		return top
	}
	path, args := fn.Pkg.Pkg.Path(), call.Call.Args
	switch {
	case path == "errors" && fn.Name() == "Join":
		if list, ok := args[0].(*ssa.Slice); ok && slices.ContainsFunc(storedInto(*list.X.Referrers()), func(v ssa.Value) bool {
			return w.eval(v, e).kind == notNil
		}) {
			return nonNilV
		}
	case path == "fmt" && fn.Name() == "Errorf",
		strings.HasSuffix(path, "errors") && (fn.Name() == "New" || fn.Name() == "Errorf"):
		return nonNilV
	case strings.HasSuffix(path, "errors") && len(args) > 0:
		switch fn.Name() {
		case "Wrap", "Wrapf", "WithStack", "WithMessage", "WithMessagef", "Trace", "Cause", "Annotate":
			return w.eval(args[0], e)
		case "Is":
			if len(args) == 2 {
				x := w.eval(args[0], e)
				if w.ended && x.kind == notNil && strings.HasSuffix(valueName(args[1]), "Canceled") {
					return trueV
				}
				if x.kind == isNil || x.kind == notNil && (benignError(args[1]) || w.ended && notOfEnd(args[1])) {
					return falseV
				}
			}
		case "As":
			if w.eval(args[0], e).kind == isNil {
				return falseV
			}
		}
	}
	return top
}
