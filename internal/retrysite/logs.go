package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// isErrorLog reports whether a call writes a log line at error level or above, and goes
// on: of a logger that the catalog knows, or of one that has the names which loggers
// have in common.
func isErrorLog(c *ssa.CallCommon) bool {
	log, ok := logOf(c)
	if !ok {
		return namedErrorLog(c)
	}
	switch log.Does {
	case catalog.LogsAt:
		return log.Level == catalog.LogError || log.Level == catalog.LogPrint && errorPrefix(c)
	case catalog.LogsFailing:
		return slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return isError(a.Type()) && !isNilConst(a) })
	case catalog.LogsGiven:
		i := log.Arg
		if !c.IsInvoke() {
			i += receiverArgs(calleeObject(c))
		}
		return i < len(c.Args) && isErrorLevel(c.Args[i])
	case catalog.LogsMade:
		return madeLevel(receiverOf(c), 0) == catalog.LogError
	}
	return false
}

// logOf gives what the catalog says of a call.
func logOf(c *ssa.CallCommon) (catalog.Log, bool) {
	obj := calleeObject(c)
	if obj == nil || obj.Pkg() == nil {
		return catalog.Log{}, false
	}
	return catalog.LogOf(obj.Pkg().Path(), receiverName(obj), obj.Name())
}

// receiverOf gives what a method is called on, or nil.
func receiverOf(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// madeLevel gives the level of a logger all of whose lines have the same, which is
// made in the function at hand, or "".
func madeLevel(logger ssa.Value, depth int) catalog.LogLevel {
	if logger == nil || depth > 4 {
		return ""
	}
	call, ok := stripConversions(logger).(*ssa.Call)
	if !ok {
		return ""
	}
	switch log, _ := logOf(&call.Call); log.Does {
	case catalog.MakesLogger:
		return log.Level
	case catalog.HandsLogger:
		if len(call.Call.Args) > 0 {
			return madeLevel(call.Call.Args[0], depth+1)
		}
	}
	return ""
}

// isErrorLevel reports whether a value is a constant that stands for error level or
// above in a logger that the catalog knows.
func isErrorLevel(v ssa.Value) bool {
	k, ok := stripConversions(v).(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return false
	}
	n, ok := types.Unalias(k.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	is, _ := catalog.ErrorLevel(n.Obj().Pkg().Path(), n.Obj().Name(), k.Int64())
	return is
}

// namedErrorLog reports whether a call by its names logs at error level: what is called
// Error, Errorf or the like on something that is called a logger, and returns nothing.
func namedErrorLog(c *ssa.CallCommon) bool {
	name := calleeName(c)
	switch {
	case name == "Log" || name == "Logf" || name == "LogAttrs":
		if slices.ContainsFunc(c.Args, isErrorLevel) {
			return true
		}
		call, ok := stripConversions(receiverOf(c)).(*ssa.Call) // level.Error(logger).Log(...)
		return ok && calleeName(&call.Call) == "Error"
	case !errorMethods[name] || c.Signature().Results().Len() > 0:
		return false
	}
	return isLogger(c)
}

// errorMethods are the names under which loggers write at error level.
var errorMethods = map[string]bool{
	"Error": true, "Errorf": true, "Errorln": true, "Errorw": true, "ErrorS": true, "ErrorContext": true, "ErrorDepth": true,
	"ErrorCtx": true, "ErrorfCtx": true, "Errorfln": true, "Errord": true, "CtxError": true, "CtxErrorf": true,
	"Critical": true, "Criticalf": true, "Alert": true, "Alertf": true, "DPanic": true,
}

// isLogger reports whether what a method is called on, or the package of a
// function, is by its name a logger.
func isLogger(c *ssa.CallCommon) bool {
	var names []string
	if c.IsInvoke() {
		names = append(names, types.TypeString(c.Value.Type(), nil), valueName(c.Value))
	} else if obj := calleeObject(c); obj != nil && obj.Pkg() != nil {
		if path := obj.Pkg().Path(); path == "testing" || path == "net/http" {
			return false
		}
		names = append(names, obj.Pkg().Path(), receiverName(obj))
	}
	for _, n := range names {
		n = strings.ToLower(n)
		if strings.Contains(n, "log") || strings.Contains(n, "zap") || strings.Contains(n, "trace") {
			return true
		}
	}
	return false
}

// writesLog reports whether a call writes to a log: loggers that give back an error are
// no operation that anybody tries again.
func writesLog(c *ssa.CallCommon) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(calleeName(c), "f"), "ln") {
	case "Log", "Print", "Debug", "Info", "Warn", "Warning", "Error":
		return c.IsInvoke() && isLogger(c)
	}
	return false
}

