package fix

import (
	"net/http"
	"time"
)

const unit = time.Second

func empty(u string) {
	c := &http.Client{} // want `no Timeout`
	c.Get(u)
}

func keyed(u string) {
	c := &http.Client{Transport: http.DefaultTransport} // want `no Timeout`
	c.Get(u)
}

func lines(u string) {
	c := &http.Client{ // want `no Timeout`
		Transport: http.DefaultTransport,
	}
	c.Get(u)
}

func zero(u string) {
	c := &http.Client{Timeout: 0} // want `Timeout 0`
	c.Get(u)
}

func shadowed(u string, time int) {
	c := &http.Client{} // want `no Timeout`
	c.Get(u)
}
