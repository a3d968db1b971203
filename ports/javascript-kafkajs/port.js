// kafkajs behind the port protocol: node port.js [default|legacy], by the producer's partitioner.
'use strict'

const readline = require('node:readline')
const { AssignerProtocol, PartitionAssigners, Partitioners } = require('kafkajs')
const { version } = require('kafkajs/package.json')
const { batchBytes } = require('./batches.js')
const { fetchedBatches } = require('./fetches.js')
const hashes = {
  default: require('kafkajs/src/producer/partitioners/default/murmur2'),
  legacy: require('kafkajs/src/producer/partitioners/legacy/murmur2'),
}
const partitioners = { default: Partitioners.DefaultPartitioner, legacy: Partitioners.LegacyPartitioner }

const flavour = process.argv[2] ?? 'default'
if (!(flavour in hashes)) {
  process.stderr.write(`port.js: unknown partitioner ${flavour}; give one of ${Object.keys(hashes)}\n`)
  process.exit(2)
}

class Declined extends Error {}

function partitionForKey({ bytes, partitions }) {
  // The partitioner looks at the metadata's length alone: no array is filled for two thousand million partitions.
  const partitionMetadata = { length: partitions, filter: () => [] }
  const message = { key: Buffer.from(bytes, 'hex') }
  const partition = partitioners[flavour]()({ topic: 't', partitionMetadata, message })
  if (Number.isNaN(partition)) throw new Declined('kafkajs answers NaN for a topic without partitions')
  return partition
}

async function roundRobin({ topics, members }) {
  if (members.length === 0) throw new Declined('a group without members has no leader to assign')
  const counts = new Map(Object.entries(topics))
  const cluster = {
    findTopicPartitionMetadata(topic) {
      const found = counts.get(topic) ?? 0
      const ids = typeof found === 'number' ? [...Array(found).keys()] : found.map(({ partition }) => partition)
      return ids.map(partitionId => ({ partitionId }))
    },
  }
  const assigner = PartitionAssigners.roundRobin({ cluster })
  // As in kafkajs' consumer: the assigner gets the topics of the leader, who is the first of the group, each once.
  const plan = await assigner.assign({
    topics: Object.keys(Object.fromEntries(members[0].topics.map(topic => [topic, true]))),
    members: members.map(({ id, topics }) => ({
      memberId: id,
      memberMetadata: assigner.protocol({ topics }).metadata,
    })),
  })
  // A member that gets nothing stands not in the plan, and kafkajs sends it no assignment; neither is it added here.
  return Object.fromEntries(plan.map(({ memberId, memberAssignment }) => {
    const { assignment } = AssignerProtocol.MemberAssignment.decode(memberAssignment)
    return [memberId, Object.entries(assignment).flatMap(([topic, ids]) => ids.map(id => [topic, id]))]
  }))
}

const operations = {
  'kafka.partitioner.murmur2': ({ bytes }) => hashes[flavour](Buffer.from(bytes, 'hex')),
  'kafka.partitioner.partition-for-key': partitionForKey,
  ...(flavour === 'default' ? {
    'kafka.assignor.round-robin': roundRobin,
    'kafka.batch.bytes': input => batchBytes(input, reason => new Declined(reason)),
    'kafka.batch.fetched': fetchedBatches,
  } : {}),
}

const hello = {
  protocol: 1,
  name: flavour === 'default' ? 'kafkajs' : `kafkajs-${flavour}`,
  version,
  language: 'javascript',
  operations: Object.keys(operations),
  lines: ['kafka-clients 4.4.0'],
}

async function answered(operation, { seq, input }) {
  if (!(operation in operations)) return { seq, skipped: `${operation} is not claimed` }
  try {
    return { seq, value: await operations[operation](input) }
  } catch (thrown) {
    if (thrown instanceof Declined) return { seq, skipped: thrown.message }
    return { seq, error: { kind: thrown.name, message: thrown.message } }
  }
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const request = JSON.parse(line)
    if (request.cmd === 'stop') return
    const answers = request.cmd === 'start' ? [hello] : []
    for (const question of request.cmd === 'run' ? (request.batch ?? [request]) : []) {
      answers.push(await answered(request.operation, question))
    }
    process.stdout.write(answers.map(answer => `${JSON.stringify(answer)}\n`).join(''))
  }
}

main().then(() => process.stdin.destroy())
