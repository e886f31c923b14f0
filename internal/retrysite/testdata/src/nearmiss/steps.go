package nearmiss

import "log"

type conn interface {
	Run(cmds []string) error
}

// Through a list, by steps of whatever size.
func groups(c conn, cmds []string, end func(from int) int) error {
	i := 0
	defer func() { log.Print(i) }()
	for i < len(cmds) {
		to := end(i)
		if err := c.Run(cmds[i:to]); err != nil && to == 0 {
			return err
		}
		i = to
	}
	return nil
}
