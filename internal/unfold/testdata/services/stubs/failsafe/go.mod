module github.com/failsafe-go/failsafe-go

go 1.26
