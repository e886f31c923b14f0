package retrysite

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// factTypes lists the facts that the analyzer exports.
func factTypes() []analysis.Fact {
	return []analysis.Fact{new(Helper), new(WaitsFact), new(DelayFact), new(noEffectFact), new(sendsFact), new(Retries), new(LogsErrors), new(MakesRetrier), new(Declared)}
}

// Helper is the fact that a function runs one of its parameters again until it
// succeeds.
type Helper struct {
	// Callback is the index of the parameter, the receiver not counted.
	Callback int
	// Attempts bounds the runs. Where its kind is Symbol, Param says which
	// parameter gives the number of attempts, Plus being added to it; Param is
	// -1 where none does.
	Attempts Bound
	Param    int
	Plus     int
	// Field is the field of that parameter which counts the attempts down, where
	// the parameter is a struct.
	Field string
	Delay Delay
	// DelayParam is the parameter that gives a fixed delay, or -1.
	DelayParam int
	Jitter     Tri
	Context    bool
	// Unwaited reports whether the callback can run again without a wait.
	Unwaited bool
	// TakesEnd reports whether the helper itself is given a context.
	TakesEnd bool
	// Selective reports whether the helper hands on a predicate on the error.
	Selective bool
	// Reply says what the callback's results ask for.
	Reply Reply
}

// AFact marks Helper as a fact.
func (*Helper) AFact() {}

func (h *Helper) String() string {
	n := "unbounded"
	switch h.Attempts.Kind {
	case Const:
		n = fmt.Sprintf("x%d", h.Attempts.N)
	case Symbol:
		n = "x " + h.Attempts.Symbol
		if h.Param >= 0 {
			n = fmt.Sprintf("x arg %d", h.Param)
			if h.Plus != 0 {
				n += fmt.Sprintf("%+d", h.Plus)
			}
		}
	case Deadline:
		n = "until a deadline"
	}
	return fmt.Sprintf("runs arg %d %s, delay %s", h.Callback, n, h.Delay.Kind)
}

// WaitsFact is the fact that a function waits on every way through it.
type WaitsFact struct {
	// Duration is the parameter that says how long, or -1.
	Duration int
	Delay    Delay
	Jitter   Tri
	Watches  bool
	Module   bool
	Chosen   []Choice
}

// AFact marks WaitsFact as a fact.
func (*WaitsFact) AFact() {}

func (f *WaitsFact) String() string {
	if f.Duration >= 0 {
		return fmt.Sprintf("waits for arg %d", f.Duration)
	}
	return fmt.Sprintf("waits, delay %s", f.Delay.Kind)
}

// DelayFact is the fact that a function computes a delay that grows or is drawn
// at random.
type DelayFact struct {
	Kind   DelayKind
	Jitter Tri
	Chosen []Choice
}

// AFact marks DelayFact as a fact.
func (*DelayFact) AFact() {}

func (f *DelayFact) String() string {
	if f.Jitter == Yes {
		return fmt.Sprintf("computes a delay: %s with jitter", f.Kind)
	}
	return fmt.Sprintf("computes a delay: %s", f.Kind)
}

// noEffectFact is the fact that a function that can fail touches nothing outside
// its memory, where its name and package would not tell.
type noEffectFact struct{}

func (*noEffectFact) AFact() {}

func (*noEffectFact) String() string { return "no I/O" }

// LogsErrors is the fact that a function does nothing but log, at error level.
type LogsErrors struct{}

// AFact marks LogsErrors as a fact.
func (*LogsErrors) AFact() {}

func (*LogsErrors) String() string { return "logs at error" }

// exportFacts tells other packages what is worth knowing of this one's
// exported functions. Facts are kept rare: they travel to every dependent.
func (p *pkgInfo) exportFacts() {
	p.exportHelpers()
	p.exportSends()
	p.exportRetries()
	p.exportMakers()
}

