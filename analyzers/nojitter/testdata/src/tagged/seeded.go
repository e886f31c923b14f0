//go:build seeded

package tagged

var rand = 1
