package amplify

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// generator makes small services at random. Functions call only later ones. Some
// of them send almost everything through the last functions, and some have
// several instances of one function.
type generator struct {
	*rand.Rand
	requests, funcs int
	f               int  // the function that is being made
	left            int  // how many steps it may still have
	funnel          bool // whether requests are made by the last function
}

func (r *generator) graph() *Graph {
	r.requests, r.funcs = 1+r.IntN(3), 1+r.IntN(7)
	r.funnel = r.IntN(3) > 0
	names := r.funcs
	if r.IntN(2) == 0 {
		names = 1 + r.IntN(r.funcs)
	}
	var funcs []Func
	for r.f = range r.funcs {
		r.left = 2 + r.IntN(max(2, 9-r.funcs))
		name := r.f
		if r.f > 0 && r.f+1 < r.funcs {
			name = r.IntN(names)
		}
		f := fn(fmt.Sprint("f", name), r.block(0, 0), r.block(0, 0))
		if r.IntN(10) == 0 {
			f.Pos.Line = 1
		}
		funcs = append(funcs, f)
	}
	return service(r.requests, funcs...)
}

func (r *generator) block(depth, loops int) block {
	if depth > 5 || r.left <= 0 {
		return proceed
	}
	switch r.IntN(9) {
	case 0, 1:
		return seq(r.block(depth+1, loops), r.block(depth+1, loops))
	case 2:
		return branch(r.block(depth+1, loops), r.block(depth+1, loops))
	case 3, 4:
		return loop(r.layer(), r.block(depth+1, loops+1), r.block(depth+1, loops+1), r.out(loops+1))
	default:
		return r.step(depth, loops)
	}
}

// layer is that of a loop: none, or one of up to four attempts.
func (r *generator) layer() *Layer {
	if r.IntN(4) == 0 {
		return nil
	}
	l := layer("loop", int64(r.IntN(5)))
	return &l
}

func (r *generator) step(depth, loops int) block {
	r.left--
	s := Step{Request: -1}
	makes, runs := r.IntN(3) > 0, 3
	if r.funnel && r.f+1 < r.funcs {
		makes, runs = r.IntN(10) == 0, 5
	}
	if makes {
		s.Request = r.IntN(r.requests)
	}
	for r.IntN(runs) > 0 && r.f+1 < r.funcs && len(s.Funcs) < 2 {
		s.Funcs = append(s.Funcs, r.f+1+r.IntN(r.funcs-r.f-1))
	}
	for r.IntN(4) == 0 {
		s.Layers = append(s.Layers, layer("call", int64(1+r.IntN(3))))
	}
	if r.IntN(30) == 0 {
		s.Layers = append(s.Layers, layer("call", 0))
	}
	failed := seq(r.block(depth+2, loops), r.out(loops))
	return try(s, failed, seq(r.block(depth+2, loops), r.out(loops)))
}

// out is one of the ways to go on.
func (r *generator) out(loops int) block {
	ways := []block{proceed, proceed, leave}
	if loops > 0 {
		ways = append(ways, stop, again, again)
	}
	return ways[r.IntN(len(ways))]
}

func TestAgainstSimulation(t *testing.T) {
	nonzero, large, nested := 0, 0, 0
	for seed := range uint64(6000) {
		r := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
		g := r.graph()
		rep, err := Evaluate(g)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for _, s := range rep.Entries[0].Sinks {
			got[s.Sink], _ = s.Attempts.Number()
			checkWitness(t, g, seed, s)
			if len(s.Layers) > 1 {
				nested++
			}
		}
		for i, req := range g.Requests {
			want := simulate(g, 0, i)
			if got[req.Sink] != want {
				t.Fatalf("seed %d: %s has %d, want %d\n%+v", seed, req.Sink, got[req.Sink], want, g.Funcs)
			}
			if want > 0 {
				nonzero++
			}
			if want > 10 {
				large++
			}
		}
		if again, _ := Evaluate(g); !reflect.DeepEqual(rep, again) {
			t.Fatalf("seed %d: a second run has another report", seed)
		}
	}
	t.Logf("%d amounts, %d over 10, %d with several layers", nonzero, large, nested)
	if nonzero < 3000 || large < 500 || nested < 500 {
		t.Errorf("the graphs are too simple: %d amounts, %d over 10, %d with several layers", nonzero, large, nested)
	}
}

// checkWitness checks that a path leads from call to call to a request of the
// sink, and that its layers alone do not explain more than was counted.
func checkWitness(t *testing.T, g *Graph, seed uint64, s SinkReport) {
	t.Helper()
	at := []int{0} // instances that the path may be in
	for i, frame := range s.Path {
		var next []int
		ends := false
		for _, f := range at {
			fn := &g.Funcs[f]
			if fn.Name != frame.Function || frame.Pos.Line > len(fn.Steps) {
				continue
			}
			step := fn.Steps[frame.Pos.Line-1]
			next = append(next, step.Funcs...)
			ends = ends || step.Request != -1 && g.Requests[step.Request].Sink == s.Sink
		}
		if last := i == len(s.Path)-1; last && !ends || !last && len(next) == 0 {
			t.Fatalf("seed %d: %s: the path %v breaks off at frame %d", seed, s.Sink, s.Path, i)
		}
		at = next
	}
	product := Number(1)
	for _, l := range s.Layers {
		if !l.Attempts.Worse(Number(1)) {
			t.Fatalf("seed %d: %s: a layer has %v attempts", seed, s.Sink, l.Attempts)
		}
		product = product.Times(l.Attempts)
	}
	if product.Worse(s.Attempts) {
		t.Fatalf("seed %d: %s: layers make %v of %v", seed, s.Sink, product, s.Attempts)
	}
}
