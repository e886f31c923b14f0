package httpclient

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"github.com/retrylint/retrylint/internal/ruletest"
)

func TestFacts(t *testing.T) {
	ruletest.Run(t, Analyzer, "lend")
}

func TestFactRoundTrip(t *testing.T) {
	want := &lendFact{map[int]Deadline{0: None, 2: Unseen}}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(want); err != nil {
		t.Fatal(err)
	}
	got := new(lendFact)
	if err := gob.NewDecoder(&buf).Decode(got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if s := got.String(); s != "lends arg 0: deadline none, arg 2: deadline unseen" {
		t.Errorf("String is %q", s)
	}
}

func TestNamedStream(t *testing.T) {
	for name, want := range map[string]bool{
		"WatchPods": true, "streamEvents": true, "watch": true, "pollLongPoll": true, "tail": true,
		"": false, "Fetch": false, "AwaitStreamExists": false, "watcherNames": false, "getSession": false,
	} {
		if got := namedStream(name); got != want {
			t.Errorf("namedStream(%q) is %t", name, got)
		}
	}
}

func TestPublisher(t *testing.T) {
	for path, want := range map[string]string{
		"oras.land/oras-go/v2/registry": "oras.land/oras-go",
		"github.com/aws/aws-sdk-go/aws": "github.com/aws",
		"net/http":                      "net/http",
		"sync":                          "sync",
	} {
		if got := publisher(path); got != want {
			t.Errorf("publisher(%q) is %q, want %q", path, got, want)
		}
	}
}
