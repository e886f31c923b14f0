module github.com/grpc-ecosystem/go-grpc-middleware/v2

go 1.26

require google.golang.org/grpc v0.0.0
