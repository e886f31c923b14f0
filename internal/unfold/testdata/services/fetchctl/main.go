// Command fetchctl downloads the files of a manifest.
package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"example.test/services/fetchctl/fetch"
)

type options struct {
	retries int
	mirror  string
}

//amplify:entry "fetchctl get" net/http.(*Client).Do 2 × (flag --retries + 1)
//amplify:entry "fetchctl head" net/http.(*Client).Do FETCHCTL_TRIES
func newRoot(hc *http.Client) *cobra.Command {
	var o options
	root := &cobra.Command{Use: "fetchctl", SilenceErrors: true, SilenceUsage: true}

	get := &cobra.Command{
		Use:  "get PATH",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f := fetch.New(hc, o.mirror)
			var err error
			for pass := 0; pass < 2; pass++ {
				if err = f.Get(cmd.Context(), args[0], o.retries); err == nil {
					return nil
				}
			}
			return err
		},
	}
	get.Flags().IntVar(&o.retries, "retries", 3, "how often a failed download is repeated")

	head := &cobra.Command{Use: "head PATH", Args: cobra.ExactArgs(1), RunE: func(cmd *cobra.Command, args []string) error {
		return fetch.New(hc, o.mirror).Head(cmd.Context(), args[0], envInt("FETCHCTL_TRIES", 2))
	}}

	root.PersistentFlags().StringVar(&o.mirror, "mirror", "https://mirror.example.test", "where to download from")
	root.AddCommand(get, head, &cobra.Command{Use: "check", RunE: func(cmd *cobra.Command, _ []string) error {
		return check(cmd, fetch.New(hc, o.mirror))
	}})
	return root
}

// check is not configurable.
//
//amplify:entry "fetchctl check" net/http.(*Client).Do 3
func check(cmd *cobra.Command, f *fetch.Fetcher) error {
	return f.Head(cmd.Context(), "index", 3)
}

func envInt(name string, def int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return def
}

func main() {
	if err := newRoot(&http.Client{Timeout: time.Minute}).Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
