module jarparity/ports/go-protocol

go 1.26.0
