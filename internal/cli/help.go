package cli

import (
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

// commandNames are the words that name a command as the first argument.
var commandNames = []string{"sites", "explain", "version", "help"}

const usage = `Retrylint finds retry mistakes in Go code.

Usage:

	retrylint [flags] [packages]         report mistakes (exit status 1 if there are any)
	retrylint sites [flags] [packages]   list the places that retry, and how
	retrylint explain RULE               tell what a rule is about
	retrylint version                    print the version
	retrylint help [command]             print this, or the flags of a command
	go vet -vettool=$(which retrylint) [packages]

Packages are named as for the go command; without any, the one in the current
directory is meant. The exit status is 0 if all is well, 1 if there are findings
or packages that do not compile, 2 if retrylint could not run.

Flags:

	-checks LIST    rules to run: names separated by commas, or all; -NAME takes
	                one away (default: the rules marked * below)
	-f FORMAT       text, stylish, json or sarif (default text)
	-show-ignored   report what //lint:ignore silences too, marked as ignored
	-tests=false    leave test files out (default true)
	-tags LIST      build tags, separated by commas
	-C DIR          change to DIR first

Environment:

	RETRYLINT_CACHE   directory of the cache (default: retrylint in the user's
	                  cache directory)

Rules:

`

const sitesUsage = `Usage: retrylint sites [flags] [packages]

Sites lists the places that can run an operation again after it failed: what
kind of retry it is, how many attempts, how they wait, what ends them.

Flags:

	-f FORMAT    text or json, one object a line (default text)
	-tests       include test files (default false)
	-tags LIST   build tags, separated by commas
	-C DIR       change to DIR first
`

const explainUsage = "Usage: retrylint explain RULE\n\nExplain tells what a rule finds, why it hurts, and how to silence it.\n"

const versionUsage = "Usage: retrylint version\n\nVersion prints retrylint's version, its commit and the version of Go it was built with.\n"

// help prints how retrylint or one of its commands is used.
func (c *command) help(args []string) (int, error) {
	topic := strings.Join(args, " ")
	switch topic {
	case "":
		fmt.Fprint(c.stdout, usage)
		for _, rule := range analyzers.All {
			mark := " "
			if rule.Default {
				mark = "*"
			}
			fmt.Fprintf(c.stdout, "\t%s %-15s %s\n", mark, rule.Name, ruledoc.Title(rule.Doc))
		}
	case "sites":
		fmt.Fprint(c.stdout, sitesUsage)
	case "explain":
		fmt.Fprint(c.stdout, explainUsage)
	case "version":
		fmt.Fprint(c.stdout, versionUsage)
	case "help":
		fmt.Fprint(c.stdout, "Usage: retrylint help [command]\n")
	default:
		for _, rule := range analyzers.All {
			if rule.Name == topic {
				return c.explain(args)
			}
		}
		return 0, fmt.Errorf("there is no command %q: the commands are %s", topic, strings.Join(commandNames, ", "))
	}
	return exitClean, nil
}
