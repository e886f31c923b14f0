package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Choice is how a function that waits, or computes a delay, does it without anything
// random when it is given one of the settings that its package offers: a policy in a
// package variable, one of the constants of a type, true or false.
type Choice struct {
	Param  int    // the argument, the receiver counted
	Value  string // the variable's name, or the constant as written by go/constant
	Delay  Delay
	Module bool
}

// maxChoices limits how many settings of one function are looked at.
const maxChoices = 64

// choices lists the settings of its package under which fn leaves out what is random.
func (p *pkgInfo) choices(fn *ssa.Function, judge func(*frame) features) []Choice {
	var out []Choice
	for i, prm := range fn.Params {
		for _, s := range p.settingsOf(prm.Type()) {
			args := make([]ssa.Value, len(fn.Params))
			for k, q := range fn.Params {
				args[k] = q
			}
			args[i] = s.v
			f := judge(&frame{fn: fn, args: args})
			if f.jitterOf() == No {
				out = append(out, Choice{Param: i, Value: s.name, Delay: f.delay(), Module: f.module()})
			}
		}
	}
	if len(out) > maxChoices {
		return nil
	}
	return out
}

type setting struct {
	name string
	v    ssa.Value
}

// settingsOf lists the values of a type that the package offers to others, in the
// order of their names.
func (p *pkgInfo) settingsOf(t types.Type) []setting {
	if b, ok := types.Unalias(t).(*types.Basic); ok {
		if b.Info()&types.IsBoolean == 0 {
			return nil
		}
		return []setting{
			{"false", ssa.NewConst(constant.MakeBool(false), t)},
			{"true", ssa.NewConst(constant.MakeBool(true), t)},
		}
	}
	if typePath(t) != p.pass.Pkg.Path() {
		return nil
	}
	var out []setting
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Const:
			if types.Identical(obj.Type(), t) {
				out = append(out, setting{obj.Val().ExactString(), ssa.NewConst(obj.Val(), t)})
			}
		case *types.Var:
			g, ok := p.ssa.Members[name].(*ssa.Global)
			if !ok || !obj.Exported() || typeName(obj.Type()) != typeName(t) || typePath(obj.Type()) != typePath(t) {
				continue
			}
			if v := p.settingIn(g); v != nil {
				out = append(out, setting{name, v})
			}
		}
	}
	if len(out) > maxChoices {
		return nil
	}
	return out
}

// settingIn gives the value that a package variable has from its declaration on.
func (p *pkgInfo) settingIn(g *ssa.Global) ssa.Value {
	sts := p.storesTo(g)
	switch {
	case len(sts) == 1 && sts[0] != nil && sts[0].Parent().Name() == "init":
		return sts[0].Val
	case isStruct(g.Type()) && (len(sts) == 0 || sts[0] == nil):
		return g
	}
	return nil
}

// chosen finds the choice that a call makes, or gives nil.
func (p *pkgInfo) chosen(from []Choice, obj *types.Func, c *ssa.CallCommon, fr *frame) *Choice {
	var out *Choice
	for i := range from {
		k := &from[i]
		if k.Param >= len(c.Args) || !p.gives(c.Args[k.Param], fr, obj, k.Value) {
			continue
		}
		if out != nil {
			return nil // two settings at once
		}
		out = k
	}
	return out
}

// gives reports whether an argument is the setting of that name of the package that
// obj belongs to.
func (p *pkgInfo) gives(arg ssa.Value, fr *frame, obj *types.Func, name string) bool {
	d := p.decider()
	if c := d.known(arg, fr, 0); c != nil {
		return c.ExactString() == name
	}
	ps := d.places(arg, fr, 0)
	if len(ps) != 1 {
		return false
	}
	v := ps[0].v
	if ld, ok := v.(*ssa.UnOp); ok && ld.Op == token.MUL {
		v = ld.X
	}
	g, ok := v.(*ssa.Global)
	return ok && g.Object() != nil && g.Object().Pkg() == obj.Pkg() && g.Name() == name
}

// chosenWait describes a call of another package's function that waits by the
// setting which it is given in a frame, or gives nil.
func (p *pkgInfo) chosenWait(c *ssa.CallCommon, fr *frame) *waitInfo {
	obj := calleeObject(c)
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == p.pass.Pkg {
		return nil
	}
	fact := new(WaitsFact)
	if !p.pass.ImportObjectFact(obj.Origin(), fact) {
		return nil
	}
	k := p.chosen(fact.Chosen, obj, c, fr)
	if k == nil {
		return nil
	}
	return &waitInfo{name: funcName(obj), watches: fact.Watches, delay: k.Delay, jitter: No, module: k.Module}
}
