package amplify

import "fmt"

// A block is a piece of a function that is written as a program would be. Its
// place gives it what comes after it; it returns the edges that lead into it.
type block func(b *builder, at place) []Edge

// place is where a block stands.
type place struct {
	loop     int    // the innermost loop around it, or -1
	next     []Edge // what comes after it
	brk, cnt []Edge // what break and continue lead to
}

type builder struct{ f *Func }

func end() []Edge { return []Edge{{To: End, Back: -1}} }

// fn builds a function from its body.
func fn(name string, body ...block) Func {
	f := Func{Name: name}
	b := &builder{&f}
	f.Start = seq(body...)(b, place{loop: -1, next: end()})
	for i := range f.Steps {
		f.Steps[i].Pos = Position{File: name, Line: i + 1}
	}
	return f
}

// recursion builds a function that again calls again.
func recursion(name string, n Bound, body ...block) Func {
	return fn(name, retry("recursion", n, append(body, leave)...))
}

func seq(list ...block) block {
	return func(b *builder, at place) []Edge {
		for i := len(list) - 1; i >= 0; i-- {
			at.next = list[i](b, at)
		}
		return at.next
	}
}

func branch(list ...block) block {
	return func(b *builder, at place) []Edge {
		var edges []Edge
		for _, alternative := range list {
			edges = append(edges, alternative(b, at)...)
		}
		return edges
	}
}

func leave(*builder, place) []Edge        { return end() }
func proceed(_ *builder, at place) []Edge { return at.next }
func stop(_ *builder, at place) []Edge    { return at.brk }
func again(_ *builder, at place) []Edge   { return at.cnt }

// retry is a loop that retries; what is left of the body at its end is its next round.
func retry(kind string, n Bound, body ...block) block {
	return loop(&Layer{Kind: kind, Attempts: n}, body...)
}

// each is a loop over items.
func each(body ...block) block { return loop(nil, body...) }

func loop(layer *Layer, body ...block) block {
	return func(b *builder, at place) []Edge {
		l := len(b.f.Loops)
		b.f.Loops = append(b.f.Loops, Loop{Parent: at.loop, Layer: layer})
		round := append([]Edge{{Back: l}}, at.next...)
		return seq(body...)(b, place{loop: l, next: round, brk: at.next, cnt: round})
	}
}

// try is a step, with what is done when it fails and when it works.
func try(s Step, failed, worked block) block {
	return func(b *builder, at place) []Edge {
		s := s
		s.Loop = at.loop
		s.OnFailure = failed(b, at)
		s.OnSuccess = worked(b, at)
		b.f.Steps = append(b.f.Steps, s)
		return []Edge{{To: len(b.f.Steps) - 1, Back: -1}}
	}
}

func send(r int, layers ...Layer) Step { return Step{Request: r, Layers: layers} }
func calls(funcs ...int) Step          { return Step{Request: -1, Funcs: funcs} }

func layer(kind string, n int64) Layer { return Layer{Kind: kind, Attempts: Number(n)} }

// service is a graph whose only entry is the first function, with a sink a request.
func service(requests int, funcs ...Func) *Graph {
	g := &Graph{Funcs: funcs, Entries: []Entry{{Name: "GET /", Kind: HTTP}}}
	for i := range requests {
		g.Requests = append(g.Requests, Request{Sink: fmt.Sprintf("sink%d", i)})
	}
	return g
}
