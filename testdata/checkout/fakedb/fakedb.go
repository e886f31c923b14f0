// Package fakedb is a database that stores nothing, counts the statements that
// reach it, and can be told to refuse them.
package fakedb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync/atomic"
)

// Database is a database server. Its zero value is up.
type Database struct {
	down       atomic.Bool
	statements atomic.Int64
}

// SetDown makes the database refuse statements, or take them again.
func (d *Database) SetDown(down bool) { d.down.Store(down) }

// Statements is the number of statements that have reached the database.
func (d *Database) Statements() int64 { return d.statements.Load() }

// Open returns a pool of connections to the database.
func (d *Database) Open() *sql.DB { return sql.OpenDB(connector{d}) }

type connector struct{ db *Database }

func (c connector) Connect(context.Context) (driver.Conn, error) { return conn(c), nil }
func (c connector) Driver() driver.Driver                        { return nil }

type conn struct{ db *Database }

// ExecContext counts the statement. The error is not driver.ErrBadConn, upon
// which database/sql would try again by itself.
func (c conn) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	c.db.statements.Add(1)
	if c.db.down.Load() {
		return nil, errors.New("database: too many connections")
	}
	return driver.RowsAffected(1), nil
}

func (conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (conn) Begin() (driver.Tx, error)           { return nil, errors.ErrUnsupported }
func (conn) Close() error                        { return nil }
