package retrysite

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"
)

// Kind says what sort of retry a site is. The words are those of the
// project's labelling guide.
type Kind string

const (
	// Loop is a for loop or a goto that runs the operation again on its
	// failure path and leaves, or advances, on success.
	Loop Kind = "loop"
	// Recursion is a function that calls itself again on its failure path:
	// directly, through others, or by time.AfterFunc.
	Recursion Kind = "recursion"
	// Call is a call of a retry helper that takes the operation as a callback.
	Call Kind = "call"
	// Config is a place that sets a client's built-in retries.
	Config Kind = "config"
	// Reconnect is a long-lived loop that establishes something again after
	// a failure and, on success, serves until it ends.
	Reconnect Kind = "reconnect"
	// Failover is a loop over different targets, the next one on failure.
	Failover Kind = "failover"
	// Worker is no retry: a loop that handles one item after another and goes
	// on when getting an item fails.
	Worker Kind = "worker"
	// Poll is no retry: a state is asked for until it is as wanted, and an
	// error of the query ends the loop.
	Poll Kind = "poll"
)

// IsRetry reports whether a site of kind k can run an operation again
// because it failed.
func (k Kind) IsRetry() bool {
	switch k {
	case Loop, Recursion, Call, Reconnect, Failover:
		return true
	}
	return false
}

// SameTarget reports whether a site of kind k is a retry that comes back to the
// target that failed. A failover turns to another one.
func (k Kind) SameTarget() bool { return k.IsRetry() && k != Failover }

// BoundKind says what limits the number of attempts.
type BoundKind string

const (
	Const     BoundKind = "const"     // a number that the code fixes
	Symbol    BoundKind = "symbol"    // a parameter, field or setting known only at run time
	Deadline  BoundKind = "deadline"  // elapsed time, a context or a done channel
	Unbounded BoundKind = "unbounded" // nothing
)

// Bound is the largest number of times an operation runs, all told: the first
// attempt included.
type Bound struct {
	Kind   BoundKind
	N      int           // attempts, where Kind is Const
	Symbol string        // the name as the source has it, where Kind is Symbol
	Limit  time.Duration // where Kind is Deadline and the time is known; else 0
	// Clock is when the clock is looked at, where that is what ends it.
	Clock ClockCheck
	// Later reports that the first attempt too comes after a wait.
	Later bool
	Why   string    // where the number came from, in a few words
	Pos   token.Pos // the place that fixes it; may be NoPos

	limit ssa.Value // what is compared with the attempts, where it can be told
	guard *ssa.Call // the call that decides about another attempt, if one does
}

// ClockCheck says when a loop that ends by the clock looks at it.
type ClockCheck string

const (
	BeforeWait ClockCheck = "before the wait" // the attempt after the wait still begins
	AfterWait  ClockCheck = "after the wait"  // no attempt begins when the time is over
)

// DelayKind is the shape of the waits between attempts.
type DelayKind string

const (
	NoDelay     DelayKind = "none"
	Fixed       DelayKind = "fixed"
	Linear      DelayKind = "linear"
	Exponential DelayKind = "exponential"
	Custom      DelayKind = "custom" // a function or policy decides
	Server      DelayKind = "server" // what the server asked for (Retry-After)
	Event       DelayKind = "event"  // a signal, a tick or a channel
)

// Delay describes the waits between attempts. Base, Factor and Max are zero
// where they cannot be read from the code.
type Delay struct {
	Kind   DelayKind
	Base   time.Duration
	Factor float64
	Max    time.Duration
}

// Tri is a truth value that may be unknown.
type Tri int8

const (
	Unknown Tri = iota
	No
	Yes
)

// Operation is a call that a site runs again.
type Operation struct {
	// Name is the callee: "(*net/http.Client).Do", "net.Dial"; a call
	// through a variable or parameter has that variable's name.
	Name   string
	Pos    token.Pos
	Effect Effect
}

