// What the harnesses of JavaScript clients have in common for kafka.batch.fetched.
'use strict'

const { headsOf, hex } = require('./batches.cjs')

/**
 * What a client without polls gives of a fetch, as polls: as many records as one may give, and a last poll that is empty
 * or failed. Behind a poll that is full the position is behind its last record, as a user would commit; behind any other
 * it is the one from which the client fetches next. The leader's epoch, which no client tells, is read from the bytes:
 * that of the batch of the poll's last record, then that of the last batch, or of the first where the fetch failed.
 */
function cutIntoPolls({ data, position, records, most, failed, next }) {
  const heads = headsOf(data)
  const epoch = head => (head && head.partitionLeaderEpoch !== -1 ? head.partitionLeaderEpoch : null)
  const of = offset => heads.find(({ lastOffset }) => BigInt(lastOffset) >= offset)
  const polls = []
  for (let start = 0; start < records.length; start += most) {
    const given = records.slice(start, start + most)
    const full = given.length === most
    const last = BigInt(given.at(-1).offset)
    polls.push({
      records: given.map(written),
      position: `${full ? BigInt.asIntN(64, last + 1n) : next}`,
      leaderEpoch: epoch(full ? of(last) : heads.at(-1)),
    })
  }
  const end = failed === null ? { records: [] } : { error: { kind: failed } }
  return [...polls, {
    ...end,
    position: `${next ?? position}`,
    leaderEpoch: epoch(failed === null || polls.length ? heads.at(-1) : heads[0]),
  }]
}

const written = ({ offset, timestamp, key, value, headers }) => ({
  offset: `${offset}`,
  timestamp: `${timestamp}`,
  key: hex(key),
  value: hex(value),
  headers: headers.map(([name, data]) => ({ key: `${name}`, value: hex(data) })),
})

module.exports = { cutIntoPolls }
