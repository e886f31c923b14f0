// Command tariffs asks a service of which only the generated client is known here, over
// connections of several kinds.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"example.test/genproto/pricing"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// patient tries reads more often than the rest, and one method not at all.
const patient = `{
	"loadBalancingConfig": [{"round_robin": {}}],
	"methodConfig": [
		{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
		{"name": [{"service": "pricing.v1.Prices"}, {"service": "pricing.v1.Catalogs", "method": "List"}], "retryPolicy": {"maxAttempts": 7, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
		{"name": [{"service": "pricing.v1.Catalogs", "method": "Publish"}], "timeout": "3s"}
	]
}`

// again is an interceptor of this program.
func again(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range 3 {
		if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

func streamAgain(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, streamer grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	s, err := streamer(ctx, desc, cc, method, opts...)
	if err != nil {
		s, err = streamer(ctx, desc, cc, method, opts...)
	}
	return s, err
}

func dial(opts ...grpc.DialOption) *grpc.ClientConn {
	all := append([]grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}, opts...)
	cc, err := grpc.NewClient("pricing.internal:443", all...)
	if err != nil {
		log.Fatal(err)
	}
	return cc
}

func quote(path string, prices pricing.PricesClient, opts ...grpc.CallOption) {
	http.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		out, err := prices.Quote(r.Context(), &wrapperspb.StringValue{Value: r.PathValue("sku")}, opts...)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		w.Write([]byte(out.Value))
	})
}

//amplify:entry "GET /plain" example.test/genproto/pricing.(PricesClient).Quote 1
//amplify:entry "GET /own" example.test/genproto/pricing.(PricesClient).Quote 3
//amplify:entry "GET /library" example.test/genproto/pricing.(PricesClient).Quote 4
//amplify:entry "GET /call" example.test/genproto/pricing.(PricesClient).Quote 6
//amplify:entry "GET /off" example.test/genproto/pricing.(PricesClient).Quote 1
//amplify:entry "GET /unheard" example.test/genproto/pricing.(PricesClient).Quote 1
//amplify:entry "GET /config" example.test/genproto/pricing.(PricesClient).Quote 5
//amplify:entry "GET /more" example.test/genproto/pricing.(PricesClient).Quote 7
//amplify:entry "GET /disabled" example.test/genproto/pricing.(PricesClient).Quote 1
//amplify:entry "GET /product" example.test/genproto/pricing.(PricesClient).Quote 60
//amplify:entry "GET /list" example.test/genproto/pricing.(CatalogsClient).List 5
//amplify:entry "PUT /publish" example.test/genproto/pricing.(CatalogsClient).Publish 1
//amplify:entry "GET /watch" example.test/genproto/pricing.(CatalogsClient).Watch 4
//amplify:entry "GET /invoke" google.golang.org/grpc.(*ClientConn).Invoke 5
func main() {
	four := grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4)))
	quote("/plain", pricing.NewPricesClient(dial()))
	quote("/own", pricing.NewPricesClient(dial(grpc.WithUnaryInterceptor(again), grpc.WithStreamInterceptor(streamAgain))))
	quote("/library", pricing.NewPricesClient(dial(four)))
	quote("/call", pricing.NewPricesClient(dial(grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor()))), retry.WithMax(6))
	quote("/off", pricing.NewPricesClient(dial(four)), retry.Disable())
	quote("/unheard", pricing.NewPricesClient(dial()), retry.WithMax(6)) // no interceptor reads it
	config := grpc.WithDefaultServiceConfig(patient)
	quote("/config", pricing.NewPricesClient(dial(config)))
	quote("/more", pricing.NewPricesClient(dial(config, grpc.WithMaxCallAttempts(10))))
	quote("/disabled", pricing.NewPricesClient(dial(config, grpc.WithDisableRetry())))
	quote("/product", pricing.NewPricesClient(dial(grpc.WithChainUnaryInterceptor(again, retry.UnaryClientInterceptor(retry.WithMax(4))), config)))

	conn := dial(config, grpc.WithStreamInterceptor(streamAgain))
	catalogs := pricing.NewCatalogsClient(conn)
	http.HandleFunc("GET /list", func(w http.ResponseWriter, r *http.Request) {
		catalogs.List(r.Context(), &wrapperspb.StringValue{})
	})
	http.HandleFunc("PUT /publish", func(w http.ResponseWriter, r *http.Request) {
		catalogs.Publish(r.Context(), &wrapperspb.StringValue{})
	})
	http.HandleFunc("GET /watch", func(w http.ResponseWriter, r *http.Request) {
		catalogs.Watch(r.Context(), &wrapperspb.StringValue{})
	})
	http.HandleFunc("GET /invoke", func(w http.ResponseWriter, r *http.Request) {
		conn.Invoke(r.Context(), "/pricing.v1.Catalogs/List", nil, nil)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
