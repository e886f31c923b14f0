// Package store keeps things.
package store

import "errors"

var disk = map[string]string{}

// Put keeps a value.
func Put(key, value string) error {
	if key == "" {
		return errors.New("no key")
	}
	disk[key] = value
	return nil
}
