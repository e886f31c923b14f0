// Package failsafehttp is a stand-in for the package of that name.
package failsafehttp

import (
	"net/http"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

func NewRetryPolicyBuilder() retrypolicy.Builder[*http.Response] { panic("stub") }

func NewRoundTripper(innerRoundTripper http.RoundTripper, policies ...failsafe.Policy[*http.Response]) http.RoundTripper {
	panic("stub")
}
