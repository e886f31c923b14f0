package httpclient

import (
	"go/constant"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

// streamVerbs are the first words of the names of functions that ask for what
// comes for as long as it likes.
var streamVerbs = []string{"stream", "watch", "subscribe", "tail", "follow", "listen"}

// streams reports whether the request that call makes is meant to last. Its
// answer is copied, handed on as a reader or decoded value by value; or it asks
// for events, or is made by a function that is named for it.
func (ix *index) streams(call ssa.CallInstruction) bool {
	for fn := call.Parent(); fn != nil; fn = fn.Parent() {
		if namedStream(fn.Name()) || acceptsEvents(fn) {
			return true
		}
	}
	resp := resultOf(call, 0, 2)
	return resp != nil && ix.readOn(resp, 0)
}

func namedStream(name string) bool {
	return slices.Contains(streamVerbs, firstWord(name)) || strings.Contains(strings.ToLower(name), "longpoll")
}

// firstWord returns the verb of a name such as WatchEvents, in lower case.
func firstWord(name string) string {
	for i, r := range name {
		if i > 0 && !unicode.IsLower(r) {
			return strings.ToLower(name[:i])
		}
	}
	return strings.ToLower(name)
}

// acceptsEvents reports whether fn asks for server-sent events.
func acceptsEvents(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !isFunc(calleeObject(call.Common()), "net/http", "Set", "Add") {
				continue
			}
			for _, arg := range call.Call.Args {
				if c, ok := arg.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String &&
					strings.Contains(constant.StringVal(c.Value), "text/event-stream") {
					return true
				}
			}
		}
	}
	return false
}

// maxReaders bounds how many functions and readers a body is followed through.
const maxReaders = 5

// readOn reports whether v, a response, a body or a reader made of one, is read
// for as long as it lasts.
func (ix *index) readOn(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > maxReaders {
		return false
	}
	for _, ref := range *v.Referrers() {
		if ix.usedOn(v, ref, depth) {
			return true
		}
	}
	return false
}

func (ix *index) usedOn(v ssa.Value, ref ssa.Instruction, depth int) bool {
	switch ref := ref.(type) {
	case *ssa.FieldAddr:
		return isBody(ref) && ix.readOn(ref, depth)
	case *ssa.UnOp, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi, *ssa.TypeAssert, *ssa.Extract:
		return ix.readOn(ref.(ssa.Value), depth+1)
	case *ssa.Return:
		return ix.returnedOn(v, ref, depth)
	case *ssa.Store:
		return ix.storedOn(v, ref, depth)
	case *ssa.Call:
		return ix.calledOn(v, ref, depth)
	}
	return false
}

func isBody(sel *ssa.FieldAddr) bool {
	f := fieldOf(sel)
	return f != nil && (f.Name() == "Body" && isNamed(sel.X.Type(), "net/http", "Response") || isReader(f.Type().String()))
}

// isReader reports whether the type is one of io's that reads.
func isReader(t string) bool {
	return t == "io.Reader" || t == "io.ReadCloser"
}

// returnedOn reports whether a function that returns v hands on the body, or a
// response that all of its callers in the package read for as long as it lasts.
func (ix *index) returnedOn(v ssa.Value, ret *ssa.Return, depth int) bool {
	if !isNamed(v.Type(), "net/http", "Response") {
		return true
	}
	calls := ix.callers(origin(ret.Parent()))
	for _, call := range calls {
		resp := resultOf(call, 0, len(ret.Results))
		if resp == nil || !ix.readOn(resp, depth+1) {
			return false
		}
	}
	return len(calls) > 0
}

// storedOn follows a body that is kept in a struct as its reader, or in a
// variable. A struct around a whole response says nothing about the body.
func (ix *index) storedOn(v ssa.Value, st *ssa.Store, depth int) bool {
	if st.Val != v {
		return false
	}
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		return !isNamed(v.Type(), "net/http", "Response") && ix.readOn(addr.X, depth+1)
	case *ssa.Alloc:
		return ix.readOn(addr, depth+1)
	}
	return false
}

func (ix *index) calledOn(v ssa.Value, call *ssa.Call, depth int) bool {
	c := call.Common()
	obj := calleeObject(c)
	switch {
	case isFunc(obj, "io", "Copy", "CopyBuffer", "CopyN"):
		return c.Args[1] == v && !inMemory(c.Args[0])
	case isFunc(obj, "io", "ReadAll"):
		return false
	case isFunc(obj, "encoding/json", "NewDecoder"):
		return decodesOn(call)
	case isFunc(obj, "bufio", "NewReader"), isFunc(obj, "io", "TeeReader", "NopCloser"):
		return ix.readOn(call, depth+1)
	}
	for _, fn := range ix.callees(call) {
		for i, p := range fn.Params {
			if argument(call, fn, i) == v && ix.readOn(p, depth+1) {
				return true
			}
		}
	}
	return false
}

// inMemory reports whether what is copied to w is kept in memory or dropped, as
// a small answer is.
func inMemory(w ssa.Value) bool {
	if load, ok := w.(*ssa.UnOp); ok {
		g, ok := load.X.(*ssa.Global)
		return ok && g.Name() == "Discard"
	}
	box, ok := w.(*ssa.MakeInterface)
	return ok && (isNamed(box.X.Type(), "bytes", "Buffer") || isNamed(box.X.Type(), "strings", "Builder"))
}

// decodesOn reports whether one value after another is decoded by the decoder
// that call makes.
func decodesOn(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		dec, ok := ref.(*ssa.Call)
		if ok && isFunc(calleeObject(dec.Common()), "encoding/json", "Decode") && repeats(dec.Block(), call.Block()) {
			return true
		}
	}
	return false
}

// repeats reports whether b is reached again from itself without passing the
// block without.
func repeats(b, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	queue := append([]*ssa.BasicBlock{}, b.Succs...)
	for len(queue) > 0 {
		x := queue[0]
		queue = queue[1:]
		if x == b && b != without {
			return true
		}
		if !seen[x] {
			seen[x] = true
			queue = append(queue, x.Succs...)
		}
	}
	return false
}
