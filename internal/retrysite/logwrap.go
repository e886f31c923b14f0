package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// wrapsErrorLog reports whether a call is of a wrapper around a logger that writes at
// error level, of this package or another one.
func (p *pkgInfo) wrapsErrorLog(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil || c.Signature().Results().Len() > 0 || len(c.Args) == 0 {
		return false
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Pkg == p.ssa || fn.Parent() != nil {
		return p.onlyLogsErrors(fn)
	}
	obj, ok := fn.Object().(*types.Func)
	return ok && obj.Pkg() != nil && p.pass.ImportObjectFact(obj.Origin(), new(LogsErrors))
}

// onlyLogsErrors reports whether a function that gives no result logs at error level
// on every way through it, and touches nothing outside.
func (p *pkgInfo) onlyLogsErrors(fn *ssa.Function) bool {
	if is, ok := p.logWrappers[fn]; ok {
		return is
	}
	p.logWrappers[fn] = false // for one that calls itself
	if fn.Signature.Results().Len() > 0 || len(fn.Params) == 0 || len(fn.Blocks) == 0 || len(fn.Blocks) > 10 || p.effects[fn] != 0 {
		return false
	}
	if waits, _ := p.waitBlocks(fn); len(waits) > 0 {
		return false
	}
	logs := map[*ssa.BasicBlock]bool{}
	for _, instr := range p.errorLogs(fn.Blocks, nil) {
		logs[instr.Block()] = true
	}
	is := len(logs) > 0 && !canAvoid(fn, logs)
	p.logWrappers[fn] = is
	return is
}
