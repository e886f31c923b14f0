package codes

type Code uint32

const (
	OK                Code = 0
	InvalidArgument   Code = 3
	ResourceExhausted Code = 8
	Unavailable       Code = 14
)
