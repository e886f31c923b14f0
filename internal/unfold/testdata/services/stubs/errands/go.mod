module example.test/errands

go 1.26
