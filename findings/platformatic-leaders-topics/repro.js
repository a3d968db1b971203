// The only assigner of @platformatic/kafka deals the leader's topics to all members, whatever they subscribe to.
//
// Members get partitions of topics that they never asked for, and the topics that only others read are read by no member.
// As in its consumer, the assigner is given all members with what they subscribe to, the leader's own topics, and the
// metadata of all topics. It is not exported, so that it is imported from the package's folder.
//
//     npm install @platformatic/kafka@1.35.0
//     node repro.js
//
// Ends with 3 where a member is given a topic that it doesn't subscribe to, or a topic is given to no member, else with 0.
import { roundRobinAssigner } from './node_modules/@platformatic/kafka/dist/clients/consumer/partitions-assigners.js'

const metadata = { topics: new Map([['a', { partitionsCount: 2 }], ['b', { partitionsCount: 2 }]]) }

function assigned(members, leader) {
  const known = new Map(Object.entries(members).map(([memberId, topics]) => [memberId, { memberId, topics }]))
  const plan = roundRobinAssigner(leader, known, new Set(members[leader]), metadata)
  return Object.fromEntries(plan.map(({ memberId, assignments }) => [
    memberId,
    Object.fromEntries([...assignments].map(([topic, { partitions }]) => [topic, partitions])),
  ]))
}

let faulty = false
const members = { A: ['a'], B: ['b'] }
for (const leader of ['A', 'B']) {
  const given = assigned(members, leader)
  console.log(`A on a, B on b, ${leader} leads: ${JSON.stringify(given)}`)
  for (const [memberId, topics] of Object.entries(members)) {
    const its = Object.keys(given[memberId])
    faulty ||= its.length !== topics.length || its.some(topic => !topics.includes(topic))
  }
}
process.exitCode = faulty ? 3 : 0