// Wait is a place where a site pauses between two attempts.
type Wait struct {
	Name    string // what waits: "time.Sleep", "select", "(*Limiter).Wait"
	Pos     token.Pos
	Delay   Delay
	Jitter  Tri
	Watches bool // whether a context or a done channel ends it early
	Alone   bool // whether it is passed only where there is no context to watch
	Module  bool // whether the analysed code computes the duration itself, so that it is the one to add jitter
}

// Path is a way through a site from a failure of Op to its next attempt.
type Path struct {
	Op   Operation
	From token.Pos // the branch taken on failure; may be NoPos
	To   token.Pos // the jump back to the next attempt; may be NoPos
	Note string    // what looks like a wait on this way and is none; may be empty
}

// LogCall is a call of a logger.
type LogCall struct {
	Name string
	Op   string // the operation whose failure is logged
	Pos  token.Pos
}

// Failure is an outcome of an operation that the site retries.
type Failure struct {
	What string // "HTTP 400, 403, 404", "a decoding error"
	Op   string
	Pos  token.Pos // the operation
}

// Request is an HTTP request that a site sends.
type Request struct {
	Method string // as far as it is known; "" for any
	Op     string
	Pos    token.Pos // where it is sent
	Made   token.Pos // where it is made; may be NoPos

	sent  *ssa.Call     // the call that sends it
	maker *ssa.Function // where it is made, as far as that is known
}

// Inner is a retry inside an operation of a site.
type Inner struct {
	Op       Operation
	Name     string // the function that retries
	Attempts Bound
	Pos      token.Pos // of the inner site, where it is in the same package
}

// Site is a place that can run the same operation again after it failed.
type Site struct {
	Kind       Kind
	Func       string    // the enclosing function: "pkg/path.(*T).M" or "pkg/path.F"
	Pos, End   token.Pos // the for statement, label, call or literal
	Operations []Operation
	Attempts   Bound
	Delay      Delay
	Jitter     Tri
	// Context reports whether the end of a context, or a closed done
	// channel, ends the waiting between attempts.
	Context bool
	// Unsaid reports that nobody knows whether Context is so: a user has described
	// the helper without it.
	Unsaid  bool
	Library string // import path of the helper's or client's package, where it is not the analysed code's own

	// Waits lists the pauses on the ways from a failure to the next attempt.
	Waits []Wait
	// Unwaited lists the ways from a failure to the next attempt on which
	// nothing waits and that a lasting failure can take again and again.
	Unwaited []Path
	// Repair reports whether every unwaited way runs a repair step first, such
	// as a fresh token, or the failure is a specific one that is dealt with.
	Repair bool
	// Specific reports whether only one specific failure comes round again, such as
	// that a name is taken.
	Specific bool
	// CtxInScope names the context or done channel that is at hand at the
	// site: a parameter, a field used nearby, an argument of the operation.
	// It is empty where there is none.
	CtxInScope string
	// IgnoresEnd reports whether the loop goes on after that context has
	// ended although every attempt then fails at once.
	IgnoresEnd bool

	// ErrorLogs lists the calls that log a failed attempt at error level although
	// another one follows.
	ErrorLogs []LogCall
	// Permanent lists the failures that can never succeed and come round again.
	Permanent []Failure
	// Throttled lists the throttled answers that come round again while nobody
	// reads the Retry-After header.
	Throttled []Failure
	// Unsafe lists the requests that are sent again although doing it twice is
	// not the same as doing it once, and that carry no idempotency key.
	Unsafe []Request
	// Spent lists the requests that are sent again with the same body, which the
	// attempt before has read.
	Spent []Request
	// Inner lists what retries inside the operations.
	Inner []Inner

	loop    *loop           // of a loop
	chosen  []*verdict      // what says that it is a site
	onItems []*ssa.Call     // calls in the loop that work on what each round brings, and are not what it runs again
	call    *ssa.Call       // of a retry helper, or the one that comes round
	bodies  []*ssa.Function // that a retry helper runs
}
