package report

import (
	"encoding/json"
	"io"
)

// JSON writes one finding a line, in the format of staticcheck's -f json.
func JSON(w io.Writer, r Report) error { return jsonLines(w, r.Findings) }

// SitesJSON writes one site a line.
func SitesJSON(w io.Writer, sites []Site) error { return jsonLines(w, sites) }

func jsonLines[T any](w io.Writer, values []T) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // the text is for programs and terminals, never for a page
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return nil
}
