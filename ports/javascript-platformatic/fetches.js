// What @platformatic/kafka's consumer gives out of a fetch: Consumer.fetch, which leaves out what was aborted, and its
// stream of messages, which leaves out markers and records below the position. Only what a broker answers is made here:
// metadata, and a single fetch. The position is that of the stream's offsetsToFetch, from which it fetches next. A
// stream knows no polls; the leader's epoch is none of the batch's. For both see cutIntoPolls.
import { Consumer, FetchIsolationLevels, MessagesStream, readRecordsBatches, Reader } from '@platformatic/kafka'
// What a consumer calls its own parts by isn't exported.
import { kCreateConnectionPool, kGetApi, kMetadata } from './node_modules/@platformatic/kafka/dist/clients/base/base.js'
import common from '../javascript-common/fetches.cjs'
import { tooMany } from './batches.js'

const { cutIntoPolls } = common

export async function fetchedBatches(input, declined) {
  const { position, isolationLevel, abortedTransactions, maxPollRecords } = input
  const data = Buffer.from(input.bytes, 'hex')
  if (tooMany(data)) throw declined('it tries as many records as a batch says that it has')
  const partition = {
    partitionIndex: 0,
    abortedTransactions: abortedTransactions.map(({ producerId, firstOffset }) => ({
      producerId: BigInt(producerId), firstOffset: BigInt(firstOffset),
    })),
  }
  const stream = new MessagesStream(consumerOf(partition, data), {
    topics: ['t'],
    mode: 'manual',
    offsets: [{ topic: 't', partition: 0, offset: BigInt(position) }],
    isolationLevel: FetchIsolationLevels[isolationLevel.toUpperCase()],
    maxBytesPerPartition: data.length,
    maxFetches: 1,
  })
  const records = []
  let failed = null
  try {
    for await (const message of stream) records.push({ ...message, headers: [...message.headers] })
  } catch (error) {
    failed = error.name
  }
  return cutIntoPolls({ data, position, records, most: maxPollRecords, failed, next: stream.offsetsToFetch.get('t:0') })
}

/** A consumer of the partition to which a broker answers once. */
function consumerOf(partition, data) {
  const consumer = new Consumer({ clientId: 'c', groupId: 'g', bootstrapBrokers: ['127.0.0.1:1'], retries: 0 })
  consumer.topics.track('t')
  consumer.assignments = [{ topic: 't', partitions: [0] }]
  const topics = new Map([['t', { id: 'id', partitions: [{ leader: 0, leaderEpoch: 0 }] }]])
  consumer[kMetadata] = (_, callback) => callback(null, { topics, brokers: new Map([[0, {}]]) })
  consumer.metadata = consumer[kMetadata]
  consumer.listOffsets = (_, callback) => callback(null, new Map())
  consumer[kCreateConnectionPool] = () => ({
    get: (_, callback) => callback(null, {}), close: callback => callback(null),
  })
  let fetched = false
  consumer[kGetApi] = (_, callback) => callback(null, (...given) => {
    // Once: what a stream asks for behind its last fetch is never answered.
    if (!fetched) answer(given.at(-1), partition, data)
    fetched = true
  })
  // What is thrown behind a broker's answer ends the process; here it ends the stream.
  const fetch = consumer.fetch.bind(consumer)
  consumer.fetch = (options, callback) => {
    try {
      fetch(options, callback)
    } catch (thrown) {
      callback(thrown)
    }
  }
  return consumer
}

/** As a connection answers: an error, where the response can't be read. */
function answer(callback, partition, data) {
  let failed = null
  try {
    if (data.length > 0) partition.records = readRecordsBatches(Reader.from(data))
  } catch (thrown) {
    failed = thrown
  }
  callback(failed, { responses: [{ topicId: 'id', partitions: [partition] }] })
}
