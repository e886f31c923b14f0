// Package amplify works out how often one request of a service can call each
// thing downstream while that thing keeps failing.
//
// It knows nothing of Go source: a [Graph] describes functions, the calls that
// they make and in which order, what retries around them, and where requests
// come in; [Evaluate] does the arithmetic.
package amplify

// Position is a place in a source file. Line and Column count from 1; the zero
// Position is unknown.
type Position struct {
	File   string
	Line   int
	Column int
}

// Graph is a service as plain data. Functions, requests and entries are referred
// to by their index.
type Graph struct {
	Funcs    []Func
	Requests []Request
	Entries  []Entry
}

// Request is one kind of call that leaves the process, made at one place in the
// code. What is counted is how often one operation makes it while it keeps
// failing, and nothing else does from then on.
//
// A service may send everything through one function, so one request can stand for
// many operations. After a step has failed, a later one of its function repeats the
// operation if it is the same step, if both make the request themselves, if both
// may run instances of one function that makes it (the name and position say
// which are), if one of them may run a function that the other comes to
// on its way down to the request, or if one of them may run an instance of their own
// function, which does all of it over again. The function that makes the request itself is
// on every way and says nothing, unless both run it. What repeats nothing works.
type Request struct {
	Sink string // what is called: "net/http.(*Client).Do"
	Pos  Position
	// Failover reports whether the attempts go to different targets.
	Failover bool
}

// Entry is a place where a request for work comes in.
type Entry struct {
	Name     string // "POST /checkout", "/pkg.Service/Method", a command's path, a topic, or the function
	Kind     EntryKind
	Func     int    // where it begins, middleware included
	Function string // the handler itself: "pkg/path.(*T).M"
	Pos      Position
}

// EntryKind says how a request comes in.
type EntryKind string

const (
	HTTP     EntryKind = "http"
	GRPC     EntryKind = "grpc"
	Consumer EntryKind = "consumer"
	Cron     EntryKind = "cron"
	CLI      EntryKind = "cli"
	Exported EntryKind = "func"
)

// Func is a function as it is called with one set of settings: two calls that
// give different numbers of attempts are two Funcs, of one name and position.
type Func struct {
	Name  string // "pkg/path.(*T).M"
	Pos   Position
	Loops []Loop
	Steps []Step
	Start []Edge // what can come first
}

// Loop is a loop of a function, or the function itself where it calls itself
// again after a failure.
type Loop struct {
	Parent int    // the loop around it, or -1
	Layer  *Layer // nil where another round is no retry: one item after another
}

// Step is a call that can make requests. The first that fails on a way through
// the function, and the steps that repeat its operation, are what is counted there.
type Step struct {
	Pos  Position
	Loop int // the innermost loop around it, or -1
	// Funcs are the functions that it may run; of several the worst counts.
	Funcs []int
	// Request is the request that it makes itself, or -1.
	Request int
	// Layers are those around this one call, outermost first: of a helper that
	// runs it again, of the client library that sends the request.
	Layers []Layer
	// OnFailure and OnSuccess are what can come next.
	OnFailure, OnSuccess []Edge
}

// Edge leads from a step to what comes next.
type Edge struct {
	// To is a step, or End where the function returns.
	To int
	// Back is the loop whose next round begins here, or -1. To is then
	// without meaning: what comes when the rounds are used up is an edge of its own.
	Back int
	// Settled is true of an edge that is taken only for a failure which another
	// attempt would not mend: what was asked for is not there, or makes no sense. A sink
	// that keeps failing does not give such an answer, so that what follows outside
	// of the retrying loops is no repeat.
	Settled bool
}

// End is the target of an edge that leaves the function.
const End = -1

// Layer is something that makes several attempts.
type Layer struct {
	Kind     string // "loop", "recursion", "call", "reconnect", "failover", or "client" for one built into a client library
	Attempts Bound  // all told, the first one included
	Function string // where it is: "pkg/path.(*T).M"
	Pos      Position
	Delay    string // the kind of the waits between attempts, "none" where there are none
	Library  string // import path of the helper or client, where it is not the service's own code
	Why      string // where the number came from
}
