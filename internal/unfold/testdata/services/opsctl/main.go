// Command opsctl has commands in urfave/cli.
package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"os/exec"
	"time"

	"github.com/urfave/cli/v2"
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

//amplify:entry "opsctl cache warm" net/http.Get 5
func warm(c *cli.Context) error {
	var err error
	for i := 5; i > 0 && !done(&err, get("https://cache.example.test/warm")); i-- {
		time.Sleep(time.Second)
	}
	return err
}

// done notes the error and reports whether there is none.
func done(to *error, err error) bool {
	*to = err
	return err == nil
}

// drain has its limit from a flag.
//
//amplify:entry "opsctl drain" net/http.Get tries
func drain(c *cli.Context) error {
	var err error
	for i := 0; i < c.Int("tries"); i++ {
		if err = get("https://cache.example.test/drain"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

//amplify:entry "opsctl sync" os/exec.(*Cmd).Run 2
func sync(c *cli.Context) error {
	if err := exec.Command("rsync", "-a", "x", "y").Run(); err != nil {
		log.Print("once more: ", err)
		return exec.Command("rsync", "-a", "x", "y").Run()
	}
	return nil
}

func main() {
	app := &cli.App{
		Name: "opsctl",
		Commands: []*cli.Command{
			{Name: "cache", Subcommands: []*cli.Command{{Name: "warm", Action: warm}}},
			{Name: "drain", Action: drain, Flags: []cli.Flag{&cli.IntFlag{Name: "tries", Value: 3}}},
			{Name: "sync", Action: sync},
		},
	}
	if err := app.Run(os.Args); err != nil {
		log.Fatal(err)
	}
}
