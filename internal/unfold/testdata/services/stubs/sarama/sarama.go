// Package sarama is a stand-in for the library of that name.
package sarama

import "context"

type Config struct {
	Producer struct {
		Retry struct{ Max int }
	}
}

func NewConfig() *Config { panic("stub") }

type ConsumerMessage struct {
	Topic string
	Value []byte
}

type ConsumerGroupSession interface {
	Context() context.Context
	MarkMessage(msg *ConsumerMessage, metadata string)
}

type ConsumerGroupClaim interface {
	Messages() <-chan *ConsumerMessage
}

type ConsumerGroupHandler interface {
	Setup(ConsumerGroupSession) error
	Cleanup(ConsumerGroupSession) error
	ConsumeClaim(ConsumerGroupSession, ConsumerGroupClaim) error
}

type ConsumerGroup interface {
	Consume(ctx context.Context, topics []string, handler ConsumerGroupHandler) error
	Close() error
}

func NewConsumerGroup(addrs []string, groupID string, config *Config) (ConsumerGroup, error) {
	panic("stub")
}
