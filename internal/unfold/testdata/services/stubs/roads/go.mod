module example.test/roads

go 1.26
