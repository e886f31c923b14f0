// Command routered serves tiles, with httprouter.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"time"

	"github.com/julienschmidt/httprouter"
)

const limit = 3

type tiles struct {
	db *sql.DB
}

// row starts over at the label until the limit is reached.
func (t *tiles) row(ctx context.Context, id string) error {
	n := 0
again:
	_, err := t.db.QueryContext(ctx, "SELECT data FROM tiles WHERE id = $1", id)
	if err != nil {
		if n++; n < limit {
			time.Sleep(20 * time.Millisecond)
			goto again
		}
	}
	return err
}

//amplify:entry "GET /tiles/:z/:id" database/sql.(*DB).QueryContext 3
func (t *tiles) tile(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	if err := t.row(r.Context(), ps.ByName("id")); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

//amplify:entry "PUT /tiles" database/sql.(*DB).ExecContext 2
func (t *tiles) store(w http.ResponseWriter, r *http.Request) {
	var err error
	for range 2 {
		if _, err = t.db.ExecContext(r.Context(), "INSERT INTO tiles VALUES ($1)", "x"); err == nil {
			return
		}
	}
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		log.Fatal(err)
	}
	t := &tiles{db: db}
	r := httprouter.New()
	r.GET("/tiles/:z/:id", t.tile)
	r.HandlerFunc(http.MethodPut, "/tiles", t.store)
	log.Fatal(http.ListenAndServe(":8080", r))
}
