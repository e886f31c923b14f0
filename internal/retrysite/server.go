package retrysite

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Answer is a place in a server that tells its clients when to come back.
type Answer struct {
	Value string // what it tells everybody
	Pos   token.Pos
}

// constantAnswers lists the places that set the Retry-After header of a response to
// a constant: all clients that are turned away come back at once.
func (p *pkgInfo) constantAnswers(fn *ssa.Function) []Answer {
	var out []Answer
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || len(call.Call.Args) != 3 {
				continue
			}
			obj := calleeObject(&call.Call)
			if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" || receiverName(obj) != "Header" || obj.Name() != "Set" && obj.Name() != "Add" {
				continue
			}
			if !strings.EqualFold(stringConst(p.constantOf(call.Call.Args[1], 0)), "Retry-After") || !p.ofWriter(call.Call.Args[0], 0) {
				continue
			}
			if v := p.constantText(call.Call.Args[2]); v != "" {
				out = append(out, Answer{Value: v, Pos: call.Pos()})
			}
		}
	}
	return out
}

// ofWriter reports whether a header is that of a response being written.
func (p *pkgInfo) ofWriter(h ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch h := stripConversions(h).(type) {
	case *ssa.Call:
		return h.Call.IsInvoke() && h.Call.Method.Name() == "Header" && len(h.Call.Args) == 0
	case *ssa.Phi:
		return len(h.Edges) > 0 && p.ofWriter(h.Edges[0], depth+1)
	}
	return false
}

// constantText gives the text that a value always has: a constant, or a constant
// number turned into text.
func (p *pkgInfo) constantText(v ssa.Value) string {
	if s := stringConst(p.constantOf(v, 0)); s != "" {
		return s
	}
	c, ok := v.(*ssa.Call)
	if !ok || len(c.Call.Args) == 0 {
		return ""
	}
	switch calleeName(&c.Call) {
	case "Itoa", "FormatInt":
		if k := p.constantOf(c.Call.Args[0], 0); k != nil {
			return k.ExactString()
		}
	}
	return ""
}

func stringConst(c constant.Value) string {
	if c == nil || c.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(c)
}
