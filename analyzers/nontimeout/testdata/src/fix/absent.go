package fix

import (
	"net/http"
	"net/url"
)

func absent(u *url.URL) {
	c := &http.Client{ // want `no Timeout`
		Transport:     http.DefaultTransport, // as ever
		CheckRedirect: nil,
	}
	c.Get(u.String())
}
