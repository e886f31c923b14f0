package catalog

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Registration is one way in which a framework learns of an entry point: a call
// that registers a handler, a type whose literals describe one, or an interface
// whose implementations are called.
type Registration struct {
	// Package is the import path of the package that declares Symbol.
	Package string `json:"package"`
	// Symbol is a function "F", a method "(*T).M" or "(I).M" as SymbolOf gives
	// it, the type "T" of a literal, or the method "I.M" of an interface that is
	// implemented. It goes without type parameters.
	Symbol string `json:"symbol"`
	// Does says what the call, the literal or the implementation is for.
	Does Verb `json:"does"`
	// Kind says how a request comes in: http, grpc, consumer, cron or cli.
	Kind string `json:"kind"`

	// Method is the HTTP method of the route, "" for any or for what MethodArg holds.
	Method string `json:"method,omitempty"`
	// MethodArg is the argument that gives the method: a string, a list of them,
	// or the first of a variadic list. Arguments count from 0 without the
	// receiver. Where it is Path, the pattern may begin with the method: "GET /x".
	MethodArg *int `json:"method_arg,omitempty"`
	// Path is the argument with the route's pattern or prefix, or what takes its
	// place: a subject, topic, task type or schedule.
	Path *int `json:"path,omitempty"`
	// Handler is the argument that is the handler, a func or a value with
	// HandlerMethod, or the router that is mounted. A variadic list holds several.
	Handler *int `json:"handler,omitempty"`
	// Last says that the handler is the last of the arguments from Handler on,
	// the others being middleware.
	Last bool `json:"last,omitempty"`
	// HandlerMethod is the method to call where the handler is no func; "*" for
	// every exported method.
	HandlerMethod string `json:"handler_method,omitempty"`
	// Middleware is the first of the arguments, to the last one, that wrap what is
	// registered. A value among them that is a string is a prefix, one that is
	// a router is mounted.
	Middleware *int `json:"middleware,omitempty"`

	// Implied says of Proceed that what comes after a handler runs also where the handler
	// does not call it, unless it calls Abort.
	Implied bool `json:"implied,omitempty"`

	// Name is, for a type, the field that holds the name or the pattern, of which
	// a command line is the first word.
	Name string `json:"name,omitempty"`
	// MethodField is the field that holds the HTTP method.
	MethodField string `json:"method_field,omitempty"`
	// Handlers are the fields that are run, each a func or a value with HandlerMethod.
	Handlers []string `json:"handlers,omitempty"`
	// Children are the fields that hold lists of literals below this one.
	Children []string `json:"children,omitempty"`

	origin
}

// Verb is what a registration does.
type Verb string

const (
	// Route registers a handler.
	Route Verb = "route"
	// Group returns a router whose routes are below a prefix.
	Group Verb = "group"
	// Subroute calls its func argument with such a router.
	Subroute Verb = "subroute"
	// Mount hangs a handler or a router below a prefix.
	Mount Verb = "mount"
	// Refine narrows the route that the receiver stands for, or a new one of the
	// receiver, by a method or a pattern, and returns it.
	Refine Verb = "refine"
	// Begin returns a new route of the receiver, to be refined.
	Begin Verb = "begin"
	// Label names the route that the receiver stands for, by the argument Path, and
	// returns it.
	Label Verb = "label"
	// Labelled returns the route of such a name.
	Labelled Verb = "labelled"
	// With returns the same router with middleware.
	With Verb = "with"
	// Use adds middleware to the receiver, or to the server that is being made.
	Use Verb = "use"
	// Proceed is a method of the context that a handler is given: it runs what comes
	// after the handler.
	Proceed Verb = "proceed"
	// Abort is a method of the context after which nothing comes.
	Abort Verb = "abort"
	// Wrap turns a func into a handler or wraps a handler; the entry is the argument.
	Wrap Verb = "wrap"
	// Serve takes the root handler.
	Serve Verb = "serve"
	// Proxy is a type whose values are handlers that pass each request on to
	// HandlerMethod of what is in the fields Handlers.
	Proxy Verb = "proxy"
	// Literal describes an entry by the fields of a struct.
	Literal Verb = "literal"
	// Child adds its arguments as sub-commands of the receiver.
	Child Verb = "child"
	// Service registers the exported methods of the handler.
	Service Verb = "service"
	// Intercept is an option of a client that puts its interceptors before each call.
	Intercept Verb = "intercept"
	// Implements makes the method of every type of the program that implements
	// the interface an entry.
	Implements Verb = "implements"
)

var verbs = []Verb{Route, Group, Subroute, Mount, Refine, Begin, Label, Labelled, With, Use, Proceed, Abort, Wrap, Serve, Proxy, Literal, Child, Service, Intercept, Implements}

var entryKinds = []string{"http", "grpc", "consumer", "cron", "cli"}

//go:embed frameworks.json
var frameworkData []byte

