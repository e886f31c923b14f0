package catalog

import (
	"strings"
	"testing"
)

func TestSenderOf(t *testing.T) {
	s, ok := SenderOf("github.com/go-resty/resty/v2")
	if !ok || len(s.Conditions) == 0 || s.Obeys {
		t.Errorf("SenderOf(resty v2) = %+v, %v; want conditions, and no obeying", s, ok)
	}
	if _, ok := SenderOf("net/http"); ok {
		t.Error("SenderOf(net/http) is a sender that repeats")
	}
}

func TestParseSendersRejects(t *testing.T) {
	const good = `{"package":"p","on":["F"],"sends":["(*T).Post"],"module":"p","version":"v1.0.0","verified":"a.go:1"}`
	for _, tt := range []struct{ line, want string }{
		{`{"pakage":"p"}`, "senders:2: json: unknown field"},
		{`{"package":"p","on":["F"],"module":"p","version":"v1.0.0","verified":"a.go:1"}`, "senders:2: want on and sends"},
		{`{"package":"p","on":["F()"],"sends":["(*T).Post"],"module":"p","version":"v1.0.0","verified":"a.go:1"}`, `senders:2: bad symbol "F()"`},
		{`{"package":"p","on":["F"],"sends":["(*T).Post"],"module":"p","version":"v1.0.0","verified":"somewhere"}`, "senders:2: bad verified"},
	} {
		_, err := parseSenders("senders", []byte(good+"\n"+tt.line+"\n"))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.line, err, tt.want)
		}
	}
}
