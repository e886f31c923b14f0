// Package aws is a stand-in for the package of that name.
package aws

type Config struct {
	Region     *string
	MaxRetries *int
}

func NewConfig() *Config { panic("stub") }

func (c *Config) WithMaxRetries(max int) *Config { panic("stub") }

func (c *Config) WithRegion(region string) *Config { panic("stub") }

func Int(v int) *int { panic("stub") }

func String(v string) *string { panic("stub") }
