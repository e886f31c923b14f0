package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Reply says by which of its two results, a flag and an error, a callback asks its
// helper for another run. The zero value says that any error does.
type Reply struct {
	// Known reports whether the flag has a say.
	Known bool
	// Flag is the index of the flag among the results.
	Flag int
	// Yes and No report whether there is another run when the flag is set and when
	// it is not: without an error, and with one.
	Yes, No [2]bool
}

// replyTo finds out how a helper's loop takes what the callback answers which it runs
// by call.
func (p *pkgInfo) replyTo(l *loop, call *ssa.Call) Reply {
	flag, failure, ok := flagAndError(call.Call.Signature())
	if !ok {
		return Reply{}
	}
	f, e := resultValue(call, flag), resultValue(call, failure)
	if f == nil || e == nil {
		return Reply{}
	}
	back := func(set, err value) bool {
		outs, _ := p.walkLoop(l, call, []assumption{{f: set, e: err}})
		some, _ := again(outs)
		return some
	}
	return Reply{
		Known: true,
		Flag:  flag,
		Yes:   [2]bool{back(trueV, nilV), back(trueV, nonNilV)},
		No:    [2]bool{back(falseV, nilV), back(falseV, nonNilV)},
	}
}

// flagAndError gives the indexes of the two results of a callback that answers with
// a flag and an error.
func flagAndError(sig *types.Signature) (flag, failure int, ok bool) {
	res := sig.Results()
	if res.Len() != 2 {
		return 0, 0, false
	}
	for i := range 2 {
		if isBool(res.At(i).Type()) && isErrorish(res.At(1-i).Type()) {
			return i, 1 - i, true
		}
	}
	return 0, 0, false
}

// asks reports whether what a callback returns surely asks for another run.
func (r Reply) asks(ret []value) bool {
	_, refused := r.takes(ret)
	return len(ret) == 2 && !refused
}

// takes reports whether there can be another run, and whether there can be none, after
// a callback has returned ret.
func (r Reply) takes(ret []value) (asked, refused bool) {
	if len(ret) != 2 {
		return true, true
	}
	flag, err := ret[r.Flag], ret[1-r.Flag]
	for e, known := range []value{nilV, nonNilV} {
		if err.kind != anything && err.kind != known.kind {
			continue
		}
		asked = asked || flag != falseV && r.Yes[e] || flag != trueV && r.No[e]
		refused = refused || flag != falseV && !r.Yes[e] || flag != trueV && !r.No[e]
	}
	return asked, refused
}

// endedBy reports whether a callback that returns in this way ends the retry: by its flag,
// or by an error that is marked as one not to retry.
func (u *helperUse) endedBy(o outcome) bool {
	if o.exitFrom == nil {
		return false
	}
	ret, ok := o.exitFrom.Instrs[len(o.exitFrom.Instrs)-1].(*ssa.Return)
	if !ok {
		return false
	}
	if _, _, two := flagAndError(o.exitFrom.Parent().Signature); two && u.reply.Known {
		if asked, _ := u.reply.takes(o.ret); !asked {
			return true
		}
	}
	return slices.ContainsFunc(ret.Results, func(v ssa.Value) bool {
		return isErrorish(v.Type()) && !isNilConst(v) && marksPermanent(v, 0)
	})
}

// asksAgain reports whether a callback asks its helper for another run when call, which
// it makes, has the assumed outcome.
func (p *pkgInfo) asksAgain(u *helperUse, call *ssa.Call, a assumption) bool {
	if _, _, ok := flagAndError(call.Parent().Signature); !ok || !u.reply.Known {
		return p.retriedError(call, a)
	}
	for _, o := range p.outcomesOf(call, a) {
		if o.exitFrom != nil && u.reply.asks(o.ret) {
			return true
		}
	}
	return false
}
