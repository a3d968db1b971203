// kafkajs' consumer, which reads what is committed unless it is told otherwise, gives records of aborted transactions.
//
// A broker names the aborted transactions of a fetch in the order in which they ended. kafkajs looks at the first of the
// list alone, and goes on by one transaction a record: so where two overlap it begins too late with one of them. It also
// takes any record for the marker of an abort whose key is four zero bytes, such as the int32 0 of Java and others. Java
// gives the record c alone, each time, which is of no transaction.
//
// Bytes are decoded, and aborted records left out, as its consumer does: by decodeMessages and by its Batch.
//
//     npm install kafkajs@2.2.4
//     node repro.js
//
// Ends with 3 where an aborted record is given, or c isn't, else with 0.
'use strict'

const Decoder = require('kafkajs/src/protocol/decoder')
const decodeMessages = require('kafkajs/src/protocol/requests/fetch/v4/decodeMessages')
const Batch = require('kafkajs/src/consumer/batch')

const TIMES = '0000018bcfe568000000018bcfe56809'
// Batches behind their offset: a and d are records of producer 7, b is one of producer 8; d has the key 0, and e behind it
// the key 1.
const RECORDS = {
  a: '000000390000000002' + '03fcb0eb' + '001000000000' + TIMES + '0000000000000007000000000000000000010e00000001026100',
  b: '000000390000000002' + 'cd08afd9' + '001000000000' + TIMES + '0000000000000008000000000000000000010e00000001026200',
  c: '000000390000000002' + '150d4e1d' + '000000000000' + TIMES + 'ffffffffffffffffffffffffffff000000010e00000001026300',
  'd e': '000000490000000002' + 'f6688d12' + '001000000001' + TIMES + '0000000000000007000000000000000000' +
    '02160000000800000000026400160000020800000001026500',
  'abort 7': '000000420000000002' + '40419d4a' + '003000000000' + TIMES +
    '0000000000000007000000000000000000012000000008000000000c00000000000100',
  'abort 8': '000000420000000002' + '22ec4340' + '003000000000' + TIMES +
    '0000000000000008000000000000000000012000000008000000000c00000000000100',
}

/** What a fetch of such batches, from an offset on, gives. */
async function given(names, first, abortedTransactions) {
  let next = first
  const batches = names.map(name => {
    const offset = Buffer.alloc(8)
    offset.writeBigInt64BE(BigInt(next))
    next += name === 'd e' ? 2 : 1
    return Buffer.concat([offset, Buffer.from(RECORDS[name], 'hex')])
  })
  const data = Buffer.concat(batches)
  const size = Buffer.alloc(4)
  size.writeInt32BE(data.length)
  const messages = await decodeMessages(new Decoder(Buffer.concat([size, data])))
  const fetched = { partition: 0, highWatermark: `${next}`, abortedTransactions, messages }
  return new Batch('t', `${first}`, fetched).messages.map(({ value }) => `${value}`).join(' ')
}

const aborted = (producerId, firstOffset) => ({ producerId: `${producerId}`, firstOffset: `${firstOffset}` })

async function main() {
  let faulty = false
  for (const [name, names, first, transactions] of [
    ['one transaction: a', ['a', 'abort 7', 'c'], 0, [aborted(7, 0)]],
    ['b begins and ends within that of a', ['a', 'b', 'abort 8', 'abort 7', 'c'], 0, [aborted(8, 1), aborted(7, 0)]],
    ['both began before the fetch', ['b', 'a', 'abort 7', 'abort 8', 'c'], 4, [aborted(7, 1), aborted(8, 2)]],
    ['a record with the key 0: d, e', ['d e', 'abort 7', 'c'], 0, [aborted(7, 0)]],
  ]) {
    const values = await given(names, first, transactions)
    console.log(`${name}, aborted; c, of none: given ${values}, by Java c`)
    faulty ||= values !== 'c'
  }
  process.exitCode = faulty ? 3 : 0
}

main()
