package catalog

import (
	"go/constant"
	"testing"
)

// TestClientConfig evaluates settings whose special values differ from one
// library to the next.
func TestClientConfig(t *testing.T) {
	const unbounded = -1
	for _, tt := range []struct {
		pkgPath, symbol string
		setting, want   int64
	}{
		{"github.com/redis/go-redis/v9", "Options.MaxRetries", 2, 3},
		{"github.com/redis/go-redis/v9", "Options.MaxRetries", 0, 4},
		{"github.com/redis/go-redis/v9", "Options.MaxRetries", -1, 1},
		{"github.com/go-redis/redis/v7", "Options.MaxRetries", 0, 1},
		{"github.com/minio/minio-go/v7", "Options.MaxRetries", 3, 3},
		{"github.com/aws/aws-sdk-go-v2/aws", "Config.RetryMaxAttempts", 5, 5},
		{"github.com/aws/aws-sdk-go-v2/aws", "Config.RetryMaxAttempts", 0, 3},
		{"github.com/aws/aws-sdk-go-v2/service/dynamodb", "Options.RetryMaxAttempts", 0, 4},
		{"github.com/aws/aws-sdk-go-v2/service/kinesis", "Options.RetryMaxAttempts", 0, 3},
		{"github.com/aws/aws-sdk-go-v2/service/sqs", "Options.RetryMaxAttempts", 6, 6},
		{"github.com/redis/go-redis/v9", "UniversalOptions.MaxRetries", 1, 2},
		{"github.com/redis/go-redis/v9", "ParseURL", 2, 3},
		{"github.com/aws/aws-sdk-go/aws", "(*Config).WithMaxRetries", 0, 1},
		{"github.com/aws/aws-sdk-go/aws", "(*Config).WithMaxRetries", -1, 4},
		{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy", "RetryOptions.MaxRetries", -1, 1},
		{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy", "RetryOptions.MaxRetries", 0, 4},
		{"github.com/hashicorp/vault/api", "Config.MaxRetries", 0, 1},
		{"github.com/elastic/go-elasticsearch/v8", "Config.MaxRetries", 0, 4},
		{"github.com/opensearch-project/opensearch-go/v4", "Config.MaxRetries", 0, 7},
		{"k8s.io/client-go/rest", "(*Request).MaxRetries", 3, 4},
		{"github.com/segmentio/kafka-go", "Writer.MaxAttempts", 1, 1},
		{"github.com/stripe/stripe-go/v82", "BackendConfig.MaxNetworkRetries", 0, 1},
		{"github.com/imroc/req/v3", "(*Request).SetRetryCount", -1, unbounded},
		{"github.com/valyala/fasthttp", "Client.MaxIdemponentCallAttempts", 0, 5},
	} {
		e, ok := Default().Lookup(Config, tt.pkgPath, tt.symbol)
		if !ok {
			t.Errorf("no row for %s of %s", tt.symbol, tt.pkgPath)
			continue
		}
		v, ok := e.Set.Attempts.Eval(func(Operand) constant.Value { return constant.MakeInt64(tt.setting) })
		got := int64(unbounded)
		if ok && !v.NoLimit {
			got, ok = constant.Int64Val(v.Const)
		}
		if !ok || got != tt.want {
			t.Errorf("%s of %s set to %d gives %d, %v; want %d", tt.symbol, tt.pkgPath, tt.setting, got, ok, tt.want)
		}
	}
}

// TestSeveralPackages looks up rows that stand for the packages below a path.
func TestSeveralPackages(t *testing.T) {
	const services = "github.com/aws/aws-sdk-go-v2/service"
	for _, tt := range []struct {
		what            What
		pkgPath, symbol string
		pkg             string // of the row that is found, "" for none
	}{
		{Config, services + "/kinesis", "Options.Retryer", services + "/..."},
		{Config, services + "/sqs", "Options.Retryer", services + "/sqs"},
		{Config, services + "/kinesis", "Options.Region", ""},
		{Config, "github.com/aws/aws-sdk-go-v2/services", "Options.Retryer", ""},
		{Policy, services + "/kinesis", "Options.Retryer", ""},
	} {
		e, ok := Default().Lookup(tt.what, tt.pkgPath, tt.symbol)
		if got := ""; ok != (tt.pkg != "") || ok && e.Package != tt.pkg {
			if ok {
				got = e.Package
			}
			t.Errorf("%s row for %s of %s is that of %q, want %q", tt.what, tt.symbol, tt.pkgPath, got, tt.pkg)
		}
	}
	if !Default().Has(services+"/kinesis") || Default().Has(services) {
		t.Error("the packages that rows are about are those below the path")
	}
}

func TestClientDefaults(t *testing.T) {
	for _, tt := range []struct {
		pkgPath, receiver string
		attempts          int
	}{
		{"k8s.io/client-go/kubernetes/typed/core/v1", "PodInterface", 11},
		{"github.com/aws/aws-sdk-go/service/dynamodb", "DynamoDB", 11},
		{"github.com/aws/aws-sdk-go/service/sqs", "SQS", 4},
		{"github.com/opensearch-project/opensearch-go/v4/opensearchapi", "documentClient", 7},
		{"github.com/opensearch-project/opensearch-go/opensearchapi", "SearchRequest", 4},
		{"github.com/valyala/fasthttp", "HostClient", 5},
		{"go.temporal.io/sdk/client", "Client", 0},
	} {
		if c, ok := ClientOf(tt.pkgPath, tt.receiver, "Do"); !ok || c.Attempts != tt.attempts {
			t.Errorf("ClientOf(%q, %q) is %d, %v; want %d", tt.pkgPath, tt.receiver, c.Attempts, ok, tt.attempts)
		}
	}
	for _, free := range [][2]string{{"github.com/go-resty/resty/v2", "Request"}, {"github.com/hashicorp/consul/api", "KV"}, {"github.com/valyala/fasthttp", ""}} {
		if c, ok := ClientOf(free[0], free[1], "Do"); ok {
			t.Errorf("%s of %s retries by itself: %d", free[1], free[0], c.Attempts)
		}
	}
}
