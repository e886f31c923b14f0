// Package fixed keeps the failure count across reopened streams.
package fixed

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
)

type rows struct {
	body io.ReadCloser
	br   *bufio.Reader
}

func openRows(base, shard string, from int64) (*rows, error) {
	resp, err := http.Get(fmt.Sprintf("%s/%s?from=%d", base, shard, from))
	if err != nil {
		return nil, err
	}
	return &rows{resp.Body, bufio.NewReader(resp.Body)}, nil
}

func (r *rows) next() ([]byte, int64, error) {
	b, err := r.br.ReadBytes('\n')
	if err != nil {
		return nil, 0, err
	}
	return b, 1, nil
}

func pull(base, shard string, sink chan<- []byte) error {
	var from int64

	limit := 3
	failed := 0

	for { // want "loop fixed.rows.next x3 none jitter=no ctx=no unwaited=1"
		rs, err := openRows(base, shard, from)
		if err != nil {
			return fmt.Errorf("shard %s does not open: %w", shard, err)
		}

		for {
			b, n, err := rs.next()
			if err == io.EOF {
				rs.body.Close()
				return nil
			}
			if err != nil {
				failed++
				if failed >= limit {
					return fmt.Errorf("shard %s: out of attempts: %w", shard, err)
				}
				rs.body.Close()
				break
			}

			if n > 0 {
				from = from + n
				failed = 0
				sink <- b
			}
		}
	}
}
