// Package budgets has loops that an object lets go on, whatever its method is called.
package budgets

import (
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type wallet struct{ coins int }

func (w *wallet) pay() bool {
	if w.coins == 0 {
		return false
	}
	w.coins--
	return true
}

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func whilePaying(url string, w *wallet) error {
	for {
		err := get(url)
		if err == nil || !w.pay() {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Paid has four coins for what comes after the first attempt.
//
//amplify:entry "budgets.Paid" net/http.Get 5
func Paid(url string) error { return whilePaying(url, &wallet{coins: 4}) }

// Lent has what it is given.
//
//amplify:entry "budgets.Lent" net/http.Get pay()
func Lent(url string, coins int) error { return whilePaying(url, &wallet{coins: coins}) }

type state struct {
	ok  bool
	err error
}

func ask(url string) (s state) {
	s.err = get(url)
	s.ok = s.err == nil
	return s
}

// Told has the failure in a struct.
//
//amplify:entry "budgets.Told" net/http.Get 3
func Told(url string) error {
	var s state
	for range 3 {
		if s = ask(url); s.err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return s.err
}

// Flagged has it in a flag.
//
//amplify:entry "budgets.Flagged" net/http.Get 4
func Flagged(url string) error {
	s := ask(url)
	for n := 1; !s.ok && n < 4; n++ {
		time.Sleep(time.Second)
		s = ask(url)
	}
	return s.err
}

func countDown(url string, left *int) error {
	for *left > 0 {
		*left--
		err := get(url)
		if err == nil {
			return nil
		}
	}
	return nil
}

// Pointed counts in memory.
//
//amplify:entry "budgets.Pointed" net/http.Get 6
func Pointed(url string) error {
	left := 6
	return countDown(url, &left)
}

func handsOn(url string, attempt, limit int) error {
	err := get(url)
	if err == nil || attempt+1 >= limit {
		return err
	}
	time.Sleep(time.Second)
	return handsOn(url, attempt+1, limit)
}

// HandedOn counts in calls.
//
//amplify:entry "budgets.HandedOn" net/http.Get 7
func HandedOn(url string) error { return handsOn(url, 0, 7) }

func code(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// Elsewhere goes to the next host unless the answer is good.
//
//amplify:entry "budgets.Elsewhere" net/http.Get 3
func Elsewhere() (last error) {
	for _, host := range []string{"https://a.example.test", "https://b.example.test", "https://c.example.test"} {
		c, err := code(host)
		if err == nil && c < 500 {
			return nil
		}
		last = err
	}
	return last
}

// Rounds goes to them twice.
//
//amplify:entry "budgets.Rounds" net/http.Get 4
func Rounds() (last error) {
	for range 2 {
		for _, host := range []string{"https://a.example.test", "https://b.example.test"} {
			c, err := code(host)
			if err != nil {
				last = err
				continue
			}
			if c < 500 {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return last
}

func choosy(url string, again func(error) bool) error {
	var err error
	for range 5 {
		if err = get(url); err == nil || !again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Never wants no second attempt.
func Never(url string) error { return choosy(url, func(error) bool { return false }) }

// Ever wants all.
//
//amplify:entry "budgets.Ever" net/http.Get 5
func Ever(url string) error { return choosy(url, func(error) bool { return true }) }

// Mostly depends.
//
//amplify:entry "budgets.Mostly" net/http.Get 5
func Mostly(url string) error {
	return choosy(url, func(err error) bool { return err.Error() != "no" })
}

// Shared pays for both loops from one wallet: whoever pays, it is spent once.
//
//amplify:entry "budgets.Shared" net/http.Get 4
func Shared(url string) error {
	w := &wallet{coins: 3}
	for {
		err := whilePaying(url, w)
		if err == nil || !w.pay() {
			return err
		}
	}
}

// Own pays for each loop from a wallet of its own.
//
//amplify:entry "budgets.Own" net/http.Get 12
func Own(url string) error {
	w := &wallet{coins: 3}
	for {
		err := whilePaying(url, &wallet{coins: 2})
		if err == nil || !w.pay() {
			return err
		}
	}
}

// ByHand asks a library's policy for each wait.
//
//amplify:entry "budgets.ByHand" net/http.Get 4
func ByHand(url string) error {
	b := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3)
	for {
		err := get(url)
		if err == nil {
			return nil
		}
		d := b.NextBackOff()
		if d == backoff.Stop {
			return err
		}
		time.Sleep(d)
	}
}

// Asking asks before the first attempt, too.
//
//amplify:entry "budgets.Asking" net/http.Get 3
func Asking(url string) (err error) {
	b := backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3)
	for {
		d := b.NextBackOff()
		if d == backoff.Stop {
			return err
		}
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(d)
	}
}
