// Command connected answers over connect and asks another service in the same way.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"connectrpc.com/connect"
)

type message struct{ Text string }

type greeter struct {
	names *connect.Client[message, message]
}

//amplify:entry "/greet.v1.Greet/Hello" connectrpc.com/connect.(*Client).CallUnary 3
func (g *greeter) hello(ctx context.Context, in *connect.Request[message]) (*connect.Response[message], error) {
	delay := 100 * time.Millisecond
	var last error
	for tries := 0; tries != 3; tries++ {
		out, err := g.names.CallUnary(ctx, connect.NewRequest(in.Msg))
		if err == nil {
			return out, nil
		}
		last = err
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(delay):
			delay *= 2
		}
	}
	return nil, connect.NewError(connect.CodeUnavailable, last)
}

func main() {
	g := &greeter{names: connect.NewClient[message, message](http.DefaultClient, "https://names.example.test")}
	mux := http.NewServeMux()
	mux.Handle("/greet.v1.Greet/Hello", connect.NewUnaryHandler("/greet.v1.Greet/Hello", g.hello))
	log.Fatal(http.ListenAndServe(":8080", mux))
}
