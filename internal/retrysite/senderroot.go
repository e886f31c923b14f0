package retrysite

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// rootsOf names the clients that a value of a library can be: the call that makes one,
// and the fields, variables and parameters that it goes through. Two values can be
// the same client if they have a root in common.
func (p *pkgInfo) rootsOf(v ssa.Value) map[any]bool {
	q := &rootSearch{p: p, roots: map[any]bool{}, seen: map[ssa.Value]bool{}}
	q.add(v, 0)
	return q.roots
}

type rootSearch struct {
	p     *pkgInfo
	roots map[any]bool
	seen  map[ssa.Value]bool
}

func (q *rootSearch) add(v ssa.Value, depth int) {
	if depth > 10 || v == nil || q.seen[v] {
		return
	}
	q.seen[v] = true
	p, out := q.p, q.roots
	switch v := stripConversions(v).(type) {
	case *ssa.Call:
		q.call(v, depth)
	case *ssa.Extract:
		q.add(v.Tuple, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			q.add(e, depth+2)
		}
	case *ssa.Alloc:
		out[v] = true
		for _, x := range storedIn(v, 0) {
			q.add(x, depth+1)
		}
	case *ssa.Parameter:
		out[v] = true
		for _, c := range p.callsOf(v.Parent()) {
			for i, prm := range v.Parent().Params {
				if prm == v {
					q.add(c.Common().Args[i], depth+2)
				}
			}
		}
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			f := fieldOf(x)
			if f == nil || out[f] {
				return
			}
			out[f] = true
			for _, val := range p.fieldValues(f) {
				q.add(val, depth+1)
			}
		case *ssa.Global:
			if out[x] {
				return
			}
			out[x] = true
			for _, val := range p.valuesAt(x) {
				q.add(val, depth+1)
			}
		case *ssa.Alloc, *ssa.FreeVar:
			for _, val := range p.valuesAt(x) {
				q.add(val, depth+1)
			}
		}
	}
}

// call follows a call: a method of the library's gives its receiver, or what
// belongs to it, a function of the package what it returns, an option what it is
// given to.
func (q *rootSearch) call(c *ssa.Call, depth int) {
	obj := calleeObject(&c.Call)
	if obj == nil || obj.Pkg() == nil {
		return
	}
	if row, ok := catalog.SenderOf(obj.Pkg().Path()); ok {
		if obj.Signature().Recv() != nil && !c.Call.IsInvoke() {
			q.add(c.Call.Args[0], depth) // however long the chain is
			return
		}
		q.roots[c] = true
		_, symbol := catalog.SymbolOf(obj)
		for _, on := range row.On {
			if on == symbol {
				q.option(c, depth)
			}
		}
		return
	}
	q.roots[c] = true
	if fn := c.Call.StaticCallee(); fn != nil && fn.Pkg == q.p.ssa {
		for _, r := range returns(fn) {
			if len(r.Results) > 0 {
				q.add(r.Results[0], depth+1)
			}
		}
	}
}

// option finds the constructor that an option is given to, as an element of its
// variadic list.
func (q *rootSearch) option(option *ssa.Call, depth int) {
	for _, ref := range *option.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok {
			continue
		}
		ia, ok := st.Addr.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *ia.X.Referrers() {
			sl, ok := use.(*ssa.Slice)
			if !ok {
				continue
			}
			for _, user := range *sl.Referrers() {
				if call, ok := user.(*ssa.Call); ok {
					q.add(call, depth+1)
				}
			}
		}
	}
}

// meet reports whether two sets have an element in common.
func meet(a, b map[any]bool) bool {
	for k := range maps.Keys(a) {
		if b[k] {
			return true
		}
	}
	return false
}
