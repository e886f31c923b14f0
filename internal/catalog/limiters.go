package catalog

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Limiter is a set of functions or methods of something that holds calls back: a circuit
// breaker, a rate limiter, a budget.
type Limiter struct {
	// Package, Receiver and Names say which, as in a Sink.
	Package  string   `json:"package"`
	Receiver string   `json:"receiver,omitempty"`
	Names    []string `json:"names"`
	// Is says what it is: breaker, limiter (of the rate), bulkhead (of the number at
	// the same time) or budget (of retries).
	Is string `json:"is"`
	// Does says what the call does.
	Does LimitAct `json:"does"`
	// Context reports whether a context among the arguments ends the wait or the run.
	Context bool `json:"context,omitempty"`
	// Callback and Fallback are the arguments that it runs, counted from 0 without the
	// receiver; the second when the first has failed, or could not be run.
	Callback *int `json:"callback,omitempty"`
	Fallback *int `json:"fallback,omitempty"`

	origin
}

// LimitAct is what a call of a limiter does.
type LimitAct string

const (
	// LimitMakes makes or configures one.
	LimitMakes LimitAct = "makes"
	// LimitWaits pauses until the caller may go on.
	LimitWaits LimitAct = "waits"
	// LimitFails tells at once whether the caller may go on.
	LimitFails LimitAct = "fails"
	// LimitTells tells how long the caller should pause.
	LimitTells LimitAct = "tells"
	// LimitRuns runs its callback at most once, and returns the error of that, or its
	// own where it does not let it through.
	LimitRuns LimitAct = "runs"
	// LimitStarts does so in a goroutine, and does not wait for the end.
	LimitStarts LimitAct = "starts"
	// LimitWraps makes a middleware.
	LimitWraps LimitAct = "wraps"
)

var (
	limiterKinds = []string{"breaker", "limiter", "bulkhead", "budget"}
	limitActs    = []LimitAct{LimitMakes, LimitWaits, LimitFails, LimitTells, LimitRuns, LimitStarts, LimitWraps}
)

//go:embed limiters.json
var limiterData []byte

// Limiters returns all rows on limiters; they are not to be changed.
func Limiters() []Limiter { return limiterTable().rows }

type limiters struct {
	rows     []Limiter
	bySymbol map[symbol]*Limiter
}

var limiterTable = sync.OnceValue(func() limiters {
	rows, err := parseLimiters("limiters.json", limiterData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	x := limiters{rows, make(map[symbol]*Limiter)}
	for i := range rows {
		for _, s := range rows[i].symbols() {
			x.bySymbol[s] = &rows[i]
		}
	}
	return x
})

// LimiterOf returns the row on a function or method of a limiter, by its name and that
// of the type of its receiver, "" for a function.
func LimiterOf(pkgPath, receiver, name string) (*Limiter, bool) {
	l, ok := limiterTable().bySymbol[symbol{pkgPath, receiver, name}]
	return l, ok
}

func (l *Limiter) symbols() []symbol {
	var out []symbol
	for receiver := range strings.SplitSeq(l.Receiver, "|") {
		for _, name := range l.Names {
			out = append(out, symbol{l.Package, receiver, name})
		}
	}
	return out
}

// Runs lists the arguments that the call runs, counted from 0 without the receiver.
func (l *Limiter) Runs() []int {
	var out []int
	for _, arg := range []*int{l.Callback, l.Fallback} {
		if arg != nil {
			out = append(out, *arg)
		}
	}
	return out
}

func parseLimiters(name string, data []byte) ([]Limiter, error) {
	first := make(map[symbol]string)
	return readRows(name, data, func(l *Limiter, pos string) error {
		l.Pos = pos
		if err := l.check(); err != nil {
			return err
		}
		for _, s := range l.symbols() {
			if err := s.note(first, pos); err != nil {
				return err
			}
		}
		return nil
	})
}

// check reports the first thing that is wrong with l.
func (l *Limiter) check() error {
	err := errors.Join(l.origin.check(l.Package), checkReceiver(l.Receiver), checkNames(l.Names),
		checkWord("is", l.Is, limiterKinds), checkWord("does", l.Does, limitActs))
	if err != nil {
		return err
	}
	runs := l.Does == LimitRuns || l.Does == LimitStarts
	switch {
	case strings.Contains(l.Receiver, "*"):
		return fmt.Errorf("bad receiver %q: spell the types of limiters out", l.Receiver)
	case len(l.Names) == 0:
		return errors.New("missing names")
	case runs != (l.Callback != nil):
		return errors.New("callback is for what runs or starts one")
	case l.Fallback != nil && !runs:
		return errors.New("fallback is for what runs or starts one")
	case slices.Min(append(l.Runs(), 0)) < 0:
		return errors.New("bad callback: arguments count from 0")
	case l.Context && !runs && l.Does != LimitWaits:
		return errors.New("context is for what waits, runs or starts")
	}
	return nil
}
