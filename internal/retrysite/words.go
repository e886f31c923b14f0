package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// takesItems reports whether a call by its name takes the next item of a stream.
func takesItems(name string) bool {
	if i := strings.LastIndexAny(name, "./"); i >= 0 {
		name = name[i+1:]
	}
	words := camelWords(name)
	if len(words) == 0 || !slices.Contains(itemVerbs, words[0]) {
		return false
	}
	return len(words) == 1 || slices.Contains(itemNouns, strings.TrimSuffix(words[1], "s"))
}

var itemVerbs = []string{"accept", "read", "recv", "receive", "next", "fetch", "poll", "pop", "dequeue", "scan", "pull", "peek", "decode", "write",

	"send", "text", "copy"}

var itemNouns = []string{"msg", "message", "packet", "from", "frame", "event", "line", "byte", "string", "record", "json", "full", "all", "batch",

	"header", "part", "job", "task", "item", "entry", "row", "tcp", "unix", "conn", "stream", "command", "request", "response", "result", "queue", "udp", "candidate", "value",
	"element", "node", "key", "block", "chunk", "page", "work", "log"}

// camelWords splits a name at its capitals, in lower case.
func camelWords(name string) []string {
	var out []string
	start := 0
	for i := 1; i <= len(name); i++ {
		if i == len(name) || isUpper(name[i]) && (!isUpper(name[i-1]) || i+1 < len(name) && !isUpper(name[i+1])) {
			out = append(out, strings.ToLower(name[start:i]))
			start = i
		}
	}
	return out
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// movesBytes reports whether a call reads or writes a part of a stream: loops
// around it are about the rest of the bytes.
func movesBytes(c *ssa.CallCommon) bool {
	res := c.Signature().Results()
	return res.Len() == 2 && isInteger(res.At(0).Type()) && hasWord(calleeName(c), "read", "write", "copy")
}

// establishes reports whether a call by its name sets up something that then
// serves: a connection, a session, a watch. One that handles a change of what is
// subscribed to does not.
func establishes(name string) bool {
	return !handles(name) && hasWord(name, "connect", "dial", "subscribe", "consume", "watch", "listen", "serve", "stream", "session", "join", "login", "open",
		"keepalive", "reconnect", "attach", "run", "start", "announce", "follow", "tail", "monitor", "resume", "register", "blocking")
}

// sweeps reports whether a call does a round of work that comes again with the next tick:
// by its name it only runs or starts something, and it tells what has come of it.
func sweeps(name string, sig *types.Signature) bool {
	rest := strings.NewReplacer("run", "", "start", "").Replace(strings.ToLower(name[strings.LastIndexAny(name, "./")+1:]))
	return sig.Results().Len() > 1 && !establishes(rest)
}

// handles reports whether a function by its name works on what has come in, as
// handleSubscribedChange does: it sets up nothing, whatever else the name says.
func handles(name string) bool {
	if i := strings.LastIndexAny(name, "./"); i >= 0 {
		name = name[i+1:]
	}
	words := camelWords(name)
	return len(words) > 0 && slices.Contains(handlerVerbs, words[0])
}

var handlerVerbs = []string{"handle", "process", "notify", "dispatch", "on"}

func hasWord(name string, words ...string) bool {
	if i := strings.LastIndexAny(name, "./"); i >= 0 {
		name = name[i+1:]
	}
	n := strings.ToLower(name)
	for _, w := range words {
		if strings.Contains(n, strings.ToLower(w)) {
			return true
		}
	}
	return false
}
