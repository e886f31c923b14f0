package unfold

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
)

// waitsFor tells what an instruction waits for: a tick, or a message.
func waitsFor(instr ssa.Instruction) amplify.EntryKind {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return channelKind(instr.X.Type())
		}
	case *ssa.Select:
		kind := amplify.EntryKind("")
		for _, s := range instr.States {
			if s.Dir != types.RecvOnly {
				continue
			}
			switch channelKind(s.Chan.Type()) {
			case amplify.Cron:
				return amplify.Cron
			case amplify.Consumer:
				kind = amplify.Consumer
			}
		}
		return kind
	case *ssa.Call:
		return takes(&instr.Call)
	}
	return ""
}

// channelKind tells what comes through a channel: times, messages, or only a signal.
func channelKind(t types.Type) amplify.EntryKind {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return ""
	}
	if n := namedOf(ch.Elem()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" {
		return amplify.Cron
	}
	if st, ok := ch.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return ""
	}
	if isErrorType(ch.Elem()) {
		return ""
	}
	return amplify.Consumer
}

// takes reports whether a call gets the next message of a queue.
func takes(c *ssa.CallCommon) amplify.EntryKind {
	name := ""
	if c.IsInvoke() {
		name = c.Method.Name()
	} else if fn := c.StaticCallee(); fn != nil {
		name = fn.Name()
		if fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time" && name == "Sleep" {
			return amplify.Cron
		}
	}
	for _, w := range []string{"ReceiveMessage", "Receive", "ReadMessage", "FetchMessage", "PollFetches", "Dequeue", "NextMsg", "ReadRecord"} {
		if strings.HasPrefix(name, w) {
			return amplify.Consumer
		}
	}
	return ""
}
