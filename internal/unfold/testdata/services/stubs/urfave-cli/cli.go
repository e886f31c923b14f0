// Package cli is a stand-in for the library of that name.
package cli

import "context"

type Context struct{ Context context.Context }

func (c *Context) Int(name string) int { panic("stub") }

func (c *Context) String(name string) string { panic("stub") }

type ActionFunc func(*Context) error

type BeforeFunc func(*Context) error

type AfterFunc func(*Context) error

type Flag interface{ Names() []string }

type IntFlag struct {
	Name  string
	Value int
}

func (f *IntFlag) Names() []string { panic("stub") }

type Command struct {
	Name        string
	Usage       string
	Action      ActionFunc
	Before      BeforeFunc
	After       AfterFunc
	Flags       []Flag
	Subcommands []*Command
}

type App struct {
	Name     string
	Action   ActionFunc
	Before   BeforeFunc
	After    AfterFunc
	Flags    []Flag
	Commands []*Command
}

func NewApp() *App { panic("stub") }

func (a *App) Run(arguments []string) error { panic("stub") }
