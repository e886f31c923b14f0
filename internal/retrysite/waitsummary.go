package retrysite

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// waitSummary says whether and how a function waits.
type waitSummary struct {
	always  bool // on every way to a return, unless it tells of a failure
	waits   []ssa.Instruction
	watches bool
	event   bool
	works   bool // it runs operations too: it is more than a wait
	// told is the parameter whose error it waits for, where it was looked at with one.
	told *ssa.Parameter
	busy bool // being computed
}

// helperWait describes the call of a function of this package that waits.
func (p *pkgInfo) helperWait(in callee, c *ssa.CallCommon) *waitInfo {
	fn := in.fn
	sum := p.summarizeWaits(fn)
	if sum == nil || !sum.always || sum.works && !waitName(fn.Name()) {
		return nil
	}
	w := &waitInfo{name: displayName(fn), watches: sum.watches, event: sum.event, module: true}
	if sum.told != nil {
		w.told = in.fr.arg(sum.told)
	}
	if sum.event {
		if !waitName(fn.Name()) {
			return nil // blocks on others as a part of its work
		}
		w.delay = Delay{Kind: Event}
		return w
	}
	var f features
	for _, instr := range sum.waits {
		inner := p.waitAt(instr)
		if inner == nil || inner.event || len(inner.durations) != 1 {
			continue
		}
		if prm, ok := stripConversions(inner.durations[0]).(*ssa.Parameter); ok {
			if a := in.fr.arg(prm); a != nil {
				w.duration = a
			}
		}
	}
	p.addWaitsOf(sum, in.fr, &f)
	w.delay, w.jitter, w.module = f.delay(), f.jitterOf(), f.module()
	return w
}

// addWaitsOf adds to f what a function's waits are in one call of it.
func (p *pkgInfo) addWaitsOf(sum *waitSummary, fr *frame, f *features) {
	d := p.decider()
	some := slices.ContainsFunc(sum.waits, func(instr ssa.Instruction) bool { return d.reached(instr, fr, 0) })
	for _, instr := range sum.waits {
		if !some || d.reached(instr, fr, 0) {
			p.addWait(instr, fr, f)
		}
	}
}

// addWait adds to f what a wait in a function is in one call of that function.
func (p *pkgInfo) addWait(instr ssa.Instruction, fr *frame, f *features) {
	w := p.waitAt(instr)
	if w == nil || w.event {
		return
	}
	if call, ok := instr.(*ssa.Call); ok {
		followed := false
		for _, in := range p.decider().callees(&call.Call, fr, 0) {
			sum := p.summarizeWaits(in.fn)
			if sum != nil && len(sum.waits) > 0 && !sum.event && !fr.running(in.fn) {
				p.addWaitsOf(sum, in.fr, f)
				followed = true
			}
		}
		if followed {
			return
		}
		if c := p.chosenWait(&call.Call, fr); c != nil {
			w = c
		}
	}
	if len(w.durations) == 0 {
		f.merge(w)
		return
	}
	for _, d := range w.durations {
		p.trace(d, fr, f)
	}
}

// sometimes describes a call of a helper that waits on some of its ways only.
func (p *pkgInfo) sometimes(fn *ssa.Function, c *ssa.CallCommon) *waitInfo {
	_, all := p.waitBlocks(fn)
	w := &waitInfo{name: displayName(fn), module: true}
	var f features
	timed := false
	fr := p.decider().frameAt(fn, c, c.Args, nil, nil)
	for _, instr := range all {
		inner := p.waitAt(instr)
		if inner == nil || inner.event {
			continue
		}
		timed = true
		w.watches = w.watches || inner.watches
		p.addWait(instr, fr, &f)
	}
	if !timed {
		return nil
	}
	w.delay, w.jitter, w.module = f.delay(), f.jitterOf(), f.module()
	return w
}

