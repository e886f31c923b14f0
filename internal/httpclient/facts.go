package httpclient

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// lendFact is the fact that a function makes requests, or has them made later,
// with a client that is passed to it.
type lendFact struct {
	Params map[int]Deadline // by the index of the parameter, the receiver counted
}

// AFact marks lendFact as a fact.
func (*lendFact) AFact() {}

func (f *lendFact) String() string {
	var parts []string
	for _, i := range slices.Sorted(maps.Keys(f.Params)) {
		parts = append(parts, fmt.Sprintf("arg %d: deadline %s", i, f.Params[i]))
	}
	return "lends " + strings.Join(parts, ", ")
}

// exportFacts tells other packages what becomes of the clients that they pass
// to exported functions.
func (ix *index) exportFacts() {
	for _, fn := range ix.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		params := map[int]Deadline{}
		for i, p := range fn.Params {
			if d := ix.lends(p); d != nothing {
				params[i] = d
			}
		}
		if len(params) > 0 {
			ix.pass.ExportObjectFact(obj, &lendFact{params})
		}
	}
}

// lends says what is seen of the requests that are made with a client passed as
// p, or nothing where none is seen.
func (ix *index) lends(p *ssa.Parameter) Deadline {
	if !isClient(p.Type()) {
		return nothing
	}
	c := &Client{start: []any{p}}
	ix.follow(c)
	if c.Limit.IsValid() {
		return Set
	}
	worst := nothing
	for _, r := range c.Requests {
		if r.Streams {
			r.Deadline = Unseen
		}
		worst = max(worst, r.Deadline)
	}
	if worst == nothing && len(c.Hands) > 0 {
		for _, h := range c.Hands {
			worst = max(worst, h.Deadline)
		}
	}
	return worst
}

// lent returns what is known of the requests that fn makes with a client passed
// as argument i of a call.
func (ix *index) lent(fn *types.Func, i int) Deadline {
	var fact lendFact
	if !ix.pass.ImportObjectFact(fn.Origin(), &fact) {
		return nothing
	}
	return fact.Params[i]
}
