// Topics with message.timestamp.type=LogAppendTime: @platformatic/kafka gives the time that the producer set.
//
// In such a batch the broker sets a bit, and the time at which it stored the batch as the latest time; the times of the
// records stay as they came. Who reads has to take the batch's, which this client reads and drops. Java gives it.
//
// Consumer and stream are its own. What the consumer would ask a broker is answered here: metadata, and a single fetch.
//
//     npm install @platformatic/kafka@2.12.1
//     node repro.js
//
// Ends with 3 where a record has the producer's time, else with 0.
import { Consumer, MessagesStream, Reader, readRecordsBatch } from '@platformatic/kafka'

// Written by kafka-clients 4.4.0, as a broker stores it: two records, a and b, which the producer sent with the times
// 1700000000000 and 1700000000500, stored at 1700000009000.
const STORED_AT = 1700000009000n
const STORED = Buffer.from(
  '000000000000000000000042ffffffff025bdf66c50008000000010000018bcfe568000000018bcfe58b28ffffffffff' +
    'ffffffffffffffffff000000020e000000010261001000e8070201026200',
  'hex'
)

const partition = { partitionIndex: 0, records: [readRecordsBatch(Reader.from(STORED))] }
const consumer = new Consumer({ clientId: 'c', groupId: 'g', bootstrapBrokers: ['127.0.0.1:1'] })
consumer.topics.track('t')
consumer.assignments = [{ topic: 't', partitions: [0] }]
consumer.metadata = (_, callback) =>
  callback(null, { topics: new Map([['t', { id: 'id', partitions: [{ leader: 0, leaderEpoch: 0 }] }]]) })
consumer.listOffsets = (_, callback) => callback(null, new Map())
let fetches = 0
consumer.fetch = (_, callback) => {
  if (fetches++ === 0) callback(null, { responses: [{ topicId: 'id', partitions: [partition] }] })
}
const stream = new MessagesStream(consumer, {
  topics: ['t'], mode: 'manual', offsets: [{ topic: 't', partition: 0, offset: 0n }], maxFetches: 1,
})

let faulty = false
let count = 0
for await (const { value, timestamp } of stream) {
  console.log(`${value}: stored at ${STORED_AT}, by Java ${STORED_AT}, by its consumer ${timestamp}`)
  faulty ||= timestamp !== STORED_AT
  count++
}
if (count !== 2) throw new Error(`${count} of 2 records came`)
process.exitCode = faulty ? 3 : 0
