// Package api is the gRPC service transfers.v1.Transfers.
package api

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Mover moves money.
type Mover interface {
	Transfer(ctx context.Context, id string) error
}

type TransfersServer interface {
	Create(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error)
}

type Transfers struct {
	mover Mover
}

func NewTransfers(m Mover) *Transfers { return &Transfers{mover: m} }

// Create runs the transfer, and a second time if the first one got stuck.
//
//amplify:entry "/transfers.v1.Transfers/Create" google.golang.org/grpc.(*ClientConn).Invoke 36
//amplify:entry "Create" google.golang.org/grpc.(*ClientConn).Invoke none
func (t *Transfers) Create(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	again := true
	for {
		err := t.mover.Transfer(ctx, in.GetValue())
		if err == nil {
			return wrapperspb.String("done"), nil
		}
		if status.Code(err) == codes.InvalidArgument {
			return nil, err
		}
		if !again {
			return nil, status.Errorf(codes.Unavailable, "transfer %s: %v", in.GetValue(), err)
		}
		again = false
	}
}

var desc = grpc.ServiceDesc{
	ServiceName: "transfers.v1.Transfers",
	HandlerType: (*TransfersServer)(nil),
	Methods: []grpc.MethodDesc{{
		MethodName: "Create",
		Handler: func(srv any, ctx context.Context, dec func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			in := new(wrapperspb.StringValue)
			if err := dec(in); err != nil {
				return nil, err
			}
			return srv.(TransfersServer).Create(ctx, in)
		},
	}},
}

func Register(s grpc.ServiceRegistrar, t TransfersServer) { s.RegisterService(&desc, t) }
