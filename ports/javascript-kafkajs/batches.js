// kafkajs' batches: written by its produce requests, read as the responses to its fetches are. Its records have offset,
// time, key, value, headers and what it keeps of the batch. Size, checksum, compression and delete horizon it doesn't
// give, nor anything of a batch without records: they are read here, and sequence numbers are counted.
'use strict'

const Decoder = require('kafkajs/src/protocol/decoder')
const decodeMessages = require('kafkajs/src/protocol/requests/fetch/v4/decodeMessages')
const { Types } = require('kafkajs/src/protocol/message/compression')
const timestampTypes = require('kafkajs/src/protocol/timestampTypes')
const { answered, bytes, headsOf, unwritable } = require('../javascript-common/batches.cjs')

// By format the version of the request that has it.
const requests = [0, 2, 3].map(version => require(`kafkajs/src/protocol/requests/produce/v${version}/request`))
const TOPIC = 't'
const NONE = -1

/** An input, unless it can't be asked; then `declined` makes the error. */
async function batchBytes(input, declined) {
  return input.direction === 'encode' ? encode(input, declined) : decode(Buffer.from(input.bytes, 'hex'))
}

async function encode(input, declined) {
  const { magic, transactional, producerId, producerEpoch, baseSequence, partitionLeaderEpoch, records } = input
  const reason = unwritable(input)
    ?? (partitionLeaderEpoch === NONE ? null : 'it writes no leader\'s epoch')
    ?? (magic < 2 && (transactional || producerId !== '-1') ? 'its format has no producer' : null)
  if (reason !== null) throw declined(reason)
  const messages = records.map(({ timestamp, key, value, headers }) => ({
    timestamp, key: bytes(key), value: bytes(value), headers: object(headers, declined),
  }))
  const transactionalId = transactional ? 'id' : null
  const request = requests[magic]({
    acks: -1, timeout: 0, transactionalId, producerId, producerEpoch, compression: Types.None,
    topicData: [{ topic: TOPIC, partitions: [{ partition: 0, firstSequence: baseSequence, messages }] }],
  })
  const { buffer } = await request.encode()
  const before = (magic === 2 ? 2 + (transactionalId ?? '').length : 0) + 2 + 4 + 4 + 2 + TOPIC.length + 4 + 4 + 4
  const batch = Buffer.from(buffer.subarray(before))
  // What the checksum leaves out brokers set; in its place kafkajs writes other numbers than Java.
  if (magic === 2) batch.writeInt32BE(partitionLeaderEpoch, 12)
  else headsOf(batch).forEach(({ end, size }, place) => batch.writeBigInt64BE(BigInt(place), end - size))
  return batch.toString('hex')
}

/** Headers as kafkajs takes them: all values of a key together. */
function object(headers, declined) {
  const together = {}
  for (const { key, value } of headers) (together[key] ??= []).push(bytes(value))
  const again = Object.entries(together).flatMap(([key, values]) => values.map(() => key))
  if (again.some((key, place) => key !== headers[place].key)) throw declined('its headers come in another order')
  return Object.fromEntries(Object.entries(together).map(([key, all]) => [key, all.length > 1 ? all : all[0]]))
}

async function decode(data) {
  const messages = await fetched(data)
  const heads = headsOf(data)
  const batches = []
  let given = 0
  for (const head of heads) {
    // What a fetch that ends here gives: that much comes of the batches up to it.
    const last = heads.length === 1 ? messages.length : (await fetched(data.subarray(0, head.end))).length
    const own = messages.slice(given, last)
    batches.push(answered({ ...head, ...told(own[0]) }, own.map(record)))
    given = last
  }
  if (given < messages.length) throw new Error(`${messages.length - given} records come of what is cut`)
  return batches
}

async function fetched(data) {
  const size = Buffer.alloc(4)
  size.writeInt32BE(data.length)
  return decodeMessages(new Decoder(Buffer.concat([size, data])))
}

function told(message) {
  const of = message?.batchContext
  if (!of) return {}
  return {
    baseOffset: of.firstOffset,
    partitionLeaderEpoch: of.partitionLeaderEpoch,
    transactional: of.inTransaction,
    control: of.isControlBatch,
    producerId: of.producerId,
    producerEpoch: of.producerEpoch,
    baseSequence: of.firstSequence,
    maxTimestamp: of.maxTimestamp,
    timestampType: of.timestampType === timestampTypes.LOG_APPEND_TIME ? 'LogAppendTime' : 'CreateTime',
  }
}

// Format 0 has no time.
const record = ({ offset, timestamp = '-1', key, value, headers = {} }) => ({
  offset, timestamp, key, value,
  headers: Object.entries(headers).flatMap(([name, all]) => (Array.isArray(all) ? all : [all]).map(one => [name, one])),
})

module.exports = { batchBytes, fetched, record }
