// read_committed, which is @platformatic/kafka's default, gives records of transactions that were aborted.
//
// A broker names the aborted transactions of a fetch, by producer and first offset; who reads leaves out the producer's
// records from there on, until the marker of an abort. This client keeps one transaction of each producer, and leaves
// nothing out where the marker isn't in the same fetch. A marker's batch without the marker, which compaction leaves, is
// a TypeError to it. Java gives the committed record alone, each time.
//
// Consumer and stream are its own. What they ask of a broker is answered here: metadata, and fetches.
//
//     npm install @platformatic/kafka@2.12.1
//     node repro.js
//
// Ends with 3 where an aborted record is given, or the committed one isn't, else with 0.
import { Consumer, MessagesStream, Reader, readRecordsBatches } from '@platformatic/kafka'
// What a consumer calls its own parts by isn't exported.
import { kCreateConnectionPool, kGetApi, kMetadata } from './node_modules/@platformatic/kafka/dist/clients/base/base.js'

const TIMES = '0000018bcfe568000000018bcfe56809'
// Batches of the producers 7 and 8, behind their offset: a record, the marker of an abort or a commit, no marker at all.
const RECORDS = {
  a: '000000390000000002' + '03fcb0eb' + '001000000000' + TIMES + '0000000000000007000000000000000000010e00000001026100',
  b: '000000390000000002' + '371b1872' + '001000000000' + TIMES + '0000000000000007000000000000000000010e00000001026200',
  c: '000000390000000002' + '24b98005' + '001000000000' + TIMES + '0000000000000007000000000000000000010e00000001026300',
  abort: '000000420000000002' + '40419d4a' + '003000000000' + TIMES +
    '0000000000000007000000000000000000012000000008000000000c00000000000100',
  commit: '000000420000000002' + 'b47f4b02' + '003000000000' + TIMES +
    '0000000000000007000000000000000000012000000008000000010c00000000000100',
  gone: '000000310000000002' + '03e8436a' + '003000000000' + TIMES + '0000000000000008000000000000' + '00000000',
}

/** A fetch of such batches, from an offset on. */
function fetched(names, first, aborted) {
  const batches = names.map((name, place) => {
    const offset = Buffer.alloc(8)
    offset.writeBigInt64BE(BigInt(first + place))
    return Buffer.concat([offset, Buffer.from(RECORDS[name], 'hex')])
  })
  return {
    partitionIndex: 0,
    errorCode: 0,
    highWatermark: 9n,
    lastStableOffset: 9n,
    logStartOffset: 0n,
    abortedTransactions: aborted.map(offset => ({ producerId: 7n, firstOffset: BigInt(offset) })),
    preferredReadReplica: -1,
    records: readRecordsBatches(Reader.from(Buffer.concat(batches))),
  }
}

async function given(fetches) {
  const consumer = new Consumer({ clientId: 'c', groupId: 'g', bootstrapBrokers: ['127.0.0.1:1'], retries: 0 })
  const topics = new Map([['t', { id: 'id', partitions: [{ leader: 0, leaderEpoch: 0 }] }]])
  consumer.topics.track('t')
  consumer.assignments = [{ topic: 't', partitions: [0] }]
  consumer[kMetadata] = (_, callback) => callback(null, { topics, brokers: new Map([[0, {}]]) })
  consumer.metadata = consumer[kMetadata]
  consumer.listOffsets = (_, callback) => callback(null, new Map())
  consumer[kCreateConnectionPool] = () => ({ get: (_, callback) => callback(null, {}), close: callback => callback(null) })
  let stream
  let asked = 0
  consumer[kGetApi] = (_, callback) => callback(null, (...of) => {
    if (asked === fetches.length) return // what is asked for behind the last one is never answered
    const responses = [{ topicId: 'id', partitions: [fetches[asked++]] }]
    try {
      of.at(-1)(null, { throttleTimeMs: 0, errorCode: 0, sessionId: 0, responses })
    } catch (thrown) {
      stream.destroy(thrown) // where a connection answers, it ends the process
    }
  })
  stream = new MessagesStream(consumer, {
    topics: ['t'], mode: 'manual', offsets: [{ topic: 't', partition: 0, offset: 0n }], maxFetches: fetches.length,
    maxBytesPerPartition: 1_000_000,
  })
  const values = []
  try {
    for await (const { value } of stream) values.push(`${value}`)
  } catch (error) {
    values.push(`${error.name}: ${error.message}`)
  }
  return values.join(' ')
}

let faulty = false
for (const [name, fetches] of Object.entries({
  'a and b in one aborted transaction': [fetched(['a', 'b', 'abort', 'c', 'commit'], 0, [0])],
  'a and b in two aborted transactions': [fetched(['a', 'abort', 'b', 'abort', 'c', 'commit'], 0, [0, 2])],
  'the next fetch begins behind a': [fetched(['a'], 0, [0]), fetched(['b', 'abort', 'c', 'commit'], 1, [0])],
  'a marker before them is gone': [fetched(['gone', 'a', 'abort', 'c', 'commit'], 0, [1])],
})) {
  const values = await given(fetches)
  console.log(`${name}, c committed: given ${values}, by Java c`)
  faulty ||= values !== 'c'
}
process.exitCode = faulty ? 3 : 0
