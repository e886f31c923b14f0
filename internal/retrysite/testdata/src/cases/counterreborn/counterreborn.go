// Package counterreborn copies the rows of one shard and resumes after stream failures.
package counterreborn

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

// pull sends the rows of a shard to sink. It keeps its place, so that a broken
// stream is picked up where it ended.
func pull(base, shard string, sink chan<- []byte) error {
	var from int64

	// The streams live long: the limit is for failures without progress.
	limit := 3

	for { // want "loop counterreborn.rows.next unbounded none jitter=no ctx=no unwaited=1"
		failed := 0
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
				// leave the inner loop, reopen at the last good row
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
