package amplify

// Report is the worst case of every entry of a graph.
type Report struct {
	Entries []EntryReport
}

// EntryReport tells of one entry. Its sinks are ordered worst first.
type EntryReport struct {
	Entry
	Sinks []SinkReport
}

// SinkReport tells how often one request that an entry leads to can be made
// while it keeps failing. Of the requests to one sink the worst counts.
type SinkReport struct {
	Sink string
	// Attempts is the largest number of requests.
	Attempts Bound
	Failover bool // the attempts go to different targets
	// Layers are what multiplies on the way, outermost first, without those of
	// one attempt. Where requests add up (a fallback, a second pass), they are
	// those of the largest part.
	Layers []Layer
	// Path leads from the entry to the request.
	Path []Frame
}

// Frame is one call on a path.
type Frame struct {
	Function string // that makes the call: "pkg/path.(*T).M"
	Pos      Position
}
