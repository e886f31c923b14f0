// Package names looks up what people are called.
package names

import (
	"context"
	"io"
	"net/http"
)

// All looks up every name. One that cannot be had stands as such in the list: the
// loop is over people, not over tries.
//
//amplify:entry "names.All" net/http.(*Client).Do 1
func All(ctx context.Context, hc *http.Client, ids []string) []string {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		out = append(out, name(ctx, hc, id))
	}
	return out
}

func name(ctx context.Context, hc *http.Client, id string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://names.example.test/"+id, nil)
	if err != nil {
		return "<bad>"
	}
	resp, err := hc.Do(req)
	if err != nil {
		return "<unknown>"
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "<unknown>"
	}
	return string(b)
}
