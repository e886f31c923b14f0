module github.com/afex/hystrix-go

go 1.26
