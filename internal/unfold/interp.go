package unfold

import (
	"bytes"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// interp runs code on values of which only some are known. What it is for are
// the settings: which function a variable holds, how many attempts a client was
// made with. Calls out of scope work, unless they are requests, which may fail.
type interp struct {
	prog    *ssa.Program
	scope   map[*types.Package]bool
	cat     *catalog.Catalog
	objects int   // how many have been made
	weak    int32 // how uncertain it is that the code at hand runs
	budget  int   // instructions that may still be run
	pending int   // functions being run that have deferred calls
	// verdicts are variables that say how something went, as they were stored since the
	// first of these calls was deferred.
	verdicts []*object

	globals map[*ssa.Global]*object
	memo    map[string]*activation
	traits  map[*ssa.Function]*traits // as asked for so far
	ways    map[*ssa.Function]int     // how often a function was called anew
	stack   []*activation
	key     bytes.Buffer              // of the call at hand
	byType  map[*types.TypeName]union // memory of types in scope
	makers  map[*types.TypeName][]*ssa.Function
	asked   map[*types.TypeName]bool
	shapes  map[*ssa.Function]*shape
	matters map[types.Type]bool // types out of scope whose values are worth keeping

	mutable    map[*types.Var]bool // fields that are written after their struct was made
	serving    bool                // what the program does by itself has been run
	types      []types.Type        // declared in scope
	registrars []*ssa.Function     // that register handlers
	guessing   *ssa.Function       // the one that is run though nothing has called it
	ran        map[*ssa.Function]bool
	mains      map[*packages.Package]*activation // of the main packages asked for
	order      []*activation                     // all, as they were begun
	all        []*ssa.Function

	worth map[*ssa.Function]bool // functions to be run for what they do
	opens map[*types.Func]bool   // methods of interfaces that nothing in scope implements
	impls map[*types.Func][]*ssa.Function
	// targets are what the call graph gives for calls, where values do not tell.
	targets map[ssa.CallInstruction][]*ssa.Function
	sorted  map[ssa.CallInstruction]bool // targets that are in order
	names   map[*ssa.Function]string
	leaving map[*types.Func]bool                 // whether calls of a function leave the process
	notable map[*types.Func]bool                 // whether they are worth running what makes them for
	likely  map[*types.Func]catalog.Registration // what functions are like that the catalog does not have
	options map[string]*object                   // what functions set as options, by parameter

	found frameworks
	extra sinkPatterns
	said  *declarations
}

// Limits of the interpreter. What lies beyond is not known.
const (
	maxDepth   = 60 // calls in calls
	maxNested  = 4  // of one function in itself, on different objects
	maxRounds  = 64 // of a loop over a list that is known
	maxBudget  = 40_000_000
	maxTargets = 12 // of one call
	// maxWays is how many ways of calling one function are kept apart. Beyond that
	// only the functions among its arguments are known.
	maxWays = 40
)

// activation is a function called with certain arguments.
type activation struct {
	fn     *ssa.Function
	args   []value
	bind   []value
	vars   *frame              // nil where nobody will ask
	cells  map[ssa.Value]int64 // integers in variables of others, as they were at first
	allocs map[allocKey]*object
	calls  map[ssa.Instruction]*callRecord
	order  []ssa.Instruction // of calls
	result value
	done   bool
	// requests reports that a request can be made in it.
	requests bool
	// serves are the routers that requests are handed to in it; nil stands for what is not
	// known.
	serves map[*object]bool
	// turns are activations that it stands for: they run one after the other, unless the
	// failure of one may end it.
	turns  []*activation
	mayEnd bool
}

// callRecord tells of one call.
type callRecord struct {
	instr   ssa.CallInstruction
	targets []*activation
	self    bool // it calls the function that it is in
	request *request
	helper  *helperCall
	// elements is how many there are in the list that the call goes through, as an iterator.
	elements int
}

// request is a call that leaves the process.
type request struct {
	sink   string
	quotas []quota // of attempts built into the client, each on top of the next
}

// allocKey is a place where an activation makes memory: an instruction, and which of
// its results.
type allocKey struct {
	instr  ssa.Instruction
	result int
}

// asks reports whether a request can be made in an activation.
func asks(a *activation) bool { return a.requests }

func (a *activation) record(instr ssa.CallInstruction) *callRecord {
	r, ok := a.calls[instr]
	if !ok {
		r = &callRecord{instr: instr}
		a.calls[instr] = r
		a.order = append(a.order, instr)
	}
	return r
}

// add notes what a call runs.
func (a *activation) add(r *callRecord, target *activation) {
	if target != nil {
		for router := range target.serves {
			a.serve(router)
		}
	}
	if target == nil || slices.Contains(r.targets, target) || len(r.targets) >= maxTargets && !target.requests {
		return
	}
	r.targets = append(r.targets, target)
	a.requests = a.requests || target.requests
}

// call runs fn and gives its activation, or nil where its code is out of scope.
// Calls with the same arguments from the same place are one.
func (in *interp) call(fn *ssa.Function, args, bind []value, from ssa.Instruction) *activation {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if len(fn.Blocks) == 0 || len(in.stack) > maxDepth || in.budget <= 0 {
		return nil
	}
	t := in.traitsOf(fn)
	if from != noCall && !t.makes {
		from = nil
	}
	if !t.runs {
		return nil
	}
	key := in.keyOfCall(fn, args, bind, from)
	if a, ok := in.memo[string(key)]; ok {
		return a
	}
	if a := in.running(fn, args, bind); a != nil {
		return a
	}
	if in.ways[fn]++; in.ways[fn] > maxWays && from != noCall {
		return in.call(fn, codeOnly(args), codeOnly(bind), noCall)
	}
	a := newActivation(fn, args, bind)
	in.memo[string(key)] = a
	in.ran[fn] = true
	in.order = append(in.order, a)
	in.stack = append(in.stack, a)
	in.run(a)
	in.stack = in.stack[:len(in.stack)-1]
	a.done = true
	a.vars.now, a.allocs = nil, nil
	if !a.requests {
		a.vars = nil
	}
	return a
}

// noCall stands for the place of the call where a function has too many of them.
var noCall ssa.Instruction = new(ssa.Call)

// codeOnly keeps of values only which functions they are, and not what these capture.
func codeOnly(vs []value) []value {
	out := make([]value, len(vs))
	for i, v := range vs {
		if c, ok := unboxed(first(v)).(closure); ok {
			out[i] = closure{c.fn, make([]value, len(c.bind))}
		}
	}
	return out
}

// traits are what is asked of a function at each of its calls.
type traits struct {
	isSink bool // the user says so
	sink   string
	helper *catalog.Entry // that the user says it is, or nil
	makes  bool           // what it returns may be memory that it makes
	runs   bool           // it is worth running
}

// traitsOf is to be asked once it is known which functions are worth running.
func (in *interp) traitsOf(fn *ssa.Function) *traits {
	t, ok := in.traits[fn]
	if !ok {
		t = &traits{helper: in.userHelper(objectOf(fn)), makes: makes(fn.Signature), runs: in.worth[fn] || in.yields(fn)}
		t.sink, t.isSink = in.sinkIn(fn)
		in.traits[fn] = t
	}
	return t
}

// makes reports whether what a function returns may be memory that it makes: calls of
// it from different places are then not the same.
func makes(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if _, basic := v.Type().Underlying().(*types.Basic); !basic && !isErrorType(v.Type()) {
			return true
		}
	}
	return false
}

