// Package httpclient finds the http.Clients that a package builds and the uses
// of net/http's default client, and works out what limits the time of the
// requests made with each: its Timeout, or the deadlines of their contexts.
package httpclient

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// Analyzer finds the HTTP clients of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "httpclient",
	Doc:        "find HTTP clients and what limits the time of their requests",
	Run:        run,
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	FactTypes:  []analysis.Fact{new(lendFact)},
	ResultType: reflect.TypeFor[*Result](),
}

// Result lists the clients of one package, ordered by position.
type Result struct {
	Clients []*Client
}

// Of returns the result for the pass's package.
func Of(pass *analysis.Pass) *Result {
	return pass.ResultOf[Analyzer].(*Result)
}

// Kind says what sort of client a Client is.
type Kind int

const (
	Literal Kind = iota // a composite literal
	Zero                // a variable, field or new(http.Client) that is never given a value
	Default             // http.DefaultClient
	Package             // http.Get, Head, Post or PostForm
)

// Deadline says what is known about the time that a request may take.
type Deadline int

const (
	nothing Deadline = iota // no information, such as a nil on an error path
	// Set means that a deadline is seen.
	Set
	// Unseen means that it depends on a caller, a setting or code out of sight.
	Unseen
	// None means that there is no deadline.
	None
)

func (d Deadline) String() string {
	return [...]string{"nothing", "set", "unseen", "none"}[d]
}

// Request is a request made with a client.
type Request struct {
	Pos      token.Pos
	Deadline Deadline
	// Origin is where its context was made without a deadline, or NoPos where
	// it has none or more than that is seen.
	Origin  token.Pos
	Streams bool // whether it is meant to last: a stream, a watch, a download
}

// Hand is a place that hands a client to code out of sight.
type Hand struct {
	Pos token.Pos
	To  string // the function, or the struct field, that gets it
	// Deadline is what is seen of the requests that are made there; it is
	// Unseen too where the code that gets the client may set a limit.
	Deadline Deadline
}

// Client is a client made or used at one place.
type Client struct {
	Kind Kind
	Pos  token.Pos
	Name string            // the package function of a Package client: "http.Get"
	Lit  *ast.CompositeLit // of a Literal
	// Limit is where a time limit is set on the client, or NoPos.
	Limit token.Pos
	// Explicit reports whether the literal asks for no limit: Timeout: 0.
	Explicit bool
	// Requests lists the requests that are seen to be made with the client.
	Requests []Request
	// Hands lists the places that hand it to code out of sight.
	Hands []Hand
	// Lost reports whether the client is lost sight of: a function value that
	// is not known may set its limit, or it is kept in a container.
	Lost bool

	start []any // the nodes from which it flows
}

func run(pass *analysis.Pass) (any, error) {
	res := new(Result)
	in := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	ix := newIndex(pass, in)
	if ix == nil {
		return res, nil // without net/http there is no client
	}
	for _, c := range ix.sources() {
		ix.follow(c)
		res.Clients = append(res.Clients, c)
	}
	ix.exportFacts()
	slices.SortStableFunc(res.Clients, func(a, b *Client) int { return cmp.Compare(a.Pos, b.Pos) })
	return res, nil
}

// newIndex reads the package once. It returns nil where the package does not
// import net/http.
func newIndex(pass *analysis.Pass, in *buildssa.SSA) *index {
	timeout, def := netHTTP(pass.Pkg, in.Pkg.Prog)
	if timeout == nil || def == nil {
		return nil
	}
	ix := &index{
		pass:    pass,
		pkg:     in.Pkg,
		timeout: timeout,
		def:     def,
		funcs:   allFuncs(in),
		globals: map[*ssa.Global][]ssa.Instruction{},
		fields:  map[*types.Var][]ssa.Value{},
		calls:   map[*ssa.Function][]ssa.CallInstruction{},
		taken:   map[*ssa.Function]bool{},
	}
	for _, fn := range ix.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				ix.add(instr)
			}
		}
	}
	return ix
}
