package amplify

import "testing"

// named gives a function the name and position of another.
func named(name string, f Func) Func {
	f.Name = name
	return f
}

func last(f int) block               { return try(calls(f), leave, leave) }
func onFailure(f int, b block) block { return try(calls(f), b, leave) }

// What is counted is one operation, though all go through one function.
func TestOperations(t *testing.T) {
	execute := fn("execute", try(send(0), leave, leave))
	tests := []struct {
		name string
		g    *Graph
		want string
	}{
		{"other operations through a funnel", service(1,
			fn("f", try(calls(1), try(calls(2), last(3), last(3)), try(calls(2), last(3), last(3)))),
			fn("feed", last(4)), fn("icon", until(Number(3), calls(4))), fn("page", until(Number(2), calls(4))), execute),
			"sink0 3 [loop3] f:3 icon:1 execute:1"},
		{"once more", service(1,
			fn("f", onFailure(1, last(1))), fn("feed", last(2)), execute),
			"sink0 2 [] f:2 feed:1 execute:1"},
		{"once more after another operation", service(1,
			fn("f", onFailure(1, try(calls(2), leave, last(1)))), fn("feed", last(3)), fn("icon", until(Number(3), calls(3))), execute),
			"sink0 3 [loop3] f:2 icon:1 execute:1"},
		{"another operation in between works", service(1,
			fn("f", onFailure(1, try(calls(2), leave, last(1)))), fn("feed", until(Number(2), calls(3))), fn("icon", last(3)), execute),
			"sink0 4 [loop2] f:3 feed:1 execute:1"},
		{"the funnel itself", service(1,
			fn("f", onFailure(1, last(1))), execute),
			"sink0 2 [] f:2 execute:1"},
		{"the funnel after an operation", service(1,
			fn("f", onFailure(1, last(2))), fn("feed", until(Number(3), calls(2))), execute),
			"sink0 3 [loop3] f:2 feed:1 execute:1"},
		{"instances of one function", service(1,
			fn("f", onFailure(1, last(2))),
			named("fetch", fn("fetch3", until(Number(3), send(0)))), named("fetch", fn("fetch4", until(Number(4), send(0))))),
			"sink0 7 [loop4] f:1 fetch:1"},
		{"a function on the way down", service(1,
			fn("f", onFailure(1, last(3))), fn("render", until(Number(3), calls(2))),
			named("fetch", fn("fetch3", until(Number(3), calls(4)))), named("fetch", fn("fetch4", until(Number(4), calls(4)))), execute),
			"sink0 13 [loop3 loop3] f:2 render:1 fetch:1 execute:1"},
		{"first directly, then on the way down", service(1,
			fn("f", onFailure(3, last(1))), fn("render", until(Number(3), calls(2))),
			named("fetch", fn("fetch3", until(Number(3), calls(4)))), named("fetch", fn("fetch4", until(Number(4), calls(4)))), execute),
			"sink0 13 [loop3 loop3] f:1 render:1 fetch:1 execute:1"},
		{"the function itself, with less left", service(1,
			named("down", fn("down2", onFailure(2, last(1)))), named("down", fn("down1", last(2))), execute),
			"sink0 2 [] down:2 execute:1"},
		{"a function on both ways down", service(1,
			fn("f", onFailure(1, last(2))), fn("feed", last(3)), fn("icon", last(3)), fn("fetch", until(Number(3), calls(4))), execute),
			"sink0 3 [loop3] f:1 icon:1 fetch:1 execute:1"},
		{"an instance that makes another request", service(2,
			fn("f", onFailure(1, last(3))), fn("render", try(calls(2), leave, last(4))),
			named("fetch", fn("fetch1", try(send(1), leave, leave))), named("fetch", fn("fetch0", last(4))), execute),
			"sink0 1 [] f:1 fetch:1 execute:1\nsink1 1 [] f:2 render:2 fetch:1"},
		{"one request directly", service(1,
			fn("f", try(send(0), try(send(0, layer("client", 2)), leave, leave), leave))),
			"sink0 3 [client2] f:1"},
		{"directly and through a function", service(1,
			fn("f", try(send(0), last(1), leave)), execute),
			"sink0 1 [] f:1 execute:1"},
		{"a loop over two operations", service(1,
			fn("f", retry("loop", Number(3), try(calls(1), again, proceed), try(calls(2), again, leave))),
			fn("feed", last(3)), fn("icon", until(Number(2), calls(3))), execute),
			"sink0 6 [loop3 loop2] f:1 icon:1 execute:1"},
		{"a loop over both operations whatever fails", service(1,
			fn("f", retry("loop", Number(3), try(calls(1), proceed, proceed), try(calls(2), again, leave))),
			fn("feed", until(Number(4), calls(3))), fn("icon", last(3)), execute),
			"sink0 4 [loop4] f:2 feed:1 execute:1"},
		{"a loop entered later", service(1,
			fn("f", onFailure(1, until(Number(4), calls(1)))), fn("feed", until(Number(3), calls(2))), execute),
			"sink0 15 [loop4 loop3] f:1 feed:1 execute:1"},
		{"deferred", service(1,
			fn("f", try(calls(1), seq(try(calls(2), proceed, proceed), try(calls(3), leave, leave)), proceed),
				try(calls(2), proceed, proceed), try(calls(3), leave, leave)),
			fn("write", until(Number(3), calls(4))), fn("unlock", until(Number(2), calls(4))), fn("close", last(4)), execute),
			"sink0 3 [loop3] f:5 write:1 execute:1"},
		{"a relation that is not passed on", service(1,
			fn("f", try(calls(1), try(calls(2, 3), last(3), leave), leave)),
			fn("a", until(Number(3), calls(4))), fn("b", last(1)), fn("c", until(Number(4), calls(4))), execute),
			"sink0 8 [loop4] f:2 c:1 execute:1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := describe(t, test.g); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// A function may have very many operations: each is looked at alone.
func TestManyOperations(t *testing.T) {
	const size = 2000
	var body []block
	funcs := []Func{{}}
	for i := 1; i <= size; i++ {
		body = append(body, try(calls(i), proceed, proceed))
		funcs = append(funcs, fn("operation", until(Number(int64(i)), calls(size+1))))
		funcs[i].Pos.Line = i
	}
	funcs[0] = fn("f", body...)
	g := service(1, append(funcs, fn("execute", try(send(0), leave, leave)))...)
	rep, err := Evaluate(g)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := rep.Entries[0].Sinks[0].Attempts.Number(); n != size {
		t.Errorf("got %d, want %d", n, size)
	}
}
