// Package later makes requests whose failure shows only when the answer is looked at.
package later

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type Store struct {
	db  *sql.DB
	rdb *redis.Client
}

// Open makes the store.
func Open(db *sql.DB) *Store {
	return &Store{db: db, rdb: redis.NewClient(&redis.Options{MaxRetries: -1})}
}

// count is asked again and again.
const count = "SELECT count(*) FROM t"

// Both asks twice, and the second time only if the first went well.
func (s *Store) Both(ctx context.Context) (a, b int, err error) {
	if err = s.db.QueryRowContext(ctx, count).Scan(&a); err != nil {
		return 0, 0, err
	}
	row := s.db.QueryRowContext(ctx, count)
	if err = row.Scan(&b); err != nil {
		return 0, 0, err
	}
	return a, b, nil
}

// Either asks the second time only if the first went wrong.
//
//amplify:entry "Store.Either" database/sql.(*DB).QueryRowContext 2
func (s *Store) Either(ctx context.Context) (n int, err error) {
	if err = s.db.QueryRowContext(ctx, count).Scan(&n); err == nil {
		return n, nil
	}
	err = s.db.QueryRowContext(ctx, count).Scan(&n)
	return n, err
}

// Again asks up to three times.
//
//amplify:entry "Store.Again" database/sql.(*DB).QueryRowContext 3
func (s *Store) Again(ctx context.Context) (n int, err error) {
	for range 3 {
		if err = s.db.QueryRowContext(ctx, count).Scan(&n); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// Scanned leaves it to another function to look.
//
//amplify:entry "Store.Scanned" database/sql.(*DB).QueryRowContext 2
func (s *Store) Scanned(ctx context.Context) (int, error) {
	n, err := scan(s.db.QueryRowContext(ctx, count))
	if err != nil {
		return scan(s.db.QueryRowContext(ctx, count))
	}
	return n, nil
}

// Row is asked for by other functions.
func (s *Store) row(ctx context.Context) *sql.Row {
	return s.db.QueryRowContext(ctx, count)
}

// Helped gets its row from a function.
//
//amplify:entry "Store.Helped" database/sql.(*DB).QueryRowContext 2
func (s *Store) Helped(ctx context.Context) (int, error) {
	n, err := scan(s.row(ctx))
	if err == nil {
		n2, err := scan(s.row(ctx))
		return n + n2, err
	}
	return scan(s.row(ctx))
}

func scan(row *sql.Row) (n int, err error) {
	err = row.Scan(&n)
	return n, err
}

// Pair reads two keys, the second only after the first.
func (s *Store) Pair(ctx context.Context) (string, string, error) {
	a, err := s.rdb.Get(ctx, "a").Result()
	if err != nil {
		return "", "", err
	}
	cmd := s.rdb.Get(ctx, "a")
	if cmd.Err() != nil {
		return "", "", cmd.Err()
	}
	return a, cmd.Val(), nil
}

// Kept looks at the error of the first answer, and goes on all the same.
//
//amplify:entry "Store.Kept" github.com/redis/go-redis/v9.(cmdable).Get 2
func (s *Store) Kept(ctx context.Context) string {
	cmd := s.rdb.Get(ctx, "a")
	if err := cmd.Err(); err != nil {
		log.Print(err)
	}
	return cmd.Val() + s.rdb.Get(ctx, "a").Val()
}

// Enter sends a message about those that there are.
//
//amplify:entry "Store.Enter" net/http.(*Client).Do 2
func (s *Store) Enter(ctx context.Context, req *http.Request) error {
	if !s.exists(ctx) {
		return sql.ErrNoRows
	}
	_, err := http.DefaultClient.Do(req)
	if err != nil {
		_, err = http.DefaultClient.Do(req)
	}
	return err
}

func (s *Store) exists(ctx context.Context) bool {
	var yes bool
	s.db.QueryRowContext(ctx, "SELECT true FROM t").Scan(&yes)
	return yes
}
