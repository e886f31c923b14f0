package b

import (
	"context"
	"net/http"
	"testing"
)

func TestFetch(t *testing.T) {
	Fetch(context.Background())
	http.Get("http://x")
}
