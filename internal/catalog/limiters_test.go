package catalog

import (
	"slices"
	"testing"
)

func TestLimiterOf(t *testing.T) {
	const rate, breaker, hystrix = "golang.org/x/time/rate", "github.com/sony/gobreaker/v2", "github.com/afex/hystrix-go/hystrix"
	for _, tt := range []struct {
		pkgPath, receiver, name, is string
		does                        LimitAct
		context                     bool
		runs                        []int
	}{
		{rate, "Limiter", "WaitN", "limiter", LimitWaits, true, nil},
		{rate, "Limiter", "Allow", "limiter", LimitFails, false, nil},
		{rate, "Limiter", "ReserveN", "limiter", LimitTells, false, nil},
		{"go.uber.org/ratelimit", "Limiter", "Take", "limiter", LimitWaits, false, nil},
		{"github.com/juju/ratelimit", "Bucket", "Take", "limiter", LimitTells, false, nil},
		{breaker, "CircuitBreaker", "Execute", "breaker", LimitRuns, false, []int{0}},
		{breaker, "", "NewCircuitBreaker", "breaker", LimitMakes, false, nil},
		{hystrix, "", "DoC", "breaker", LimitRuns, true, []int{2, 3}},
		{hystrix, "", "Go", "breaker", LimitStarts, false, []int{1, 2}},
		{"github.com/go-kit/kit/circuitbreaker", "", "Hystrix", "breaker", LimitWraps, false, nil},
	} {
		l, ok := LimiterOf(tt.pkgPath, tt.receiver, tt.name)
		if !ok || l.Is != tt.is || l.Does != tt.does || l.Context != tt.context || !slices.Equal(l.Runs(), tt.runs) {
			t.Errorf("LimiterOf(%q, %q, %q) is %+v, %v", tt.pkgPath, tt.receiver, tt.name, l, ok)
		}
	}
	if _, ok := LimiterOf(rate, "Limiter", "SetLimit"); ok {
		t.Error("SetLimit holds nobody back")
	}
	if n := len(Limiters()); n < 60 {
		t.Errorf("%d rows of limiters", n)
	}
}

func TestParseLimitersRejects(t *testing.T) {
	const origin = `,"module":"p","version":"v1.0.0","verified":"a.go:1"}`
	const good = `{"package":"p","receiver":"B","names":["Do"],"is":"breaker","does":"runs","callback":0` + origin
	row := func(fields string) string { return `{"package":"p","names":["Try"],` + fields + origin }
	rejects(t, good, []reject{
		{row(`"is":"breaker","does":"runs","callbak":0`), `json: unknown field "callbak"`},
		{row(`"is":"fuse","does":"makes"`), `bad is "fuse": want one of breaker,`},
		{row(`"is":"breaker","does":"opens"`), `bad does "opens": want one of makes,`},
		{good, `duplicate row for "Do" of "B" in p: first at l:1`},
		{row(`"is":"breaker","does":"runs"`), "callback is for what runs or starts one"},
		{row(`"is":"limiter","does":"waits","callback":0`), "callback is for what runs or starts one"},
		{row(`"is":"limiter","does":"waits","fallback":0`), "fallback is for what runs or starts one"},
		{row(`"is":"breaker","does":"runs","callback":-1`), "bad callback: arguments count from 0"},
		{row(`"is":"limiter","does":"fails","context":true`), "context is for what waits"},
		{row(`"receiver":"B*","is":"limiter","does":"fails"`), `bad receiver "B*": spell`},
		{`{"package":"p","is":"limiter","does":"fails"` + origin, "missing names"},
	}, func(data []byte) error {
		_, err := parseLimiters("l", data)
		return err
	})
}

func TestEffectOf(t *testing.T) {
	for pkgPath, want := range map[string]string{
		"github.com/pkg/errors":            "none",
		"google.golang.org/protobuf/proto": "none",
		"golang.org/x/sys/unix":            "files",
		"golang.org/x/system":              "",
		"example.com/net":                  "",
	} {
		if got := EffectOf(pkgPath); got != want {
			t.Errorf("EffectOf(%q) is %q, want %q", pkgPath, got, want)
		}
	}
	const good = `{"package":"p","effect":"none","module":"p","version":"v1.0.0","verified":"a.go:1"}`
	rejects(t, good, []reject{
		{good, `duplicate row for "" of "" in p: first at l:1`},
		{`{"package":"p/q","effect":"net","module":"p","version":"v1.0.0","verified":"a.go:1"}`, `bad effect "net"`},
	}, func(data []byte) error {
		_, err := parseEffects("l", data)
		return err
	})
}
