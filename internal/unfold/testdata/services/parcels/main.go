// Command parcels writes to queues and streams of AWS, with clients that are set up in
// each of the ways that there are.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/kinesis"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

const patience = 9

type outbox struct{ queue *sqs.Client }

func (o *outbox) put(w http.ResponseWriter, r *http.Request) {
	if _, err := o.queue.SendMessage(r.Context(), &sqs.SendMessageInput{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

type events struct {
	stream *kinesis.Client
	each   []func(*kinesis.Options) // options of all calls
}

func (e *events) put(w http.ResponseWriter, r *http.Request) {
	if _, err := e.stream.PutRecord(r.Context(), &kinesis.PutRecordInput{}, e.each...); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func stubborn(o *sqs.Options) { o.RetryMaxAttempts = patience }

func tries(n int) func(*kinesis.Options) {
	return func(o *kinesis.Options) {
		o.Retryer = retry.NewStandard(func(s *retry.StandardOptions) { s.MaxAttempts = n })
	}
}

func once() aws.Retryer { return aws.NopRetryer{} }

func fromEnvironment(ctx context.Context, opts ...func(*config.LoadOptions) error) aws.Config {
	cfg, err := config.LoadDefaultConfig(ctx, opts...)
	if err != nil {
		log.Fatal(err)
	}
	return cfg
}

//amplify:entry "POST /default" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 3
//amplify:entry "POST /named" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 9
//amplify:entry "POST /nop" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 1
//amplify:entry "POST /loaded" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 4
//amplify:entry "POST /loadedonce" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 1
//amplify:entry "POST /both" github.com/aws/aws-sdk-go-v2/service/sqs.(*Client).SendMessage 2
//amplify:entry "POST /events" github.com/aws/aws-sdk-go-v2/service/kinesis.(*Client).PutRecord 6
//amplify:entry "POST /eventseach" github.com/aws/aws-sdk-go-v2/service/kinesis.(*Client).PutRecord 7
//amplify:entry "POST /provided" github.com/aws/aws-sdk-go-v2/service/kinesis.(*Client).PutRecord 5
//amplify:entry "POST /twice" github.com/aws/aws-sdk-go-v2/service/kinesis.(*Client).PutRecord 11
func main() {
	ctx := context.Background()
	base := aws.Config{Region: "eu-west-1"}
	queue := func(path string, c *sqs.Client) { http.HandleFunc("POST "+path, (&outbox{c}).put) }
	queue("/default", sqs.NewFromConfig(fromEnvironment(ctx, config.WithRegion("eu-west-1"))))
	queue("/named", sqs.NewFromConfig(base, stubborn))
	queue("/nop", sqs.New(sqs.Options{Retryer: aws.NopRetryer{}}))
	queue("/loaded", sqs.NewFromConfig(fromEnvironment(ctx, config.WithRegion("eu-west-1"), config.WithRetryMaxAttempts(4))))
	queue("/loadedonce", sqs.NewFromConfig(fromEnvironment(ctx, config.WithRetryer(once))))
	// The number goes before the policy.
	queue("/both", sqs.New(sqs.Options{RetryMaxAttempts: 2, Retryer: retry.NewStandard()}))

	stream := func(path string, c *kinesis.Client, each ...func(*kinesis.Options)) {
		http.HandleFunc("POST "+path, (&events{c, each}).put)
	}
	stream("/events", kinesis.NewFromConfig(base, tries(6)))
	stream("/eventseach", kinesis.NewFromConfig(base), func(o *kinesis.Options) { o.RetryMaxAttempts = 7 })
	provided := base
	provided.Retryer = func() aws.Retryer { return retry.AddWithMaxAttempts(retry.NewStandard(), 5) }
	stream("/provided", kinesis.NewFromConfig(provided))

	// What one call is told is nothing to the other: 3 and 8.
	shared := kinesis.NewFromConfig(base)
	http.HandleFunc("POST /twice", func(w http.ResponseWriter, r *http.Request) {
		_, err := shared.PutRecord(r.Context(), &kinesis.PutRecordInput{}, func(o *kinesis.Options) { o.RetryMaxAttempts = 8 })
		if err != nil {
			shared.PutRecord(r.Context(), &kinesis.PutRecordInput{})
		}
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
