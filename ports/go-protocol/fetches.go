package protocol

// FetchQuestion is the input of kafka.batch.fetched.
type FetchQuestion struct {
	Bytes               Bytes                `json:"bytes"`
	Position            int64                `json:"position,string"`
	IsolationLevel      string               `json:"isolationLevel"`
	MaxPollRecords      int                  `json:"maxPollRecords"`
	AbortedTransactions []AbortedTransaction `json:"abortedTransactions"`
}

// AbortedTransaction is one that the broker names.
type AbortedTransaction struct {
	ProducerID  int64 `json:"producerId,string"`
	FirstOffset int64 `json:"firstOffset,string"`
}

// FetchedRecord is a record as a consumer gives it.
type FetchedRecord struct {
	Offset    int64         `json:"offset,string"`
	Timestamp int64         `json:"timestamp,string"`
	Key       Part          `json:"key"`
	Value     Part          `json:"value"`
	Headers   []BatchHeader `json:"headers"`
}

// Fetched is a record of what was read, unless JSON has no text for the key of a header.
func (r BatchRecord) Fetched() (FetchedRecord, error) {
	var batch Batch
	if err := batch.Add(r); err != nil {
		return FetchedRecord{}, err
	}
	headers := batch.Records[0].Headers
	return FetchedRecord{Offset: r.Offset, Timestamp: r.Timestamp, Key: r.Key, Value: r.Value, Headers: headers}, nil
}

// After is where a consumer stands behind a poll.
type After struct {
	Position    int64  `json:"position,string"`
	LeaderEpoch *int32 `json:"leaderEpoch"`
}

// Poll is what one poll gave.
type Poll struct {
	Records []FetchedRecord `json:"records"`
	After
}

// FailedPoll is a poll that failed.
type FailedPoll struct {
	Error struct {
		Kind string `json:"kind"`
	} `json:"error"`
	After
}

// Last is the poll that ends a fetch: one that fails, or gives nothing.
func Last(failed error, after After) any {
	if failed == nil {
		return Poll{Records: []FetchedRecord{}, After: after}
	}
	poll := FailedPoll{After: after}
	poll.Error.Kind = "error"
	return poll
}

// Epoch is a leader's epoch: -1 is none.
func Epoch(of int32) *int32 {
	if of == -1 {
		return nil
	}
	return &of
}
