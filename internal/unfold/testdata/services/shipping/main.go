// Command shipping is the gRPC service that buys shipping labels.
package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"example.test/services/shipping/carrier"
)

// ShippingServer is the server API of shipping.v1.Shipping.
type ShippingServer interface {
	CreateLabel(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error)
	VoidLabel(context.Context, *wrapperspb.StringValue) (*wrapperspb.BoolValue, error)
}

var serviceDesc = grpc.ServiceDesc{
	ServiceName: "shipping.v1.Shipping",
	HandlerType: (*ShippingServer)(nil),
	Methods: []grpc.MethodDesc{
		{MethodName: "CreateLabel", Handler: createLabelHandler},
		{MethodName: "VoidLabel", Handler: voidLabelHandler},
	},
	Metadata: "shipping.proto",
}

func createLabelHandler(srv any, ctx context.Context, dec func(any) error, icpt grpc.UnaryServerInterceptor) (any, error) {
	in := new(wrapperspb.StringValue)
	if err := dec(in); err != nil {
		return nil, err
	}
	if icpt == nil {
		return srv.(ShippingServer).CreateLabel(ctx, in)
	}
	info := &grpc.UnaryServerInfo{Server: srv, FullMethod: "/shipping.v1.Shipping/CreateLabel"}
	return icpt(ctx, in, info, func(ctx context.Context, req any) (any, error) {
		return srv.(ShippingServer).CreateLabel(ctx, req.(*wrapperspb.StringValue))
	})
}

func voidLabelHandler(srv any, ctx context.Context, dec func(any) error, icpt grpc.UnaryServerInterceptor) (any, error) {
	in := new(wrapperspb.StringValue)
	if err := dec(in); err != nil {
		return nil, err
	}
	if icpt == nil {
		return srv.(ShippingServer).VoidLabel(ctx, in)
	}
	info := &grpc.UnaryServerInfo{Server: srv, FullMethod: "/shipping.v1.Shipping/VoidLabel"}
	return icpt(ctx, in, info, func(ctx context.Context, req any) (any, error) {
		return srv.(ShippingServer).VoidLabel(ctx, req.(*wrapperspb.StringValue))
	})
}

type shipping struct {
	carrier *carrier.Client
}

//amplify:entry "/shipping.v1.Shipping/CreateLabel" net/http.(*Client).PostForm 6
//amplify:entry "CreateLabel" net/http.(*Client).PostForm none
func (s *shipping) CreateLabel(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	const passes = 3
	var last error
	for pass := 1; pass < passes; pass++ {
		label, err := s.carrier.Buy(ctx, in.GetValue())
		if err == nil {
			return wrapperspb.String(label), nil
		}
		last = err
		log.Printf("pass %d: %v", pass, err)
	}
	return nil, status.Errorf(codes.Unavailable, "carrier: %v", last)
}

//amplify:entry "/shipping.v1.Shipping/VoidLabel" net/http.(*Client).PostForm 6
//amplify:entry "VoidLabel" net/http.(*Client).PostForm none
func (s *shipping) VoidLabel(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.BoolValue, error) {
	if err := s.carrier.Void(ctx, in.GetValue()); err != nil {
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	return wrapperspb.Bool(true), nil
}

func newServer(hc *http.Client, url string) *grpc.Server {
	s := grpc.NewServer()
	s.RegisterService(&serviceDesc, &shipping{carrier: carrier.New(hc, carrier.Config{URL: url, Attempts: 3})})
	return s
}

func main() {
	lis, err := net.Listen("tcp", ":9090")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(newServer(&http.Client{Timeout: 10 * time.Second}, "https://carrier.example.test").Serve(lis))
}
