// Package retry has a helper whose body does not tell how often it runs.
package retry

// Strategy decides about the next attempt.
type Strategy interface {
	Next(attempt int, err error) (again bool)
}

var registry = map[string]Strategy{}

// Named runs op until the strategy gives up, or n times.
func Named(name string, op func() error, n int) error {
	return registered(name).run(op, n)
}

type runner interface {
	run(op func() error, n int) error
}

var runners map[string]runner

func registered(name string) runner { return runners[name] }
