package amplify

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkEvaluate evaluates a service of 20,000 functions and 300 requests in
// twenty tiers, with a thousand entries and some calls in circles.
func BenchmarkEvaluate(b *testing.B) {
	g := largeService(20_000, 300, 1000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Evaluate(g); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOperations evaluates a smaller one in which every function is another
// operation. In the other one all have the same name.
func BenchmarkOperations(b *testing.B) {
	g := largeService(4_000, 100, 1000)
	for i := range g.Funcs {
		g.Funcs[i].Name = fmt.Sprint("f", i)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Evaluate(g); err != nil {
			b.Fatal(err)
		}
	}
}

func largeService(size, requests, entries int) *Graph {
	r := rand.New(rand.NewPCG(3, 4))
	tier := size / 20
	var funcs []Func
	for i := range size {
		callee := func() Step {
			if i+tier >= size {
				return send(r.IntN(requests), layer("client", int64(1+r.IntN(3))))
			}
			if r.IntN(200) == 0 {
				return calls(i - r.IntN(min(i+1, 20)))
			}
			return calls((i/tier+1)*tier + (i+r.IntN(3))%tier)
		}
		body := []block{
			try(callee(), leave, proceed),
			branch(until(Number(3), callee()), try(callee(), proceed, leave)),
			try(callee(), leave, leave),
		}
		funcs = append(funcs, fn("f", body...))
	}
	g := service(requests, funcs...)
	g.Entries = nil
	for i := range entries {
		g.Entries = append(g.Entries, Entry{Name: "entry", Kind: HTTP, Func: i % size})
	}
	return g
}
