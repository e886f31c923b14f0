package fix

import "net/http"

func single(u string) {
	c := http.Client{ // want `no Timeout`
		// There is nothing to set.
	}
	c.Get(u)
}
