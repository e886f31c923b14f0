// Command events takes work from three kinds of queues.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go"
)

type sender struct {
	hc    *http.Client
	limit int
}

func (s *sender) send(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://sink.example.test/"+path, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}

func (s *sender) stubborn(ctx context.Context, path string) (err error) {
	for n := range s.limit {
		if err = s.send(ctx, path); err == nil {
			return nil
		}
		time.Sleep(time.Second << n)
	}
	return err
}

// twice runs a task once more when it has failed.
func twice(h asynq.Handler) asynq.Handler {
	return asynq.HandlerFunc(func(ctx context.Context, t *asynq.Task) error {
		err := h.ProcessTask(ctx, t)
		if err != nil {
			log.Print(err)
			return h.ProcessTask(ctx, t)
		}
		return nil
	})
}

//amplify:entry "mail:welcome" net/http.(*Client).Do 8
func (s *sender) welcome(ctx context.Context, t *asynq.Task) error {
	return s.stubborn(ctx, "welcome")
}

// digest is a handler with a method of its own.
type digest struct{ *sender }

//amplify:entry "mail:digest" net/http.(*Client).Do 16
//amplify:entry "digest.ProcessTask" net/http.(*Client).Do none
func (d digest) ProcessTask(ctx context.Context, t *asynq.Task) error {
	if err := d.stubborn(ctx, "digest"); err != nil {
		return d.stubborn(ctx, "digest")
	}
	return nil
}

//amplify:entry "orders.created" net/http.(*Client).Do 4
func (s *sender) created(m *nats.Msg) {
	if err := s.stubborn(context.Background(), m.Subject); err != nil {
		log.Print(err)
	}
}

//amplify:entry "orders.paid" net/http.(*Client).Do 1
func (s *sender) paid(m *message.Message) error {
	return s.send(m.Context(), m.UUID)
}

// claims is a consumer group. A message that fails is tried again, the next one is
// another.
type claims struct{ *sender }

func (claims) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (claims) Cleanup(sarama.ConsumerGroupSession) error { return nil }

//amplify:entry "returns" net/http.(*Client).Do 5
func (c claims) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		for attempt := 1; attempt <= 5; attempt++ {
			if err := c.send(s.Context(), m.Topic); err == nil {
				break
			}
			time.Sleep(time.Duration(attempt) * time.Second)
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func run(s *sender, router *message.Router, sub message.Subscriber) error {
	mux := asynq.NewServeMux()
	mux.Use(twice)
	mux.HandleFunc("mail:welcome", s.welcome)
	mux.Handle("mail:digest", digest{s})
	go asynq.NewServer(asynq.RedisClientOpt{Addr: "queue:6379"}, asynq.Config{}).Run(mux)

	nc, err := nats.Connect("nats://bus.example.test")
	if err != nil {
		return err
	}
	if _, err := nc.QueueSubscribe("orders.created", "workers", s.created); err != nil {
		return err
	}
	router.AddNoPublisherHandler("paid", "orders.paid", sub, s.paid)

	group, err := sarama.NewConsumerGroup([]string{"kafka:9092"}, "events", sarama.NewConfig())
	if err != nil {
		return err
	}
	go func() {
		for {
			if err := group.Consume(context.Background(), []string{"returns"}, claims{s}); err != nil {
				log.Print(err)
			}
		}
	}()
	return router.Run(context.Background())
}

func main() {
	router, err := message.NewRouter(message.RouterConfig{})
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(run(&sender{hc: &http.Client{Timeout: time.Second}, limit: 4}, router, nil))
}
