package driver

import (
	"os"
	"runtime"

	"honnef.co/go/tools/lintcmd/runner"
)

// withoutConf calls load such that the runner reads no staticcheck.conf.
//
// The runner's loader looks for one above every package, and a file that it
// cannot parse fails the package. There is no switch for that, but the loader
// skips packages that lie below the user's cache directory, which is how it
// knows generated code. For the time of the load the whole file system is
// declared to be that directory; the go command, which has a use for the true
// one, is run with the environment as it was. Where the cache directory is not
// told by a variable (macOS, Windows, Plan 9), a staticcheck.conf is read; its
// rules are ignored all the same, and one that is broken is reported.
func withoutConf(load func() ([]runner.Result, error)) ([]runner.Result, error) {
	const variable = "XDG_CACHE_HOME"
	switch runtime.GOOS {
	case "windows", "darwin", "ios", "plan9":
		return load()
	}
	old, set := os.LookupEnv(variable)
	if err := os.Setenv(variable, "/"); err != nil {
		return load()
	}
	defer func() {
		if set {
			os.Setenv(variable, old)
		} else {
			os.Unsetenv(variable)
		}
	}()
	return load()
}
