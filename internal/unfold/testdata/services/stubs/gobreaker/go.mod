module github.com/sony/gobreaker/v2

go 1.26
