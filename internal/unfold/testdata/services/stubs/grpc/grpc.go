// Package grpc is a stand-in for the library of that name.
package grpc

import (
	"context"
	"net"

	"google.golang.org/grpc/credentials"
)

type CallOption interface{ before() }

type DialOption interface{ apply() }

type ServerOption interface{ apply() }

type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error

type Streamer func(ctx context.Context, desc *StreamDesc, cc *ClientConn, method string, opts ...CallOption) (ClientStream, error)

type StreamClientInterceptor func(ctx context.Context, desc *StreamDesc, cc *ClientConn, method string, streamer Streamer, opts ...CallOption) (ClientStream, error)

type UnaryHandler func(ctx context.Context, req any) (any, error)

type UnaryServerInfo struct {
	Server     any
	FullMethod string
}

type UnaryServerInterceptor func(ctx context.Context, req any, info *UnaryServerInfo, handler UnaryHandler) (resp any, err error)

type ClientStream interface{ RecvMsg(m any) error }

type StreamDesc struct{ StreamName string }

type MethodHandler func(srv any, ctx context.Context, dec func(any) error, interceptor UnaryServerInterceptor) (any, error)

type MethodDesc struct {
	MethodName string
	Handler    MethodHandler
}

type ServiceDesc struct {
	ServiceName string
	HandlerType any
	Methods     []MethodDesc
	Streams     []StreamDesc
	Metadata    any
}

type ServiceRegistrar interface {
	RegisterService(desc *ServiceDesc, impl any)
}

type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args any, reply any, opts ...CallOption) error
	NewStream(ctx context.Context, desc *StreamDesc, method string, opts ...CallOption) (ClientStream, error)
}

type ClientConn struct{ target string }

func NewClient(target string, opts ...DialOption) (conn *ClientConn, err error) { panic("stub") }

func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	panic("stub")
}

func (cc *ClientConn) NewStream(ctx context.Context, desc *StreamDesc, method string, opts ...CallOption) (ClientStream, error) {
	panic("stub")
}

func (cc *ClientConn) Close() error { panic("stub") }

func WithTransportCredentials(creds credentials.TransportCredentials) DialOption { panic("stub") }

func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption { panic("stub") }

func WithChainUnaryInterceptor(interceptors ...UnaryClientInterceptor) DialOption { panic("stub") }

func WithStreamInterceptor(f StreamClientInterceptor) DialOption { panic("stub") }

func WithDefaultServiceConfig(s string) DialOption { panic("stub") }

func WithMaxCallAttempts(n int) DialOption { panic("stub") }

func WithDisableRetry() DialOption { panic("stub") }

type Server struct{ name string }

func NewServer(opt ...ServerOption) *Server { panic("stub") }

func (s *Server) RegisterService(sd *ServiceDesc, ss any) { panic("stub") }

func (s *Server) Serve(lis net.Listener) error { panic("stub") }
