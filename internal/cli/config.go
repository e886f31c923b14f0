package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
)

// place is where a command works, and how it is configured there.
type place struct {
	dir    string
	config *config.Config
}

// enterPlace changes to the directory that -C names, and reads the file that
// -config names, or the one that counts there.
func enterPlace(dir, file string) (place, error) {
	here, err := enter(dir)
	if err != nil {
		return place{}, err
	}
	if file == "" {
		if file, err = config.Find(here); err != nil {
			return place{}, err
		}
	}
	if file == "" {
		return place{here, &config.Config{}}, nil
	}
	c, err := config.Load(file, shownName(here, file), analyzers.Names())
	if err != nil {
		return place{}, err
	}
	return place{here, c}, nil
}

// shownName is the name by which messages call a file.
func shownName(dir, file string) string { return relativeTo(dir)(file) }

// configFlags are the flags of the command config.
type configFlags struct {
	dir, file string
}

func (f *configFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.dir, "C", "", "")
	fs.StringVar(&f.file, "config", "", "")
}

// config prints the configuration that counts.
func (c *command) config(args []string) (int, error) {
	var f configFlags
	fs := newFlags("config")
	f.register(fs)
	switch help, err := parse(fs, args); {
	case err != nil:
		return 0, err
	case help:
		return c.help([]string{"config"})
	case fs.NArg() > 0:
		return 0, errors.New("config takes no arguments: leave them out")
	}
	here, err := enterPlace(f.dir, f.file)
	if err != nil {
		return 0, err
	}
	var on, off []string
	for _, rule := range analyzers.All {
		if rule.Default {
			on = append(on, rule.Name)
		} else {
			off = append(off, rule.Name)
		}
	}
	text, err := here.config.Effective(on, off).Text()
	if err != nil {
		return 0, err
	}
	from := "no " + config.FileName + " here, nor above in the module: the defaults"
	if here.config.File != "" {
		from = "from " + cmp.Or(shownName(here.dir, here.config.File), config.FileName)
	}
	fmt.Fprintf(c.stdout, "# %s\n%s", from, text)
	return exitClean, nil
}
