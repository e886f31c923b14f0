package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// decoding is the failure of reading what an answer says.
const decoding = "a decoding error"

// addPreparations notes the failures of what only prepares a request or reads an
// answer, where they come round again: the input will be the same next time. A loop
// of which goesOn says that it does so after a success too does not ask again because
// an answer cannot be read; goesOn may be nil.
func (p *pkgInfo) addPreparations(s *Site, blocks []*ssa.BasicBlock, comesBack func(*ssa.Call, assumption) bool, goesOn func(*ssa.Call) bool) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || len(s.Permanent) > 3 {
				continue
			}
			what := preparation(&call.Call, s.Kind)
			if what == "" || what == decoding && goesOn != nil && goesOn(call) {
				continue
			}
			res := call.Call.Signature().Results()
			for i := range res.Len() {
				if v := resultValue(call, i); v != nil && isErrorish(res.At(i).Type()) && isUsed(v) && comesBack(call, assumption{v: nonNilV}) {
					s.Permanent = append(s.Permanent, Failure{What: what, Op: callName(&call.Call), Pos: call.Pos()})
				}
			}
		}
	}
}

// isUsed reports whether the program looks at a value: an error that is assigned to the
// blank identifier comes round nowhere.
func isUsed(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
}

// addInnerPreparations does the same for the functions of the package behind a call
// whose every failure comes round, two calls deep.
func (p *pkgInfo) addInnerPreparations(s *Site, call *ssa.Call, depth int) {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.ssa || len(fn.Blocks) == 0 || depth > 1 || len(s.Permanent) > 3 {
		return
	}
	p.addPreparations(s, fn.Blocks, p.retriedError, nil)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && c.Call.StaticCallee() != fn && fallible(c.Call.Signature()) && p.returnsFailure(c) {
				p.addInnerPreparations(s, c, depth+1)
			}
		}
	}
}

// preparation says what kind of error a call gives that only the caller's own
// input can cause, or gives "". What a long-lived stream brings may be decoded
// the next time.
func preparation(c *ssa.CallCommon, kind Kind) string {
	obj := calleeObject(c)
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	path, name := obj.Pkg().Path(), obj.Name()
	switch {
	case path == "net/http" && strings.HasPrefix(name, "NewRequest"):
		return "an error of building the request"
	case path == "net/url" && strings.HasPrefix(name, "Parse"):
		return "an error of parsing a URL"
	case strings.HasPrefix(path, "encoding/") && (name == "Marshal" || name == "MarshalIndent"):
		return "an encoding error"
	case kind == Reconnect || kind == Failover:
		return ""
	case path == "encoding/json" && name == "Decode", strings.HasPrefix(path, "encoding/") && name == "DecodeString":
		return decoding
	case hasPrefixFold(name, "Unmarshal", "Deserialize") && fallible(obj.Signature()) && givenData(c):
		return decoding
	}
	return ""
}

func hasPrefixFold(name string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool {
		return len(name) >= len(p) && strings.EqualFold(name[:len(p)], p)
	})
}

// givenData reports whether a call works on what it is given in memory: on no context,
// answer or reader.
func givenData(c *ssa.CallCommon) bool {
	return !slices.ContainsFunc(c.Args, func(a ssa.Value) bool {
		t := a.Type()
		if _, isFunc := t.Underlying().(*types.Signature); isFunc {
			return true
		}
		return isContext(t) || isReader(t) || namedType(t, "net/http", "Response")
	})
}
