//go:build pin

package realtest

// The packages that the catalog speaks of, so that the module file pins them;
// built by nothing, since TestSymbols loads them as data.
import (
	_ "github.com/Rican7/retry"
	_ "github.com/Rican7/retry/backoff"
	_ "github.com/Rican7/retry/strategy"
	_ "github.com/ThreeDotsLabs/watermill/message/router/middleware"
	_ "github.com/avast/retry-go"
	_ "github.com/avast/retry-go/v3"
	_ "github.com/avast/retry-go/v4"
	_ "github.com/avast/retry-go/v5"
	_ "github.com/cenkalti/backoff"
	_ "github.com/cenkalti/backoff/v3"
	_ "github.com/cenkalti/backoff/v4"
	_ "github.com/cenkalti/backoff/v5"
	_ "github.com/cockroachdb/cockroach-go/v2/crdb"
	_ "github.com/coder/retry"
	_ "github.com/dapr/kit/retry"
	_ "github.com/eapache/go-resiliency/retrier"
	_ "github.com/failsafe-go/failsafe-go"
	_ "github.com/failsafe-go/failsafe-go/failsafegrpc"
	_ "github.com/failsafe-go/failsafe-go/failsafehttp"
	_ "github.com/failsafe-go/failsafe-go/retrypolicy"
	_ "github.com/go-kit/kit/sd/lb"
	_ "github.com/go-resty/resty/v2"
	_ "github.com/googleapis/gax-go/v2"
	_ "github.com/grafana/dskit/backoff"
	_ "github.com/hashicorp/go-retryablehttp"
	_ "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
	_ "github.com/jpillora/backoff"
	_ "github.com/juju/retry"
	_ "github.com/lestrrat-go/backoff/v2"
	_ "github.com/matryer/try"
	_ "github.com/sethvargo/go-retry"
	_ "github.com/zeromicro/go-zero/core/fx"
	_ "gopkg.in/retry.v1"
	_ "k8s.io/apimachinery/pkg/util/wait"
	_ "k8s.io/client-go/util/retry"
	_ "resty.dev/v3"
)
