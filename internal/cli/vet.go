package cli

import (
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retrylint/retrylint/analyzers"
)

// isVet reports whether the go command calls retrylint as a vet tool: to ask
// for its version or its flags, or with the description of one package, which
// vet's own flags may come before.
func isVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if len(args) == 1 && (args[0] == "-V=full" || args[0] == "-flags") {
		return true
	}
	last := len(args) - 1
	if !strings.HasSuffix(args[last], ".cfg") {
		return false
	}
	for _, arg := range args[:last] {
		if !strings.HasPrefix(arg, "-") {
			return false
		}
	}
	return true
}

// runVet serves one call of the go command. It reads the program's own
// arguments, and exits.
func runVet() {
	var as []*analysis.Analyzer
	for _, rule := range analyzers.All {
		if rule.Default {
			as = append(as, rule.Analyzer)
		}
	}
	unitchecker.Main(as...)
}
