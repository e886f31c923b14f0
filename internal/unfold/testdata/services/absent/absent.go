// Package absent asks again when something is not there, which is another matter
// than asking again while the other side is down.
package absent

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"
)

// NotFoundError says that there is no such thing.
type NotFoundError struct{ Path string }

func (e NotFoundError) Error() string { return e.Path + " is not there" }

// ErrNotFound says the same.
var ErrNotFound = errors.New("not found")

type Store struct {
	client *http.Client
	db     *sql.DB
}

func (s *Store) get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusNotFound:
		return NotFoundError{url}
	case http.StatusGone:
		return fmt.Errorf("%s: %w", url, ErrNotFound)
	}
	return errors.New(resp.Status)
}

// ByType looks elsewhere only where there is nothing.
func (s *Store) ByType(ctx context.Context) error {
	err := s.get(ctx, "a")
	if _, ok := err.(NotFoundError); ok {
		return s.get(ctx, "b")
	}
	return err
}

// ByVariable does it the other way round.
func (s *Store) ByVariable(ctx context.Context) error {
	if err := s.get(ctx, "a"); err != nil {
		if !errors.Is(err, ErrNotFound) {
			return err
		}
		return s.get(ctx, "b")
	}
	return nil
}

// BySwitch has several kinds.
func (s *Store) BySwitch(ctx context.Context) error {
	err := s.get(ctx, "a")
	switch err.(type) {
	case nil:
		return nil
	case NotFoundError, *os.PathError:
		return s.get(ctx, "b")
	}
	return err
}

// ByAs looks for the type below.
func (s *Store) ByAs(ctx context.Context) error {
	var missing NotFoundError
	err := s.get(ctx, "a")
	if errors.As(err, &missing) {
		return s.get(ctx, "b")
	}
	return err
}

func isNotFound(err error) bool {
	return errors.Is(err, ErrNotFound) || os.IsNotExist(err)
}

// ByPredicate asks a function.
func (s *Store) ByPredicate(ctx context.Context) error {
	err := s.get(ctx, "a")
	if !isNotFound(err) {
		return err
	}
	return s.get(ctx, "b")
}

// Whatever looks elsewhere for any reason.
//
//amplify:entry "Store.Whatever" net/http.(*Client).Do 2
func (s *Store) Whatever(ctx context.Context) error {
	err := s.get(ctx, "a")
	if err != nil && !errors.Is(err, context.Canceled) {
		return s.get(ctx, "a")
	}
	return err
}

// Appears waits for something to appear, which is the failure that it is about.
//
//amplify:entry "Store.Appears" net/http.(*Client).Do 5
func (s *Store) Appears(ctx context.Context) error {
	for range 5 {
		err := s.get(ctx, "a")
		if !isNotFound(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return ErrNotFound
}

// Loaded asks the origin for what the store does not have.
//
//amplify:entry "Store.Loaded" net/http.(*Client).Do 3
func (s *Store) Loaded(ctx context.Context, id int) (url string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT url FROM t WHERE id = ?", id).Scan(&url)
	if err != sql.ErrNoRows {
		return url, err
	}
	for range 3 {
		if err = s.get(ctx, "origin"); err == nil {
			return "origin", nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// ErrUnauthorized says that the token is too old.
var ErrUnauthorized = errors.New("unauthorized")

// LoggedIn sends the request once more with another token.
//
//amplify:entry "Store.LoggedIn" net/http.(*Client).Do 2
func (s *Store) LoggedIn(ctx context.Context) error {
	err := s.get(ctx, "a")
	if errors.Is(err, ErrUnauthorized) {
		return s.get(ctx, "a")
	}
	return err
}
