// Package nearmiss holds loops that look like retries and are none.
package nearmiss

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

type api interface {
	Delete(ctx context.Context, id string) error
	List(ctx context.Context, token string) (ids []string, next string, err error)
	Send(ctx context.Context, batch []string) error
}

func items(ctx context.Context, a api, ids []string) {
	for _, id := range ids {
		if err := a.Delete(ctx, id); err != nil {
			log.Print(err)
			continue
		}
		log.Print(id)
	}
}

func itemsUntilError(ctx context.Context, a api, ids []string) error {
	for i := 0; i < len(ids); i++ {
		if err := a.Delete(ctx, ids[i]); err != nil {
			return err
		}
	}
	return nil
}

func itemsPaced(ctx context.Context, a api, ids []string) {
	for _, id := range ids {
		if err := a.Delete(ctx, id); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Second)
	}
}

func itemsChannel(ctx context.Context, a api, ids <-chan string) {
	for id := range ids {
		if err := a.Delete(ctx, id); err != nil {
			log.Print(err)
			continue
		}
	}
}

func itemsMap(ctx context.Context, a api, m map[string]bool) (errs []error) {
	for id := range m {
		if err := a.Delete(ctx, id); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func pages(ctx context.Context, a api) (all []string, err error) {
	token := ""
	for {
		ids, next, err := a.List(ctx, token)
		if err != nil {
			return nil, err
		}
		all = append(all, ids...)
		if next == "" {
			return all, nil
		}
		token = next
	}
}

func pagesByNumber(c *http.Client) error {
	for page := 1; ; page++ {
		resp, err := c.Get("http://x/?page=" + strconv.Itoa(page))
		if err != nil {
			return err
		}
		last := resp.Header.Get("Link") == ""
		resp.Body.Close()
		if last {
			return nil
		}
	}
}

func batches(ctx context.Context, a api, ids []string) error {
	for len(ids) > 0 {
		n := min(100, len(ids))
		if err := a.Send(ctx, ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

func batchesGoOn(ctx context.Context, a api, ids []string) {
	for len(ids) > 0 {
		n := min(100, len(ids))
		if err := a.Send(ctx, ids[:n]); err != nil {
			log.Print(err)
		}
		ids = ids[n:]
	}
}

func cas(v *atomic.Int64) {
	for {
		old := v.Load()
		if v.CompareAndSwap(old, old+1) {
			return
		}
	}
}

func spin(mu *sync.Mutex) {
	for !mu.TryLock() {
		time.Sleep(time.Millisecond)
	}
}

func readAll(r io.Reader) (n int, err error) {
	buf := make([]byte, 512)
	for {
		k, err := r.Read(buf)
		n += k
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

func readLines(r *bufio.Reader) (lines []string, err error) {
	for {
		line, err := r.ReadString('\n')
		if line != "" {
			lines = append(lines, line)
		}
		if err != nil {
			return lines, err
		}
	}
}

func scan(c net.Conn) error {
	sc := bufio.NewScanner(c)
	for sc.Scan() {
		var v any
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			continue
		}
		log.Print(v)
	}
	return sc.Err()
}

func decode(r io.Reader, handle func(any)) error {
	dec := json.NewDecoder(r)
	for {
		var v any
		if err := dec.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		handle(v)
	}
}

func rows(db *sql.DB) (n int, err error) {
	rs, err := db.Query("select id from t")
	if err != nil {
		return 0, err
	}
	defer rs.Close()
	for rs.Next() {
		var id int
		if err := rs.Scan(&id); err != nil {
			return n, err
		}
		n++
	}
	return n, rs.Err()
}

func writeAll(w io.Writer, b []byte) error {
	for len(b) > 0 {
		n, err := w.Write(b)
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// A short write is no failure.
func writeFull(c net.Conn, b []byte) error {
	for done := 0; done < len(b); {
		n, err := c.Write(b[done:])
		done += n
		if err != nil && !errors.Is(err, io.ErrShortWrite) {
			return err
		}
	}
	return nil
}

func ticks(ctx context.Context, a api) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
		}
		if err := a.Delete(ctx, "expired"); err != nil {
			log.Print(err)
		}
	}
}

func sleepTicks(a api) {
	for {
		if err := a.Delete(context.Background(), "expired"); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Minute)
	}
}

// The rule that fits is taken: what fails is a local computation.
type rule interface {
	Apply(s string) (string, error)
}

func layouts(s string) (t time.Time, err error) {
	for _, l := range []string{time.RFC3339, time.RFC1123} {
		if t, err = time.Parse(l, s); err == nil {
			return t, nil
		}
	}
	return t, err
}

func chain(err error) bool {
	for err != nil {
		if te, ok := err.(interface{ Temporary() bool }); ok {
			return te.Temporary()
		}
		err = errors.Unwrap(err)
	}
	return false
}

func parents(dir func(string) string, name string) (string, error) {
	for d := name; d != "/"; d = dir(d) {
		if _, err := os.Stat(d + "/go.mod"); err == nil {
			return d, nil
		}
	}
	return "", fs.ErrNotExist
}

func optimistic(s string) (any, error) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, nil
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return f, nil
	}
	return s, nil
}

func ask(in *bufio.Reader) (int, error) {
	for {
		fmt.Print("how many? ")
		line, err := in.ReadString('\n')
		if err != nil {
			return 0, err
		}
		n, err := strconv.Atoi(line)
		if err == nil {
			return n, nil
		}
		fmt.Println("a number, please")
	}
}

func drain(ch <-chan error) (errs []error) {
	for err := range ch {
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func fanOut(ctx context.Context, a api, ids []string) error {
	errc := make(chan error)
	for _, id := range ids {
		go func() { errc <- a.Delete(ctx, id) }()
	}
	for range ids {
		if err := <-errc; err != nil {
			return err
		}
	}
	return nil
}

func repeatBenchmark(n int) error {
	for i := 0; i < n; i++ {
		c, err := net.Dial("tcp", "db:5432")
		if err != nil {
			return err
		}
		c.Close()
	}
	return nil
}

func fillPool(n int) (pool []net.Conn) {
	for len(pool) < n {
		c, err := net.Dial("tcp", "db:5432")
		if err != nil {
			return pool
		}
		pool = append(pool, c)
	}
	return pool
}

func menu(ctx context.Context, a api, events <-chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-events:
			if err := a.Delete(ctx, id); err != nil {
				log.Print(err)
				continue
			}
			log.Print("gone")
		}
	}
}

type symbol struct {
	kind byte
	name []byte
}

func decodeAll(data []byte, each func(symbol) error) {
	var s symbol
	for len(data) >= 4 {
		s.kind, s.name = data[0], data[1:4]
		data = data[4:]
		each(s)
	}
}

// mustRefuse asks for what must be refused: the next name is tried because the last
// one failed as it should.
func mustRefuse(ctx context.Context, a api, names []string) error {
	for _, name := range names {
		if err := a.Delete(ctx, name); err == nil {
			return fmt.Errorf("%s could be deleted", name)
		}
	}
	for range 3 {
		if err := a.Delete(ctx, "root"); err == nil {
			return errors.New("root could be deleted")
		}
		time.Sleep(time.Second)
	}
	return nil
}

// fillMany draws as many names as there is room for: many rounds, and one name each.
func fillMany(ctx context.Context, a api) []string {
	names := make([]string, 50)
	for i := range names {
		names[i] = "key-" + strconv.Itoa(i)
		if err := a.Delete(ctx, names[i]); err != nil {
			log.Print(err)
		}
	}
	return names
}

func randomName(n int64) string { return strconv.FormatInt(n*int64(os.Getpid()), 36) }

func putMany(ctx context.Context, a api) []string {
	names := make([]string, 50)
	for i := range names {
		name := "key/" + randomName(int64(8+i%8))
		names[i] = name
		err := a.Delete(ctx, name)
		check(err)
	}
	return names
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
