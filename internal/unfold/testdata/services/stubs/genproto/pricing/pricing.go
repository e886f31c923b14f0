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

type WatchClient interface {
	grpc.ClientStream
	Recv() (*wrapperspb.StringValue, error)
}

type CatalogsClient interface {
	List(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (*wrapperspb.StringValue, error)
	Publish(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (*wrapperspb.StringValue, error)
	Watch(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (WatchClient, error)
}

func NewCatalogsClient(cc grpc.ClientConnInterface) CatalogsClient { panic("stub") }

func NewPricesClient(cc grpc.ClientConnInterface) PricesClient { panic("stub") }
