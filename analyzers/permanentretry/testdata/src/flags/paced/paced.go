// Package paced has helpers whose callbacks answer with a flag and an error.
package paced

import "time"

// Call runs f again as long as it asks for that.
func Call(f func() (again bool, err error)) (err error) {
	for range 5 {
		var again bool
		if again, err = f(); !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Until runs f again until it is done or has failed.
func Until(f func() (done bool, err error)) error {
	for range 5 {
		done, err := f()
		if done || err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}
