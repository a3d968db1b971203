// @platformatic/kafka's batches: written by createRecordsBatch, as its produce requests do; read by readRecordsBatches,
// as its fetches do, and handed over by the stream of messages that its consumer has. From the stream come offset, time,
// key, value and headers of records. Of control batches, which the stream leaves out, offset and time are summed up here.
// What readRecordsBatches gives of heads is asked of it; size, kind of time, compression and delete horizon are read here,
// and sequence numbers are counted.
import { EventEmitter } from 'node:events'
import { createRecordsBatch, MessagesStream, readRecordsBatches, Reader } from '@platformatic/kafka'
// What a stream calls its connections by isn't exported, nor how it asks for the broker to fetch from.
import { kCreateConnectionPool } from './node_modules/@platformatic/kafka/dist/clients/base/base.js'
import { kGetFetchNode } from './node_modules/@platformatic/kafka/dist/symbols.js'
import common from '../javascript-common/batches.cjs'

const { answered, bytes, headsOf, unwritable } = common
const CONTROL = 32
const LEAST = -(1n << 63n)
// Records that a batch may say it has: all are tried, also where nothing is left.
const MOST = 1 << 20

export async function batchBytes(input, declined) {
  return input.direction === 'encode' ? encode(input, declined) : decode(Buffer.from(input.bytes, 'hex'), declined)
}

function encode(input, declined) {
  const { magic, transactional, producerId, producerEpoch, baseSequence, partitionLeaderEpoch, records } = input
  const reason = magic === 2 ? unwritable(input) : 'it writes no older formats'
  if (reason !== null) throw declined(reason)
  const messages = records.map(({ timestamp, key, value, headers }) => ({
    topic: 't',
    partition: 0,
    timestamp: BigInt(timestamp),
    key: bytes(key),
    value: bytes(value),
    headers: new Map(headers.map(({ key, value }) => [Buffer.from(key), bytes(value)])),
  }))
  const batch = createRecordsBatch(messages, {
    producerId: BigInt(producerId),
    producerEpoch,
    partitionLeaderEpoch,
    sequences: { getWithDefault: () => baseSequence },
    ...(transactional ? { transactionalId: 'id' } : {}),
  })
  return batch.buffer.toString('hex')
}

async function decode(data, declined) {
  const heads = headsOf(data)
  if (tooMany(data)) throw declined('it tries as many records as a batch says that it has')
  const read = readRecordsBatches(Reader.from(data))
  if (read.length > heads.length) throw new Error(`${read.length - heads.length} batches are read of what is cut`)
  const batches = []
  for (const [place, batch] of read.entries()) {
    const records = batch.attributes & CONTROL ? batch.records.map(record => summed(batch, record)) : await streamed(batch)
    const told = {
      magic: batch.magic,
      baseOffset: `${batch.firstOffset}`,
      maxTimestamp: `${batch.maxTimestamp}`,
      producerId: `${batch.producerId}`,
      producerEpoch: batch.producerEpoch,
      baseSequence: batch.firstSequence,
      checksum: batch.crc.toString(16).padStart(8, '0'),
      partitionLeaderEpoch: batch.partitionLeaderEpoch,
    }
    batches.push(answered({ ...heads[place], ...told }, records))
  }
  return batches
}

/** Whether a batch says that it has more records than can be tried. */
export const tooMany = data => headsOf(data).some(
  ({ end, size, magic }) => magic === 2 && size >= 61 && data.readInt32BE(end - size + 57) > MOST
)

const summed = (batch, { offsetDelta, timestampDelta, key, value, headers }) => ({
  offset: batch.firstOffset + BigInt(offsetDelta), timestamp: batch.firstTimestamp + timestampDelta, key, value, headers,
})

/** The messages that its consumer makes of a batch; a consumer that is asked for nothing else. */
async function streamed(batch) {
  let fetched = false
  const consumer = Object.assign(new EventEmitter(), {
    topics: { current: ['t'] },
    assignments: [{ topic: 't', partitions: [0] }],
    [kCreateConnectionPool]: () => ({ close: callback => callback(null) }),
    [kGetFetchNode]: () => 0,
    metadata: (_, callback) =>
      callback(null, { topics: new Map([['t', { id: 'id', partitions: [{ leader: 0, leaderEpoch: 0 }] }]]) }),
    listOffsets: (_, callback) => callback(null, new Map()),
    fetch: (_, callback) => {
      // Once: what a stream asks for behind its last fetch is never answered.
      const partitions = [{ partitionIndex: 0, records: [batch] }]
      if (!fetched) callback(null, { responses: [{ topicId: 'id', partitions }] })
      fetched = true
    },
  })
  const stream = new MessagesStream(consumer, {
    topics: ['t'], mode: 'manual', offsets: [{ topic: 't', partition: 0, offset: LEAST }], maxFetches: 1,
  })
  const messages = []
  for await (const { offset, timestamp, key, value, headers } of stream) {
    messages.push({ offset, timestamp, key, value, headers: [...headers] })
  }
  return messages
}
