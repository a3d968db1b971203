module example.com/port-go

go 1.21
