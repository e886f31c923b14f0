package unfold

import (
	"encoding/json"
	"testing"
)

// TestServiceConfig looks up methods in configurations, of which the most specific
// entry counts.
func TestServiceConfig(t *testing.T) {
	const layered = `{"methodConfig": [
		{"name": [{}], "retryPolicy": {"maxAttempts": 2}},
		{"name": [{"service": "a.b.Orders", "method": "Put"}], "retryPolicy": {"maxAttempts": 4}},
		{"name": [{"service": "a.b.Orders"}, {"service": "a.b.user_store"}], "retryPolicy": {"maxAttempts": 3}},
		{"name": [{"service": "a.b.Orders", "method": "Drop"}]}]}`
	for _, tt := range []struct {
		config, service, method string
		want                    int64
	}{
		{layered, "a.b.Orders", "Put", 4},
		{layered, "a.b.Orders", "Get", 3},
		{layered, "a.b.Orders", "Drop", 0},
		{layered, "x.Orders", "Put", 2},
		{layered, "Orders", "Put", 4}, // as a client in Go is named
		{layered, "User_store", "Get", 3},
		{layered, "Bills", "Get", 2},
		{layered, "", "", 2},
		{`{}`, "Orders", "Put", 0},
		{`{"methodConfig": [{"retryPolicy": {"maxAttempts": 4}}]}`, "Orders", "Put", 0}, // of no method
	} {
		var c serviceConfig
		if err := json.Unmarshal([]byte(tt.config), &c); err != nil {
			t.Fatal(err)
		}
		if got := c.attempts(tt.service, tt.method); got != tt.want {
			t.Errorf("%s/%s has %d attempts, want %d, in %s", tt.service, tt.method, got, tt.want, tt.config)
		}
	}
}
