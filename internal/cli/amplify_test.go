package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/unfold"
)

// screen is a writer that can be read while it is written.
type screen struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

func TestStages(t *testing.T) {
	var short screen
	stage, stop := showStages(&short, time.Hour)
	stage("loading")
	stop()
	stage("late")
	if got := short.String(); got != "" {
		t.Errorf("short work shows %q", got)
	}

	var long screen
	stage, stop = showStages(&long, time.Millisecond)
	stage("loading")
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(long.String(), "loading"); {
		if time.Now().After(deadline) {
			t.Fatal("long work shows nothing")
		}
		time.Sleep(time.Millisecond)
	}
	stage("building SSA")
	stop()
	if got, want := long.String(), "\r\x1b[Kretrylint: loading\r\x1b[Kretrylint: building SSA\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPortable(t *testing.T) {
	rel := portable(relativeTo("/home/me/shop"))
	for file, want := range map[string]string{
		"/home/me/shop/main.go":                           "main.go",
		"/home/me/go/pkg/mod/example.com/lib@v1.2.3/a.go": "example.com/lib@v1.2.3/a.go",
		"/home/me/lib/a.go":                               "../lib/a.go",
		"/home/me/shop/pkg/mod/a@b.go":                    "pkg/mod/a@b.go",
		"/home/me/other/pkg/mod/parser.go":                "../other/pkg/mod/parser.go",
	} {
		if got := rel(file); got != want {
			t.Errorf("%s is shown as %s, want %s", file, got, want)
		}
	}
}

// TestAmplifyStatus holds that the exit status comes from the numbers and the
// packages, and is the same for every format.
func TestAmplifyStatus(t *testing.T) {
	for _, format := range []string{"text", "json", "markdown"} {
		for _, c := range []struct {
			max      int64
			problems []string
			want     int
			stderr   string
		}{
			{0, nil, exitClean, ""},
			{3, nil, exitClean, ""},
			{2, nil, exitFindings, "retrylint: above -max 2: http GET /\n"},
			{3, []string{"example.com/bad: no"}, exitFindings, "retrylint: example.com/bad: no\n"},
			{1, []string{"example.com/bad: no"}, exitFindings, "retrylint: example.com/bad: no\nretrylint: above -max 1: http GET /\n"},
		} {
			var stdout, stderr bytes.Buffer
			cmd := &command{stdout: &stdout, stderr: &stderr}
			res := &unfold.Result{Graph: three(), Problems: c.problems, Dir: "/src"}
			got, err := cmd.amplifyReport(amplifyFlags{format: format, max: c.max, min: 2}, res)
			if err != nil || got != c.want || stderr.String() != c.stderr {
				t.Errorf("%s, -max %d, %q: status %d, error %v, stderr %q; want status %d, stderr %q", format, c.max, c.problems, got, err, stderr.String(), c.want, c.stderr)
			}
			if !strings.Contains(stdout.String(), "GET /") || strings.Contains(stdout.String(), "/src/") {
				t.Errorf("%s shows\n%s", format, stdout.String())
			}
		}
	}
}

// three is a service with one entry, which makes three attempts of its request.
func three() *amplify.Graph {
	pos := amplify.Position{File: "/src/main.go", Line: 3, Column: 2}
	return &amplify.Graph{
		Funcs: []amplify.Func{{
			Name: "example.com/shop.get", Pos: pos,
			Steps: []amplify.Step{{
				Pos: pos, Loop: -1, Request: 0,
				Layers:    []amplify.Layer{{Kind: "client", Attempts: amplify.Number(3), Pos: pos}},
				OnFailure: []amplify.Edge{{To: amplify.End, Back: -1}},
				OnSuccess: []amplify.Edge{{To: amplify.End, Back: -1}},
			}},
			Start: []amplify.Edge{{To: 0, Back: -1}},
		}},
		Requests: []amplify.Request{{Sink: "net/http.Get", Pos: pos}},
		Entries:  []amplify.Entry{{Name: "GET /", Kind: amplify.HTTP, Func: 0, Function: "example.com/shop.get", Pos: pos}},
	}
}
