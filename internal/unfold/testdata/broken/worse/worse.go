// Package worse imports what is not there.
package worse

import "example.test/nowhere"

var _ = nowhere.X