// errorPrefix reports whether the text that is logged begins with an error level.
func errorPrefix(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if k, ok := stripConversions(a).(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
			text := strings.ToUpper(strings.TrimLeft(constant.StringVal(k.Value), "[< "))
			return strings.HasPrefix(text, "ERR]") || strings.HasPrefix(text, "ERROR]") || strings.HasPrefix(text, "ERROR:") ||
				strings.HasPrefix(text, "ERR:") || strings.HasPrefix(text, "E!") || strings.HasPrefix(text, "CRIT")
		}
	}
	return false
}

// errorLogs lists the calls in some blocks of a function that log at error level.
func (p *pkgInfo) errorLogs(blocks []*ssa.BasicBlock, in map[*ssa.BasicBlock]bool) []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range blocks {
		if in != nil && !in[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && p.logsError(&c.Call) {
				out = append(out, instr)
			}
		}
	}
	return out
}

// addErrorLogs collects the error logs on the ways from a failure to the next attempt:
// in the loop, in the operation, and in the helper that waits.
func (p *pkgInfo) addErrorLogs(s *Site, vs []*verdict) {
	seen := map[ssa.Instruction]bool{}
	add := func(instr ssa.Instruction, op string) {
		if !seen[instr] {
			seen[instr] = true
			s.ErrorLogs = append(s.ErrorLogs, LogCall{Name: callName(&instr.(*ssa.Call).Call), Op: op, Pos: instr.Pos()})
		}
	}
	for _, v := range vs {
		op := callName(&v.probe.call.Call)
		fail, walker := p.pastLogs(s.loop, v)
		for _, o := range fail {
			if !o.again {
				continue
			}
			for _, instr := range walker.marked(o.passed) {
				c, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				if p.logsError(&c.Call) && !afterMany(s.loop, c) {
					add(instr, op)
				} else if log := p.logInside(c); log != nil && !afterMany(s.loop, c) {
					if c.Call.Signature().Results().Len() > 0 || p.waitAt(c) != nil {
						c = log // it does more than to log
					}
					add(c, op)
				}
			}
			for _, instr := range walker.marked(o.waited) {
				if c, ok := instr.(*ssa.Call); ok {
					for _, fn := range p.callees(&c.Call) {
						if saysWhether(fn) {
							continue // it logs on some of its ways, see logInside
						}
						for _, l := range p.errorLogs(fn.Blocks, nil) {
							add(l, op)
						}
					}
				}
			}
		}
		if logs := p.failureLogs(v.probe.call); len(logs) > 0 && !seen[v.probe.call] {
			seen[v.probe.call] = true
			s.ErrorLogs = append(s.ErrorLogs, LogCall{Name: callName(&logs[0].(*ssa.Call).Call), Op: op, Pos: v.probe.call.Pos()})
		}
	}
}

// pastLogs gives the ways from a failure, with the error logs that they pass.
func (p *pkgInfo) pastLogs(l *loop, v *verdict) ([]outcome, *walker) {
	logs := p.logsIn(l)
	if len(logs) == 0 {
		return v.fail, v.walker
	}
	fails := v.probe.fails
	if v.session {
		fails = []assumption{{}}
	}
	return p.walkMarked(l, v.probe.call, fails, v.probe.status, logs)
}

