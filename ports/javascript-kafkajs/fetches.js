// What kafkajs' consumer gives out of a fetch: its Batch leaves out what was aborted, markers, and records below the
// position; its Runner hands it to a user's eachBatch, and resolves offsets. The position is behind the offset that was
// resolved last, as its OffsetManager counts it; where none was, it stays. What the isolation level is it tells the
// broker alone. It knows no polls, and no leader's epoch: for both see cutIntoPolls.
'use strict'

const Batch = require('kafkajs/src/consumer/batch')
const InstrumentationEventEmitter = require('kafkajs/src/instrumentation/emitter')
const Runner = require('kafkajs/src/consumer/runner')
const { cutIntoPolls } = require('../javascript-common/fetches.cjs')
const { fetched, record } = require('./batches.js')

async function fetchedBatches({ bytes, position, abortedTransactions, maxPollRecords }) {
  const data = Buffer.from(bytes, 'hex')
  const given = { records: [], next: position, failed: null }
  try {
    const messages = await fetched(data)
    // The latest offset, of which nothing here depends: one more than the last, as where there are no more.
    const highWatermark = `${BigInt(messages.at(-1)?.offset ?? position) + 1n}`
    await run(new Batch('t', position, { partition: 0, highWatermark, abortedTransactions, messages }), given)
  } catch (error) {
    given.failed = error.name
  }
  return cutIntoPolls({ data, position, most: maxPollRecords, ...given })
}

const logger = { namespace: () => logger, debug() {}, error() {} }

/** What the consumer does with a batch, for a user who takes all. */
async function run(batch, given) {
  const nothing = async () => {}
  const runner = new Runner({
    logger,
    instrumentationEmitter: new InstrumentationEventEmitter(),
    consumerGroup: {
      resolveOffset: ({ offset }) => { given.next = `${BigInt(offset) + 1n}` },
      heartbeat: nothing,
      commitOffsets: nothing,
      commitOffsetsIfNecessary: nothing,
    },
    eachBatch: async ({ batch: { messages } }) => { given.records = messages.map(record) },
    onCrash() {},
  })
  runner.running = true
  await runner.handleBatch(batch)
}

module.exports = { fetchedBatches }
