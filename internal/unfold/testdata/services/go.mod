module example.test/services

go 1.26

require (
	cloud.google.com/go/storage v0.0.0
	connectrpc.com/connect v0.0.0
	example.test/errands v0.0.0
	example.test/genproto v0.0.0
	example.test/house v0.0.0
	example.test/roads v0.0.0
	github.com/IBM/sarama v0.0.0
	github.com/ThreeDotsLabs/watermill v0.0.0
	github.com/afex/hystrix-go v0.0.0
	github.com/avast/retry-go/v4 v4.0.0
	github.com/aws/aws-sdk-go v0.0.0
	github.com/aws/aws-sdk-go-v2 v0.0.0
	github.com/cenkalti/backoff/v4 v4.0.0
	github.com/cenkalti/backoff/v5 v5.0.0
	github.com/failsafe-go/failsafe-go v0.0.0
	github.com/gin-gonic/gin v0.0.0
	github.com/go-chi/chi/v5 v5.0.0
	github.com/go-resty/resty/v2 v2.0.0
	github.com/gofiber/fiber/v2 v2.0.0
	github.com/gorilla/mux v0.0.0
	github.com/grpc-ecosystem/go-grpc-middleware/v2 v2.0.0
	github.com/hashicorp/go-retryablehttp v0.0.0
	github.com/hibiken/asynq v0.0.0
	github.com/julienschmidt/httprouter v0.0.0
	github.com/labstack/echo/v4 v4.0.0
	github.com/nats-io/nats.go v0.0.0
	github.com/redis/go-redis/v9 v9.0.0
	github.com/robfig/cron/v3 v3.0.0
	github.com/sethvargo/go-retry v0.0.0
	github.com/sony/gobreaker/v2 v2.0.0
	github.com/spf13/cobra v0.0.0
	github.com/urfave/cli/v2 v2.0.0
	golang.org/x/sync v0.0.0
	golang.org/x/time v0.0.0
	google.golang.org/grpc v0.0.0
	google.golang.org/protobuf v0.0.0
	k8s.io/apimachinery v0.0.0
	k8s.io/client-go v0.0.0
	sigs.k8s.io/controller-runtime v0.0.0
)

// What is read of a dependency are its declarations, so those that the services
// use will do.
replace (
	cloud.google.com/go/storage => ./stubs/gcs
	connectrpc.com/connect => ./stubs/connect
	example.test/errands => ./stubs/errands
	example.test/genproto => ./stubs/genproto
	example.test/house => ./stubs/house
	example.test/roads => ./stubs/roads
	github.com/IBM/sarama => ./stubs/sarama
	github.com/ThreeDotsLabs/watermill => ./stubs/watermill
	github.com/afex/hystrix-go => ./stubs/hystrix
	github.com/avast/retry-go/v4 => ./stubs/retry-go
	github.com/aws/aws-sdk-go => ./stubs/aws
	github.com/aws/aws-sdk-go-v2 => ./stubs/aws-v2
	github.com/cenkalti/backoff/v4 => ./stubs/backoff4
	github.com/cenkalti/backoff/v5 => ./stubs/backoff5
	github.com/failsafe-go/failsafe-go => ./stubs/failsafe
	github.com/gin-gonic/gin => ./stubs/gin
	github.com/go-chi/chi/v5 => ./stubs/chi
	github.com/go-resty/resty/v2 => ./stubs/resty
	github.com/gofiber/fiber/v2 => ./stubs/fiber
	github.com/gorilla/mux => ./stubs/mux
	github.com/grpc-ecosystem/go-grpc-middleware/v2 => ./stubs/grpc-middleware
	github.com/hashicorp/go-retryablehttp => ./stubs/retryablehttp
	github.com/hibiken/asynq => ./stubs/asynq
	github.com/julienschmidt/httprouter => ./stubs/httprouter
	github.com/labstack/echo/v4 => ./stubs/echo
	github.com/nats-io/nats.go => ./stubs/nats
	github.com/redis/go-redis/v9 => ./stubs/go-redis
	github.com/robfig/cron/v3 => ./stubs/cron
	github.com/sethvargo/go-retry => ./stubs/go-retry
	github.com/sony/gobreaker/v2 => ./stubs/gobreaker
	github.com/spf13/cobra => ./stubs/cobra
	github.com/urfave/cli/v2 => ./stubs/urfave-cli
	golang.org/x/sync => ./stubs/sync
	golang.org/x/time => ./stubs/rate
	google.golang.org/grpc => ./stubs/grpc
	google.golang.org/protobuf => ./stubs/protobuf
	k8s.io/apimachinery => ./stubs/apimachinery
	k8s.io/client-go => ./stubs/client-go
	sigs.k8s.io/controller-runtime => ./stubs/controller-runtime
)
