package unfold

import (
	"encoding/json"
	"go/types"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
)

// serviceConfig is the part of a gRPC service configuration that is about retries.
type serviceConfig struct {
	MethodConfig []struct {
		Name []struct {
			Service, Method string
		}
		RetryPolicy *struct {
			MaxAttempts int64
		}
	}
}

// maxCallAttempts is how many attempts gRPC makes of a call at most, whatever the
// configuration of the service asks for, unless a dial option says otherwise.
const maxCallAttempts = 5

// serviceQuota gives the attempts that the default configuration of the service in
// dial options allows for a call.
func serviceQuota(obj *types.Func, opts []*foreignCall, args []value) quota {
	var config string
	limit, off := int64(maxCallAttempts), false
	for _, c := range opts {
		if c.fn.Pkg().Path() != grpcPackage {
			continue
		}
		switch c.fn.Name() {
		case "WithDefaultServiceConfig":
			config, _ = text(first(c.args[0]))
		case "WithMaxCallAttempts":
			if n, ok := integer(first(c.args[0])); ok && n > 1 {
				limit = n
			} else {
				limit = maxCallAttempts
			}
		case "WithDisableRetry":
			off = true
		}
	}
	var parsed serviceConfig
	if config == "" || off || json.Unmarshal([]byte(config), &parsed) != nil {
		return quota{}
	}
	n := parsed.attempts(rpcName(obj, args))
	if n < 2 {
		return quota{}
	}
	return quota{attempts: amplify.Number(min(n, limit)), known: true, library: grpcPackage, why: "retry policy of WithDefaultServiceConfig"}
}

// rpcName gives the service and the method that a function of a client calls: from the
// path that it is given, "/package.Service/Method", else from its own name.
func rpcName(obj *types.Func, args []value) (service, method string) {
	for _, a := range args {
		if s, ok := text(a); ok {
			if service, method, ok := strings.Cut(strings.TrimPrefix(s, "/"), "/"); ok {
				return service, method
			}
		}
	}
	_, symbol := catalog.SymbolOf(obj)
	return strings.TrimSuffix(receiverName(symbol), "Client"), obj.Name()
}

// attempts gives what the most specific entry for a method allows: one that names it,
// else one for its service, else one for all; 0 where there is none.
func (c *serviceConfig) attempts(service, method string) int64 {
	best, n := -1, int64(0)
	for _, m := range c.MethodConfig {
		for _, name := range m.Name {
			rank := 0
			switch {
			case name.Service == "":
			case !sameService(name.Service, service) || name.Method != "" && name.Method != method:
				continue
			case name.Method == "":
				rank = 1
			default:
				rank = 2
			}
			if rank <= best {
				continue
			}
			best, n = rank, 0
			if m.RetryPolicy != nil {
				n = m.RetryPolicy.MaxAttempts
			}
		}
	}
	return n
}

// sameService reports whether the full name of a service is meant by a name that may
// lack its package, and be spelled as Go does.
func sameService(full, name string) bool {
	last := full[strings.LastIndex(full, ".")+1:]
	return full == name || slices.Contains([]string{name, upperFirst(name)}, upperFirst(last)) && !strings.Contains(name, ".")
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
