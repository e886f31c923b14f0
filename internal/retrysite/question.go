package retrysite

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// question is one about an error that has one answer, however often it is put:
// errors.Is(err, ErrX).
type question struct {
	err ssa.Value
	of  *ssa.Global
}

// questionOf gives the question that a call puts, if it is such a one.
func questionOf(call *ssa.Call) (question, bool) {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Name() != "Is" || fn.Pkg == nil || !strings.HasSuffix(fn.Pkg.Pkg.Path(), "errors") || len(call.Call.Args) != 2 {
		return question{}, false
	}
	of := errorVariable(call.Call.Args[1])
	return question{call.Call.Args[0], of}, of != nil
}

// errorVariable gives the package variable that an error is read from, or nil.
func errorVariable(v ssa.Value) *ssa.Global {
	if ld, ok := stripConversions(v).(*ssa.UnOp); ok {
		g, _ := ld.X.(*ssa.Global)
		return g
	}
	return nil
}

// notOfEnd reports whether v is an error variable that by its name has nothing to do
// with the end of a context: what fails because of that is no such error.
func notOfEnd(v ssa.Value) bool {
	g := errorVariable(v)
	return g != nil && unlikeEnd(g.Name())
}

// unlikeEnd reports whether a name says nothing of an end.
func unlikeEnd(name string) bool {
	return !hasWord(name, "context", "cancel", "deadline", "timeout", "timedout", "abort", "close", "stop", "interrupt", "done", "shutdown", "end")
}

// questions counts how often fn puts each question.
func (p *pkgInfo) questions(fn *ssa.Function) map[question]int {
	if n, ok := p.asks[fn]; ok {
		return n
	}
	n := map[question]int{}
	p.asks[fn] = n
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if q, ok := questionOf(call); ok {
					n[q]++
				}
			}
		}
	}
	return n
}

// definedIn reports whether block b gives v a new value.
func definedIn(v ssa.Value, b *ssa.BasicBlock) bool {
	instr, ok := v.(ssa.Instruction)
	return ok && instr.Block() == b
}
