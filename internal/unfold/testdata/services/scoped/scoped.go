// Package scoped tries again with a function from another module of the house. With
// that module in scope, there are three attempts.
package scoped

import (
	"net/http"

	"example.test/house/retry"
)

//amplify:gap "scoped.Fetch" net/http.Get 3
func Fetch(url string) error {
	return retry.Do(3, func() error {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
