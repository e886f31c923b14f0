package catalog

import (
	"strings"
	"testing"
)

func TestRegistrationOf(t *testing.T) {
	const (
		chi, gin, echo4 = "github.com/go-chi/chi/v5", "github.com/gin-gonic/gin", "github.com/labstack/echo/v4"
		fiber2, fiber3  = "github.com/gofiber/fiber/v2", "github.com/gofiber/fiber/v3"
		mux, nats       = "github.com/gorilla/mux", "github.com/nats-io/nats.go"
		asynq, temporal = "github.com/hibiken/asynq", "go.temporal.io/sdk/worker"
	)
	for _, tt := range []struct {
		pkgPath, symbol, want string // kind, verb, method, then arguments as brief writes them
	}{
		{"net/http", "HandleFunc", "http route method=0 path=0 handler=1"},
		{"net/http", "(*ServeMux).Handle", "http route method=0 path=0 handler=1.ServeHTTP"},
		{"net/http", "ListenAndServeTLS", "http serve handler=3.ServeHTTP"},
		{"net/http", "StripPrefix", "http wrap handler=1.ServeHTTP"},
		{"net/http", "Server", "http serve Handler"},
		{"net/http/httputil", "ReverseProxy", "http proxy Transport"},
		{"net/rpc", "Register", "grpc service handler=0"},
		{chi, "(*Mux).Get", "http route GET path=0 handler=1"},
		{chi, "(Router).Post", "http route POST path=0 handler=1"},
		{chi, "(Router).Method", "http route method=0 path=1 handler=2.ServeHTTP"},
		{chi, "(Router).Route", "http subroute path=0 handler=1"},
		{chi, "(*Mux).With", "http with middleware=0"},
		{chi, "(*Mux).Mount", "http mount path=0 handler=1.ServeHTTP"},
		{gin, "(*RouterGroup).GET", "http route GET path=0 handler=1last"},
		{gin, "(*Context).Next", "http proceed implied"},
		{gin, "(*Context).AbortWithStatusJSON", "http abort"},
		{fiber2, "(*Ctx).Next", "http proceed"},
		{mux, "(*Router).NewRoute", "http begin"},
		{gin, "(IRoutes).Handle", "http route method=0 path=1 handler=2last"},
		{gin, "(IRouter).Group", "http group path=0 middleware=1"},
		{echo4, "(*Group).DELETE", "http route DELETE path=0 handler=1 middleware=2"},
		{"github.com/labstack/echo/v5", "(*Echo).Match", "http route method=0 path=1 handler=2 middleware=3"},
		{fiber2, "(Router).Get", "http route GET path=0 handler=1last"},
		{fiber3, "(Register).Get", "http route GET handler=0last"},
		{fiber3, "(*App).Use", "http use middleware=0"},
		{mux, "(*Route).Methods", "http refine method=0"},
		{mux, "(*Route).Subrouter", "http group"},
		{mux, "(*Router).HandleFunc", "http route path=0 handler=1"},
		{"github.com/julienschmidt/httprouter", "(*Router).Handler", "http route method=0 path=1 handler=2.ServeHTTP"},
		{"google.golang.org/grpc", "(ServiceRegistrar).RegisterService", "grpc service path=0 handler=1"},
		{"google.golang.org/grpc", "ServiceDesc", "grpc literal >Methods >Streams"},
		{"connectrpc.com/connect", "NewUnaryHandler", "grpc wrap path=0 handler=1"},
		{"github.com/spf13/cobra", "(*Command).AddCommand", "cli child handler=0"},
		{"github.com/urfave/cli/v3", "Command", "cli literal Action Before After >Commands"},
		{"github.com/robfig/cron/v3", "(*Cron).AddJob", "cron route path=0 handler=1.Run"},
		{asynq, "(*Server).Run", "consumer serve handler=0.ProcessTask"},
		{asynq, "Handler.ProcessTask", "consumer implements"},
		{nats, "(*Conn).QueueSubscribe", "consumer route path=0 handler=2"},
		{temporal, "(ActivityRegistry).RegisterActivity", "consumer route handler=0.*"},
		{"github.com/ThreeDotsLabs/watermill/message", "(*Router).AddHandler", "consumer route path=1 handler=5"},
		{"github.com/zeromicro/go-zero/rest", "Route", "http literal Handler"},
	} {
		r, ok := RegistrationOf(tt.pkgPath, tt.symbol)
		if got := brief(r); !ok || got != tt.want {
			t.Errorf("%s of %s: got %q, %v; want %q", tt.symbol, tt.pkgPath, got, ok, tt.want)
		}
	}
	for _, symbol := range []string{"Get", "(*Mux).Routes", "(Mux).Get", ""} {
		if r, ok := RegistrationOf(chi, symbol); ok {
			t.Errorf("%q of chi is %+v", symbol, r)
		}
	}
}

