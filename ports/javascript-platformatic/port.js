// @platformatic/kafka behind the port protocol: node port.js [default|compatibility], by the producer's partitioner.
import { readFileSync } from 'node:fs'
import readline from 'node:readline'
import { compatibilityPartitioner, defaultPartitioner, murmur2 } from '@platformatic/kafka'
// Its one assigner is not exported.
import { roundRobinAssigner } from './node_modules/@platformatic/kafka/dist/clients/consumer/partitions-assigners.js'
import { batchBytes } from './batches.js'
import { fetchedBatches } from './fetches.js'

const partitioners = { default: defaultPartitioner, compatibility: compatibilityPartitioner }
const flavour = process.argv[2] ?? 'default'
if (!(flavour in partitioners)) {
  process.stderr.write(`port.js: unknown partitioner ${flavour}; give one of ${Object.keys(partitioners)}\n`)
  process.exit(2)
}

class Declined extends Error {}

const LONGEST = 20_000

function bytesOf(bytes) {
  const key = Buffer.from(bytes, 'hex')
  if (key.length > LONGEST) throw new Declined('the time that its hash takes grows with the square of the length')
  return key
}

function partitionForKey({ bytes, partitions }) {
  if (partitions <= 0) throw new Declined('a topic has partitions')
  // As in its producer, where the topic's number of partitions comes last.
  return partitioners[flavour](undefined, bytesOf(bytes)) % partitions
}

function roundRobin({ topics, members }) {
  if (members.length === 0) throw new Declined('a group without members has no leader to assign')
  const metadata = { topics: new Map() }
  for (const topic of new Set(members.flatMap(({ topics }) => topics))) {
    const found = topics[topic] ?? 0
    const partitionsCount = typeof found === 'number' ? found : found.length
    if (partitionsCount === 0) throw new Declined('its consumer fails without a topic, before the assigner is asked')
    metadata.topics.set(topic, { partitionsCount })
  }
  // As in its consumer: the assigner gets the topics of the leader, who is the first of the group.
  const known = new Map(members.map(({ id, topics }) => [id, { memberId: id, topics }]))
  const plan = roundRobinAssigner(members[0].id, known, new Set(members[0].topics), metadata)
  return Object.fromEntries(plan.map(({ memberId, assignments }) => [
    memberId,
    [...assignments.values()].flatMap(({ topic, partitions }) => partitions.map(partition => [topic, partition])),
  ]))
}

const operations = {
  'kafka.partitioner.partition-for-key': partitionForKey,
  ...(flavour === 'default'
    ? {
        'kafka.partitioner.murmur2': ({ bytes }) => murmur2(bytesOf(bytes)),
        'kafka.assignor.round-robin': roundRobin,
        'kafka.batch.bytes': input => batchBytes(input, reason => new Declined(reason)),
        'kafka.batch.fetched': input => fetchedBatches(input, reason => new Declined(reason)),
      }
    : {}),
}

const hello = {
  protocol: 1,
  name: flavour === 'default' ? 'platformatic' : `platformatic-${flavour}`,
  version: JSON.parse(readFileSync(new URL('node_modules/@platformatic/kafka/package.json', import.meta.url))).version,
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

for await (const line of readline.createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  if (request.cmd === 'stop') break
  const answers = request.cmd === 'start' ? [hello] : []
  for (const question of request.cmd === 'run' ? (request.batch ?? [request]) : []) {
    answers.push(await answered(request.operation, question))
  }
  process.stdout.write(answers.map(answer => `${JSON.stringify(answer)}\n`).join(''))
}
process.stdin.destroy()
