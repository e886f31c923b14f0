// Command backupctl sends backups to the vault.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/spf13/cobra"

	"example.test/services/backupctl/vault"
)

type cli struct {
	vault *vault.Client
	out   io.Writer
}

// push uploads one archive. vault.Upload tries a few times on its own.
//
//amplify:entry "backupctl push" net/http.(*Client).Do 40
func (c *cli) push(cmd *cobra.Command, args []string) error {
	return retry.Do(
		func() error { return c.vault.Upload(cmd.Context(), args[0], strings.NewReader("archive")) },
		retry.Context(cmd.Context()),
		retry.Delay(time.Second),
		retry.LastErrorOnly(true),
	)
}

//amplify:entry "backupctl list" net/http.(*Client).Do 3
func (c *cli) list(cmd *cobra.Command, _ []string) error {
	names, err := c.vault.List(cmd.Context())
	if err != nil {
		return err
	}
	for _, n := range names {
		fmt.Fprintln(c.out, n)
	}
	return nil
}

//amplify:entry "backupctl verify" net/http.(*Client).Do 6
func (c *cli) verify(cmd *cobra.Command, args []string) error {
	opts := []retry.Option{retry.Attempts(2), retry.Delay(time.Second), retry.DelayType(retry.FixedDelay)}
	return retry.Do(func() error {
		return c.vault.Verify(cmd.Context(), args[0])
	}, opts...)
}

// wait blocks until the vault is there.
//
//amplify:entry "backupctl wait" net/http.(*Client).Do unbounded
func (c *cli) wait(cmd *cobra.Command, _ []string) error {
	return retry.Do(func() error { return c.vault.Ping(cmd.Context()) },
		retry.Attempts(0), retry.Context(cmd.Context()), retry.Delay(time.Second), retry.MaxDelay(time.Minute))
}

func newRoot(c *cli) *cobra.Command {
	root := &cobra.Command{Use: "backupctl", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(
		&cobra.Command{Use: "push ARCHIVE", Args: cobra.ExactArgs(1), RunE: c.push},
		&cobra.Command{Use: "list", RunE: c.list},
		&cobra.Command{Use: "verify ARCHIVE", Args: cobra.ExactArgs(1), RunE: c.verify},
		&cobra.Command{Use: "wait", RunE: c.wait},
	)
	return root
}

func main() {
	c := &cli{vault: vault.New(&http.Client{Timeout: time.Minute}, os.Getenv("VAULT_URL")), out: os.Stdout}
	if err := newRoot(c).ExecuteContext(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
