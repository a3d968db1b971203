// @platformatic/kafka stores wrong times, silently, where those of one batch are 24.9 days (2^31 ms) or more apart.
//
// A record's time is stored as its step from the first one's: a number of 64 bits, written by zigzag in as few bytes as
// it needs. Here both are cut at 32 bits, in writing only: what Java has written is read right.
//
//     npm install @platformatic/kafka@2.12.1
//     node repro.js
//
// Ends with 3 where a time is read otherwise than it was written, else with 0.
import { createRecordsBatch, Reader, readRecordsBatch } from '@platformatic/kafka'

const FIRST = 1700000000000n
const STEPS = [0n, 2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n), -(2n ** 31n) - 1n, 2n ** 38n, -FIRST]

// Such a batch of kafka-clients 4.4.0.
const JAVA = Buffer.from(
  '000000000000000000000083ffffffff02950dc6620000000000060000018bcfe56800000001cbcfe56800ffffffffffffffffff' +
    'ffffffffff000000070e000000010276001600feffffff0f02010276001600808080801004010276001600ffffffff0f06010276' +
    '0016008180808010080102760018008080808080100a010276001800ff9fabfef9620c01027600',
  'hex'
)

function times(buffer) {
  const batch = readRecordsBatch(Reader.from(buffer))
  return batch.records.map(({ timestampDelta }) => batch.firstTimestamp + timestampDelta)
}

const sent = STEPS.map(step => FIRST + step)
const messages = sent.map(timestamp => ({ topic: 't', partition: 0, timestamp, value: Buffer.from('v') }))
// As its producer does with the messages of a send that go to one partition.
const written = times(createRecordsBatch(messages).buffer)
const javas = times(JAVA)

let faulty = false
for (const [place, time] of sent.entries()) {
  console.log(`step ${STEPS[place]}: sent ${time}, read of Java's bytes ${javas[place]}, of its own ${written[place]}`)
  if (javas[place] !== time) throw new Error('what Java has written is read wrong')
  faulty ||= written[place] !== time
}
process.exitCode = faulty ? 3 : 0
