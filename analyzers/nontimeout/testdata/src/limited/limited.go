// Package limited gives the default client a limit.
package limited

import (
	"net/http"
	"time"
)

func main() {
	http.DefaultClient.Timeout = time.Minute
	http.Get("http://x")
	http.DefaultClient.Get("http://x")
}
