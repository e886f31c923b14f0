// Package search is a client of another module.
package search

import "net/http"

// Query asks a question.
//
//retrylint:idempotent a query changes nothing
func Query(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Order buys something.
func Order(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
