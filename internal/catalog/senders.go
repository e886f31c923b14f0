package catalog

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Sender is an HTTP client library that repeats requests by itself once it is told
// how often. Its symbols are written as in an Entry.
type Sender struct {
	Package string `json:"package"`
	// On are the setters, options and fields that say how often.
	On []string `json:"on"`
	// Conditions take a predicate on the answer and the error that says what is
	// repeated. Where none is given, every error is.
	Conditions []string `json:"conditions,omitempty"`
	// Hooks take a function that can read how long the server asks to wait.
	Hooks []string `json:"hooks,omitempty"`
	// Sends are the methods that send: Post, PostForm and Patch by their name, others
	// with the method as their first argument.
	Sends []string `json:"sends"`
	// Unlocks are setters without which POST and PATCH are not repeated; empty where
	// every method is.
	Unlocks []string `json:"unlocks,omitempty"`
	// Obeys reports whether Retry-After is read where no hook is given.
	Obeys bool `json:"obeys,omitempty"`

	origin
}

//go:embed senders.json
var senderData []byte

// Senders returns the libraries that repeat requests; they are not to be changed.
var Senders = sync.OnceValue(func() []Sender {
	rows, err := parseSenders("senders.json", senderData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	return rows
})

func parseSenders(name string, data []byte) ([]Sender, error) {
	return readRows(name, data, func(s *Sender, pos string) error {
		s.Pos = pos
		if len(s.On) == 0 || len(s.Sends) == 0 {
			return errors.New("want on and sends")
		}
		for _, symbol := range s.symbols() {
			if !symbolForm.MatchString(symbol) {
				return fmt.Errorf("bad symbol %q", symbol)
			}
		}
		return s.origin.check(s.Package)
	})
}

// symbols lists all symbols that the row names.
func (s *Sender) symbols() []string {
	return slices.Concat(s.On, s.Conditions, s.Hooks, s.Sends, s.Unlocks)
}

// SenderOf returns the library that a package belongs to.
func SenderOf(pkgPath string) (*Sender, bool) {
	rows := Senders()
	i := slices.IndexFunc(rows, func(s Sender) bool { return s.Package == pkgPath })
	if i < 0 {
		return nil, false
	}
	return &rows[i], true
}
