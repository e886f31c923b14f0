package unfold

import (
	"go/types"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// flows knows the flows of one package's functions.
type flows struct {
	pkg   *retrysite.Package
	known map[string]*retrysite.Flow
	vary  map[*ssa.Function]map[ssa.Value]bool
}

func newFlows(pkg *retrysite.Package) *flows {
	return &flows{pkg: pkg, known: map[string]*retrysite.Flow{}, vary: map[*ssa.Function]map[ssa.Value]bool{}}
}

// of gives the flow of an activation. Activations that know the same of their values
// share it.
func (f *flows) of(a *activation, steps []ssa.Instruction, self, again map[ssa.Instruction]bool) *retrysite.Flow {
	k := f.knownBy(a)
	k.Again = again
	key := keyOfFlow(a.fn, steps, self, k)
	flow, ok := f.known[key]
	if !ok {
		flow = f.pkg.Flow(a.fn, steps, self, k)
		f.known[key] = flow
	}
	return flow
}

// workOut finds the flows of all that entries lead to, ahead of time: those of different
// packages at once, as they do not depend on each other.
func (b *builder) workOut(es []entry) {
	reached := map[*activation]bool{}
	for _, e := range es {
		for _, a := range e.runs {
			reach(a, reached)
		}
		for _, p := range e.parts {
			reach(p.run, reached)
		}
	}
	b.tryAgain()
	work := map[*flows][]*activation{}
	for _, a := range b.in.order {
		if f := b.flowsOf(a); f != nil && reached[a] && a.requests {
			work[f] = append(work[f], a)
		}
	}
	var wg sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for f, as := range work {
		free <- true
		wg.Go(func() {
			for _, a := range as {
				if steps := a.steps(); len(steps) > 0 {
					f.of(a, steps, a.selfCalls(), b.again(a))
				}
			}
			<-free
		})
	}
	wg.Wait()
}

// flowsOf gives what is known of the package that the code of an activation is in; nil
// where the code is not there.
func (b *builder) flowsOf(a *activation) *flows {
	if a.fn.Syntax() == nil {
		return nil
	}
	return b.packages[packageOf(a.fn)]
}

// flowOf gives the flow of an activation, or nil where its code is not there.
func (b *builder) flowOf(a *activation) *retrysite.Flow {
	f := b.flowsOf(a)
	if f == nil {
		return nil
	}
	return f.of(a, a.steps(), a.selfCalls(), b.again(a))
}

func keyOfFlow(fn *ssa.Function, steps []ssa.Instruction, self map[ssa.Instruction]bool, k retrysite.Known) string {
	addr := func(pointer any) string { return strconv.FormatUint(addrOf(pointer), 36) }
	var parts []string
	for v, n := range k.Ints {
		parts = append(parts, addr(v)+"="+strconv.FormatInt(n, 10))
	}
	for v, t := range k.Bools {
		parts = append(parts, addr(v)+"="+strconv.FormatBool(t))
	}
	for v, is := range k.Nils {
		parts = append(parts, addr(v)+" nil "+strconv.FormatBool(is))
	}
	for v, n := range k.Cells {
		parts = append(parts, "*"+addr(v)+"="+strconv.FormatInt(n, 10))
	}
	for v, name := range k.Names {
		parts = append(parts, addr(v)+"="+name)
	}
	for instr := range self {
		parts = append(parts, "self "+addr(instr))
	}
	for instr := range k.Again {
		parts = append(parts, "again "+addr(instr))
	}
	for _, s := range steps {
		parts = append(parts, "step "+addr(s))
	}
	slices.Sort(parts)
	return addr(fn) + " " + strings.Join(parts, ",")
}

// knownBy gives what an activation knows of the values in its function that do not
// change from round to round.
func (f *flows) knownBy(a *activation) retrysite.Known {
	k := retrysite.Known{Ints: map[ssa.Value]int64{}, Bools: map[ssa.Value]bool{}, Nils: map[ssa.Value]bool{}, Cells: a.cells, Names: map[ssa.Value]string{}}
	vary, ok := f.vary[a.fn]
	if !ok {
		vary = retrysite.Varying(a.fn)
		f.vary[a.fn] = vary
	}
	for v, x := range a.vars.known {
		if _, computed := v.(*ssa.BinOp); computed || vary[v] {
			continue // what is computed follows from the rest, under any assumption
		}
		switch u := v.Type().Underlying().(type) {
		case *types.Basic:
			if n, ok := integer(x); ok && u.Info()&types.IsInteger != 0 {
				k.Ints[v] = n
			} else if t, ok := holds(x); ok {
				k.Bools[v] = t
			} else if s, ok := x.(symbol); ok && u.Info()&types.IsInteger != 0 {
				k.Names[v] = s.name
			}
		case *types.Pointer, *types.Signature, *types.Interface:
			if is, ok := isNil(x); ok && !isErrorType(v.Type()) {
				k.Nils[v] = is
			}
		}
	}
	return k
}
