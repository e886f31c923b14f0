package unfold

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const shapes = `package shapes

func straight() int { return 1 }

func either(b bool) (n int) {
	if b {
		n = 1
	} else {
		n = 2
	}
	return n
}

func early(b bool) int {
	if b {
		return 1
	}
	return 2
}

func list(xs []int) (n int) {
	for _, x := range xs {
		if x < 0 {
			continue
		}
		if x == 7 {
			break
		}
		n += x
	}
	return n
}

func words(m map[string]int) (n int) {
	for _, v := range m {
		n += v
	}
	return n
}

func endless() {
	for {
	}
}

func perhaps(b bool) int {
	if b {
		for {
		}
	}
	return 1
}

func panics(n int) int {
	switch n {
	case 1:
		panic(n)
	case 2:
		return 2
	}
	return n
}

func nested(xs [][]int) (n int) {
outer:
	for i := 0; i < 3; i++ {
		for _, x := range xs[i] {
			if x == 1 {
				continue outer
			}
			if x == 2 {
				break outer
			}
			n++
		}
	}
	return n
}

func tables(ms []map[string]int) (n int) {
	for _, m := range ms {
		for _, v := range m {
			n += v
		}
	}
	return n
}

func again(m map[string]int) (n int) {
	for range 3 {
		for _, v := range m {
			n += v
		}
	}
	return n
}

func jumps(n int) int {
start:
	if n > 10 {
		goto end
	}
	n++
	if n%2 == 0 {
		goto start
	}
	n += 3
end:
	return n
}

func crossed(n int) int {
	if n > 0 {
		goto b
	}
a:
	n++
	if n > 9 {
		return n
	}
b:
	n += 2
	goto a
}

func blocked(c chan int) {
	defer func() { recover() }()
	select {
	case <-c:
	case c <- 1:
		return
	}
	select {}
}
`

func shapeFuncs(t *testing.T) map[string]*ssa.Function {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "shapes.go", shapes, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("shapes", ""), []*ast.File{f}, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*ssa.Function{}
	for name, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok && len(fn.Blocks) > 0 {
			out[name] = fn
		}
	}
	return out
}

// TestMeets holds the block where ways meet against its definition: of the blocks
// without which no return can be reached, the one that comes first.
func TestMeets(t *testing.T) {
	for name, fn := range shapeFuncs(t) {
		s := newShape(fn)
		for _, b := range s.order {
			if want := meetOf(s.order, b); s.meets[b.Index] != want {
				t.Errorf("%s: ways from %s meet at %v, want %v", name, b, s.meets[b.Index], want)
			}
		}
	}
}

func meetOf(blocks []*ssa.BasicBlock, from *ssa.BasicBlock) *ssa.BasicBlock {
	if !returns(from, nil) {
		return nil
	}
	var all []*ssa.BasicBlock
	for _, c := range blocks {
		if c != from && !returns(from, c) {
			all = append(all, c)
		}
	}
	for _, c := range all {
		nearest := true
		for _, d := range all {
			// From c on, d is still to come.
			if c != d && returns(c, d) {
				nearest = false
			}
		}
		if nearest {
			return c
		}
	}
	return nil
}

// returns reports whether a return can be reached from a block without another.
func returns(from, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	var visit func(*ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		if leaves(b) {
			return true
		}
		for _, c := range b.Succs {
			if visit(c) {
				return true
			}
		}
		return false
	}
	return visit(from)
}

func TestShapeLoops(t *testing.T) {
	fns := shapeFuncs(t)
	for name, want := range map[string][]bool{ // whether each goes through a list
		"straight": nil, "either": nil, "early": nil, "panics": nil,
		"list": {true}, "words": {true}, "endless": {false}, "perhaps": {false}, "nested": {true, true}, "jumps": {false},
		"tables": {true, true}, "again": {false, true},
		"crossed": nil, // there are two ways into it, and no header
	} {
		s := newShape(fns[name])
		var got []bool
		for i, l := range s.list {
			got = append(got, l.list)
			if i > 0 && len(l.blocks) > len(s.list[i-1].blocks) {
				t.Errorf("%s: the inner loop comes first", name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has %d loops, want %d", name, len(got), len(want))
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: loop %d goes through a list: %v", name, i, got[i])
			}
		}
		if len(s.order) != len(fns[name].Blocks) || s.order[0] != fns[name].Blocks[0] {
			t.Errorf("%s: %d blocks in order, beginning with %s", name, len(s.order), s.order[0])
		}
	}
}
