package fix

import (
	"net/http"
	clock "time"
)

var start = clock.Now()

func renamed(u string) {
	c := &http.Client{Transport: http.DefaultTransport} // want `no Timeout`
	c.Get(u)
}

// None of its fields is named.
func unkeyed(u string) {
	c := &http.Client{http.DefaultTransport, nil, nil, 0} // want `Timeout 0`
	c.Get(u)
}

func elided(u string) {
	cs := []*http.Client{{Jar: nil}, {}} // want `no Timeout` `no Timeout`
	for _, c := range cs {
		c.Get(u)
	}
}