// brief writes what matters of a registration in a line.
func brief(r Registration) string {
	parts := []string{r.Kind, string(r.Does)}
	if r.Method != "" {
		parts = append(parts, r.Method)
	}
	arg := func(name string, i *int, more string) {
		if i != nil {
			parts = append(parts, name+"="+string(rune('0'+*i))+more)
		}
	}
	arg("method", r.MethodArg, "")
	arg("path", r.Path, "")
	more := ""
	if r.Last {
		more = "last"
	}
	if r.HandlerMethod != "" {
		more += "." + r.HandlerMethod
	}
	arg("handler", r.Handler, more)
	arg("middleware", r.Middleware, "")
	parts = append(parts, r.Handlers...)
	if r.Implied {
		parts = append(parts, "implied")
	}
	for _, field := range r.Children {
		parts = append(parts, ">"+field)
	}
	return strings.Join(parts, " ")
}

func TestLiteralsAndImplementations(t *testing.T) {
	symbols := func(rs []Registration) map[string]bool {
		found := make(map[string]bool)
		for _, r := range rs {
			found[r.Package+" "+r.Symbol] = true
		}
		return found
	}
	literals := symbols(Literals())
	for _, want := range []string{"net/http Server", "github.com/spf13/cobra Command", "github.com/urfave/cli App", "google.golang.org/grpc MethodDesc"} {
		if !literals[want] {
			t.Errorf("no literal %s", want)
		}
	}
	implemented := symbols(Implementations())
	for _, want := range []string{"sigs.k8s.io/controller-runtime/pkg/reconcile Reconciler.Reconcile", "github.com/IBM/sarama ConsumerGroupHandler.ConsumeClaim"} {
		if !implemented[want] {
			t.Errorf("no implementation %s", want)
		}
	}
	for name := range literals {
		if strings.ContainsAny(name[strings.Index(name, " "):], "().") {
			t.Errorf("%s is no type", name)
		}
	}
	if len(literals) > 40 || len(implemented) > 40 || len(Registrations()) < 400 {
		t.Errorf("%d literals and %d implementations of %d rows", len(literals), len(implemented), len(Registrations()))
	}
}

func TestParseRegistrationsRejects(t *testing.T) {
	const origin = `,"module":"p","version":"v1.0.0","verified":"a.go:1"}`
	const good = `{"package":"p","symbol":"F","does":"route","kind":"http","handler":0` + origin
	if _, err := parseRegistrations("f", []byte(good)); err != nil {
		t.Fatal(err)
	}
	row := func(fields string) string { return `{"package":"p",` + fields + origin }
	for _, tt := range []struct{ line, want string }{
		{row(`"simbol":"G"`), `json: unknown field "simbol"`},
		{`{`, "unexpected EOF"},
		{good + good, "want one JSON object a line"},
		{good, "duplicate row for F of p: first at f:1"},
		{`{"symbol":"G"}`, "missing package"},
		{`{"package":"p"}`, "missing module"},
		{`{"package":"p","module":"p"}`, "missing version"},
		{`{"package":"p","module":"p","version":"v1","verified":"here"}`, `bad verified "here"`},
		{`{"package":"q","module":"p","version":"v1","verified":"a.go:1"}`, "package q is not in module p"},
		{row(`"symbol":"G","does":"rout","kind":"http"`), `bad does "rout": want one of route, group,`},
		{row(`"symbol":"G","does":"route","kind":"https"`), `bad kind "https": want one of http, grpc,`},
		{row(`"symbol":"T.M","does":"route","kind":"http","handler":0`), `bad symbol "T.M"`},
		{row(`"symbol":"G","does":"implements","kind":"http"`), `bad symbol "G"`},
		{row(`"symbol":"G","does":"route","kind":"http","handler":-1`), "bad handler -1: arguments count from 0"},
		{row(`"symbol":"G","does":"route","kind":"http"`), "handler is for what takes one, and then needed: route"},
		{row(`"symbol":"G","does":"group","kind":"http","handler":0`), "handler is for what takes one, and then needed: group"},
		{row(`"symbol":"G","does":"route","kind":"http","handler":0,"method":"GET","method_arg":1`), "method and method_arg say the same thing"},
		{row(`"symbol":"G","does":"group","kind":"http","last":true`), "last without handler"},
		{row(`"symbol":"G","does":"use","kind":"http"`), "use needs middleware"},
		{row(`"symbol":"G","does":"refine","kind":"http"`), "refine needs path or method_arg"},
		{row(`"symbol":"G","does":"abort","kind":"http","implied":true`), "implied is for proceed, not for abort"},
		{row(`"symbol":"G","does":"literal","kind":"http"`), "literal needs handlers or children"},
		{row(`"symbol":"G","does":"route","kind":"http","handler":0,"name":"N"`), "name, method_field, handlers and children are for types"},
		{row(`"symbol":"(G).M","does":"literal","kind":"http","handlers":["H"]`), "(G).M has no arguments"},
		{row(`"symbol":"G","does":"literal","kind":"http","handlers":[""]`), "empty name of a field"},
	} {
		_, err := parseRegistrations("f", []byte(good+"\n\n"+tt.line+"\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "f:3: "+tt.want) {
			t.Errorf("%s:\ngot  %v\nwant f:3: %s", tt.line, err, tt.want)
		}
	}
}
