// Package main says by directives what its functions are.
package main

import (
	"context"
	"net/http"

	"example.test/house/again"
	"example.test/services/declared/bank"
)

type server struct {
	gate   bank.Gate
	vault  bank.Vault
	ledger *again.Ledger
	policy *again.Policy
}

func main() {
	s := &server{gate: bank.Open{}, vault: &bank.Memory{}, ledger: &again.Ledger{}, policy: &again.Policy{}}
	http.HandleFunc("/pay", s.pay)
	http.HandleFunc("/known", s.known)
	s.nightly(context.Background())
	_ = http.ListenAndServe(":80", nil)
}

// Helpers of the program, of an interface and of another module multiply.
//
//amplify:entry "/pay" net/http.Get 60
//amplify:entry "/pay" vault 4
//amplify:entry "/pay" ledger 3
//amplify:entry "/pay" printer 2
func (s *server) pay(w http.ResponseWriter, r *http.Request) {
	_ = bank.Try(3, func() error {
		return s.gate.Pass(func() error {
			return s.policy.Run(r.Context(), func() error {
				_, err := http.Get("http://bank")
				return err
			}, nil)
		})
	})
	_ = again.Do(3, func() error { return s.vault.Store(r.Context(), "x") })
	_ = bank.Try(3, func() error { return s.ledger.Put("x") })
	_ = bank.Try(2, func() error { return bank.Print("x") })
}

// A handler that is registered takes the name.
//
//retrylint:entry known under another name
//amplify:entry "known under another name" net/http.Get 2
func (s *server) known(w http.ResponseWriter, r *http.Request) {
	_ = bank.Try(2, func() error {
		_, err := http.Get("http://bank")
		return err
	})
}

// Nothing shows that this is an entry point.
//
//retrylint:entry nightly job
//amplify:entry "nightly job" net/http.Get 7
func (s *server) nightly(ctx context.Context) {
	_ = again.Do(6, func() error {
		_, err := http.Get("http://bank")
		return err
	})
}

//retrylint:entry idle
func idle(ctx context.Context) {}
