// Command golangcitest is golangci-lint with retrylint built in, as golangci-lint
// custom makes it. It is a module of its own, so that nobody who uses retrylint
// has to download golangci-lint.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/retrylint/retrylint/plugin"
)

func main() {
	// The version is part of the key of golangci-lint's cache. With this one it
	// takes the bytes of the program in its place.
	info := commands.BuildInfo{GoVersion: "unknown", Version: "(devel)", Commit: "unknown", Date: "unknown"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
