package protocol

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"unicode/utf8"
)

// Part is a key or a value of a record: bytes in hexadecimal digits, or null.
type Part []byte

// UnmarshalJSON reads the digits: those of no bytes aren't null.
func (p *Part) UnmarshalJSON(data []byte) error {
	var digits *string
	if err := json.Unmarshal(data, &digits); err != nil || digits == nil {
		return err
	}
	read, err := hex.DecodeString(*digits)
	*p = append(Part{}, read...)
	return err
}

// MarshalJSON writes them.
func (p Part) MarshalJSON() ([]byte, error) {
	if p == nil {
		return []byte("null"), nil
	}
	return json.Marshal(hex.EncodeToString(p))
}

// BatchHeader is one of a record's.
type BatchHeader struct {
	Key   string `json:"key"`
	Value Part   `json:"value"`
}

// BatchRecord is one of a batch's; what is to be written has no sequence number.
type BatchRecord struct {
	Offset    int64         `json:"offset,string"`
	Timestamp int64         `json:"timestamp,string"`
	Sequence  int32         `json:"sequence"`
	Key       Part          `json:"key"`
	Value     Part          `json:"value"`
	Headers   []BatchHeader `json:"headers"`
}

// Batch is a batch with its records, as it is written or read.
type Batch struct {
	Magic                int8          `json:"magic"`
	BaseOffset           int64         `json:"baseOffset,string"`
	LastOffset           int64         `json:"lastOffset,string"`
	Size                 int32         `json:"size"`
	Checksum             string        `json:"checksum"`
	Compression          string        `json:"compression"`
	TimestampType        string        `json:"timestampType"`
	MaxTimestamp         int64         `json:"maxTimestamp,string"`
	ProducerID           int64         `json:"producerId,string"`
	ProducerEpoch        int16         `json:"producerEpoch"`
	BaseSequence         int32         `json:"baseSequence"`
	LastSequence         int32         `json:"lastSequence"`
	Transactional        bool          `json:"transactional"`
	Control              bool          `json:"control"`
	PartitionLeaderEpoch int32         `json:"partitionLeaderEpoch"`
	DeleteHorizon        *int64        `json:"deleteHorizon,string,omitempty"`
	Records              []BatchRecord `json:"records"`
}

// BatchQuestion is the input of kafka.batch.bytes: bytes, or a batch.
type BatchQuestion struct {
	Direction string `json:"direction"`
	Bytes     Bytes  `json:"bytes"`
	Batch
}

// NewBatch is a batch of a format without what only the newest has.
func NewBatch(magic int8, offset int64, size int) Batch {
	return Batch{
		Magic: magic, BaseOffset: offset, LastOffset: offset, Size: int32(size), MaxTimestamp: -1,
		ProducerID: -1, ProducerEpoch: -1, BaseSequence: -1, LastSequence: -1, PartitionLeaderEpoch: -1,
		Records: []BatchRecord{},
	}
}

// SetAttributes sets what the bits of a batch say, and those of a record of an older format.
func (b *Batch) SetAttributes(bits int16, baseTimestamp int64) {
	b.Compression = "none"
	if bits&7 == 1 {
		b.Compression = "gzip"
	} else if bits&7 != 0 {
		b.Compression = fmt.Sprint(bits & 7)
	}
	b.TimestampType = "CreateTime"
	if b.Magic == 0 {
		b.TimestampType = "NoTimestampType"
	} else if bits&8 != 0 {
		b.TimestampType = "LogAppendTime"
	}
	if b.Magic == 2 {
		b.Transactional, b.Control = bits&16 != 0, bits&32 != 0
		if bits&64 != 0 {
			b.DeleteHorizon = &baseTimestamp
		}
		if b.BaseSequence != -1 {
			b.LastSequence = next(b.BaseSequence, int32(b.LastOffset-b.BaseOffset))
		}
	}
}

// Add appends a record that was read; its sequence number is counted from the batch's, as no library gives it.
func (b *Batch) Add(record BatchRecord) error {
	for _, header := range record.Headers {
		if !utf8.ValidString(header.Key) {
			return Declined("a Go string keeps a header's key as it is, and JSON can't")
		}
	}
	record.Sequence = -1
	if b.BaseSequence >= 0 {
		record.Sequence = next(b.BaseSequence, int32(record.Offset-b.BaseOffset))
	}
	if record.Headers == nil {
		record.Headers = []BatchHeader{}
	}
	b.Records = append(b.Records, record)
	return nil
}

// next counts sequence numbers as Kafka does: behind the greatest comes 0.
func next(sequence, increment int32) int32 {
	if sequence > math.MaxInt32-increment {
		return increment - (math.MaxInt32 - sequence) - 1
	}
	return sequence + increment
}
