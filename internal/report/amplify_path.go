package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/retrylint/retrylint/amplify"
)

// pathBlock is the path of one entry to a sink, and the other sinks that the
// same layers lead to.
type pathBlock struct {
	entry amplify.Entry
	sink  amplify.SinkReport
	alike []amplify.SinkReport
}

// paths returns the paths of the listed entries whose factor is at least min.
func (a amplification) paths(min int64) []pathBlock {
	var out []pathBlock
	for _, e := range a.listed {
		first := len(out)
		for _, s := range e.Sinks {
			if !atLeast(s.Attempts, min) {
				continue
			}
			i := slices.IndexFunc(out[first:], func(b pathBlock) bool { return sameLayers(b.sink, s) })
			if i >= 0 {
				out[first+i].alike = append(out[first+i].alike, s)
				continue
			}
			out = append(out, pathBlock{entry: e.Entry, sink: s})
		}
	}
	return out
}

// sameLayers reports whether the same layers make the same number of attempts
// of both sinks. Where a client is called is no matter.
func sameLayers(a, b amplify.SinkReport) bool {
	return compareBounds(a.Attempts, b.Attempts) == 0 && a.Failover == b.Failover &&
		slices.EqualFunc(a.Layers, b.Layers, func(x, y amplify.Layer) bool {
			return x.Kind == y.Kind && x.Library == y.Library && x.Why == y.Why && x.Delay == y.Delay &&
				compareBounds(x.Attempts, y.Attempts) == 0 && (isClient(x) || x.Function == y.Function && x.Pos == y.Pos)
		})
}

// isClient reports whether a layer is inside a library that sends requests.
func isClient(l amplify.Layer) bool { return l.Kind == "client" }

// title names the two ends of a path.
func (b pathBlock) title() string {
	text := EntryText(b.entry) + " → " + shortName(b.sink.Sink) + ": " + factorText(b.sink.Attempts)
	if b.sink.Failover {
		text += ", to different targets"
	}
	return text
}

// step is a line of a path: a call on the way, a layer around it, or both.
type step struct {
	factor   string // of the layer, "" where there is none
	place    string
	function string
	detail   string // what the layer is
}

// steps lays the layers beside the calls that they repeat: a layer belongs to
// the call that its function makes. Those of client libraries come last.
func (b pathBlock) steps(o AmplifyOptions) []step {
	around, rest := placeLayers(b.sink)
	var out []step
	for i, frame := range b.sink.Path {
		call := step{place: o.place(frame.Pos), function: shortName(frame.Function)}
		for j, layer := range around[i] {
			s := layerStep(layer, frame.Pos, o)
			if j == 0 {
				s.place, s.function = call.place, call.function
			}
			out = append(out, s)
		}
		if len(around[i]) == 0 {
			out = append(out, call)
		}
	}
	for _, layer := range rest {
		s := layerStep(layer, amplify.Position{}, o)
		if isClient(layer) {
			s.function = shortName(b.sink.Sink)
		} else {
			s.place, s.function = o.place(layer.Pos), shortName(layer.Function)
		}
		out = append(out, s)
	}
	return out
}

// placeLayers finds the call that each layer is around, by its index in the
// path. The layers are in the order of the path; a function that comes again
// on it has the next layer there.
func placeLayers(s amplify.SinkReport) (around map[int][]amplify.Layer, rest []amplify.Layer) {
	around = make(map[int][]amplify.Layer)
	from := 0
	for _, layer := range s.Layers {
		in := func(f amplify.Frame) bool { return f.Function == layer.Function }
		at := -1
		if !isClient(layer) && from < len(s.Path) {
			at = slices.IndexFunc(s.Path[from:], in)
		}
		if at < 0 {
			rest = append(rest, layer)
			continue
		}
		from += at
		around[from] = append(around[from], layer)
	}
	return around, rest
}

// layerStep describes a layer around a call at a place.
func layerStep(l amplify.Layer, call amplify.Position, o AmplifyOptions) step {
	s := step{factor: attemptsOf(l.Attempts)}
	if !l.Attempts.Unlimited() {
		s.factor += " ×"
	}
	what := cmp.Or(l.Kind, "layer")
	switch {
	case isClient(l):
		what = "built into the client"
	case l.Pos.File == call.File && l.Pos.Line != call.Line && l.Pos.Line > 0:
		what += fmt.Sprintf(" at line %d", l.Pos.Line)
	case call.File != "" && l.Pos.File != "" && l.Pos.File != call.File:
		what += " at " + o.place(l.Pos)
	}
	if l.Library != "" {
		what += " (" + libraryName(l.Library) + ")"
	}
	parts := []string{what}
	if l.Delay != "" {
		parts = append(parts, cmp.Or(waits[l.Delay], l.Delay+" wait"))
	}
	s.detail = printable(strings.Join(parts, ", "))
	if l.Why != "" {
		s.detail += ": " + printable(l.Why)
	}
	return s
}

// waits are the kinds of delays for which "KIND wait" would not do.
var waits = map[string]string{
	"none":   "no wait",
	"server": "waits as the server says",
	"event":  "waits for an event",
}

// libraryName is the last part of an import path that tells what it is.
func libraryName(pkg string) string {
	last := path.Base(pkg)
	if isMajorVersion(last) {
		return path.Join(path.Base(path.Dir(pkg)), last)
	}
	return last
}

// lines are the steps in columns, with the sinks that the same layers lead to
// below them.
func (b pathBlock) lines(o AmplifyOptions) []string {
	var table strings.Builder
	tw := tabwriter.NewWriter(&table, 0, 4, 2, ' ', 0)
	for _, s := range b.steps(o) {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", s.factor, s.place, s.function, s.detail)
	}
	tw.Flush()
	var out []string
	for line := range strings.Lines(table.String()) {
		out = append(out, "  "+strings.TrimRight(line, " \n"))
	}
	if len(b.alike) == 0 {
		return out
	}
	out = append(out, "  likewise:")
	for _, s := range b.alike {
		line := "    " + shortName(s.Sink)
		if n := len(s.Path); n > 0 {
			if place := o.place(s.Path[n-1].Pos); place != "" {
				line += " at " + place
			}
		}
		out = append(out, line)
	}
	return out
}
