// Package errands stands for libraries for command lines that are little known.
package errands

import "context"

type Command struct {
	Name        string
	ShortHelp   string
	Exec        func(ctx context.Context, args []string) error
	Subcommands []*Command
}

func (c *Command) ParseAndRun(ctx context.Context, args []string) error { panic("stub") }
