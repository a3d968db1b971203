package main

import (
	"encoding/binary"
	"encoding/hex"
	"math"

	port "jarparity/ports/go-protocol"
)

// mostRecords is the number up to which a batch is read: the library reserves memory for as many as one says.
const mostRecords = 1 << 20

// head is what of a batch's head the library doesn't give.
type head struct {
	batch         port.Batch
	attributes    int16
	baseTimestamp int64
}

// headsOf reads the heads of batches up to one that is cut.
func headsOf(data []byte) ([]head, error) {
	heads, number := []head{}, binary.BigEndian
	for len(data) >= 17 {
		size := int64(int32(number.Uint32(data[8:]))) + 12
		if size < 17 || size > int64(len(data)) {
			break
		}
		one := data[:size]
		of := head{batch: port.NewBatch(int8(one[16]), int64(number.Uint64(one)), int(size))}
		switch {
		case one[16] == 2 && size >= 61:
			of.batch.Checksum = hex.EncodeToString(one[17:21])
			of.attributes = int16(number.Uint16(one[21:]))
			of.batch.LastOffset += int64(int32(number.Uint32(one[23:])))
			of.baseTimestamp = int64(number.Uint64(one[27:]))
			of.batch.MaxTimestamp = int64(number.Uint64(one[35:]))
			if count := number.Uint32(one[57:]); count > mostRecords && count <= math.MaxInt32 {
				return nil, port.Declined("it reserves memory for as many records as a batch says that it has")
			}
		case one[16] < 2 && size >= 26:
			of.batch.Checksum = hex.EncodeToString(one[12:16])
			of.attributes = int16(one[17])
			if one[16] == 1 {
				of.batch.MaxTimestamp = int64(number.Uint64(one[18:]))
			}
		}
		heads, data = append(heads, of), data[size:]
	}
	return heads, nil
}

func setProducer(batch *port.Batch, data []byte) {
	number := binary.BigEndian
	batch.PartitionLeaderEpoch, batch.ProducerID = int32(number.Uint32(data[12:])), int64(number.Uint64(data[43:]))
	batch.ProducerEpoch, batch.BaseSequence = int16(number.Uint16(data[51:])), int32(number.Uint32(data[53:]))
}
