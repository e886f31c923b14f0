package report

import (
	"encoding/json"
	"io"

	"github.com/retrylint/retrylint/amplify"
)

// AmplifyVersion is the version of the format that AmplifyJSON writes. It
// changes when a field changes its meaning, not when one is added.
const AmplifyVersion = 1

// The types are the format. Lists are never null.
type (
	amplifyJSON struct {
		Version int         `json:"version"`
		Entries []entryJSON `json:"entries"`
	}
	entryJSON struct {
		Name     string     `json:"name"`
		Kind     string     `json:"kind"`
		Function string     `json:"function"`
		Location Location   `json:"location"`
		Sinks    []sinkJSON `json:"sinks"`
	}
	sinkJSON struct {
		Sink      string      `json:"sink"`
		Attempts  *int64      `json:"attempts"` // nil where no number bounds them
		Unbounded bool        `json:"unbounded"`
		Finite    *int64      `json:"finite,omitempty"` // where unbounded: what the other layers make
		Symbolic  string      `json:"symbolic"`
		Failover  bool        `json:"failover"`
		Layers    []layerJSON `json:"layers"`
		Path      []frameJSON `json:"path"`
	}
	layerJSON struct {
		Kind     string   `json:"kind"`
		Attempts *int64   `json:"attempts"`
		Symbol   string   `json:"symbol"`
		Function string   `json:"function"`
		Location Location `json:"location"`
		Delay    string   `json:"delay"`
		Library  string   `json:"library"`
		Why      string   `json:"why"`
	}
	frameJSON struct {
		Function string   `json:"function"`
		Location Location `json:"location"`
	}
)

// AmplifyJSON writes the whole report as one JSON object, in its own order.
// Of the options, only Rel matters.
func AmplifyJSON(w io.Writer, r *amplify.Report, o AmplifyOptions) error {
	out := amplifyJSON{Version: AmplifyVersion, Entries: []entryJSON{}}
	for _, e := range r.Entries {
		entry := entryJSON{Name: e.Name, Kind: string(e.Kind), Function: e.Function, Location: o.location(e.Pos), Sinks: []sinkJSON{}}
		for _, s := range e.Sinks {
			entry.Sinks = append(entry.Sinks, o.sinkJSON(s))
		}
		out.Entries = append(out.Entries, entry)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // the text is for programs and terminals, never for a page
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (o AmplifyOptions) sinkJSON(s amplify.SinkReport) sinkJSON {
	out := sinkJSON{Sink: s.Sink, Unbounded: s.Attempts.Unlimited(), Failover: s.Failover, Layers: []layerJSON{}, Path: []frameJSON{}}
	if out.Unbounded {
		out.Finite, out.Symbolic = amountJSON(s.Attempts.Finite())
	} else {
		out.Attempts, out.Symbolic = amountJSON(s.Attempts)
	}
	for _, l := range s.Layers {
		layer := layerJSON{Kind: l.Kind, Function: l.Function, Location: o.location(l.Pos), Delay: l.Delay, Library: l.Library, Why: l.Why}
		layer.Attempts, layer.Symbol = amountJSON(l.Attempts)
		out.Layers = append(out.Layers, layer)
	}
	for _, f := range s.Path {
		out.Path = append(out.Path, frameJSON{f.Function, o.location(f.Pos)})
	}
	return out
}

// amountJSON is a bound as a number, or as text where it has symbols. It is
// neither where there is no bound.
func amountJSON(b amplify.Bound) (number *int64, symbolic string) {
	if b.Unlimited() {
		return nil, ""
	}
	if n, ok := b.Number(); ok {
		return &n, ""
	}
	return nil, b.Symbolic()
}

func (o AmplifyOptions) location(pos amplify.Position) Location {
	return Location{File: o.file(pos.File), Line: pos.Line, Column: pos.Column}
}