// frameworks are the registrations that are part of the program, and where to
// find each by its symbol.
var frameworks = sync.OnceValue(func() registrations {
	rs, err := parseRegistrations("frameworks.json", frameworkData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	return indexRegistrations(rs)
})

type registrations struct {
	rows     []Registration
	bySymbol map[symbolKey]int
}

func indexRegistrations(rs []Registration) registrations {
	x := registrations{rs, make(map[symbolKey]int, len(rs))}
	for i, r := range rs {
		x.bySymbol[symbolKey{r.Package, r.Symbol}] = i
	}
	return x
}

// RegistrationOf returns what a function, a method or a type, named as SymbolOf
// does, registers.
func RegistrationOf(pkgPath, symbol string) (Registration, bool) {
	x := frameworks()
	i, ok := x.bySymbol[symbolKey{pkgPath, symbol}]
	if !ok {
		return Registration{}, false
	}
	return x.rows[i], true
}

// Registrations returns all registrations; they are not to be changed.
func Registrations() []Registration { return frameworks().rows }

// Literals returns the types whose literals describe entry points.
func Literals() []Registration {
	return selectRows(func(r *Registration) bool { return len(r.Handlers)+len(r.Children) > 0 })
}

// Implementations returns the methods of interfaces whose implementations are
// entry points.
func Implementations() []Registration {
	return selectRows(func(r *Registration) bool { return r.Does == Implements })
}

func selectRows(keep func(*Registration) bool) []Registration {
	var out []Registration
	for _, r := range frameworks().rows {
		if keep(&r) {
			out = append(out, r)
		}
	}
	return out
}

func parseRegistrations(name string, data []byte) ([]Registration, error) {
	first := make(map[symbolKey]string)
	return readRows(name, data, func(r *Registration, pos string) error {
		r.Pos = pos
		if err := r.check(); err != nil {
			return err
		}
		key := symbolKey{r.Package, r.Symbol}
		if at, dup := first[key]; dup {
			return fmt.Errorf("duplicate row for %s of %s: first at %s", r.Symbol, r.Package, at)
		}
		first[key] = pos
		return nil
	})
}

// check reports the first thing that is wrong with r.
func (r *Registration) check() error {
	if err := r.origin.check(r.Package); err != nil {
		return err
	}
	if err := errors.Join(checkWord("does", r.Does, verbs), checkWord("kind", r.Kind, entryKinds)); err != nil {
		return err
	}
	form := symbolForm.FindStringSubmatch(r.Symbol)
	if form == nil || (form[2] != "") != (r.Does == Implements) {
		return fmt.Errorf(`bad symbol %q: want "F", "(*T).M", "(I).M" or "T", or "I.M" of what is implemented`, r.Symbol)
	}
	for _, f := range []struct {
		field string
		arg   *int
	}{{"method_arg", r.MethodArg}, {"path", r.Path}, {"handler", r.Handler}, {"middleware", r.Middleware}} {
		if f.arg != nil && *f.arg < 0 {
			return fmt.Errorf("bad %s %d: arguments count from 0", f.field, *f.arg)
		}
	}
	if r.Method != "" && r.MethodArg != nil {
		return errors.New("method and method_arg say the same thing")
	}
	if r.Implied && r.Does != Proceed {
		return fmt.Errorf("implied is for proceed, not for %s", r.Does)
	}
	if r.Last && r.Handler == nil {
		return errors.New("last without handler")
	}
	return r.checkFields(form[1] != "")
}

// checkFields checks that the fields are those of the verb.
func (r *Registration) checkFields(isMethod bool) error {
	ofType := r.Does == Literal || r.Does == Proxy || r.Does == Serve && len(r.Handlers) > 0
	wants := map[string]bool{}
	switch r.Does {
	case Route, Subroute, Mount, Wrap, Child, Service:
		wants["handler"] = true
	case Serve:
		wants["handler"] = !ofType
	case With, Use, Intercept:
		wants["middleware"] = true
	case Refine:
		if r.Path == nil && r.MethodArg == nil {
			return errors.New("refine needs path or method_arg")
		}
	case Literal, Proxy:
		if len(r.Handlers)+len(r.Children) == 0 {
			return fmt.Errorf("%s needs handlers or children", r.Does)
		}
	}
	if (r.Handler != nil) != wants["handler"] {
		return fmt.Errorf("handler is for what takes one, and then needed: %s", r.Does)
	}
	if wants["middleware"] && r.Middleware == nil {
		return fmt.Errorf("%s needs middleware", r.Does)
	}
	if !ofType && (r.Name != "" || r.MethodField != "" || len(r.Handlers)+len(r.Children) > 0) {
		return fmt.Errorf("name, method_field, handlers and children are for types, not for a %s", r.Does)
	}
	if ofType && (isMethod || r.Path != nil || r.Middleware != nil) {
		return fmt.Errorf("%s has no arguments", r.Symbol)
	}
	if slices.Contains(r.Handlers, "") || slices.Contains(r.Children, "") {
		return errors.New("empty name of a field")
	}
	return nil
}
