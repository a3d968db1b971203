// What the harnesses of JavaScript clients have in common for kafka.batch.bytes: heads of batches, which no client tells
// whole, and how answers are written.
'use strict'

const MOST = 0x7fffffff
const types = ['none', 'gzip']

const hex = data => (data == null ? null : Buffer.from(data).toString('hex'))
const bytes = digits => (digits === null ? null : Buffer.from(digits, 'hex'))

/** Behind the greatest sequence number comes 0. */
function next(sequence, increment) {
  const left = (MOST - increment) | 0
  return sequence > left ? (increment - (MOST - sequence) - 1) | 0 : (sequence + increment) | 0
}

/** The heads of the batches that are whole, and where each ends. */
function headsOf(data) {
  const heads = []
  for (let start = 0; data.length - start >= 17; ) {
    const size = data.readInt32BE(start + 8) + 12
    if (size < 17 || size > data.length - start) break
    heads.push({ end: start + size, ...headOf(data.subarray(start, start + size)) })
    start += size
  }
  return heads
}

function headOf(data) {
  const magic = data.readInt8(16)
  const baseOffset = data.readBigInt64BE(0)
  const head = {
    magic, baseOffset: `${baseOffset}`, lastOffset: `${baseOffset}`, size: data.length, checksum: '',
    compression: 'none', timestampType: 'CreateTime', maxTimestamp: '-1', producerId: '-1', producerEpoch: -1,
    baseSequence: -1, lastSequence: -1, transactional: false, control: false, partitionLeaderEpoch: -1, records: [],
  }
  const kind = bits => {
    head.compression = types[bits & 7] ?? `${bits & 7}`
    head.timestampType = magic === 0 ? 'NoTimestampType' : bits & 8 ? 'LogAppendTime' : 'CreateTime'
  }
  if (magic === 2 && data.length >= 61) {
    const bits = data.readInt16BE(21)
    const delta = data.readInt32BE(23)
    kind(bits)
    const baseSequence = data.readInt32BE(53)
    Object.assign(head, {
      lastOffset: `${BigInt.asIntN(64, baseOffset + BigInt(delta))}`,
      checksum: data.toString('hex', 17, 21),
      maxTimestamp: `${data.readBigInt64BE(35)}`,
      producerId: `${data.readBigInt64BE(43)}`,
      producerEpoch: data.readInt16BE(51),
      baseSequence,
      lastSequence: baseSequence === -1 ? -1 : next(baseSequence, delta),
      transactional: (bits & 16) !== 0,
      control: (bits & 32) !== 0,
      partitionLeaderEpoch: data.readInt32BE(12),
    })
    if (bits & 64) head.deleteHorizon = `${data.readBigInt64BE(27)}`
  } else if (magic !== 2 && data.length >= 26) {
    kind(data.readInt8(17))
    head.checksum = data.toString('hex', 12, 16)
    if (magic === 1) head.maxTimestamp = `${data.readBigInt64BE(18)}`
  }
  return head
}

/** A batch's answer: its head, and records that the client gave; sequence numbers are counted. */
function answered({ end, ...head }, records) {
  const all = records.map(({ offset, timestamp, key, value, headers }) => ({
    offset: `${offset}`,
    timestamp: `${timestamp}`,
    sequence: head.baseSequence < 0
      ? -1
      : next(head.baseSequence, Number(BigInt.asIntN(32, BigInt(offset) - BigInt(head.baseOffset)))),
    key: hex(key),
    value: hex(value),
    headers: headers.map(([name, data]) => ({ key: `${name}`, value: hex(data) })),
  }))
  return { ...head, ...(head.magic < 2 && all.length ? { baseOffset: all[0].offset } : {}), records: all }
}

/** Why a batch can't be written by a client that counts offsets from 0, and tells nothing that brokers set; or null. */
function unwritable({ magic, timestampType, baseOffset, control, deleteHorizon, records }) {
  if (timestampType !== (magic ? 'CreateTime' : 'NoTimestampType')) return 'who sets the time can\'t be said'
  if (baseOffset !== '0') return 'it writes offsets from 0 on'
  if (control) return 'it writes no control batches'
  if ((deleteHorizon ?? '-1') !== '-1') return 'it writes no delete horizon'
  return records.every(({ offset }, place) => offset === `${place}`) ? null : 'it writes offsets without gaps'
}

module.exports = { answered, bytes, headsOf, hex, unwritable }
