// Command ranked has gRPC services that were generated in another module.
package main

import (
	"context"
	"log"
	"net"
	"net/http"

	"example.test/genproto/health"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type prober struct {
	health.UnimplementedProberServer
	urls string
}

func (p *prober) try(times int) (*wrapperspb.StringValue, error) {
	var err error
	for range times {
		var resp *http.Response
		if resp, err = http.Get(p.urls); err == nil {
			resp.Body.Close()
			return nil, nil
		}
	}
	return nil, err
}

//amplify:entry "/ops.health.v2.Prober/Probe" net/http.Get 3
func (p *prober) Probe(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	return p.try(3)
}

//amplify:entry "/ops.health.v2.Prober/Drain" net/http.Get 4
func (p *prober) Drain(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	return p.try(4)
}

//amplify:entry "/Old/Ping" net/http.Get 5
func (p *prober) Ping(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	return p.try(5)
}

func main() {
	lis, err := net.Listen("tcp", ":9000")
	if err != nil {
		log.Fatal(err)
	}
	p := &prober{urls: "http://backend.example.test/"}
	s := grpc.NewServer()
	health.RegisterProberServer(s, p)
	health.RegisterOldServer(s, p)
	log.Fatal(s.Serve(lis))
}
