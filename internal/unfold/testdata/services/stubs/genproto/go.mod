module example.test/genproto

go 1.26

require google.golang.org/grpc v0.0.0

require google.golang.org/protobuf v0.0.0
