package retrysite

import (
	"go/token"
	"slices"
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
		if w.switchedOff(c, holds) {
			return true
		}
		if w.header == nil || !fromClock(c.X, 0) && !fromClock(c.Y, 0) {
			return false
		}
		return w.remembersTime(c.X, 0) || w.remembersTime(c.Y, 0)
	}
	return false
}

// switchedOff reports whether a branch is the one on which a length of time that the
// caller gave turns out to be none: the wait is missing because the caller wants none.
func (w *walker) switchedOff(c *ssa.BinOp, holds bool) bool {
	prm, ok := c.X.(*ssa.Parameter)
	if !ok || !isDuration(prm.Type()) || !isZeroDuration(c.Y) {
		return false
	}
	switch c.Op {
	case token.GTR, token.NEQ:
		return !holds && !w.pkg.givenNone(prm)
	case token.LEQ, token.EQL:
		return holds && !w.pkg.givenNone(prm)
	}
	return false
}

// givenNone reports whether some call of the package gives nothing for a length of time.
func (p *pkgInfo) givenNone(prm *ssa.Parameter) bool {
	i := slices.Index(prm.Parent().Params, prm)
	if prm.Parent().Signature.Recv() != nil {
		i--
	}
	return slices.ContainsFunc(p.argumentsFor(prm.Parent(), i), isZeroDuration)
}

func isZeroDuration(v ssa.Value) bool {
	n, ok := intConst(v)
	return ok && n == 0
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
