// Package catalog holds what libraries do, as data: retry helpers, the
// policies and options that configure them, clients, loggers, circuit breakers
// and rate limiters, entry points and sinks, and, for each row, the version and
// the place in the source where the fact was read.
//
// Inference comes first: internal/retrysite reads a helper's own body where it
// can. The catalog serves where the body decides by values that cannot be
// read there, such as option structs and policy objects.
//
// The rows of a package are meant to be complete: a function, option or field
// that has no row, in a package that has some, changes no attribute.
//
// To add a library, write its rows into one of the .jsonl or .json files, require it in
// the nested module realtest, and let a test there run it where that is cheap:
// whether a library counts attempts or retries is easily misread.
package catalog

// Entry is one row: one symbol of one package, and what it means for the
// attempts and the waits of a retry.
//
// The attributes that a call, a value or a field stands for are found in three
// steps, each overriding the one before: what Inherit names, then Set, then
// what Policy names. A wrapper so changes what it wraps, and the options given
// to a constructor or a helper change its defaults. Where Policy names a value
// that cannot be followed, what that value could set is unknown.
type Entry struct {
	// What is the kind of row.
	What What `json:"what"`
	// Package is the import path of the package that declares Symbol.
	// That of a config row may end in "/...": it then stands for the packages
	// below it that have no such row of their own.
	Package string `json:"package"`
	// Symbol is a function "F", a method "(*T).M" or "(T).M", a field "T.F", a
	// type "T" or a package variable "V". A generic type or function goes
	// without its parameters.
	Symbol string `json:"symbol"`

	// Callback is, for a helper, the index of the argument that it runs,
	// counted from 0 without the receiver.
	Callback int `json:"callback"`
	// CallbackField is the field of that argument that holds the function,
	// where the argument is a struct.
	CallbackField string `json:"callback_field,omitempty"`
	// Repeats says which outcome of the callback brings the next run.
	Repeats Outcome `json:"repeats,omitempty"`
	// Policy says which value configures this one: "argN" (the first of
	// a variadic list: every element counts), "recv" for the receiver or the
	// struct that holds the field, "value" for what is stored into the field,
	// or nothing where Set says it all. A function stands for what it returns.
	Policy Operand `json:"policy,omitzero"`
	// Inherit says, for a policy that wraps another one, which value that is;
	// written like Policy. A method that inherits from a pointer receiver also
	// changes the receiver.
	Inherit Operand `json:"inherit,omitzero"`
	// Set gives the attributes that this symbol fixes; see Settings.
	Set Settings `json:"set,omitzero"`
	// Asks says which value is the function that is asked after a failure whether
	// there is to be another attempt, written like Policy. One that always says no
	// ends the retry with the first failure.
	Asks Operand `json:"asks,omitzero"`
	// Query names the parameter of a URL: the operands of Set are then URLs, and
	// stand for the number there. Without the parameter nothing is set.
	Query string `json:"query,omitempty"`
	// Needs names a field of the same type without which this field has no
	// effect in a composite literal.
	Needs string `json:"needs,omitempty"`

	// Module and Version say where the fact holds, "git-COMMIT" where the module
	// has no version that could be required; Verified is the file and line
	// there, with the declaration of Symbol first, Note what a reader should
	// know.
	Module   string `json:"module"`
	Version  string `json:"version"`
	Verified string `json:"verified"`
	Note     string `json:"note,omitempty"`

	// Pos is the file and line of the row itself, for messages.
	Pos string `json:"-"`
}

// What is the kind of a row.
type What string

const (
	// Helper runs its callback again until it succeeds.
	Helper What = "helper"
	// Policy makes, wraps or changes a value that configures a helper: a
	// constructor, an option, a setter method, a package variable, or
	// a function that is itself used as such a value.
	Policy What = "policy"
	// Type gives the attributes of a policy type's composite literal, before its fields.
	Type What = "type"
	// Field is a field of a policy type or an options struct, or a package
	// variable that the helpers of its package read.
	Field What = "field"
	// Config switches on the built-in retries of a client: a method, an
	// option or a field, with the attempts that follow from it.
	Config What = "config"
	// Wait pauses the caller for a time that a policy object decides:
	// Set.Delay, Set.Jitter; Set.Context where a context ends the wait. For
	// a field of channel type, receiving from it is the pause.
	Wait What = "wait"
	// Next gives the next delay of a policy object, to be slept on by the caller.
	Next What = "next"
	// Guard tells a caller's own loop whether it may make another attempt, as
	// a policy object decides: `for b.Ongoing() { ... }`.
	Guard What = "guard"
)

// whats lists the kinds of row in the order in which messages name them.
var whats = []What{Helper, Policy, Type, Field, Config, Wait, Next, Guard}

// Outcome is what a helper's callback must answer to be run again.
type Outcome string

const (
	// Failed is any error that the library does not take for a permanent one.
	Failed Outcome = ""
	// Classified is an error that a predicate or list given to the helper, or
	// a rule of the library, takes for retryable.
	Classified Outcome = "classified"
	// Marked is an error that the callback marked as retryable; any other ends it.
	Marked Outcome = "marked"
	// Unfinished is (false, nil): an error ends the retry.
	Unfinished Outcome = "unfinished"
	// Requested is (true, err): the callback asks for the next run itself.
	Requested Outcome = "requested"
)

var outcomes = []Outcome{Classified, Marked, Unfinished, Requested}

// Settings are attributes of a retry, each an expression; an empty one is not
// touched by the row.
//
// The grammar of an expression is
//
//	expr    = ["min:"] term {";" case} .
//	case    = ["<"] integer "=>" term .
//	term    = operand ["+" integer] | literal .
//	operand = "arg" index | "value" .
//
// where "value" is what is stored into the field. A case replaces the first
// term where what the operand holds equals the integer, or is less than it;
// the first case that holds counts. Beside a literal, cases look at "value".
// Durations compare in nanoseconds. "min:", for attempts, keeps the smaller of
// the bound so far and the expression. So "value+1;0=>unbounded" counts
// retries, of which 0 means no limit, and "exponential;1=>fixed" in the row of
// a factor says that a delay multiplied by 1 does not grow.
type Settings struct {
	// Attempts counts all runs of the callback, the first one included:
	// a number, or "unbounded".
	Attempts Expr `json:"attempts,omitzero"`
	// Deadline ends the retry by elapsed time, whatever Attempts says: a
	// duration, or "none".
	Deadline Expr `json:"deadline,omitzero"`
	// Delay is none, fixed, linear, exponential, custom, server or event. A
	// fixed delay is none where its base, in the end, is known to be 0.
	Delay  Expr `json:"delay,omitzero"`
	Base   Expr `json:"base,omitzero"`   // first wait, a duration
	Factor Expr `json:"factor,omitzero"` // growth per attempt, a number
	Max    Expr `json:"max,omitzero"`    // longest wait, a duration
	// MaxEnds is "true" where the wait that would pass Max ends the retry.
	MaxEnds Expr `json:"maxEnds,omitzero"`
	// Jitter is "true" or "false"; an operand that is a number, such as
	// a randomization factor, is true where it is not 0.
	Jitter Expr `json:"jitter,omitzero"`
	// Context is "true" where the end of a context ends the waiting, "false"
	// where it does not; an operand is that context, or a done channel.
	Context Expr `json:"context,omitzero"`
}
