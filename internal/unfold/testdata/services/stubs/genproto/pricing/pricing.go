// Package pricing looks like a client that was generated in another module.
package pricing

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type PricesClient interface {
	Quote(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (*wrapperspb.StringValue, error)
}

func NewPricesClient(cc grpc.ClientConnInterface) PricesClient { panic("stub") }
