// Package bad does not compile.
package bad

func F() int { return missing }
