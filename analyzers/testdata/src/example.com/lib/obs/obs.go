// Package obs tells the people on call.
package obs

import "fmt"

// Board shows what happens.
type Board struct{ rows []string }

// Complain shows what went wrong.
func (b *Board) Complain(text string, err error) {
	b.rows = append(b.rows, fmt.Sprintf("%s: %v", text, err))
}
