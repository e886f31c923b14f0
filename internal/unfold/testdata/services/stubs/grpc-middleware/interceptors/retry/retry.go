// Package retry is a stand-in for the package of that name.
package retry

import "google.golang.org/grpc"

type CallOption struct{ grpc.CallOption }

func UnaryClientInterceptor(optFuncs ...CallOption) grpc.UnaryClientInterceptor { panic("stub") }

func StreamClientInterceptor(optFuncs ...CallOption) grpc.StreamClientInterceptor { panic("stub") }

func WithMax(maxRetries uint) CallOption { panic("stub") }

func Disable() CallOption { panic("stub") }
