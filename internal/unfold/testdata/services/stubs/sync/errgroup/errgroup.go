// Package errgroup is a stand-in for the package of that name.
package errgroup

import "context"

type Group struct{ cancel func(error) }

func WithContext(ctx context.Context) (*Group, context.Context) { panic("stub") }

func (g *Group) Go(f func() error) { panic("stub") }

func (g *Group) SetLimit(n int) { panic("stub") }

func (g *Group) Wait() error { panic("stub") }
