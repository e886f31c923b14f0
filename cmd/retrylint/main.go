// Retrylint finds retry mistakes in Go code: see "retrylint help".
package main

import (
	"os"

	"github.com/retrylint/retrylint/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
