package realtest

import (
	"fmt"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// typed are the packages of the standard library and of modules required here
// whose registrations and sinks are checked by their types.
var typed = []string{
	"net/http", "net/http/fcgi", "net/http/cgi", "net/rpc", "net/rpc/jsonrpc",
	"database/sql", "net", "crypto/tls", "net/smtp", "net/textproto", "os", "os/exec",
	"github.com/ThreeDotsLabs/watermill/message",
	"github.com/hashicorp/go-retryablehttp",
	"github.com/go-resty/resty/v2",
	"resty.dev/v3",
}

func TestTyped(t *testing.T) {
	pkgs := load(t, typed)
	registrations, sinks := 0, 0
	for _, r := range Registrations() {
		if p := pkgs[r.Package]; p != nil {
			registrations++
			if err := checkRegistration(p, r); err != nil {
				t.Errorf("%s: %s %s: %v", r.Pos, r.Package, r.Symbol, err)
			}
		}
	}
	for _, s := range Sinks() {
		if p := pkgs[s.Package]; p != nil {
			sinks += len(s.Names)
			if err := checkSink(p.Types, s); err != nil {
				t.Errorf("%s: %s %s: %v", s.Pos, s.Package, s.Receiver, err)
			}
		}
	}
	if registrations < 20 || sinks < 100 {
		t.Errorf("%d registrations and %d sinks were checked", registrations, sinks)
	}
}

// checkRegistration checks that the symbol goes by its name, and that the
// handler is a func or has the method that the row says.
func checkRegistration(p *packages.Package, r Registration) error {
	if r.Does == Implements {
		typeName, method, _ := strings.Cut(r.Symbol, ".")
		_, err := find(p.Types, "("+typeName+")."+method)
		return err
	}
	obj, err := find(p.Types, r.Symbol)
	if err != nil {
		return err
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil // a type, whose fields TestFrameworks looks up
	}
	if _, symbol := SymbolOf(fn); symbol != r.Symbol {
		return fmt.Errorf("goes by %s", symbol)
	}
	if r.Handler == nil || r.Does == Service {
		return nil
	}
	param := fn.Signature().Params().At(*r.Handler).Type()
	if list, ok := param.(*types.Slice); ok {
		param = list.Elem()
	}
	_, isFunc := param.Underlying().(*types.Signature)
	method, _, _ := types.LookupFieldOrMethod(param, true, p.Types, r.HandlerMethod)
	if isFunc == (r.HandlerMethod != "") || !isFunc && method == nil {
		return fmt.Errorf("handler is of type %s", param)
	}
	return nil
}

// checkSink checks that each name of a row is that of a function or method
// that goes by one of its receivers.
func checkSink(pkg *types.Package, s Sink) error {
	for _, name := range s.Names {
		found := false
		for receiver := range strings.SplitSeq(s.Receiver, "|") {
			symbol := name
			if receiver != "" {
				symbol = "(" + receiver + ")." + name
			}
			obj, err := find(pkg, symbol)
			fn, ok := obj.(*types.Func)
			if err != nil || !ok {
				continue
			}
			_, goesBy := SymbolOf(fn)
			found = found || strings.ReplaceAll(goesBy, "*", "") == symbol
		}
		if !found {
			return fmt.Errorf("%s does not go by that name", name)
		}
	}
	return nil
}
