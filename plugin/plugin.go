// Package plugin makes retrylint a linter of golangci-lint, as a module plugin:
// docs/golangci-lint.md shows how it is built in and configured.
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
)

// Name is the name of the linter.
const Name = "retrylint"

func init() {
	register.Plugin(Name, New)
}

// New makes the linter from its settings in .golangci.yml, which may be absent.
// A key that is not known is an error that names it.
func New(settings any) (register.LinterPlugin, error) {
	s, err := config.FromSettings(settings, analyzers.Names())
	if err != nil {
		return nil, err
	}
	return linter{s}, nil
}

type linter struct {
	settings config.Settings
}

// BuildAnalyzers returns analyzers that no other linter shares.
func (l linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	as, err := analyzers.New(l.settings)
	for i, a := range as {
		b := *a
		b.Run = withoutRelated(a.Run)
		as[i] = &b
	}
	return as, err
}

// withoutRelated leaves out the related places of findings, each of which
// golangci-lint would report as a finding of its own. The messages say what is
// needed.
func withoutRelated(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return run(&inner)
	}
}

// GetLoadMode asks for types, which all rules need.
func (l linter) GetLoadMode() string { return register.LoadModeTypesInfo }
