package retrysite

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Settings are what a configuration tells the analysis besides what is built
// into it. The zero value tells nothing.
type Settings struct {
	// Catalog has the rows on libraries; nil stands for the built-in ones.
	Catalog *catalog.Catalog
	// Keys are words, in lower case, that the names of headers contain which make
	// sending twice the same as sending once.
	Keys []string
	// ErrorLog and Leaves report, by its name, whether a function logs at error
	// level, and whether its call leaves the process; both may be nil.
	ErrorLog, Leaves func(name string) bool
	// Strict asks the rules for what they are silent about when in doubt.
	Strict bool
}

// Rows is the catalog that counts.
func (s Settings) Rows() *catalog.Catalog {
	if s.Catalog == nil {
		return catalog.Default()
	}
	return s.Catalog
}

// New returns analyzers like Facts and Analyzer that know the settings.
func New(s Settings) (facts, sites *analysis.Analyzer) {
	facts = &analysis.Analyzer{
		Name:       "retryfacts",
		Doc:        "learn which functions run their callback again, wait, or do no I/O",
		Run:        func(pass *analysis.Pass) (any, error) { return runFacts(pass, s) },
		Requires:   []*analysis.Analyzer{ssaAnalyzer},
		FactTypes:  factTypes(),
		ResultType: reflect.TypeFor[*pkgInfo](),
	}
	sites = &analysis.Analyzer{
		Name:       "retrysite",
		Doc:        "find the places that run an operation again after it failed",
		Run:        run,
		Requires:   []*analysis.Analyzer{facts},
		ResultType: reflect.TypeFor[*Result](),
	}
	return facts, sites
}

// Configured returns copies of analyzers in which those that New makes for the
// settings take the place of Facts and Analyzer.
func Configured(as []*analysis.Analyzer, s Settings) []*analysis.Analyzer {
	facts, sites := New(s)
	done := map[*analysis.Analyzer]*analysis.Analyzer{Facts: facts, Analyzer: sites}
	var configured func(a *analysis.Analyzer) *analysis.Analyzer
	configured = func(a *analysis.Analyzer) *analysis.Analyzer {
		if c, ok := done[a]; ok {
			return c
		}
		done[a] = a // what needs none of ours stays as it is
		requires := make([]*analysis.Analyzer, len(a.Requires))
		for i, dep := range a.Requires {
			requires[i] = configured(dep)
		}
		if !slices.Equal(requires, a.Requires) {
			c := *a
			c.Requires = requires
			done[a] = &c
		}
		return done[a]
	}
	out := make([]*analysis.Analyzer, len(as))
	for i, a := range as {
		out[i] = configured(a)
	}
	return out
}

// Of returns the result for the pass's package, of Analyzer or of one that New
// made, whichever the pass's analyzer requires.
func Of(pass *analysis.Pass) *Result { return resultOf[*Result](pass) }

func resultOf[T any](pass *analysis.Pass) T {
	for _, res := range pass.ResultOf {
		if t, ok := res.(T); ok {
			return t
		}
	}
	panic("the analyzer does not require " + reflect.TypeFor[T]().String())
}

// logsError reports whether a call logs at error level, by the settings, by the
// names that loggers have in common, or because a function does nothing else.
func (p *pkgInfo) logsError(c *ssa.CallCommon) bool {
	return named(c, p.settings.ErrorLog) || isErrorLog(c) || p.wrapsErrorLog(c)
}

// leavesProcess reports whether the settings, or a directive, say that a call leaves
// the process.
func (p *pkgInfo) leavesProcess(c *ssa.CallCommon) bool {
	return named(c, p.settings.Leaves) || p.declared(calleeObject(c)).Sink != ""
}

func named(c *ssa.CallCommon, is func(string) bool) bool {
	if is == nil {
		return false
	}
	obj := calleeObject(c)
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	path, symbol := catalog.SymbolOf(obj)
	return is(path + "." + symbol)
}
