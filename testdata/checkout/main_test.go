package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/checkout/fakedb"
)

func TestCheckout(t *testing.T) {
	tests := []struct {
		name       string
		down       bool
		status     int
		statements int64
	}{
		{"healthy", false, http.StatusCreated, 1},
		{"down", true, http.StatusBadGateway, 3 * 3 * 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db := new(fakedb.Database)
			db.SetDown(test.down)
			w := httptest.NewRecorder()
			r := httptest.NewRequest("POST", "/checkout", strings.NewReader(`{"order":"A-1","cents":4200}`))
			routes(db).ServeHTTP(w, r)
			if w.Code != test.status {
				t.Errorf("status %d, want %d", w.Code, test.status)
			}
			if n := db.Statements(); n != test.statements {
				t.Errorf("%d statements reached the database, want %d", n, test.statements)
			}
		})
	}
}

func TestBadRequest(t *testing.T) {
	w := httptest.NewRecorder()
	routes(new(fakedb.Database)).ServeHTTP(w, httptest.NewRequest("POST", "/checkout", strings.NewReader("?")))
	if w.Code != http.StatusBadRequest {
		t.Errorf("status %d, want %d", w.Code, http.StatusBadRequest)
	}
}
