package retrysite

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Effect says what an operation touches outside its own memory.
type Effect uint8

const (
	// Net: the network, or a client that talks over it.
	Net Effect = 1 << iota
	// Files: the local file system.
	Files
	// Exec: another process.
	Exec
	// Dynamic: a call through an interface or a func value whose target
	// cannot be seen.
	Dynamic
	// Ports: a port of this machine.
	Ports
)

// Remote reports whether an operation with effect e can leave the machine.
func (e Effect) Remote() bool { return e&(Net|Dynamic) != 0 }

func (e Effect) String() string {
	var parts []string
	for _, n := range []struct {
		bit  Effect
		name string
	}{{Net, "net"}, {Files, "files"}, {Exec, "exec"}, {Dynamic, "dynamic"}, {Ports, "ports"}} {
		if e&n.bit != 0 {
			parts = append(parts, n.name)
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, "|")
}

// computeEffects works out what every function of the package touches, by
// itself and through the functions of the package that it calls.
func (p *pkgInfo) computeEffects() map[*ssa.Function]Effect {
	eff := map[*ssa.Function]Effect{}
	callees := map[*ssa.Function][]*ssa.Function{}
	for _, fn := range p.funcs {
		if p.settings.Leaves != nil && p.settings.Leaves(siteFunc(fn)) || p.declaredOf(fn).Sink != "" {
			eff[fn] |= Net
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Call:
					p.addEffect(eff, callees, fn, &instr.Call)
				case *ssa.Defer:
					p.addEffect(eff, callees, fn, &instr.Call)
				case *ssa.UnOp:
					if instr.Op == token.ARROW && isError(instr.Type()) {
						eff[fn] |= Dynamic // somebody else's failure
					}
				case *ssa.Select:
					for _, st := range instr.States {
						if st.Dir == types.RecvOnly && isError(st.Chan.Type().Underlying().(*types.Chan).Elem()) {
							eff[fn] |= Dynamic
						}
					}
				case *ssa.MakeClosure:
					if !onlyStarted(instr) {
						callees[fn] = append(callees[fn], instr.Fn.(*ssa.Function))
					}
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range p.funcs {
			e := eff[fn]
			for _, c := range callees[fn] {
				e |= eff[c]
			}
			if e != eff[fn] {
				eff[fn] = e
				changed = true
			}
		}
	}
	return eff
}

func (p *pkgInfo) addEffect(eff map[*ssa.Function]Effect, callees map[*ssa.Function][]*ssa.Function, fn *ssa.Function, c *ssa.CallCommon) {
	if callee := c.StaticCallee(); callee != nil {
		if o := callee.Origin(); o != nil {
			callee = o
		}
		if callee.Pkg == p.ssa || callee.Pkg == nil && callee.Parent() != nil {
			if decodes(callee) {
				return
			}
			callees[fn] = append(callees[fn], callee)
			return
		}
	}
	callees[fn] = append(callees[fn], p.runBy(c)...)
	eff[fn] |= p.foreignEffect(c)
}

// decodes reports whether a function by its name turns bytes into values or
// back: the reader it works on is memory.
func decodes(fn *ssa.Function) bool {
	for _, p := range []string{"Unmarshal", "Marshal", "Parse", "Decode", "Encode", "parse", "decode", "encode", "unmarshal", "marshal"} {
		if strings.HasPrefix(fn.Name(), p) {
			return !takesContext(fn.Signature)
		}
	}
	return false
}

// onlyStarted reports whether a closure is only run as a goroutine of its own.
func onlyStarted(mc *ssa.MakeClosure) bool {
	refs := *mc.Referrers()
	for _, ref := range refs {
		if g, ok := ref.(*ssa.Go); !ok || g.Call.Value != mc {
			return false
		}
	}
	return len(refs) > 0
}

// effectOf gives the effect of a call.
func (p *pkgInfo) effectOf(c *ssa.CallCommon) Effect {
	fns := p.callees(c)
	if len(fns) == 0 {
		return p.foreignEffect(c)
	}
	var e Effect
	for _, fn := range fns {
		if decodes(fn) {
			continue
		}
		if fn.Pkg == p.ssa || fn.Parent() != nil {
			e |= p.effects[fn]
		} else {
			e |= p.foreignEffect(c)
		}
	}
	return e
}

// isOperation reports whether a call can fail and has an effect.
func (p *pkgInfo) isOperation(call *ssa.Call) bool {
	is, ok := p.ops[call]
	if !ok {
		is = fallible(call.Call.Signature()) && p.effectOf(&call.Call) != 0
		p.ops[call] = is
	}
	return is
}

// fallible reports whether a result of sig can tell of a failure.
func fallible(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		if isErrorish(r.Type()) {
			return true
		}
	}
	return false
}

// foreignEffect gives the effect of a call whose body is not in this package.
func (p *pkgInfo) foreignEffect(c *ssa.CallCommon) Effect {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return 0
	}
	if p.leavesProcess(c) {
		return Net
	}
	if _, ok := logOf(c); ok {
		return 0
	}
	if limiterOf(c) != nil {
		return p.limiterEffect(c)
	}
	if c.IsInvoke() {
		return p.interfaceEffect(c)
	}
	fn := c.StaticCallee()
	if fn == nil {
		if fallible(c.Signature()) || takesContext(c.Signature()) {
			return Dynamic
		}
		return 0
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return 0
	}
	return p.funcEffect(obj)
}