// exportRetries tells of the functions that retry inside.
func (p *pkgInfo) exportRetries() {
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Parent() != nil || !p.effects[fn].Remote() || isStd(obj.Pkg().Path()) {
			continue
		}
		if s := p.retriesIn(fn, 1); s != nil {
			b := s.Attempts
			b.Pos, b.limit, b.guard = 0, nil, nil
			p.pass.ExportObjectFact(obj, &Retries{Attempts: b, By: s.Func})
		}
	}
}

// exportMakers tells of the functions that log errors, and of those that make what
// retries.
func (p *pkgInfo) exportMakers() {
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Parent() != nil {
			continue
		}
		if p.onlyLogsErrors(fn) {
			p.pass.ExportObjectFact(obj, &LogsErrors{})
		}
		if s := p.retrierOf(fn); s != nil {
			b := s.Attempts
			b.Pos, b.limit, b.guard = 0, nil, nil
			p.pass.ExportObjectFact(obj, &MakesRetrier{Attempts: b, By: s.Func})
		}
	}
}

// exportHelpers tells of the functions that run their callbacks, wait, or do neither.
func (p *pkgInfo) exportHelpers() {
	p.exportDeclared()
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Parent() != nil {
			continue
		}
		if h := p.helperOf(fn); h != nil {
			p.pass.ExportObjectFact(obj, h)
		}
		if s := p.summarizeWaits(fn); s != nil && s.always && (!s.works || waitName(fn.Name())) {
			p.exportWait(fn, obj, s)
		}
		p.exportDelay(fn, obj)
		if fallible(fn.Signature) && p.effects[fn] == 0 && !pureName(obj.Name()) && !takesContext(fn.Signature) &&
			!inMemoryPackage(obj.Pkg().Path()) && p.reachesNet(p.pass.Pkg) && !isStd(obj.Pkg().Path()) {
			p.pass.ExportObjectFact(obj, &noEffectFact{})
		}
	}
}

func isStd(path string) bool {
	_, ok := stdEffect(path, types.NewFunc(0, nil, "", types.NewSignatureType(nil, nil, nil, nil, nil, false)))
	return ok
}

func (p *pkgInfo) exportWait(fn *ssa.Function, obj *types.Func, s *waitSummary) {
	if s.event {
		return // waits for something else, not for time
	}
	f := &WaitsFact{Duration: -1, Watches: s.watches}
	for _, instr := range s.waits {
		w := p.waitAt(instr)
		if w == nil || w.event || len(w.durations) != 1 {
			continue
		}
		if prm, ok := stripConversions(w.durations[0]).(*ssa.Parameter); ok {
			for i, q := range fn.Params {
				if q == prm {
					f.Duration = i - receiverArgs(obj)
				}
			}
		}
	}
	judge := func(fr *frame) features {
		var feats features
		p.addWaitsOf(s, fr, &feats)
		return feats
	}
	feats := judge(nil)
	f.Delay, f.Jitter, f.Module = feats.delay(), feats.jitterOf(), feats.module()
	if f.Duration < 0 && f.Jitter != No {
		f.Chosen = p.choices(fn, judge)
	}
	p.pass.ExportObjectFact(obj, f)
}

// exportDelay exports what a function that returns a duration computes.
func (p *pkgInfo) exportDelay(fn *ssa.Function, obj *types.Func) {
	res := fn.Signature.Results()
	if res.Len() == 0 || !isDuration(res.At(0).Type()) {
		return
	}
	judge := func(fr *frame) features {
		var f features
		for _, r := range p.decider().returnsOf(fn, fr, 0) {
			p.trace(r.Results[0], fr, &f)
		}
		return f
	}
	if f := judge(nil); f.random || f.grows || f.table {
		out := &DelayFact{Kind: f.delay().Kind, Jitter: f.jitterOf()}
		if out.Jitter != No {
			out.Chosen = p.choices(fn, judge)
		}
		p.pass.ExportObjectFact(obj, out)
	}
}
