package retrysite

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// pausedBefore reports whether a branch tells that time has passed since the
// last attempt: the operation timed out, or the loop measures how long ago the
// last failure was.
func (w *walker) pausedBefore(cond ssa.Value, holds bool) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		return c.Op == token.NOT && w.pausedBefore(c.X, !holds)
	case *ssa.Call:
		if !holds {
			return false
		}
		if calleeName(&c.Call) == "Is" && len(c.Call.Args) == 2 {
			return strings.HasSuffix(valueName(c.Call.Args[1]), "DeadlineExceeded")
		}
		return calleeName(&c.Call) == "Timeout" && c.Call.IsInvoke()
	case *ssa.BinOp:
		if w.header == nil || !fromClock(c.X, 0) && !fromClock(c.Y, 0) {
			return false
		}
		return w.remembersTime(c.X, 0) || w.remembersTime(c.Y, 0)
	}
	return false
}

// remembersTime reports whether a value is computed from a time that the loop sets
// anew in each round.
func (w *walker) remembersTime(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return v.Block() == w.header && namedType(v.Type(), "time", "Time")
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if w.remembersTime(a, depth+1) {
				return true
			}
		}
	case *ssa.BinOp:
		return w.remembersTime(v.X, depth+1) || w.remembersTime(v.Y, depth+1)
	case *ssa.UnOp:
		c, ok := cellOf(v.X)
		if !ok || v.Op != token.MUL || !namedType(v.Type(), "time", "Time") {
			return false
		}
		for b := range w.region {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					if sc, ok := cellOf(st.Addr); ok && sc == c {
						return true
					}
				}
			}
		}
	}
	return false
}
