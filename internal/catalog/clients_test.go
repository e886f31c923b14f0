package catalog

import (
	"strings"
	"testing"
)

func TestClientOf(t *testing.T) {
	for _, tt := range []struct {
		pkgPath, receiver, name string
		attempts                int
		ok                      bool
	}{
		{"github.com/aws/aws-sdk-go-v2/service/s3", "Client", "GetObject", 3, true},
		{"github.com/aws/aws-sdk-go-v2/service/dynamodb", "Client", "GetItem", 4, true}, // the more specific row
		{"github.com/aws/aws-sdk-go-v2/service/s3", "Options", "Copy", 0, false},
		{"github.com/aws/aws-sdk-go-v2/services", "Client", "Do", 0, false},
		{"github.com/redis/go-redis/v9", "Client", "Do", 4, true},
		{"cloud.google.com/go/storage", "ObjectHandle", "Attrs", 0, true},
		{"cloud.google.com/go/storage", "ObjectHandle", "Delete", 1, true}, // the row of that name
		{"net/http", "Client", "Do", 0, false},
	} {
		c, ok := ClientOf(tt.pkgPath, tt.receiver, tt.name)
		if ok != tt.ok || ok && c.Attempts != tt.attempts {
			t.Errorf("ClientOf(%q, %q, %q) = %d, %v; want %d, %v", tt.pkgPath, tt.receiver, tt.name, c.Attempts, ok, tt.attempts, tt.ok)
		}
	}
}

func TestParseClientsRejects(t *testing.T) {
	const good = `{"package":"p","attempts":3,"module":"p","version":"v1.0.0","verified":"a.go:1"}`
	for _, tt := range []struct{ line, want string }{
		{`{"pakage":"p"}`, "clients:2: json: unknown field"},
		{`{"package":"p","attempts":3}`, "clients:2: want package, module and version"},
		{`{"package":"p","attempts":3,"module":"p","version":"v1.0.0","verified":"somewhere"}`, "clients:2: bad verified"},
		{`{"package":"p","attempts":1,"module":"p","version":"v1.0.0","verified":"a.go:1"}`, "clients:2: attempts 1 are no retry"},
	} {
		_, err := parseClients("clients", []byte(good+"\n"+tt.line+"\n"))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.line, err, tt.want)
		}
	}
}
