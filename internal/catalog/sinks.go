package catalog

import (
	_ "embed"
	"errors"
	"go/types"
	"path"
	"slices"
	"strings"
	"sync"
)

// Sink is a set of functions or methods whose calls leave the process.
//
// The rows of a package decide alone: one that ends in "/..." speaks of the
// packages below it that have no rows of their own, nor a nearer such row.
type Sink struct {
	// Package is an import path; one that ends in "/..." stands for it and all
	// packages below it.
	Package string `json:"package"`
	// Receiver is the type whose methods leave, a struct, an interface or what it
	// embeds, "" for functions. "*" stands for any letters, "|" lies between
	// alternatives: "KV|*Client".
	Receiver string `json:"receiver,omitempty"`
	// Names are the functions or methods. Where there are none, it is every one
	// that can fail, as Leaves tells by the signature. "()" is the call of a value
	// of Receiver, a named func type.
	Names []string `json:"names,omitempty"`
	// Except are names that stay in the process though they can fail.
	Except []string `json:"except,omitempty"`
	// Batched are types of the package, such as a pipeline, that have the same
	// methods but only queue the call, until a method listed for them sends it.
	Batched []string `json:"batched,omitempty"`
	// Kind says what is called: http, sql, db (databases without SQL), rpc, cache,
	// queue, storage, dial, exec, mail, or api for the interface of a service.
	Kind string `json:"kind"`

	origin
}

var sinkKinds = []string{"http", "sql", "db", "rpc", "cache", "queue", "storage", "dial", "exec", "mail", "api"}

//go:embed sinks.json
var sinkData []byte

// Sinks returns all sinks; they are not to be changed.
func Sinks() []Sink { return sinkTable().rows }

var sinkTable = sync.OnceValue(func() sinks {
	rows, err := parseSinks("sinks.json", sinkData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	return indexSinks(rows)
})

type sinks struct {
	rows      []Sink
	byPackage map[string][]int // by Package as it is written
}

func indexSinks(rows []Sink) sinks {
	x := sinks{rows, make(map[string][]int)}
	for i, s := range rows {
		x.byPackage[s.Package] = append(x.byPackage[s.Package], i)
	}
	return x
}

// SinkOf returns the sink that a function or method belongs to, by its name and
// that of the type of its receiver, "" for a function. Where the sink names no
// functions, the call is one only if Leaves says so.
func SinkOf(pkgPath, receiver, name string) (Sink, bool) {
	return sinkTable().find(pkgPath, receiver, name)
}

func (x sinks) find(pkgPath, receiver, name string) (Sink, bool) {
	best := -1
	for _, i := range x.ofPackage(pkgPath) {
		if x.rows[i].takes(receiver, name) && (best < 0 || x.rows[i].rank() > x.rows[best].rank()) {
			best = i
		}
	}
	if best < 0 {
		return Sink{}, false
	}
	return x.rows[best], true
}

// ofPackage returns the rows of a package, or else of the nearest path above it.
func (x sinks) ofPackage(pkgPath string) []int {
	if rows := x.byPackage[pkgPath]; rows != nil {
		return rows
	}
	for p := pkgPath; p != "." && p != "/"; p = path.Dir(p) {
		if rows := x.byPackage[p+"/..."]; rows != nil {
			return rows
		}
	}
	return nil
}

// takes reports whether the row is about a function or method.
func (s *Sink) takes(receiver, name string) bool {
	if !matchesReceiver(s.Receiver, receiver) {
		return false
	}
	if len(s.Names) > 0 {
		return slices.Contains(s.Names, name)
	}
	return name != "()" && !slices.Contains(s.Except, name)
}

// rank orders the rows that take a name: one that lists it before one that does
// not, one that spells the receiver out before one with a pattern.
func (s *Sink) rank() int {
	rank := 0
	if len(s.Names) > 0 {
		rank += 2
	}
	if !strings.Contains(s.Receiver, "*") {
		rank++
	}
	return rank
}

// Leaves reports whether the call of one of the sink's functions leaves the
// process, by its signature. One that is listed by name does; any other does
// if it can fail: a result is an error, or has a method Err that returns one,
// as the commands of a cache client have.
func (s *Sink) Leaves(sig *types.Signature) bool {
	if len(s.Names) > 0 {
		return true
	}
	for result := range sig.Results().Variables() {
		if isError(result.Type()) || hasErr(result.Type()) {
			return true
		}
	}
	return false
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func hasErr(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Err")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}

// Queues reports whether the call only queues, since it goes through a value
// of a type of the package with that name.
func (s *Sink) Queues(typeName string) bool { return slices.Contains(s.Batched, typeName) }

func parseSinks(name string, data []byte) ([]Sink, error) {
	first := make(map[symbol]string)
	return readRows(name, data, func(s *Sink, pos string) error {
		s.Pos = pos
		if err := s.check(); err != nil {
			return err
		}
		names := s.Names
		if len(names) == 0 {
			names = []string{""}
		}
		for receiver := range strings.SplitSeq(s.Receiver, "|") {
			for _, name := range names {
				if err := (symbol{s.Package, receiver, name}).note(first, pos); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// check reports the first thing that is wrong with s.
func (s *Sink) check() error {
	if err := errors.Join(s.origin.check(s.Package), checkWord("kind", s.Kind, sinkKinds)); err != nil {
		return err
	}
	if err := checkReceiver(s.Receiver); err != nil {
		return err
	}
	if len(s.Names) > 0 && len(s.Except) > 0 {
		return errors.New("except is for rows without names")
	}
	return checkNames(s.Names, s.Except, s.Batched)
}
