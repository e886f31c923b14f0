package fix

import (
	"net/http"
	"strings"
	"sync"
	"time"
)

// A lock is held while the request is sent.
func locked(c *http.Client, mu *sync.Mutex, url string) error {
	req, err := http.NewRequest(http.MethodPut, url, strings.NewReader("text"))
	if err != nil {
		return err
	}
	for range 3 {
		mu.Lock()
		resp, err := c.Do(req) // want `sends the same request again`
		mu.Unlock()
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return http.ErrServerClosed
}

func placed(c *http.Client, sem chan struct{}, url string) (err error) {
	req, err := http.NewRequest(http.MethodPut, url, strings.NewReader("text"))
	if err != nil {
		return err
	}
	sem <- struct{}{}
	for range 3 {
		if _, err = c.Do(req); err == nil { // want `sends the same request again`
			break
		}
		time.Sleep(time.Second)
	}
	<-sem
	return err
}

// There is no room between the label and the switch.
func labelled(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPut, url, strings.NewReader("text"))
	if err != nil {
		return err
	}
	n := 0
again:
	switch resp, err := c.Do(req); { // want `sends the same request again`
	case err == nil:
		return resp.Body.Close()
	case n > 1:
		return err
	}
	n++
	time.Sleep(time.Second)
	goto again
}
