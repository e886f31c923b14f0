package client

import "github.com/aws/aws-sdk-go/aws"

type ConfigProvider interface {
	ClientConfig(serviceName string, cfgs ...*aws.Config) Config
}

type Config struct{ Config *aws.Config }
