// Package good compiles.
package good

import "net/http"

func Twice(url string) (err error) {
	for range 2 {
		if err = get(url); err == nil {
			break
		}
	}
	return err
}

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
