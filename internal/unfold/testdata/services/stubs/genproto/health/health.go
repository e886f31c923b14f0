// Package health looks like a service that was generated in another module.
package health

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	Prober_Probe_FullMethodName = "/ops.health.v2.Prober/Probe"
	Prober_Drain_FullMethodName = "/ops.health.v2.Prober/Drain"
)

type ProberServer interface {
	Probe(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error)
	Drain(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error)
	mustEmbedUnimplementedProberServer()
}

type UnimplementedProberServer struct{}

func (UnimplementedProberServer) mustEmbedUnimplementedProberServer() {}

func RegisterProberServer(s grpc.ServiceRegistrar, srv ProberServer) { panic("stub") }

// OldServer is of a service that was generated before the constants were.
type OldServer interface {
	Ping(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error)
}

func RegisterOldServer(s grpc.ServiceRegistrar, srv OldServer) { panic("stub") }