// afterMany reports whether a log is only reached when a count of failures says so.
func afterMany(l *loop, c *ssa.Call) bool {
	if l == nil {
		return false
	}
	for b := c.Block(); b != nil && b != l.header && l.blocks[b]; b = b.Idom() {
		d := b.Idom()
		if d == nil || !l.blocks[d] || len(b.Preds) != 1 {
			continue
		}
		in, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || !l.blocks[d.Succs[0]] || !l.blocks[d.Succs[1]] {
			continue // the loop's own limit
		}
		if cmp, ok := in.Cond.(*ssa.BinOp); ok && (countsRounds(l, cmp.X, 0) || countsRounds(l, cmp.Y, 0)) && isNumeric(cmp.X.Type()) && !fromTheFirst(l, cmp, b == d.Succs[0]) {
			return true
		}
	}
	return false
}

// fromTheFirst reports whether a comparison of a counter of rounds gives an answer in the
// first rounds and not in the last one: attempts are left, as in i < max-1.
func fromTheFirst(l *loop, cmp *ssa.BinOp, answer bool) bool {
	op := cmp.Op
	c := counterIn(l, cmp.X, 0)
	if c == nil {
		if c = counterIn(l, cmp.Y, 0); c == nil {
			return false
		}
		op = mirror(op)
	}
	switch op {
	case token.LSS, token.LEQ:
		return answer == (c.step > 0)
	case token.GTR, token.GEQ:
		return answer == (c.step < 0)
	}
	return false
}

// counterIn gives the counter of rounds that a value is, a constant added perhaps.
func counterIn(l *loop, v ssa.Value, depth int) *counter {
	switch v := v.(type) {
	case *ssa.Phi:
		if v.Block() == l.header {
			return counterOf(l, v)
		}
	case *ssa.BinOp:
		if _, ok := intConst(v.Y); ok && depth < 3 && (v.Op == token.ADD || v.Op == token.SUB) {
			return counterIn(l, v.X, depth+1)
		}
	}
	return nil
}

// failureLogs lists the error logs that the function behind an operation writes
// on its own ways to a failure.
func (p *pkgInfo) failureLogs(call *ssa.Call) []ssa.Instruction {
	var out []ssa.Instruction
	for _, fn := range p.bodiesOf(&call.Call) {
		if len(fn.Blocks) <= 80 {
			out = append(out, p.logsOnFailure(fn, nil)...)
		}
	}
	return out
}

// logsOnFailure lists the error logs that fn passes on a way from a failure inside
// it to a return that does not end the retry; ends may be nil.
func (p *pkgInfo) logsOnFailure(fn *ssa.Function, ends func(outcome) bool) []ssa.Instruction {
	logs := p.errorLogs(fn.Blocks, nil)
	if len(logs) == 0 || len(logs) > 20 {
		return nil
	}
	var out []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			inner, ok := instr.(*ssa.Call)
			if !ok || !p.isOperation(inner) || neverRetried(&inner.Call) {
				continue
			}
			for _, pr := range p.probes(inner, nil) {
				for _, a := range pr.fails {
					w := &walker{pkg: p, assume: a, marks: logs, depth: 2, steps: maxSteps - 500}
					w.run(inner, newEnv(assumedOf(inner, a)))
					for _, o := range w.outcomes {
						if (failed(fn, o.ret) || !fallible(fn.Signature)) && (ends == nil || !ends(o)) {
							for _, l := range w.marked(o.passed) {
								if !containsInstr(out, l) {
									out = append(out, l)
								}
							}
						}
					}
				}
			}
		}
	}
	return out
}

func containsInstr(list []ssa.Instruction, instr ssa.Instruction) bool {
	for _, x := range list {
		if x == instr {
			return true
		}
	}
	return false
}

