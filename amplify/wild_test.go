package amplify

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// wild makes graphs that no program has: any step may be in any loop, and edges
// lead anywhere, or only to later steps and functions.
func wild(r *rand.Rand, forward bool) *Graph {
	var funcs []Func
	const size = 4
	for i := range size {
		f := Func{Name: fmt.Sprint("f", i)}
		for l := range r.IntN(4) {
			f.Loops = append(f.Loops, Loop{Parent: r.IntN(l+1) - 1, Layer: &Layer{Kind: "loop", Attempts: Number(int64(r.IntN(4)))}})
		}
		steps := 1 + r.IntN(6)
		edges := func(from int) []Edge {
			var list []Edge
			for range r.IntN(4) {
				e := Edge{To: r.IntN(steps+1) - 1, Back: r.IntN(len(f.Loops)+1) - 1, Settled: r.IntN(4) == 0}
				if forward && e.To <= from {
					e.To = End
				}
				list = append(list, e)
			}
			return list
		}
		f.Start = append(edges(-1), Edge{To: 0, Back: -1})
		for x := range steps {
			s := Step{Request: r.IntN(3) - 1, Loop: r.IntN(len(f.Loops)+1) - 1, Pos: Position{Line: x + 1}}
			if callee := r.IntN(size); r.IntN(3) == 0 && (!forward || callee > i) {
				s.Funcs = []int{callee}
			}
			s.OnFailure, s.OnSuccess = edges(x), edges(x)
			f.Steps = append(f.Steps, s)
		}
		funcs = append(funcs, f)
	}
	return service(2, funcs...)
}

func TestForwardGraphs(t *testing.T) {
	for seed := range uint64(4000) {
		g := wild(rand.New(rand.NewPCG(seed, 2)), true)
		rep, err := Evaluate(g)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for _, s := range rep.Entries[0].Sinks {
			got[s.Sink], _ = s.Attempts.Number()
		}
		for i, req := range g.Requests {
			if want := simulate(g, 0, i); got[req.Sink] != want {
				t.Fatalf("seed %d: %s has %d, want %d\n%+v", seed, req.Sink, got[req.Sink], want, g.Funcs)
			}
		}
	}
}

// Whatever the edges, and whatever calls what, there is one report.
func TestWildGraphs(t *testing.T) {
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := wild(r, false)
		for f := range g.Funcs {
			for l := range g.Funcs[f].Loops {
				switch r.IntN(6) {
				case 0:
					g.Funcs[f].Loops[l].Layer.Attempts = Symbol("n")
				case 1:
					g.Funcs[f].Loops[l].Layer.Attempts = Unlimited()
				}
			}
		}
		g.Entries = append(g.Entries, Entry{Name: "b", Func: 1}, Entry{Name: "c", Func: 2}, Entry{Name: "d", Func: 3})
		rep, err := Evaluate(g)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := Evaluate(g); !reflect.DeepEqual(rep, again) {
			t.Fatalf("seed %d: a second run has another report", seed)
		}
		for _, e := range rep.Entries {
			for _, s := range e.Sinks {
				if s.Attempts.IsZero() || len(s.Path) == 0 || s.Path[0].Function != g.Funcs[e.Func].Name {
					t.Fatalf("seed %d: %+v", seed, s)
				}
			}
		}
	}
}
