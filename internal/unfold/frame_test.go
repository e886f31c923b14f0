package unfold

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

func TestFrameKeepsAllThatAValueHasBeen(t *testing.T) {
	v, other := new(ssa.BinOp), new(ssa.BinOp)
	for _, c := range []struct {
		name     string
		set      []value
		now, all value
	}{
		{"nothing", nil, nil, nil},
		{"one", []value{number(1)}, number(1), number(1)},
		{"the same", []value{number(1), number(1)}, number(1), number(1)},
		{"two", []value{number(1), number(2)}, number(2), union{number(1), number(2)}},
		{"unknown at last", []value{number(1), nil}, nil, nil},
		{"unknown at first", []value{nil, number(1)}, number(1), nil},
		{"a record tells of no branch", []value{number(1), tuple{number(2)}}, tuple{number(2)}, number(1)},
	} {
		f := newFrame(&shape{numbers: map[ssa.Value]int{v: 0, other: 1}})
		for _, x := range c.set {
			f.set(v, x)
		}
		if got := f.get(v); !same(got, c.now) {
			t.Errorf("%s: now %v, want %v", c.name, got, c.now)
		}
		if got := f.all(v); !same(got, c.all) {
			t.Errorf("%s: all in all %v, want %v", c.name, got, c.all)
		}
		for k, x := range f.known {
			if k != v || !same(x, c.all) {
				t.Errorf("%s: known is %v of %v, want %v of %v", c.name, x, k, c.all, v)
			}
		}
	}
	if got := new(frame).get(v); got != nil {
		t.Errorf("a value of another function is %v", got)
	}
}
