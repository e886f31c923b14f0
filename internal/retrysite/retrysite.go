// Package retrysite finds the code that retries, and works out how: what it
// runs again, how often, after what wait, and what ends it. It is the one
// place that knows how to tell; rules and reports read its result.
//
// # How a loop is judged
//
// A loop is a retry if a failure of a call in it leads back to that call, and a
// success does not. To see that, the loop is walked from behind the call under
// an assumption about its results (walk.go, probe.go): they hold an error, or a
// status of 503, or the false that a helper gives when an operation inside it
// failed (answers.go). Branches that the assumption decides are taken one way, all others
// both ways, and what is known of values and variables on the way (env.go,
// value.go, eval.go, question.go) decides more of them: a flag that the failure left alone,
// a counter that has moved. The ways from a failure and from a success are
// then compared (judge.go, sites.go, empty.go).
//
// The same walks say what is passed on the way back: waits (wait.go, timer.go,
// waitsummary.go), error logs (logs.go), nothing. What flows into the length of a
// wait says how it grows and whether it is random (delay.go, moment.go), under the settings
// that the place gives (origin.go, choice.go). Played from the loop's entry with
// the call failing each time the walks count the attempts (play.go); where that
// does not end, the exits that are left say what bounds them (bound.go, rounds.go). Walked
// again with a status of 400 or 429 they say which failures come round
// (outcomes.go, codes.go, request.go).
//
// Helpers that run a callback (helper.go) and take its answer (reply.go) are loops around a parameter, or hand
// it to another helper; calls of them are sites too (call.go), read from the
// helper's body, a fact about it, or the catalog's rows (policy.go, follow.go).
// Recursion (recursion.go, comeround.go) is a call that is reached from a failure and not
// from a success.
//
// What is an operation is decided by its effects (effect.go, stdlib.go); what
// works on the loop's own item is none that the loop retries (item.go, target.go). What the code
// says of itself by directives (declared.go) comes before what is read.
//
// What a site sends again (resend.go, request.go) is asked for its method, under
// which branches are taken anew (method.go, table.go), for its key (idempotency.go)
// and for its body (body.go, second.go). Clients of libraries that repeat requests
// by themselves (sender.go) and transports that do (transport.go) are followed to
// where they are used.
package retrysite

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"

	"github.com/retrylint/retrylint/internal/directive"
)

// Facts reads what the functions of a package do that other packages need to
// know: which run a callback again, which wait, which touch nothing outside.
// It runs on dependencies too, so it does as little as it can.
//
// Analyzer finds the retry sites of a package. It runs where somebody asks.
var Facts, Analyzer = New(Settings{})

// ssaAnalyzer builds what the others read.
var ssaAnalyzer = buildssa.Analyzer

func runFacts(pass *analysis.Pass, s Settings) (any, error) {
	in := pass.ResultOf[ssaAnalyzer].(*buildssa.SSA)
	p := newPkgInfo(pass, in.Pkg, in.SrcFuncs, s)
	p.exportFacts()
	return p, nil
}

// Result lists the sites of one package, ordered by position.
type Result struct {
	Sites []*Site
	// Answers lists the places in servers that tell every client the same time to
	// come back.
	Answers []Answer
	// Directives lists what is wrong with the directives in the package.
	Directives []directive.Problem
	// Seconds lists the requests that transports send a second time, in no loop, with a
	// body that has been read; Made is where they are sent first.
	Seconds []Request
	// Senders lists the places that tell HTTP clients of libraries to repeat requests,
	// where something is wrong with that.
	Senders []*Site
	// Strict is that of the settings.
	Strict bool
}

func run(pass *analysis.Pass) (any, error) {
	p := resultOf[*pkgInfo](pass)
	res := &Result{Strict: p.settings.Strict}
	for _, fn := range p.funcs {
		if generated(pass, fn.Pos()) {
			continue
		}
		res.Sites = append(res.Sites, p.loopSitesOf(fn)...)
		res.Sites = append(res.Sites, p.callSites(fn)...)
		res.Answers = append(res.Answers, p.constantAnswers(fn)...)
		res.Seconds = append(res.Seconds, p.secondSends(fn)...)
	}
	res.Sites = append(res.Sites, p.recursionSites()...)
	for _, s := range p.senderSites() {
		if !generated(pass, s.Pos) {
			res.Senders = append(res.Senders, s)
		}
	}
	slices.SortStableFunc(res.Sites, func(a, b *Site) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	res.Directives = p.directiveProblems(res.Sites)
	for _, s := range res.Sites {
		s.Unsafe = slices.DeleteFunc(s.Unsafe, func(r Request) bool { return p.idempotent(s, r) })
	}
	return res, nil
}

// generated reports whether a position is in a generated file: its author
// cannot mend what is found there.
func generated(pass *analysis.Pass, pos token.Pos) bool {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return ast.IsGenerated(f)
		}
	}
	return false
}