// interfaceEffect gives the effect of a call through an interface: unknown,
// unless the interface is one that works in memory by its nature.
func (p *pkgInfo) interfaceEffect(c *ssa.CallCommon) Effect {
	m := c.Method
	if isContext(c.Value.Type()) || m.Pkg() == nil { // error.Error
		return 0
	}
	if path := m.Pkg().Path(); inMemoryPackage(path) || path == "net" && m.Name() == "Error" {
		return 0
	}
	sig := c.Signature()
	if !fallible(sig) && !takesContext(sig) {
		return 0
	}
	if pureName(m.Name()) && !takesContext(sig) {
		return 0
	}
	if localInterface(c.Value.Type()) {
		return Files
	}
	if e, ok := p.implementations(c); ok {
		return e
	}
	return Dynamic
}

// implementations gives what the implementations of an unexported interface of
// this package do: nobody else can have any.
func (p *pkgInfo) implementations(c *ssa.CallCommon) (Effect, bool) {
	n, ok := types.Unalias(c.Value.Type()).(*types.Named)
	if !ok || n.Obj().Exported() || n.Obj().Pkg() != p.pass.Pkg || p.effects == nil {
		return 0, false
	}
	var e Effect
	found := false
	for _, fn := range p.funcs {
		if r := fn.Signature.Recv(); r != nil && fn.Name() == c.Method.Name() && types.Implements(r.Type(), n.Underlying().(*types.Interface)) {
			e |= p.effects[fn]
			found = true
		}
	}
	return e, found
}

// localInterface reports whether an interface by its name stands for the local
// file system.
func localInterface(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	name, path := n.Obj().Name(), n.Obj().Pkg().Path()
	return strings.HasSuffix(path, "/fs") || strings.HasSuffix(path, "/afero") || strings.HasSuffix(path, "/vfs") ||
		name == "FS" || name == "Filesystem" || name == "FileSystem"
}

func takesContext(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if isContext(v.Type()) {
			return true
		}
	}
	return false
}

// funcEffect judges a function of another package: the standard library by a
// table, others by what their package can reach, their signature and name.
func (p *pkgInfo) funcEffect(fn *types.Func) Effect {
	path := fn.Pkg().Path()
	sig := fn.Signature()
	if e, ok := stdEffect(path, fn); ok {
		return e
	}
	if catalog.EffectOf(path) == "files" {
		return Files
	}
	if inMemoryPackage(path) {
		return 0
	}
	if _, ok := catalog.ClientOf(path, receiverName(fn), fn.Name()); ok && fallible(sig) && sends(fn.Name()) {
		return Net // whatever its name
	}
	if p.pass.ImportObjectFact(fn.Origin(), new(noEffectFact)) {
		return 0
	}
	if takesContext(sig) {
		if p.reachesNet(fn.Pkg()) || sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) {
			return Net
		}
		return Dynamic
	}
	if asks(fn) && p.pass.ImportObjectFact(fn.Origin(), new(sendsFact)) {
		return Net
	}
	if !fallible(sig) || pureName(fn.Name()) {
		return 0
	}
	if p.reachesNet(fn.Pkg()) {
		return Net
	}
	return Files
}

// sends reports whether a method of a client by its name asks the server for something.
func sends(name string) bool {
	return slices.Contains([]string{"Get", "Head", "Post", "PostForm", "Put", "Delete", "Do", "Ping", "Result", "Err"}, name)
}

// reachesNet reports whether a package imports the network, directly or not.
func (p *pkgInfo) reachesNet(pkg *types.Package) bool {
	if r, ok := p.reaches[pkg]; ok {
		return r
	}
	p.reaches[pkg] = false
	switch pkg.Path() {
	case "net", "net/http", "database/sql":
		p.reaches[pkg] = true
		return true
	}
	for _, imp := range pkg.Imports() {
		if p.reachesNet(imp) {
			p.reaches[pkg] = true
			return true
		}
	}
	return false
}

// pureNames begin the names of functions that compute and do not touch
// anything outside.
var pureNames = []string{
	"Parse", "Marshal", "Unmarshal", "Decode", "Encode", "Validate", "Verify", "Check", "Is", "Has", "Must",
	"Get", "String", "Format", "Compile", "Convert", "To", "From", "As", "Unpack", "Pack", "Build", "With", "Set",
	"Split", "Join", "Append", "Hash", "Sum", "Sign", "Match", "Compare", "Equal", "Valid", "Err", "Error", "Wrap",
	"Errorf", "Scan", "Normalize", "Extract", "Make", "Option", "Type",
}

func pureName(name string) bool {
	for _, p := range pureNames {
		if strings.HasPrefix(name, p) {
			rest := name[len(p):]
			if rest == "" || rest[0] < 'a' || rest[0] > 'z' {
				return true
			}
		}
	}
	return false
}
