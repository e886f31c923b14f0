package realtest

import (
	"errors"
	"go/constant"
	"slices"
	"testing"

	"github.com/retrylint/retrylint/internal/catalog"
)

const (
	unbounded = -1
	// many runs say that nothing limits them.
	many = 15
)

var errDown = errors.New("down")

// run is one execution of a library's helper.
type run struct {
	name string
	// The row that says how many attempts follow from value, the argument or
	// field that the helper is given.
	what    catalog.What
	pkgPath string
	symbol  string
	value   int

	want int
	// do lets the helper run operation, which counts its calls and fails.
	do func(operation func() error)
}

// TestAttempts runs real helpers and compares the number of calls both with
// what is known and with what the row says.
func TestAttempts(t *testing.T) {
	for _, r := range slices.Concat(cenkaltiRuns, avastRuns, policyRuns, structRuns, loopRuns, clientRuns) {
		t.Run(r.name, func(t *testing.T) {
			if got := predict(t, r); got != r.want {
				t.Errorf("the row says %d attempts, want %d", got, r.want)
			}
			calls := 0
			r.do(func() error {
				if calls++; r.want == unbounded && calls == many {
					return nil
				}
				return errDown
			})
			want := r.want
			if want == unbounded {
				want = many
			}
			if calls != want {
				t.Errorf("ran %d times, want %d", calls, want)
			}
		})
	}
}

// predict evaluates the attempts of the row.
func predict(t *testing.T, r run) int {
	t.Helper()
	e, ok := catalog.Default().Lookup(r.what, r.pkgPath, r.symbol)
	if !ok {
		t.Fatalf("no %s row for %s of %s", r.what, r.symbol, r.pkgPath)
	}
	v, ok := e.Set.Attempts.Eval(func(catalog.Operand) constant.Value { return constant.MakeInt64(int64(r.value)) })
	if !ok {
		t.Fatalf("%s: attempts %q cannot be evaluated", e.Pos, e.Set.Attempts)
	}
	if v.NoLimit {
		return unbounded
	}
	n, _ := constant.Int64Val(constant.ToInt(v.Const))
	return int(n)
}
