// Checkout is an example of a service whose layers all retry.
//
// A request for POST /checkout passes the gateway, the checkout and the payment
// layer before it reaches the database. Each layer tries three times and does
// not wait between its attempts. While the database refuses, one request makes
// 27 statements: the test of this package counts them.
package main

import (
	"flag"
	"log"
	"net/http"
	"time"

	"example.com/checkout/checkout"
	"example.com/checkout/fakedb"
	"example.com/checkout/gateway"
	"example.com/checkout/payment"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "address to listen on")
	down := flag.Bool("down", false, "let the database refuse every statement")
	flag.Parse()

	db := new(fakedb.Database)
	db.SetDown(*down)
	server := &http.Server{
		Addr:              *addr,
		Handler:           routes(db),
		ReadHeaderTimeout: 5 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}

func routes(db *fakedb.Database) http.Handler {
	payments := payment.New(db.Open())
	orders := checkout.New(payments)
	mux := http.NewServeMux()
	mux.Handle("POST /checkout", gateway.New(orders))
	return mux
}
