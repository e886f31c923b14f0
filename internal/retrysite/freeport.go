package retrysite

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// listens reports whether the operation takes a local address to listen at. One that is
// taken stays so, and a loop that then goes to the next looks for one that is free.
func (q *itemSearch) listens() bool {
	return strings.HasPrefix(calleeName(&q.op.Call), "Listen")
}

// raised reports whether the loop adds to a field: the number of the next port.
func (q *itemSearch) raised(fa *ssa.FieldAddr) bool {
	f := fieldOf(fa)
	for _, b := range q.l.inOrder() {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			to, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || f == nil || fieldOf(to) != f {
				continue
			}
			if sum, ok := st.Val.(*ssa.BinOp); ok && (sum.Op == token.ADD || sum.Op == token.SUB) {
				return true
			}
		}
	}
	return false
}
