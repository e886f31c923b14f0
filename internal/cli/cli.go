// Package cli is the command line of retrylint.
package cli

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The exit statuses are the same for every command and format.
const (
	exitClean    = 0 // it ran, and there is nothing to report
	exitFindings = 1 // it ran, and there are findings, factors above -max or packages that do not compile
	exitFailure  = 2 // it could not run
)

// Main runs retrylint with the arguments that follow its name, and returns the
// exit status.
func Main(args []string, stdout, stderr io.Writer) int {
	if isVet(args) {
		runVet() // does not return
	}
	out := bufio.NewWriter(stdout)
	c := &command{stdout: out, stderr: stderr, color: isTerminal(stdout) && os.Getenv("NO_COLOR") == ""}
	status, err := c.dispatch(args)
	if flushErr := out.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("cannot write the output: %w", flushErr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "retrylint:", err)
		return exitFailure
	}
	return status
}

// command is what the commands need of the world outside.
type command struct {
	stdout io.Writer
	stderr io.Writer
	color  bool // whether stdout takes colours
}

// dispatch runs the command that the first argument names exactly, else lint.
// An error means that nothing could be done; its text is one line.
func (c *command) dispatch(args []string) (int, error) {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	switch name {
	case "sites":
		return c.sites(args[1:])
	case "amplify":
		return c.amplify(args[1:])
	case "config":
		return c.config(args[1:])
	case "completion":
		return c.completion(args[1:])
	case "explain":
		return c.explain(args[1:])
	case "version":
		return c.version(args[1:])
	case "help":
		return c.help(args[1:])
	}
	return c.lint(args)
}

// note writes a line for people to stderr.
func (c *command) note(format string, args ...any) {
	fmt.Fprintf(c.stderr, "retrylint: "+format+"\n", args...)
}

// newFlags returns a flag set that prints nothing by itself.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse parses args. It reports whether help was asked for; the error tells
// where help is.
func parse(fs *flag.FlagSet, args []string) (help bool, err error) {
	err = fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: run \"%s\" for the flags", err, strings.TrimSpace("retrylint help "+fs.Name()))
	}
	return false, nil
}

// isTerminal reports whether w is a terminal, or another device that takes
// whatever it is given.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// relativeTo returns a function that makes paths relative to dir and puts
// slashes into them.
func relativeTo(dir string) func(string) string {
	return func(path string) string {
		if rel, err := filepath.Rel(dir, path); err == nil {
			path = rel
		}
		return filepath.ToSlash(path)
	}
}
