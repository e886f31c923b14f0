// Package cobra is a stand-in for the library of that name.
package cobra

import "context"

type PositionalArgs func(cmd *Command, args []string) error

type Command struct {
	Use           string
	Short         string
	Args          PositionalArgs
	Run           func(cmd *Command, args []string)
	RunE          func(cmd *Command, args []string) error
	SilenceErrors bool
	SilenceUsage  bool
}

type FlagSet struct{ name string }

func (f *FlagSet) IntVar(p *int, name string, value int, usage string) { panic("stub") }

func (f *FlagSet) StringVar(p *string, name string, value string, usage string) { panic("stub") }

func (c *Command) AddCommand(cmds ...*Command) { panic("stub") }

func (c *Command) Context() context.Context { panic("stub") }

func (c *Command) Execute() error { panic("stub") }

func (c *Command) ExecuteContext(ctx context.Context) error { panic("stub") }

func (c *Command) Flags() *FlagSet { panic("stub") }

func (c *Command) PersistentFlags() *FlagSet { panic("stub") }

func ExactArgs(n int) PositionalArgs { panic("stub") }
