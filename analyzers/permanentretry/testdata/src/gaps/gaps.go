// Package gaps has what the rule should say and does not say yet.
package gaps

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"
)

// A row that is not there.
func missing(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	for range 3 { // want `retries sql\.ErrNoRows`
		err = db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = ?", id).Scan(&name)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, sql.ErrNoRows) && !errors.Is(err, driver.ErrBadConn) {
			return "", err
		}
		time.Sleep(time.Second)
	}
	return "", err
}
