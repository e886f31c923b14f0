package unfold

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// textOf gives the text that an argument of a registration is. What functions of the
// program give is asked for here, as they are not run for a text: Pattern of a route.
func (c *registering) textOf(i *int) string {
	if s, ok := text(firstElement(c.arg(i))); ok || i == nil {
		return s
	}
	args := c.instr.Common().Args
	if c.instr.Common().Signature().Recv() != nil && !c.instr.Common().IsInvoke() {
		args = args[1:]
	}
	if *i >= len(args) {
		return ""
	}
	s, _ := c.r.spelled(args[*i], 0)
	return s
}

// spelled works out a text: a constant, what a function gives, or some of these together.
func (r *runner) spelled(v ssa.Value, depth int) (string, bool) {
	if s, ok := text(first(r.value(v))); ok || depth > 4 {
		return s, ok
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		x, ok := r.spelled(v.X, depth+1)
		y, too := r.spelled(v.Y, depth+1)
		return x + y, ok && too && v.Op == token.ADD
	case *ssa.Call:
		return text(first(r.given(v)))
	}
	return "", false
}

// given gives what a function returns that was not run before, as it does nothing else.
func (r *runner) given(c *ssa.Call) value {
	args := make([]value, 0, len(c.Call.Args)+1)
	fn := c.Call.StaticCallee()
	if c.Call.IsInvoke() {
		b, ok := first(r.value(c.Call.Value)).(boxed)
		if !ok {
			return nil
		}
		sel := r.in.selection(b.typ, c.Call.Method)
		if sel == nil || !r.in.hasBody(sel) {
			return nil
		}
		fn, args = r.in.prog.MethodValue(sel), append(args, b.val)
	}
	if fn == nil || len(fn.Blocks) == 0 || fn.Origin() != nil {
		return nil
	}
	for _, a := range c.Call.Args {
		args = append(args, r.value(a))
	}
	a := newActivation(fn, args, nil)
	if r.in.running(fn, args, nil) != nil || len(r.in.stack) > maxDepth {
		return nil
	}
	r.in.stack = append(r.in.stack, a)
	r.in.run(a)
	r.in.stack = r.in.stack[:len(r.in.stack)-1]
	return a.result
}
