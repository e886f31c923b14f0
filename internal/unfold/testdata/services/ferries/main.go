// Command ferries sets up its clients by settings that are put together in steps, some
// of them only in some places.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"

	"example.test/genproto/pricing"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/go-resty/resty/v2"
	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type settings struct{ tries int }

func (s *settings) apply(o *sqs.Options) { o.RetryMaxAttempts = s.tries }

type sender interface {
	SendMessage(ctx context.Context, params *sqs.SendMessageInput, optFns ...func(*sqs.Options)) (*sqs.SendMessageOutput, error)
}

type berth struct{ queue *sqs.Client }

func (b berth) announce(w http.ResponseWriter, r *http.Request) {
	b.queue.SendMessage(r.Context(), &sqs.SendMessageInput{})
}

type desk struct {
	queue  sender
	prices pricing.PricesClient
}

func newDesk(cc grpc.ClientConnInterface, queue sender) *desk {
	return &desk{queue, pricing.NewPricesClient(cc)}
}

func (d *desk) book(w http.ResponseWriter, r *http.Request) {
	d.queue.SendMessage(r.Context(), &sqs.SendMessageInput{})
}

func (d *desk) price(w http.ResponseWriter, r *http.Request) {
	d.prices.Quote(r.Context(), &wrapperspb.StringValue{})
}

func connect(tries int) *grpc.ClientConn {
	service := fmt.Sprintf(`{"methodConfig": [{"name": [{"service": "pricing.v1.%s"}], "retryPolicy": {"maxAttempts": %d}}]}`, "Prices", tries)
	cc, err := grpc.NewClient("pricing.internal:443", grpc.WithDefaultServiceConfig(service),
		grpc.WithUnaryInterceptor(grpcretry.UnaryClientInterceptor(grpcretry.WithMax(3))))
	if err != nil {
		log.Fatal(err)
	}
	return cc
}

// numbers sets numbers that are put together.
//
//amplify:entry "GET /worse" github.com/go-resty/resty/v2.(*Request).Get 7
//amplify:entry "POST /method" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 5
//amplify:entry "POST /provided" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 10
//amplify:entry "POST /environment" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage RETRIES
func numbers() {
	retries := 3
	if os.Getenv("PEAK") != "" {
		retries = 6
	}
	rest := resty.New().SetRetryCount(retries)
	http.HandleFunc("GET /worse", func(w http.ResponseWriter, r *http.Request) { rest.R().Get("https://weather.example.test/") })

	s := &settings{tries: 5}
	http.HandleFunc("POST /method", berth{sqs.New(sqs.Options{}, s.apply)}.announce)
	provided := aws.Config{RetryMaxAttempts: 2}
	provided.RetryMaxAttempts = 0
	provided.Retryer = func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = s.tries * 2 })
	}
	http.HandleFunc("POST /provided", berth{sqs.NewFromConfig(provided)}.announce)

	n, err := strconv.Atoi(os.Getenv("RETRIES"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /environment", berth{sqs.New(sqs.Options{}, func(o *sqs.Options) { o.RetryMaxAttempts = n })}.announce)
}

// lists sets options that are put into lists.
//
//amplify:entry "POST /peak" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 8
//amplify:entry "POST /wrapped" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 4
//amplify:entry "POST /appended" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 9
//amplify:entry "POST /inside" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 6
//amplify:entry "POST /changed" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 2
func lists() {
	opts := []func(*sqs.Options){func(o *sqs.Options) { o.Region = "eu-west-1" }}
	if os.Getenv("PEAK") != "" {
		opts = append(opts, func(o *sqs.Options) { o.RetryMaxAttempts = 8 })
	}
	http.HandleFunc("POST /peak", berth{sqs.New(sqs.Options{}, opts...)}.announce)
	http.HandleFunc("POST /wrapped", berth{sqs.New(sqs.Options{}, func(o *sqs.Options) {
		o.Retryer = retry.AddWithMaxAttempts(o.Retryer, 4)
	})}.announce)

	var load []func(*config.LoadOptions) error
	load = append(load, config.WithRegion("eu-west-1"))
	load = append(load, config.WithRetryMaxAttempts(9))
	cfg, err := config.LoadDefaultConfig(context.Background(), load...)
	if err != nil {
		log.Fatal(err)
	}
	// It is a copy that the client is made of.
	http.HandleFunc("POST /appended", berth{sqs.NewFromConfig(cfg)}.announce)
	http.HandleFunc("POST /inside", func(w http.ResponseWriter, r *http.Request) {
		queue := sqs.NewFromConfig(cfg, func(o *sqs.Options) {
			if len(load) > 1 {
				o.RetryMaxAttempts = 6
			}
		})
		queue.SendMessage(r.Context(), &sqs.SendMessageInput{})
	})
	cfg.RetryMaxAttempts = 2
	http.HandleFunc("POST /changed", berth{sqs.NewFromConfig(cfg)}.announce)
}

//amplify:entry "POST /book" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 7
//amplify:entry "GET /price" example.test/genproto/pricing.(PricesClient).Quote 12
func main() {
	numbers()
	lists()
	d := newDesk(connect(4), sqs.New(sqs.Options{RetryMaxAttempts: 7}))
	http.HandleFunc("POST /book", d.book)
	http.HandleFunc("GET /price", d.price)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
