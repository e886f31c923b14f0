// Command ledgerctl posts a journal file to the ledger.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

const maxTries = 4

var errRejected = errors.New("ledger rejected the entry")

type poster struct {
	hc  *http.Client
	url string
}

func (p *poster) send(line []byte) error {
	resp, err := p.hc.Post(p.url+"/entries", "application/json", bytes.NewReader(line))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode == http.StatusUnprocessableEntity:
		return errRejected
	default:
		return fmt.Errorf("ledger: %s", resp.Status)
	}
}

// post goes back up after a failure that may pass.
func (p *poster) post(line []byte) error {
	tries := 0
retry:
	tries++
	err := p.send(line)
	if errors.Is(err, errRejected) {
		return err
	}
	if err != nil && tries < maxTries {
		time.Sleep(time.Duration(tries) * 250 * time.Millisecond)
		goto retry
	}
	return err
}

// flush asks the ledger to close the batch; the counter moves on the way back.
func (p *poster) flush() error {
	var n int
again:
	resp, err := p.hc.Get(p.url + "/flush")
	if err == nil {
		_ = resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return nil
		}
		err = fmt.Errorf("flush: %s", resp.Status)
	}
	if n < maxTries {
		n++
		time.Sleep(time.Second)
		goto again
	}
	return err
}

// load posts every line. One bad line does not stop the file, unless it fails
// a second time at the end.
func (p *poster) load(r io.Reader) error {
	var failed [][]byte
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := bytes.Clone(sc.Bytes())
		if err := p.post(line); err != nil {
			failed = append(failed, line)
		}
	}
	for _, line := range failed {
		if err := p.post(line); err != nil {
			return err
		}
	}
	return errors.Join(sc.Err(), p.flush())
}

//amplify:entry "run" net/http.(*Client).Post 8
//amplify:entry "run" net/http.(*Client).Get 10
func run(p *poster, args []string, stdin io.Reader) error {
	if len(args) < 1 {
		return errors.New("usage: ledgerctl load|flush")
	}
	switch args[0] {
	case "load":
		return p.load(stdin)
	case "flush":
		for pass := 1; pass <= 2; pass++ {
			err := p.flush()
			if err == nil {
				return nil
			}
			fmt.Fprintf(os.Stderr, "pass %d: %v\n", pass, err)
		}
		return errors.New("flush failed")
	}
	return fmt.Errorf("unknown command %q", args[0])
}

func main() {
	p := &poster{hc: http.DefaultClient, url: os.Getenv("LEDGER_URL")}
	if err := run(p, os.Args[1:], os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