// summarizeWaits walks through fn to see whether it waits on every way.
func (p *pkgInfo) summarizeWaits(fn *ssa.Function) *waitSummary {
	if s, ok := p.waitFns[fn]; ok {
		if s.busy {
			return nil
		}
		return s
	}
	s := &waitSummary{busy: true}
	p.waitFns[fn] = s
	defer func() { s.busy = false }()
	if len(fn.Blocks) == 0 || len(fn.Blocks) > 120 {
		return s
	}
	blocks, all := p.waitBlocks(fn)
	if len(blocks) == 0 {
		return s
	}
	s.works = p.runsOperations(fn)
	if !canAvoid(fn, blocks) {
		s.always, s.event = true, true
		for _, instr := range all {
			s.add(p, instr)
		}
		return s
	}
	if !p.couldReportFailure(fn) {
		return s
	}
	w := &walker{pkg: p, depth: 1}
	given := assumption{}
	for _, prm := range fn.Params {
		switch {
		case isDuration(prm.Type()):
			given[prm] = atLeast(shortestWait)
		case isErrorish(prm.Type()):
			given[prm] = nonNilV // a helper is told what failed
			s.told = prm
		}
	}
	w.runFrom(fn, newEnv(given))
	if w.steps > maxSteps {
		return s
	}
	no := p.refusal(fn, given)
	s.always, s.event = false, true
	seen := uint64(0)
	for _, o := range w.outcomes {
		if o.waited != 0 {
			seen |= o.waited
			s.always = true
		}
	}
	for _, o := range w.outcomes {
		if o.waited == 0 && !failed(fn, o.ret) && !declined(fn, o.ret, no) {
			s.always = false
		}
	}
	for _, instr := range w.marked(seen) {
		s.add(p, instr)
	}
	return s
}

func (s *waitSummary) add(p *pkgInfo, instr ssa.Instruction) {
	if wi := p.waitAt(instr); wi != nil {
		s.waits = append(s.waits, instr)
		s.watches = s.watches || wi.watches
		s.event = s.event && wi.event
	}
}

// runsOperations reports whether fn does anything that can fail beside waiting.
func (p *pkgInfo) runsOperations(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && p.isOperation(call) && !neverRetried(&call.Call) && p.waitAt(call) == nil {
				return true
			}
		}
	}
	return false
}

// canAvoid reports whether some way from the entry to a return passes none of
// the blocks.
func canAvoid(fn *ssa.Function, blocks map[*ssa.BasicBlock]bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || blocks[b] {
			continue
		}
		seen[b] = true
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

// couldReportFailure reports whether the ways of fn that do not wait may be
// told apart: by an error that it returns, or a duration that it is given, or
// because it is given a failure and says whether to go on.
func (p *pkgInfo) couldReportFailure(fn *ssa.Function) bool {
	if fallible(fn.Signature) {
		return true
	}
	for v := range fn.Signature.Params().Variables() {
		if isDuration(v.Type()) || isErrorish(v.Type()) && saysWhether(fn) {
			return true
		}
	}
	return false
}

// saysWhether reports whether fn answers yes or no, and nothing else.
func saysWhether(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	return res.Len() == 1 && isBool(res.At(0).Type())
}

// declined reports whether a function that is given a failure, and says whether to go
// on, has said no, or what else says so.
func declined(fn *ssa.Function, ret []value, no value) bool {
	return saysWhether(fn) && len(ret) == 1 && (ret[0] == falseV || ret[0] == no)
}

// refusal gives what a function that answers yes or no says on all ways once the
// contexts at hand have ended: it may tell whether to stop, and not whether to go on.
func (p *pkgInfo) refusal(fn *ssa.Function, given assumption) value {
	if !saysWhether(fn) {
		return falseV
	}
	w := &walker{pkg: p, depth: 1, ended: true}
	w.runFrom(fn, newEnv(given))
	for _, o := range w.outcomes {
		if len(o.ret) != 1 || o.ret[0] != trueV {
			return falseV
		}
	}
	if w.steps > maxSteps || len(w.outcomes) == 0 {
		return falseV
	}
	return trueV
}

// failed reports whether the results say that the function did not do what it
// was called for: an error that is not plainly nil.
func failed(fn *ssa.Function, ret []value) bool {
	res := fn.Signature.Results()
	for i := range res.Len() {
		if i < len(ret) && isErrorish(res.At(i).Type()) && ret[i].kind != isNil {
			return true
		}
	}
	return false
}

// waitBlocks lists the blocks of fn that pause, and what pauses in them.
func (p *pkgInfo) waitBlocks(fn *ssa.Function) (map[*ssa.BasicBlock]bool, []ssa.Instruction) {
	blocks := map[*ssa.BasicBlock]bool{}
	var all []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch in := instr.(type) {
			case *ssa.Select, *ssa.Call:
			case *ssa.UnOp:
				if in.Op != token.ARROW {
					continue
				}
			default:
				continue
			}
			if p.waitAt(instr) != nil {
				blocks[b] = true
				all = append(all, instr)
			}
		}
	}
	return blocks, all
}
