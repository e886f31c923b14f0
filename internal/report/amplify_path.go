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
	all   bool // whether all that are alike are listed
	left  int  // paths of the same entry that are left out after this one
}

// Of one entry no more paths, and below a path no more sinks that are alike, are
// shown unless all are asked for.
const mostPaths, mostAlike = 3, 5

// paths returns the paths of the listed entries whose factor is at least min,
// and how many are below that. Of each entry there are the worst ones only, unless all
// are asked for.
func (a amplification) paths(min int64) (shown []pathBlock, below int) {
	for _, e := range a.listed {
		blocks := foldSinks(e)
		n := slices.IndexFunc(blocks, func(b pathBlock) bool { return !atLeast(b.sink.Attempts, min) })
		if n >= 0 {
			below += len(blocks) - n
			blocks = blocks[:n]
		}
		if !a.all {
			blocks = worstPaths(blocks)
		}
		for i := range blocks {
			blocks[i].all = a.all
		}
		shown = append(shown, blocks...)
	}
	return shown, below
}

// foldSinks returns the paths of an entry, worst first, with the sinks that the
// same layers lead to in one.
func foldSinks(e amplify.EntryReport) []pathBlock {
	var out []pathBlock
	for _, s := range e.Sinks {
		i := slices.IndexFunc(out, func(b pathBlock) bool { return sameLayers(b.sink, s) })
		if i >= 0 {
			out[i].alike = append(out[i].alike, s)
			continue
		}
		out = append(out, pathBlock{entry: e.Entry, sink: s})
	}
	return out
}

// worstPaths keeps the first paths of an entry. One of them is the worst of those
// with a limit, if there is one.
func worstPaths(blocks []pathBlock) []pathBlock {
	if len(blocks) <= mostPaths {
		return blocks
	}
	kept := slices.Clone(blocks[:mostPaths])
	finite := slices.IndexFunc(blocks, func(b pathBlock) bool { return !b.sink.Attempts.Unlimited() })
	if finite >= mostPaths {
		kept[mostPaths-1] = blocks[finite]
	}
	kept[mostPaths-1].left = len(blocks) - mostPaths
	return kept
}

// belowMin says how many paths -min leaves out.
func belowMin(n int, min int64) string {
	return fmt.Sprintf("%s of less than %d × left out: -min is %d", count(n, "path"), min, min)
}

