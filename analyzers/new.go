package analyzers

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/config"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// New returns the analyzers of the rules that a configuration switches on. They
// are fresh ones: those of several configurations do not mix.
func New(s config.Settings) ([]*analysis.Analyzer, error) {
	var on []*analysis.Analyzer
	for _, rule := range All {
		if s.Rules.On(rule.Name, rule.Default) {
			on = append(on, rule.Analyzer)
		}
	}
	return Configure(s, on)
}

// Configure returns copies of analyzers, those of rules or others that read the
// retry sites, which know the settings.
func Configure(s config.Settings, as []*analysis.Analyzer) ([]*analysis.Analyzer, error) {
	known, err := SiteSettings(s)
	if err != nil {
		return nil, err
	}
	return retrysite.Configured(as, known), nil
}

// SiteSettings puts settings into the form in which the search for retry sites
// reads them.
func SiteSettings(s config.Settings) (retrysite.Settings, error) {
	cat, err := s.Catalog()
	if err != nil {
		return retrysite.Settings{}, fmt.Errorf("settings: %w", err)
	}
	out := retrysite.Settings{
		Catalog:  cat,
		ErrorLog: config.Matcher(s.Loggers),
		Leaves:   config.Matcher(s.Sinks),
		Strict:   s.Strict,
	}
	for _, h := range s.Headers {
		out.Keys = append(out.Keys, strings.ToLower(h))
	}
	return out, nil
}

// Names lists the names of all rules, in the order of All.
func Names() []string {
	names := make([]string, len(All))
	for i, rule := range All {
		names[i] = rule.Name
	}
	return names
}
