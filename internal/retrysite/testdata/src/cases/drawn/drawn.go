// Package drawn takes one candidate after the other from a function.
package drawn

import "os"

func pop(left map[string][]string, key string) (string, bool) {
	names := left[key]
	if len(names) == 0 {
		return "", false
	}
	left[key] = names[1:]
	return names[0], true
}

type entry struct{ name string }

func popEntry(left []entry) (entry, bool) {
	if len(left) == 0 {
		return entry{}, false
	}
	return left[len(left)-1], true
}

// One candidate after the other.
func candidates(left map[string][]string, key, to string) bool {
	for c, ok := pop(left, key); ok; c, ok = pop(left, key) {
		if err := os.Rename(c, to); err != nil {
			continue
		}
		return true
	}
	return false
}

func entries(left []entry, to string) bool {
	for c, ok := popEntry(left); ok; c, ok = popEntry(left) { // want "failover os.Rename x<number of targets> none"
		p := &c
		if err := os.Rename(p.name, to); err != nil {
			continue
		}
		return true
	}
	return false
}
