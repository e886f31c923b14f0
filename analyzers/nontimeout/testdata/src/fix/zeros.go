package fix

import (
	"io"
	"net/http"
	"os"
	"time"
)

const (
	none = 0 * time.Second
)

// A name or a comment says what is meant.
func constant(u string) {
	c := &http.Client{Timeout: none} // want `Timeout 0`
	c.Get(u)
}

func commented(u string) {
	c := &http.Client{Timeout: time.Duration( /* none */ 0)} // want `Timeout 0`
	c.Get(u)
}

func converted(u string) {
	c := &http.Client{ // want `Timeout 0`
		Timeout: time.Duration(0), // for ever
	}
	c.Get(u)
}

// A limit for the one would cut the other off.
func both(u string) error {
	c := &http.Client{} // want `no Timeout`
	if _, err := c.Head(u); err != nil {
		return err
	}
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	_, err = io.Copy(os.Stdout, resp.Body)
	return err
}
