// Package pb looks like what is generated for a service.
package pb

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type InventoryClient interface {
	Reserve(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (*wrapperspb.BoolValue, error)
	Count(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (*wrapperspb.BoolValue, error)
}

type inventoryClient struct {
	cc grpc.ClientConnInterface
}

func NewInventoryClient(cc grpc.ClientConnInterface) InventoryClient { return &inventoryClient{cc} }

func (c *inventoryClient) Reserve(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (*wrapperspb.BoolValue, error) {
	out := new(wrapperspb.BoolValue)
	if err := c.cc.Invoke(ctx, "/inventory.Inventory/Reserve", in, out, opts...); err != nil {
		return nil, err
	}
	return out, nil
}

func (c *inventoryClient) Count(ctx context.Context, in *wrapperspb.StringValue, opts ...grpc.CallOption) (*wrapperspb.BoolValue, error) {
	out := new(wrapperspb.BoolValue)
	if err := c.cc.Invoke(ctx, "/inventory.Inventory/Count", in, out, opts...); err != nil {
		return nil, err
	}
	return out, nil
}

type OrdersServer interface {
	Place(context.Context, *wrapperspb.StringValue) (*wrapperspb.BoolValue, error)
	Count(context.Context, *wrapperspb.StringValue) (*wrapperspb.BoolValue, error)
	Price(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error)
	mustEmbedUnimplementedOrdersServer()
}

type UnimplementedOrdersServer struct{}

func (UnimplementedOrdersServer) Place(context.Context, *wrapperspb.StringValue) (*wrapperspb.BoolValue, error) {
	return nil, nil
}

func (UnimplementedOrdersServer) Count(context.Context, *wrapperspb.StringValue) (*wrapperspb.BoolValue, error) {
	return nil, nil
}

func (UnimplementedOrdersServer) Price(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	return nil, nil
}

func (UnimplementedOrdersServer) mustEmbedUnimplementedOrdersServer() {}

func RegisterOrdersServer(s grpc.ServiceRegistrar, srv OrdersServer) {
	s.RegisterService(&ordersDesc, srv)
}

var ordersDesc = grpc.ServiceDesc{
	ServiceName: "orders.v1.Orders",
	HandlerType: (*OrdersServer)(nil),
	Methods: []grpc.MethodDesc{
		{MethodName: "Place", Handler: placeHandler},
		{MethodName: "Count", Handler: countHandler},
		{MethodName: "Price", Handler: priceHandler},
	},
}

func placeHandler(srv any, ctx context.Context, dec func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	in := new(wrapperspb.StringValue)
	if err := dec(in); err != nil {
		return nil, err
	}
	return srv.(OrdersServer).Place(ctx, in)
}

func countHandler(srv any, ctx context.Context, dec func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	in := new(wrapperspb.StringValue)
	if err := dec(in); err != nil {
		return nil, err
	}
	return srv.(OrdersServer).Count(ctx, in)
}

func priceHandler(srv any, ctx context.Context, dec func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	in := new(wrapperspb.StringValue)
	if err := dec(in); err != nil {
		return nil, err
	}
	return srv.(OrdersServer).Price(ctx, in)
}
