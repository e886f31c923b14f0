package amplify

import (
	"errors"
	"fmt"
)

// check returns an error that names the first place of a graph where an index
// is out of range, or where loops are around each other.
func check(g *Graph) error {
	if g == nil {
		return errors.New("amplify: no graph")
	}
	for i := range g.Funcs {
		if err := checkFunc(g, &g.Funcs[i]); err != nil {
			return fmt.Errorf("amplify: function %d (%s): %w", i, g.Funcs[i].Name, err)
		}
	}
	for i, e := range g.Entries {
		if err := within("function", e.Func, 0, len(g.Funcs)); err != nil {
			return fmt.Errorf("amplify: entry %d (%s): %w", i, e.Name, err)
		}
	}
	return nil
}

func checkFunc(g *Graph, f *Func) error {
	if err := checkLoops(f.Loops); err != nil {
		return err
	}
	if err := checkEdges(f, f.Start); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	for i := range f.Steps {
		if err := checkStep(g, f, &f.Steps[i]); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return nil
}

// checkLoops also walks up from every loop: a way up that is longer than there
// are loops has no end.
func checkLoops(loops []Loop) error {
	for i := range loops {
		up := 0
		for l := i; l != -1; l = loops[l].Parent {
			if err := within("parent", loops[l].Parent, -1, len(loops)); err != nil {
				return fmt.Errorf("loop %d: %w", l, err)
			}
			if up++; up > len(loops) {
				return fmt.Errorf("loop %d: its parents go round", i)
			}
		}
	}
	return nil
}

func checkStep(g *Graph, f *Func, s *Step) error {
	for _, callee := range s.Funcs {
		if err := within("function", callee, 0, len(g.Funcs)); err != nil {
			return err
		}
	}
	if err := within("loop", s.Loop, -1, len(f.Loops)); err != nil {
		return err
	}
	if err := within("request", s.Request, -1, len(g.Requests)); err != nil {
		return err
	}
	if err := checkEdges(f, s.OnFailure); err != nil {
		return fmt.Errorf("on failure: %w", err)
	}
	if err := checkEdges(f, s.OnSuccess); err != nil {
		return fmt.Errorf("on success: %w", err)
	}
	return nil
}

func checkEdges(f *Func, edges []Edge) error {
	for i, e := range edges {
		err := within("loop", e.Back, -1, len(f.Loops))
		if err == nil && e.Back == -1 {
			err = within("step", e.To, End, len(f.Steps))
		}
		if err != nil {
			return fmt.Errorf("edge %d: %w", i, err)
		}
	}
	return nil
}

// within returns an error where an index is not from low to below end.
func within(what string, index, low, end int) error {
	if index < low || index >= end {
		return fmt.Errorf("%s %d is out of range, there are %d", what, index, end)
	}
	return nil
}
