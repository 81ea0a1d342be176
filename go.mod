module example.com/opgen

go 1.26
