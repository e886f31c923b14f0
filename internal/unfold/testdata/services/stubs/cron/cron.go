// Package cron is a stand-in for the library of that name.
package cron

type EntryID int

type Option func(*Cron)

type Job interface{ Run() }

type Cron struct{ running bool }

func New(opts ...Option) *Cron { panic("stub") }

func WithSeconds() Option { panic("stub") }

func (c *Cron) AddFunc(spec string, cmd func()) (EntryID, error) { panic("stub") }

func (c *Cron) AddJob(spec string, cmd Job) (EntryID, error) { panic("stub") }

func (c *Cron) Start() { panic("stub") }

func (c *Cron) Run() { panic("stub") }
