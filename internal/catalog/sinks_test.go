package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

func TestSinkOf(t *testing.T) {
	const (
		redis, redis8 = "github.com/redis/go-redis/v9", "github.com/go-redis/redis/v8"
		aws2, aws1    = "github.com/aws/aws-sdk-go-v2/service/", "github.com/aws/aws-sdk-go/service/"
		elastic       = "github.com/elastic/go-elasticsearch/v8/"
	)
	for _, tt := range []struct{ pkgPath, receiver, name, kind string }{
		{"net/http", "Client", "Do", "http"},
		{"net/http", "", "Get", "http"},
		{"net/http", "RoundTripper", "RoundTrip", "http"},
		{"net/http", "", "NewRequest", ""},
		{"net/http", "Header", "Get", ""},
		{"database/sql", "DB", "QueryRowContext", "sql"},
		{"database/sql", "Tx", "Commit", "sql"},
		{"database/sql", "DB", "Close", ""},
		{"net", "Dialer", "DialContext", "dial"},
		{"net", "", "ParseIP", ""},
		{"net/rpc", "Client", "Call", "rpc"},
		{"os/exec", "Cmd", "Run", "exec"},
		{"gorm.io/gorm", "DB", "First", "sql"},
		{"gorm.io/gorm", "DB", "Where", ""},
		{"github.com/jackc/pgx/v5/pgxpool", "Pool", "QueryRow", "sql"},
		{"google.golang.org/grpc", "ClientConnInterface", "Invoke", "rpc"},
		{"google.golang.org/grpc", "", "NewClient", ""},
		{redis, "cmdable", "Get", "cache"},
		{redis, "StringCmdable", "Set", "cache"},
		{redis, "Pipeliner", "Exec", "cache"},
		{redis, "StatusCmd", "Err", ""},
		{redis8, "Client", "Do", "cache"},
		{"github.com/gomodule/redigo/redis", "Conn", "Do", "cache"},
		{aws2 + "s3", "Client", "PutObject", "storage"},
		{aws2 + "ec2", "Client", "RunInstances", "api"},
		{aws2 + "ec2", "DescribeInstancesPaginator", "NextPage", "api"},
		{aws2 + "s3", "Client", "()", ""},
		{aws1 + "kms", "KMS", "Encrypt", "api"},
		{aws1 + "kms", "EncryptInput", "Validate", ""},
		{aws1 + "sqs", "SQS", "SendMessage", "queue"},
		{"github.com/aws/aws-sdk-go/service", "", "New", ""},
		{"cloud.google.com/go/storage", "ObjectHandle", "NewReader", "storage"},
		{"cloud.google.com/go/kms/apiv1", "KeyManagementClient", "Encrypt", "api"},
		{"cloud.google.com/go/kms/apiv1", "KeyManagementClient", "Close", ""},
		{"cloud.google.com/gopher", "Client", "Do", ""},
		{"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob", "Client", "DownloadStream", "storage"},
		{"github.com/segmentio/kafka-go", "Writer", "WriteMessages", "queue"},
		{"github.com/IBM/sarama", "SyncProducer", "SendMessage", "queue"},
		{"go.mongodb.org/mongo-driver/v2/mongo", "Collection", "FindOne", "db"},
		{elastic + "esapi", "SearchRequest", "Do", "db"},
		{elastic + "esapi", "Search", "()", "db"},
		{elastic + "typedapi/core/search", "Search", "Do", "db"},
		{"k8s.io/client-go/kubernetes/typed/apps/v1", "DeploymentInterface", "Update", "api"},
		{"sigs.k8s.io/controller-runtime/pkg/client", "Reader", "Get", "api"},
		{"github.com/hashicorp/go-retryablehttp", "Client", "Do", "http"},
		{"github.com/go-resty/resty/v2", "Request", "Post", "http"},
		{"github.com/google/go-github/v99/github", "PullRequestsService", "Merge", "api"},
		{"github.com/rabbitmq/amqp091-go", "Channel", "PublishWithContext", "queue"},
	} {
		s, ok := SinkOf(tt.pkgPath, tt.receiver, tt.name)
		if ok != (tt.kind != "") || s.Kind != tt.kind {
			t.Errorf("SinkOf(%q, %q, %q) is %q, %v; want %q", tt.pkgPath, tt.receiver, tt.name, s.Kind, ok, tt.kind)
		}
	}
	if s, _ := SinkOf(redis, "StringCmdable", "Get"); !s.Queues("Pipeliner") || s.Queues("Client") {
		t.Errorf("batched types of %+v", s)
	}
	if n := len(Sinks()); n < 300 {
		t.Errorf("%d rows of sinks", n)
	}
}

func TestLeaves(t *testing.T) {
	const src = `package p
type Cmd struct{}
func (*Cmd) Err() error { return nil }
type Count struct{}
func (Count) Err() int { return 0 }

func Fails() (int, error) { return 0, nil }
func Command() *Cmd { return nil }
func Counts() Count { return Count{} }
func Silent() {}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"Fails": true, "Command": true, "Counts": false, "Silent": false} {
		sig := pkg.Scope().Lookup(name).(*types.Func).Signature()
		if got := (&Sink{}).Leaves(sig); got != want {
			t.Errorf("Leaves is %v for %s", got, name)
		}
		if !(&Sink{Names: []string{name}}).Leaves(sig) {
			t.Errorf("%s does not leave, though it is listed", name)
		}
	}
}

func TestParseSinksRejects(t *testing.T) {
	const origin = `,"module":"p","version":"v1.0.0","verified":"a.go:1"}`
	const good = `{"package":"p","receiver":"C|D","names":["Do"],"kind":"http"` + origin
	if _, err := parseSinks("s", []byte(good)); err != nil {
		t.Fatal(err)
	}
	row := func(fields string) string { return `{"package":"p",` + fields + origin }
	for _, tt := range []struct{ line, want string }{
		{row(`"reciever":"C"`), `json: unknown field "reciever"`},
		{row(`"kind":"http","receiver":"D","names":["Get","Do"]`), `duplicate row for "Do" of "D" in p: first at s:1`},
		{row(`"receiver":"C"`), `bad kind "": want one of http, sql, db,`},
		{row(`"receiver":"(*C)","kind":"http"`), `bad receiver "(*C)"`},
		{row(`"receiver":"C||D","kind":"http"`), `bad receiver "C||D": empty alternative`},
		{row(`"kind":"http","names":["Do"],"except":["Get"]`), "except is for rows without names"},
		{row(`"kind":"http","names":["C.Do"]`), `bad name "C.Do"`},
		{row(`"kind":"http","names":"Do"`), "json: cannot unmarshal string"},
		{`{"kind":"http"}`, "missing package"},
		{`{"package":"q/...","kind":"http","module":"p/q","version":"v1","verified":"a.go:1"}`, "package q/... is not in module p/q"},
	} {
		_, err := parseSinks("s", []byte(good+"\n"+tt.line+"\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "s:2: "+tt.want) {
			t.Errorf("%s:\ngot  %v\nwant s:2: %s", tt.line, err, tt.want)
		}
	}
	// A pattern may speak of all major versions of a module.
	if _, err := parseSinks("s", []byte(`{"package":"q/...","kind":"http","module":"q/v2","version":"v2.0.0","verified":"a.go:1"}`)); err != nil {
		t.Error(err)
	}
}
