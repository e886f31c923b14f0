package retrysite

import (
	"go/types"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

// stdEffect gives the effect of a function or method of the standard library.
// It reports false for other packages.
func stdEffect(path string, fn *types.Func) (Effect, bool) {
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return 0, false
	}
	name, recv := fn.Name(), receiverName(fn)
	failing := fallible(fn.Signature())
	switch path {
	case "net":
		return netEffect(name, recv, failing), true
	case "net/http":
		switch recv {
		case "Client", "Transport", "RoundTripper", "Server", "ResponseController", "ResponseWriter", "Flusher":
			return when(failing, Net), true
		case "":
			switch name {
			case "Get", "Head", "Post", "PostForm", "ListenAndServe", "ListenAndServeTLS", "Serve", "ServeTLS":
				return Net, true
			case "ReadRequest", "ReadResponse":
				return Dynamic, true
			}
		}
		return 0, true
	case "crypto/tls":
		switch recv {
		case "Conn", "Dialer":
			return when(failing, Net), true
		case "":
			return when(strings.HasPrefix(name, "Dial"), Net) | when(name == "Listen", Ports), true
		}
		return 0, true
	case "database/sql":
		if name == "Scan" || name == "Err" || recv == "" {
			return 0, true
		}
		return when(failing, Net), true
	case "net/rpc", "net/smtp", "net/textproto", "net/rpc/jsonrpc", "log/syslog":
		return when(failing && !pureName(name), Net), true
	case "os":
		switch {
		case recv == "Process" || name == "StartProcess" || name == "FindProcess":
			return Exec, true
		case name == "Getwd" || name == "Hostname" || name == "Executable" || strings.HasPrefix(name, "User") || strings.HasSuffix(name, "env"):
			return 0, true
		}
		return when(failing, Files), true
	case "os/exec":
		return when(failing && name != "LookPath", Exec), true
	case "io/fs", "io/ioutil", "path/filepath", "syscall", "internal/poll":
		if path == "path/filepath" && (name == "Match" || name == "Rel" || name == "Abs") {
			return 0, true
		}
		return when(failing, Files), true
	case "io", "bufio", "compress/gzip", "archive/tar", "archive/zip", "mime/multipart":
		return when(failing && !pureName(name), Dynamic), true
	}
	return 0, true
}

func netEffect(name, recv string, failing bool) Effect {
	switch recv {
	case "", "ListenConfig":
		if strings.HasPrefix(name, "Listen") {
			return Ports
		}
		for _, p := range []string{"Dial", "Lookup", "Resolve"} {
			if strings.HasPrefix(name, p) {
				return Net
			}
		}
		return 0
	case "IP", "IPMask", "IPNet", "HardwareAddr", "Flags", "ParseError", "AddrError":
		return 0
	}
	return when(failing && !strings.HasPrefix(name, "Set"), Net)
}

func when(cond bool, e Effect) Effect {
	if cond {
		return e
	}
	return 0
}

// inMemoryPackage reports whether the functions and interfaces of a package
// work on memory only.
func inMemoryPackage(path string) bool {
	switch path {
	case "bytes", "context", "crypto", "encoding", "errors", "expvar", "flag", "fmt", "hash", "html", "image", "iter", "log",
		"log/slog", "maps", "math", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "sync",
		"text/template", "html/template", "time", "unicode", "unsafe", "math/rand", "math/rand/v2", "math/big", "net/url",
		"net/netip", "go/types", "go/ast", "sync/atomic", "container/list", "container/heap":
		return true
	}
	for _, p := range []string{"encoding/", "crypto/", "hash/", "unicode/", "go/", "regexp/"} {
		if strings.HasPrefix(path, p) {
			return path != "crypto/tls"
		}
	}
	return catalog.EffectOf(path) == "none"
}

// receiverName is the name of the type that a method belongs to, or "".
func receiverName(fn *types.Func) string {
	r := fn.Signature().Recv()
	if r == nil {
		return ""
	}
	t := types.Unalias(r.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
