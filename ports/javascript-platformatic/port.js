// @platformatic/kafka behind the port protocol: node port.js [default|compatibility], by the producer's partitioner.
import { readFileSync } from 'node:fs'
import readline from 'node:readline'
import {
  compatibilityPartitioner, cooperativeStickyAssigner, decodeConsumerProtocolSubscription,
  decodeCooperativeStickyGeneration, defaultPartitioner, encodeConsumerProtocolSubscription, murmur2, roundRobinAssigner,
} from '@platformatic/kafka'
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

/** What the leader's assigner is told of a member: what was read of the bytes that the member sent. */
function subscribed({ id, topics, owned, generation, userData }) {
  const ofTopics = new Map((owned ?? []).map(([topic]) => [topic, []]))
  for (const [topic, partition] of owned ?? []) ofTopics.get(topic).push(partition)
  const sent = decodeConsumerProtocolSubscription(encodeConsumerProtocolSubscription({
    // Versions with a field for the generation have it from there, and not from the user's data.
    version: generation === undefined ? 1 : 3,
    topics,
    userData: userData === undefined ? null : Buffer.from(userData, 'hex'),
    ownedPartitions: [...ofTopics].map(([topic, partitions]) => ({ topic, partitions })),
    generationId: generation,
  }))
  const generationId = sent.version < 2 ? decodeCooperativeStickyGeneration(sent.userData) : sent.generationId
  return [id, { ...sent, memberId: id, generationId }]
}

const assigned = assigner => ({ topics, members }) => {
  if (members.length === 0) throw new Declined('a group without members has no leader to assign')
  const metadata = { topics: new Map() }
  for (const topic of new Set(members.flatMap(({ topics }) => topics))) {
    const found = topics[topic] ?? 0
    const partitionsCount = typeof found === 'number' ? found : found.length
    if (partitionsCount === 0) throw new Declined('its consumer fails without a topic, before the assigner is asked')
    metadata.topics.set(topic, { partitionsCount })
  }
  // As in its consumer: the assigner gets the topics of the leader, who is the first of the group.
  const plan = assigner(members[0].id, new Map(members.map(subscribed)), new Set(members[0].topics), metadata)
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
        'kafka.assignor.round-robin': assigned(roundRobinAssigner),
        'kafka.assignor.cooperative-sticky': assigned(cooperativeStickyAssigner),
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
