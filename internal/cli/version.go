package cli

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// version prints what this binary was built from.
func (c *command) version(args []string) (int, error) {
	fs := newFlags("version")
	switch help, err := parse(fs, args); {
	case err != nil:
		return 0, err
	case help:
		return c.help([]string{"version"})
	case fs.NArg() > 0:
		return 0, errors.New("version takes no arguments: leave them out")
	}
	fmt.Fprintf(c.stdout, "retrylint %s\n", moduleVersion())
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return exitClean, nil
	}
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		if settings["vcs.modified"] == "true" {
			commit += ", modified"
		}
		fmt.Fprintf(c.stdout, "commit %s\n", commit)
	}
	fmt.Fprintf(c.stdout, "built with %s\n", info.GoVersion)
	return exitClean, nil
}

// moduleVersion is the version of the module that this binary was built from,
// "devel" for a working copy.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
