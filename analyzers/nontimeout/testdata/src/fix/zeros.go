package fix

import (
	"net/http"
	"time"
)

const (
	none = 0 * time.Second
)

func constant(u string) {
	c := &http.Client{Timeout: none} // want `Timeout 0`
	c.Get(u)
}

func converted(u string) {
	c := &http.Client{ // want `Timeout 0`
		Timeout: time.Duration(0), // for ever
	}
	c.Get(u)
}
