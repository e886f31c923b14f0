// Package declared retries around a helper that a directive describes.
package declared

import (
	"net"
	"time"

	"example.com/lib/again"
)

func dial() error {
	return again.Do(3, func() error {
		c, err := net.Dial("tcp", "db:5432")
		if err != nil {
			return err
		}
		return c.Close()
	})
}

func around() (err error) {
	for range 3 { // want `retries declared\.dial, which retries inside: 3 attempts here times 4 in declared\.dial make 12 calls`
		if err = dial(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func directly() (err error) {
	for range 3 { // want `retries example.com/lib/again\.Do, which retries inside: 3 attempts here times 6 in example.com/lib/again\.Do make 18 calls`
		err = again.Do(5, func() error {
			_, err := net.Dial("tcp", "db:5432")
			return err
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
