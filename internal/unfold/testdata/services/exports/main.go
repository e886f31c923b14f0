// Command exports writes the tables of a tenant to the object store.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"example.test/services/exports/objects"
)

type exporter struct {
	store *objects.Store
}

// export writes all tables at once and, when a table failed, all of them once
// more.
//
//amplify:entry "POST /tenants/{tenant}/export" net/http.(*Client).Do 6
func (e *exporter) export(w http.ResponseWriter, r *http.Request) {
	tables := strings.Split(r.URL.Query().Get("tables"), ",")
	var err error
	for run := 0; run < 2; run++ {
		if err = e.writeAll(r.Context(), r.PathValue("tenant"), tables); err == nil {
			w.WriteHeader(http.StatusCreated)
			return
		}
		log.Printf("run %d: %v", run, err)
	}
	http.Error(w, err.Error(), http.StatusBadGateway)
}

func (e *exporter) writeAll(ctx context.Context, tenant string, tables []string) error {
	var g errgroup.Group
	g.SetLimit(8)
	for _, table := range tables {
		g.Go(func() error {
			return e.store.Put(ctx, tenant+"/"+table+".csv", "...")
		})
	}
	return g.Wait()
}

// purge removes the tables, each in its goroutine.
//
//amplify:entry "POST /tenants/{tenant}/purge" net/http.(*Client).Do 3
func (e *exporter) purge(w http.ResponseWriter, r *http.Request) {
	tables := strings.Split(r.URL.Query().Get("tables"), ",")
	errs := make([]error, len(tables))
	var wg sync.WaitGroup
	for i, table := range tables {
		wg.Go(func() {
			errs[i] = e.store.Delete(r.Context(), r.PathValue("tenant")+"/"+table+".csv")
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// copyAll is the same in sequence, and goes on after a failure.
//
//amplify:entry "POST /tenants/{tenant}/copy" net/http.(*Client).Do 3
func (e *exporter) copyAll(w http.ResponseWriter, r *http.Request) {
	var failed int
	for _, table := range strings.Split(r.URL.Query().Get("tables"), ",") {
		name := r.PathValue("tenant") + "/" + table + ".csv"
		if err := e.store.Put(r.Context(), "copy/"+name, name); err != nil {
			failed++
			continue
		}
	}
	if failed > 0 {
		http.Error(w, fmt.Sprintf("%d tables failed", failed), http.StatusBadGateway)
	}
}

// touch answers at once and does the work in the background.
//
//amplify:entry "POST /tenants/{tenant}/touch" net/http.(*Client).Do 12
func (e *exporter) touch(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("tenant") + "/touched"
	ctx := context.WithoutCancel(r.Context())
	go func() {
		for attempt := 1; attempt <= 4; attempt++ {
			err := e.store.Put(ctx, key, "")
			if err == nil {
				return
			}
			log.Printf("touch %s: attempt %d: %v", key, attempt, err)
			time.Sleep(time.Duration(attempt) * time.Second)
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}

func (e *exporter) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /tenants/{tenant}/export", e.export)
	mux.HandleFunc("POST /tenants/{tenant}/purge", e.purge)
	mux.HandleFunc("POST /tenants/{tenant}/copy", e.copyAll)
	mux.HandleFunc("POST /tenants/{tenant}/touch", e.touch)
	return mux
}

func main() {
	e := &exporter{store: objects.New(&http.Client{Timeout: time.Minute}, "https://objects.example.test")}
	log.Fatal(http.ListenAndServe(":8080", e.routes()))
}