// sameLayers reports whether the same layers lead to both sinks. Where a client
// is called is no matter.
func sameLayers(a, b amplify.SinkReport) bool {
	return a.Failover == b.Failover && slices.EqualFunc(a.Layers, b.Layers, func(x, y amplify.Layer) bool {
		if x.Kind != y.Kind || x.Why != y.Why || x.Delay != y.Delay || compareBounds(x.Attempts, y.Attempts) != 0 {
			return false
		}
		if isClient(x) && x.Why != "" {
			return true // one setting for several packages of a library
		}
		return x.Library == y.Library && (isClient(x) || x.Function == y.Function && x.Pos == y.Pos)
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
// the call that its function makes. Those of client libraries come last. A call
// whose place is not known, as those of wrappers that the compiler makes, is left
// out unless there is a layer around it.
func (b pathBlock) steps(o AmplifyOptions) []step {
	around, rest := placeLayers(b.sink)
	var out []step
	for i, frame := range b.sink.Path {
		if len(around[i]) == 0 && frame.Pos.File == "" {
			continue
		}
		pos := nextKnown(b.sink.Path[i:])
		call := step{place: o.place(pos), function: shortName(frame.Function)}
		for j, layer := range around[i] {
			s := layerStep(layer, pos, o)
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

// nextKnown is the first position that is known.
func nextKnown(path []amplify.Frame) amplify.Position {
	for _, f := range path {
		if f.Pos.File != "" {
			return f.Pos
		}
	}
	return amplify.Position{}
}

// placeLayers finds the call that each layer is around, by its index in the
// path. Both are in the order of the calls.
func placeLayers(s amplify.SinkReport) (around map[int][]amplify.Layer, rest []amplify.Layer) {
	around = make(map[int][]amplify.Layer)
	from := 0
	for i, layer := range s.Layers {
		at := -1
		if !isClient(layer) {
			if n := len(around[from]); n > 0 && i > 0 && sameLoop(around[from][n-1], layer) && callAround(s.Path, from+1, layer) >= 0 {
				from++ // a function that comes again on the path
			}
			at = callAround(s.Path, from, layer)
		}
		if at < 0 {
			rest = append(rest, layer)
			continue
		}
		from = at
		around[from] = append(around[from], layer)
	}
	return around, rest
}

// sameLoop reports whether two layers are one place in the code.
func sameLoop(a, b amplify.Layer) bool { return a.Function == b.Function && a.Pos == b.Pos }

// callAround finds the first call of a path, from an index on, that a layer can be
// around, or -1: one of its function, and if possible not one above the loop.
func callAround(path []amplify.Frame, from int, l amplify.Layer) int {
	any := -1
	for i := from; i < len(path); i++ {
		f := path[i]
		if f.Function != l.Function {
			continue
		}
		if l.Kind == "recursion" || f.Pos.File != l.Pos.File || l.Pos.Line <= f.Pos.Line {
			return i
		}
		if any < 0 {
			any = i
		}
	}
	return any
}

// layerStep describes a layer around a call at a place.
func layerStep(l amplify.Layer, call amplify.Position, o AmplifyOptions) step {
	s := step{factor: attemptsOf(l.Attempts)}
	if !l.Attempts.Unlimited() {
		s.factor += " ×"
	}
	what, why := layerName(l)
	switch {
	case isClient(l):
	case l.Pos.File == call.File && l.Pos.Line != call.Line && l.Pos.Line > 0:
		what += fmt.Sprintf(" at line %d", l.Pos.Line)
	case call.File != "" && l.Pos.File != "" && l.Pos.File != call.File:
		what += " at " + o.place(l.Pos)
	}
	if l.Delay != "" {
		what += ", " + cmp.Or(waits[l.Delay], l.Delay+" wait")
	}
	s.detail = printable(what)
	if why != "" {
		s.detail += ": " + printable(why)
	}
	return s
}

// layerName says what a layer is, and where its number came from, if that is not
// said by then.
func layerName(l amplify.Layer) (what, why string) {
	what = cmp.Or(l.Kind, "layer")
	switch {
	case isClient(l):
		what = "built into the client"
		if l.Library != "" && strings.Contains(l.Why, l.Library) {
			return what, l.Why
		}
	case l.Kind == "call":
		what = "retry helper"
	case l.Why == "counted "+l.Kind:
		return l.Why, ""
	}
	if l.Library != "" {
		what += " (" + libraryName(l.Library) + ")"
	}
	return what, l.Why
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

// lines are the steps in columns, with what else there is to know of the entry's
// paths below them.
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
	if n := added(b.sink); n > 0 {
		out = append(out, "  and "+numberText(n)+" more, before or after these: a first try, a second pass or a fallback")
	}
	out = append(out, b.alikeLines(o)...)
	if b.left > 0 {
		out = append(out, fmt.Sprintf("  %s of this entry point left out: -all shows them", count(b.left, "more path")))
	}
	return out
}

// alikeLines name the sinks that the same layers lead to.
func (b pathBlock) alikeLines(o AmplifyOptions) []string {
	if len(b.alike) == 0 {
		return nil
	}
	out := []string{"  likewise:"}
	for i, s := range b.alike {
		if i == mostAlike && !b.all {
			return append(out, fmt.Sprintf("    and %d more: -all shows them", len(b.alike)-i))
		}
		line := "    " + shortName(s.Sink)
		if n := len(s.Path); n > 0 {
			if place := o.place(s.Path[n-1].Pos); place != "" {
				line += " at " + place
			}
		}
		if compareBounds(s.Attempts, b.sink.Attempts) != 0 {
			line += ": " + factorText(s.Attempts)
		}
		out = append(out, line)
	}
	return out
}
