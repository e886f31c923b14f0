package amplify

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// until is a retry of one step: it leaves once the step worked.
func until(n Bound, s Step) block { return retry("loop", n, try(s, again, stop)) }

// describe writes the sinks of the first entry, each with its layers and path.
func describe(t *testing.T, g *Graph) string {
	t.Helper()
	rep, err := Evaluate(g)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range rep.Entries[0].Sinks {
		line := fmt.Sprintf("%s %v", s.Sink, s.Attempts)
		if s.Attempts.Unlimited() {
			line += fmt.Sprintf(" (%v)", s.Attempts.Finite())
		}
		if s.Failover {
			line += " failover"
		}
		line += " ["
		for i, l := range s.Layers {
			line += strings.Repeat(" ", min(i, 1)) + l.Kind + l.Attempts.String()
		}
		line += "]"
		for _, f := range s.Path {
			line += fmt.Sprintf(" %s:%d", f.Function, f.Pos.Line)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func TestEvaluate(t *testing.T) {
	n := Symbol("n")
	fallback := func(r int) block { return try(send(r), leave, leave) }
	tests := []struct {
		name string
		g    *Graph
		want string
	}{
		{"once", service(1, fn("f", try(send(0), leave, leave))), "sink0 1 [] f:1"},
		{"nothing", service(1, fn("f", try(calls(1), leave, leave)), fn("g")), ""},
		{"three layers", service(1,
			fn("f", until(Number(3), calls(1))),
			fn("g", until(Number(3), calls(2))),
			fn("h", until(Number(3), send(0)))),
			"sink0 27 [loop3 loop3 loop3] f:1 g:1 h:1"},
		{"layers of a step", service(1,
			fn("f", try(Step{Request: -1, Funcs: []int{1}, Layers: []Layer{layer("call", 2), layer("call", 1)}}, leave, leave)),
			fn("g", until(Number(5), send(0, layer("client", 4))))),
			"sink0 40 [call2 loop5 client4] f:1 g:1"},
		{"no attempt", service(1, fn("f", try(send(0, layer("call", 0)), leave, leave))), ""},
		{"fallback to another operation", service(1,
			fn("f", try(calls(1), try(calls(2), leave, leave), leave)),
			fn("g", until(Number(3), send(0, layer("client", 3)))),
			fn("h", until(Number(4), send(0)))),
			"sink0 9 [loop3 client3] f:2 g:1"},
		{"fallback to another operation that is worse", service(1,
			fn("f", try(calls(2), try(calls(1), leave, leave), leave)),
			fn("g", until(Number(3), send(0, layer("client", 3)))),
			fn("h", until(Number(4), send(0)))),
			"sink0 9 [loop3 client3] f:1 g:1"},
		{"branches", service(1,
			fn("f", branch(try(send(0, layer("client", 2)), leave, leave), try(send(0, layer("client", 5)), leave, leave)))),
			"sink0 5 [client5] f:2"},
		{"worst callee", service(1,
			fn("f", try(calls(1, 2), leave, leave)),
			fn("g", until(Number(2), send(0))), fn("h", until(Number(3), send(0)))),
			"sink0 3 [loop3] f:1 h:1"},
		{"after success", service(2,
			fn("f", try(send(0), leave, try(send(1, layer("client", 2)), leave, leave)))),
			"sink1 2 [client2] f:1\nsink0 1 [] f:2"},
		{"the second of a sequence", service(1,
			fn("f", try(send(0), leave, try(send(0, layer("client", 2)), leave, leave)))),
			"sink0 2 [client2] f:1"},
		{"leaves at the first failure", service(1, fn("f", each(try(send(0), leave, again)))), "sink0 1 [] f:1"},
		{"items", service(1, fn("f", each(try(send(0), again, again)))), "sink0 1 [] f:1"},
		{"retried items", service(1, fn("f", each(until(Number(3), send(0))))), "sink0 3 [loop3] f:1"},
		{"a retry of items", service(1,
			fn("f", retry("loop", Number(3), each(try(send(0), again, again))))), "sink0 3 [loop3] f:1"},
		{"a call before the loop", service(1,
			fn("f", try(send(0), until(Number(3), send(0)), leave))), "sink0 4 [loop3] f:1"},
		{"a call after the loop", service(1,
			fn("f", until(Number(3), send(0)), fallback(0))), "sink0 4 [loop3] f:2"},
		{"nested", service(1,
			fn("f", retry("loop", Number(3), retry("loop", Number(4), try(send(0), again, leave))))),
			"sink0 12 [loop3 loop4] f:1"},
		{"nested with more in the outer loop", service(1,
			fn("f", retry("loop", Number(3), until(Number(4), send(0)), try(send(0), again, leave)))),
			"sink0 15 [loop3 loop4] f:2"},
		{"two loops in a loop", service(1,
			fn("f", retry("loop", Number(3), until(Number(2), send(0)), until(Number(5), send(0))))),
			"sink0 21 [loop3 loop5] f:1"},
		{"one attempt", service(1, fn("f", until(Number(1), send(0)))), "sink0 1 [] f:1"},
		{"a loop that a failure leaves", service(1,
			fn("f", retry("loop", Number(3), try(send(0), stop, again)))), "sink0 1 [] f:1"},
		{"cost in a loop", service(1,
			fn("f", until(Number(4), send(0, layer("client", 3))))), "sink0 12 [loop4 client3] f:1"},
		{"what works before the failing call", service(1,
			fn("f", retry("loop", Number(3), try(send(0), leave, try(send(0), again, leave))))),
			"sink0 3 [loop3] f:1"},
		{"poll", service(1, fn("f", each(try(send(0), try(send(0), leave, again), again)))), "sink0 2 [] f:2"},
		{"recursion", service(1,
			recursion("f", Number(3), try(send(0), again, leave))), "sink0 3 [recursion3] f:1"},
		{"failover of a loop", service(1,
			fn("f", retry("failover", Number(2), try(send(0), again, leave)))), "sink0 2 failover [failover2] f:1"},
		{"symbol", service(1,
			fn("f", until(Number(2), calls(1))), fn("g", until(Symbol("retries"), send(0)))),
			"sink0 2 × retries [loop2 loopretries] f:1 g:1"},
		{"symbol alone", service(1, fn("f", until(n, send(0)))), "sink0 n [loopn] f:1"},
		{"symbol around three", service(1,
			fn("f", until(n, send(0, layer("client", 3))))), "sink0 3 × n [loopn client3] f:1"},
		{"symbol inside", service(1,
			fn("f", retry("loop", Number(4), until(n, send(0))))), "sink0 4 × n [loop4 loopn] f:1"},
		{"symbol outside", service(1,
			fn("f", retry("loop", n, until(Number(4), send(0))))), "sink0 4 × n [loopn loop4] f:1"},
		{"symbols", service(1,
			fn("f", retry("loop", n, until(Symbol("m"), send(0))))), "sink0 m × n [loopn loopm] f:1"},
		{"symbol and a fallback", service(1,
			fn("f", until(n, send(0)), fallback(0))), "sink0 1 + n [loopn] f:2"},
		{"unlimited", service(1,
			fn("f", until(Unlimited(), send(0, layer("client", 3))))),
			"sink0 unbounded (3) [loopunbounded client3] f:1"},
		{"unlimited inside", service(1,
			fn("f", until(Number(3), calls(1))), fn("g", until(Unlimited(), send(0)))),
			"sink0 unbounded (3) [loop3 loopunbounded] f:1 g:1"},
		{"unlimited around what does not fail", service(2,
			fn("f", until(Unlimited(), send(0)), fallback(1))),
			"sink0 unbounded (1) [loopunbounded] f:2\nsink1 1 [] f:1"},
		{"calls in a circle", service(1,
			fn("f", try(calls(1), leave, leave)),
			fn("g", try(calls(2), try(send(0), leave, leave), leave)),
			fn("h", try(calls(1), try(send(0), leave, leave), try(send(0, layer("client", 2)), leave, leave)))),
			"sink0 2 [client2] f:1 g:2 h:2"},
		{"a function that calls itself", service(1,
			fn("f", try(send(0), try(calls(0), leave, leave), leave))), "sink0 1 [] f:2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := describe(t, test.g); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestFailoverRequest(t *testing.T) {
	g := service(1, fn("f", until(Number(2), send(0))))
	g.Requests[0].Failover = true
	if got, want := describe(t, g), "sink0 2 failover [loop2] f:1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Of the requests to one sink the worst counts, though it is only made after
// another one has failed.
func TestSameSink(t *testing.T) {
	g := service(2, fn("f", try(send(0), try(send(1, layer("client", 2)), leave, leave), try(send(1), leave, leave))))
	g.Requests[1].Sink = "sink0"
	if got, want := describe(t, g), "sink0 2 [client2] f:1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	g.Funcs[0] = fn("f", try(send(0), leave, try(send(1, layer("client", 2)), leave, leave)))
	if got, want := describe(t, g), "sink0 2 [client2] f:1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Steps that lead to each other without a loop are an end, not a trap.
func TestUnmarkedCircle(t *testing.T) {
	to := func(i int) []Edge { return []Edge{{To: i, Back: -1}} }
	g := service(1, Func{Name: "f", Start: to(0), Steps: []Step{
		{Loop: -1, Request: 0, OnFailure: to(1), OnSuccess: to(1)},
		{Loop: -1, Request: 0, OnFailure: to(0), OnSuccess: to(0)},
	}})
	if got, want := describe(t, g), "sink0 2 [] f:0 "; !strings.HasPrefix(got+" ", want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A way back to a loop that is not around the step ends the walk.
func TestForeignBack(t *testing.T) {
	f := fn("f", try(send(0), leave, leave))
	f.Loops = []Loop{{Parent: -1, Layer: &Layer{Kind: "loop", Attempts: Number(9)}}}
	f.Steps[0].OnFailure = []Edge{{Back: 0}}
	f.Start = append(f.Start, Edge{Back: 0})
	if got, want := describe(t, service(1, f)), "sink0 1 [] f:1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Where very many functions call each other each of them still has an amount.
func TestLargeCircle(t *testing.T) {
	var funcs []Func
	const size = 3 * maxCircle
	for i := range size {
		funcs = append(funcs, fn(fmt.Sprint("f", i), try(calls((i+1)%size, (i+size-1)%size), leave, leave)))
	}
	funcs[size/2] = fn("source", until(Number(3), send(0)), try(calls(size/2-1), leave, leave))
	g := service(1, funcs...)
	rep, err := Evaluate(g)
	if err != nil {
		t.Fatal(err)
	}
	s := rep.Entries[0].Sinks[0]
	if n, _ := s.Attempts.Number(); n != 3 || len(s.Path) != size/2+1 || len(s.Layers) != 1 {
		t.Errorf("got %v with %d layers and %d frames, want 3, 1, %d", s.Attempts, len(s.Layers), len(s.Path), size/2+1)
	}
}

// Nothing is walked twice: ten thousand branches and a deep chain of calls.
func TestDeep(t *testing.T) {
	var body []block
	for range 10_000 {
		body = append(body, branch(try(send(0), proceed, proceed), try(send(0, layer("client", 2)), proceed, proceed)))
	}
	funcs := []Func{fn("f", try(calls(1), leave, leave))}
	for i := 1; i < 10_000; i++ {
		funcs = append(funcs, fn("f", until(Number(2), calls(i+1))))
	}
	g := service(1, append(funcs, fn("last", body...))...)
	rep, err := Evaluate(g)
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := rep.Entries[0].Sinks[0].Attempts.Number(); !ok || n != 1<<63-1 {
		t.Errorf("got %d, want the largest number", n)
	}
}

func TestOrder(t *testing.T) {
	g := service(3,
		fn("none"),
		fn("two", try(send(0, layer("client", 2)), leave, try(send(1, layer("client", 2)), leave, try(send(2, layer("client", 7)), leave, leave)))),
		fn("n", until(Symbol("n"), send(1))))
	g.Entries = []Entry{
		{Name: "z", Kind: HTTP}, {Name: "a", Kind: HTTP}, {Name: "a", Kind: CLI},
		{Name: "b", Func: 1, Kind: HTTP, Function: "y"}, {Name: "b", Func: 1, Kind: HTTP, Function: "x", Pos: Position{Line: 2}},
		{Name: "b", Func: 1, Kind: HTTP, Function: "x", Pos: Position{Line: 1}}, {Name: "c", Func: 2},
	}
	rep, err := Evaluate(g)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range rep.Entries {
		line := fmt.Sprintf("%s %s %s %d:", e.Kind, e.Name, e.Function, e.Pos.Line)
		for _, s := range e.Sinks {
			line += " " + s.Sink
		}
		got = append(got, line)
	}
	want := []string{
		" c  0: sink1",
		"http b x 1: sink2 sink0 sink1", "http b x 2: sink2 sink0 sink1", "http b y 0: sink2 sink0 sink1",
		"cli a  0:", "http a  0:", "http z  0:",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	again, _ := Evaluate(g)
	if !reflect.DeepEqual(rep, again) {
		t.Error("a second run has another report")
	}
}

func TestMalformed(t *testing.T) {
	valid := func() *Graph { return service(1, fn("f", until(Number(3), send(0)))) }
	tests := []struct {
		want string
		harm func(*Graph)
	}{
		{"entry 0 (GET /): function 1 is out of range, there are 1", func(g *Graph) { g.Entries[0].Func = 1 }},
		{"function 0 (f): start: edge 0: step 9 is", func(g *Graph) { g.Funcs[0].Start[0].To = 9 }},
		{"function 0 (f): start: edge 0: step -2 is", func(g *Graph) { g.Funcs[0].Start[0].To = -2 }},
		{"function 0 (f): step 0: on failure: edge 0: loop 1 is", func(g *Graph) { g.Funcs[0].Steps[0].OnFailure[0].Back = 1 }},
		{"function 0 (f): step 0: on success: edge 0: loop -2 is", func(g *Graph) { g.Funcs[0].Steps[0].OnSuccess[0].Back = -2 }},
		{"function 0 (f): step 0: function -1 is", func(g *Graph) { g.Funcs[0].Steps[0].Funcs = []int{-1} }},
		{"function 0 (f): step 0: request 1 is", func(g *Graph) { g.Funcs[0].Steps[0].Request = 1 }},
		{"function 0 (f): step 0: loop 1 is", func(g *Graph) { g.Funcs[0].Steps[0].Loop = 1 }},
		{"function 0 (f): loop 0: parent 1 is", func(g *Graph) { g.Funcs[0].Loops[0].Parent = 1 }},
		{"function 0 (f): loop 0: its parents go round", func(g *Graph) { g.Funcs[0].Loops[0].Parent = 0 }},
	}
	for _, test := range tests {
		g := valid()
		test.harm(g)
		_, err := Evaluate(g)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	if _, err := Evaluate(nil); err == nil {
		t.Error("no error without a graph")
	}
	if rep, err := Evaluate(&Graph{}); err != nil || len(rep.Entries) != 0 {
		t.Errorf("an empty graph has %v, %v", rep, err)
	}
}
