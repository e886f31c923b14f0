package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

// explain prints the text of a rule.
func (c *command) explain(args []string) (int, error) {
	fs := newFlags("explain")
	switch help, err := parse(fs, args); {
	case err != nil:
		return 0, err
	case help:
		return c.help([]string{"explain"})
	case fs.NArg() != 1:
		return 0, errors.New("explain takes the name of one rule: retrylint help lists them")
	}
	name := strings.ToLower(fs.Arg(0))
	for _, rule := range analyzers.All {
		if rule.Name == name {
			fmt.Fprintf(c.stdout, "%s %s\n%s\n%s\n", rule.Name, ruledoc.Text(rule.Doc), rule.Standing(), rule.URL)
			return exitClean, nil
		}
	}
	return 0, unknownRule(name)
}
