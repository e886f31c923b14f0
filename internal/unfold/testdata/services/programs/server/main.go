// Command server serves.
package main

import (
	"log"
	"net/http"
	"os"

	"example.test/services/programs/health"
)

func main() {
	if _, err := http.Get(os.Getenv("LICENSES")); err != nil { // no entry: it is not what the server is for
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	health.Serve(mux, os.Getenv("UPSTREAM"))
	log.Fatal(http.ListenAndServe(":8080", mux))
}
