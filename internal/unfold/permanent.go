package unfold

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// endsAtOnce reports whether a helper's callback ends the retry with its first
// failure: it never marks one as worth another try where the library wants that,
// or it marks all as permanent.
func (b *builder) endsAtOnce(rec *callRecord) bool {
	if len(rec.targets) == 0 {
		return false
	}
	if rec.helper.entry.Repeats == catalog.Marked {
		return !slices.ContainsFunc(rec.targets, func(a *activation) bool {
			return calls(a, rec.helper.entry.Package, func(name string) bool { return strings.Contains(name, "Retry") }, map[*activation]bool{})
		})
	}
	return !slices.ContainsFunc(rec.targets, func(a *activation) bool { return !b.givesUp(a, rec.helper.entry.Package, 0) })
}

// calls reports whether a function of a package whose name is as wanted is called
// in an activation, to mark an error.
func calls(a *activation, pkg string, want func(string) bool, seen map[*activation]bool) bool {
	if seen[a] {
		return false
	}
	seen[a] = true
	for _, blk := range a.fn.Blocks {
		for _, instr := range blk.Instrs {
			if c, ok := instr.(*ssa.Call); ok && marks(c, pkg, want) {
				return true
			}
		}
	}
	for _, instr := range a.order {
		for _, t := range a.calls[instr].targets {
			if calls(t, pkg, want, seen) {
				return true
			}
		}
	}
	return false
}

// marks reports whether a call of a library's function takes and returns an error.
func marks(c *ssa.Call, pkg string, want func(string) bool) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == pkg && want(fn.Name()) && len(c.Call.Args) > 0 && isErrorType(c.Call.Args[0].Type())
}

// givesUp reports whether whatever an activation returns after a request in it has
// failed is marked as permanent.
func (b *builder) givesUp(a *activation, library string, depth int) bool {
	f := b.flowsOf(a)
	if f == nil || depth > 3 {
		return false
	}
	flow := f.of(a, a.steps(), nil, b.again(a))
	some := false
	for _, s := range flow.Steps {
		for _, w := range s.OnFailure {
			if w.Back >= 0 || w.To >= 0 || w.Ret == nil {
				return false
			}
			v := returnedError(w.Ret)
			c, ok := v.(*ssa.Call)
			switch {
			case ok && marks(c, library, permanentName):
			case ok && a.calls[c] != nil && len(a.calls[c].targets) > 0:
				for _, t := range a.calls[c].targets {
					if !b.givesUp(t, library, depth+1) {
						return false
					}
				}
			default:
				return false
			}
			some = true
		}
	}
	return some
}

// permanentName reports whether a library's function marks an error as permanent, by
// its name.
func permanentName(name string) bool {
	return strings.Contains(name, "Permanent") || strings.Contains(name, "Unrecoverable") || strings.Contains(name, "Stop") || strings.Contains(name, "NonRetryable")
}

// returnedError gives the error that a return hands out, below the interfaces that
// it is put into.
func returnedError(ret *ssa.Return) ssa.Value {
	for _, v := range slices.Backward(ret.Results) {
		if isErrorType(v.Type()) {
			if mi, ok := v.(*ssa.MakeInterface); ok {
				return mi.X
			}
			if ci, ok := v.(*ssa.ChangeInterface); ok {
				return ci.X
			}
			return v
		}
	}
	return nil
}
