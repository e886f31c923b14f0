// Package ratelimit is as much of the limiter as is needed here.
package ratelimit

import "time"

type Limiter interface{ Take() time.Time }
