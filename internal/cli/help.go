package cli

import (
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

// commandNames are the words that name a command as the first argument.
var commandNames = []string{"sites", "amplify", "config", "explain", "completion", "version", "help"}

const usage = `Retrylint finds retry mistakes in Go code.

Usage:

	retrylint [flags] [packages]         report mistakes (exit status 1 if there are any)
	retrylint sites [flags] [packages]   list the places that retry, and how
	retrylint amplify [flags] [packages] work out how the layers that retry multiply
	retrylint config [flags]             print the configuration that counts here
	retrylint explain RULE               tell what a rule is about
	retrylint completion SHELL           print a script that completes commands and
	                                     flags in bash, zsh or fish
	retrylint version                    print the version
	retrylint help [command]             print this, or the flags of a command
	go vet -vettool=$(which retrylint) [packages]
	go vet -vettool=$(which retrylint) -fix [packages]
	                                     make the changes that are safe

Packages are named as for the go command; without any, the one in the current
directory is meant (amplify: all below it). The exit status is 0 if all is well,
1 if there are findings or packages that do not compile, 2 if retrylint could
not run.

Flags:

	-checks LIST    rules to run: names separated by commas, or all; -NAME takes
	                one away (default: the rules marked * below, as the
	                configuration changes them)
	-config FILE    the configuration (default: .retrylint.yaml here or above in
	                the module)
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
	-config FILE the configuration (default: .retrylint.yaml here or above in the
	             module)
	-tests       include test files (default false)
	-tags LIST   build tags, separated by commas
	-C DIR       change to DIR first
`

const amplifyUsage = `Usage: retrylint amplify [flags] [packages]

Amplify works out how often one request can call each thing downstream while
that thing keeps failing: for every entry point (HTTP handler, gRPC method,
consumer, cron job, command) the factor, the layers that multiply to it, and the
path that leads there. Without packages, ./... is meant. The rest of their module
is read too.

The exit status is 0 if all is well, 1 if an entry point is above -max or
packages do not compile, 2 if retrylint could not run, or has no entry point to
hold against -max.

Flags:

	-f FORMAT        text, json or markdown, which is fit for a comment on a
	                 pull request (default text)
	-max N           fail if an entry point has a factor above N, or one without
	                 a bound; where a factor depends on something known only at
	                 run time (3 × retries), the number in it counts
	                 (default 0: no limit)
	-min N           in text and markdown, show the paths of factors of at least
	                 N, and of those that are no number (default 2)
	-all             in text and markdown, list every sink of an entry point that
	                 is called more than once, not the worst one only, and show
	                 all paths, not the worst three of an entry point (json always
	                 has everything)
	-top N           in text and markdown, list the N worst entry points only
	                 (default 0: all)
	-scope PATTERN   read the packages that match, of other modules, as if they
	                 were part of this one; may be repeated
	-entry PATTERN   take functions that match for entry points; may be repeated
	-sink PATTERN    take functions that match for calls that leave the process;
	                 may be repeated
	-tests           include test files (default false)
	-config FILE     the configuration, whose amplify keys are the defaults of
	                 -max, -scope, -entry and -sink (default: .retrylint.yaml
	                 here or above in the module)
	-C DIR           change to DIR first
`

const configUsage = `Usage: retrylint config [flags]

Config prints the configuration that counts here, with the defaults filled in:
a file with the same content has the same effect. What the keys mean is in
docs/configuration.md.

Flags:

	-config FILE   the configuration (default: .retrylint.yaml here or above in
	               the module)
	-C DIR         change to DIR first
`

const explainUsage = "Usage: retrylint explain RULE\n\nExplain tells what a rule finds, why it hurts, and how to silence it.\n"

const completionUsage = `Usage: retrylint completion SHELL

Completion prints a script for bash, zsh or fish that completes the commands,
flags, formats and rules of retrylint. To have it in every shell, put one of
these into .bashrc, .zshrc or config.fish:

	source <(retrylint completion bash)
	source <(retrylint completion zsh)
	retrylint completion fish | source
`

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
	case "amplify":
		fmt.Fprint(c.stdout, amplifyUsage)
	case "config":
		fmt.Fprint(c.stdout, configUsage)
	case "explain":
		fmt.Fprint(c.stdout, explainUsage)
	case "completion":
		fmt.Fprint(c.stdout, completionUsage)
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