func newActivation(fn *ssa.Function, args, bind []value) *activation {
	return &activation{
		fn: fn, args: args, bind: bind, cells: map[ssa.Value]int64{},
		allocs: map[allocKey]*object{}, calls: map[ssa.Instruction]*callRecord{},
	}
}

// keyOfCall names a call, until the next one is named.
func (in *interp) keyOfCall(fn *ssa.Function, args, bind []value, from ssa.Instruction) []byte {
	b := &in.key
	b.Reset()
	writeKey(b, closure{fn, bind}, 0)
	writeKeys(b, args, 0)
	writePtr(b, from)
	return b.Bytes()
}

// running gives the activation of fn that is on the stack, if this call comes
// round to it: to the same function on the same objects.
func (in *interp) running(fn *ssa.Function, args, bind []value) *activation {
	nested := 0
	for _, a := range slices.Backward(in.stack) {
		if a.fn != fn {
			continue
		}
		if nested++; nested >= maxNested || sameObjects(a.args, args) && sameObjects(a.bind, bind) {
			return a
		}
	}
	return nil
}

// sameObjects reports whether arguments are the same but for what is data.
func sameObjects(x, y []value) bool {
	for i := range x {
		if i < len(y) && (carries(x[i]) || carries(y[i])) && !same(x[i], y[i]) {
			return false
		}
	}
	return true
}

// carries reports whether a value can lead to other code.
func carries(v value) bool {
	switch v := unboxed(v).(type) {
	case closure, foreign, interceptors, chained, rpc, iterator, *object, slice:
		return true
	case record:
		return slices.ContainsFunc(v.fields, carries)
	case union:
		return slices.ContainsFunc(v, carries)
	}
	return false
}

// global gives the memory of a package variable.
func (in *interp) global(g *ssa.Global) *object {
	o, ok := in.globals[g]
	if !ok {
		inScope := g.Pkg != nil && in.scope[g.Pkg.Pkg]
		o = in.newObject(g.Type().Underlying().(*types.Pointer).Elem(), inScope)
		o.weak = 1 << 20
		o.global = g.Name()
		if v, isVar := g.Object().(*types.Var); isVar && !inScope {
			o.shared = v
		}
		in.globals[g] = o
	}
	return o
}

// ofScope gives the name of a struct type that is declared in scope, or nil.
func (in *interp) ofScope(t types.Type) *types.TypeName {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil || !in.scope[n.Obj().Pkg()] {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return nil
	}
	return n.Origin().Obj()
}

// anyOf gives the objects of a type in scope, for a pointer of which nothing is
// known: those that the program makes; where it has not been seen to make any,
// those that its functions would.
func (in *interp) anyOf(t types.Type) value {
	name := in.ofScope(t)
	if name == nil {
		return nil
	}
	if len(in.byType[name]) == 0 && !in.asked[name] {
		in.asked[name] = true
		for _, fn := range in.makers[name] {
			in.callUnknown(fn)
		}
	}
	all := in.byType[name]
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	n := min(len(all), maxUnion)
	return all[:n:n]
}

// callUnknown runs a function of whose arguments nothing is known but their names.
func (in *interp) callUnknown(fn *ssa.Function) *activation {
	return in.call(fn, in.unknownArgs(fn), make([]value, len(fn.FreeVars)), nil)
}

func (in *interp) unknownArgs(fn *ssa.Function) []value {
	args := make([]value, len(fn.Params))
	for i, p := range fn.Params {
		if isInteger(p.Type()) {
			args[i] = symbol{p.Name()}
		}
	}
	return args
}