// addCallbackLogs collects the error logs of a helper's callbacks: the operation's
// on its failures, those of the functions that it calls, and the notifying ones'.
func (p *pkgInfo) addCallbackLogs(s *Site, bodies []*ssa.Function, call *ssa.Call, u *helperUse) {
	for _, fn := range bodies {
		for _, l := range p.logsOnFailure(fn, u.endedBy) {
			s.ErrorLogs = append(s.ErrorLogs, LogCall{Name: callName(&l.(*ssa.Call).Call), Op: "the callback", Pos: l.Pos()})
		}
		p.addCalledLogs(s, fn, u)
	}
	for _, a := range call.Call.Args {
		if sig, ok := a.Type().Underlying().(*types.Signature); !ok || !toldOfEach(sig) {
			continue
		}
		for _, fn := range p.funcsOf(a, 0) {
			for _, l := range p.errorLogs(fn.Blocks, nil) {
				s.ErrorLogs = append(s.ErrorLogs, LogCall{Name: callName(&l.(*ssa.Call).Call), Op: "the callback", Pos: l.Pos()})
			}
		}
	}
}

// toldOfEach reports whether a function that a helper is given is, by its signature, one
// that is told of each failed attempt: it takes an error, and numbers or durations
// besides, and says nothing or how long to wait.
func toldOfEach(sig *types.Signature) bool {
	if n := sig.Results().Len(); n > 1 || n == 1 && !isDuration(sig.Results().At(0).Type()) {
		return false
	}
	told := 0
	for v := range sig.Params().Variables() {
		switch {
		case isError(v.Type()):
			told++
		case !isInteger(v.Type()):
			return false
		}
	}
	return told == 1
}

// addCalledLogs collects the calls in a callback of functions that log their failure and
// give it to the callback, which asks for another run.
func (p *pkgInfo) addCalledLogs(s *Site, callback *ssa.Function, u *helperUse) {
	if u.repeats != "" || u.selective {
		return
	}
	for _, b := range callback.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || !p.isOperation(c) || neverRetried(&c.Call) || !p.failureComesBack(c, func(a assumption) bool { return p.asksAgain(u, c, a) }) {
				continue
			}
			if logs := p.failureLogs(c); len(logs) > 0 {
				s.ErrorLogs = append(s.ErrorLogs, LogCall{Name: callName(&logs[0].(*ssa.Call).Call), Op: callName(&c.Call), Pos: c.Pos()})
			}
		}
	}
}

// logHelpers lists the calls in some blocks of functions that log the error which
// they are given.
func (p *pkgInfo) logHelpers(blocks []*ssa.BasicBlock) []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && p.logInside(c) != nil {
				out = append(out, instr)
			}
		}
	}
	return out
}

// logInside gives the error log that a function of the package passes whenever it is
// given an error, and does not answer no: it may be one that decides whether to go on.
func (p *pkgInfo) logInside(c *ssa.Call) *ssa.Call {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.ssa || len(fn.Blocks) == 0 || len(fn.Blocks) > 30 || !takesError(c) {
		return nil
	}
	res := fn.Signature.Results()
	if res.Len() > 1 || res.Len() == 1 && !isBool(res.At(0).Type()) {
		return nil
	}
	logs := p.errorLogs(fn.Blocks, nil)
	if len(logs) == 0 || len(logs) > 8 {
		return nil
	}
	w := &walker{pkg: p, marks: logs, depth: 2, steps: maxSteps - 400}
	e := &env{}
	for _, prm := range fn.Params {
		if isErrorish(prm.Type()) {
			e.set(prm, nonNilV)
		}
	}
	w.runFrom(fn, e)
	var log *ssa.Call
	for _, o := range w.outcomes {
		if len(o.ret) == 1 && o.ret[0] == falseV {
			continue
		}
		passed := w.marked(o.passed & (1<<len(logs) - 1))
		if len(passed) == 0 || w.cut {
			return nil
		}
		log, _ = passed[0].(*ssa.Call)
	}
	return log
}
