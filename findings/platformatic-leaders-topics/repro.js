// A leader of @platformatic/kafka has its own topics assigned, whatever the members of its group subscribe to.
//
// The topics that only others read are read by no member. By roundRobinAssigner, which it has unless it asks for another,
// members also get partitions of topics that they never asked for. As in its consumer, an assigner is given all members
// with what they subscribe to, the leader's own topics, and the metadata of all topics. Older releases have
// roundRobinAssigner alone and don't export it, so that they are imported from the package's folder.
//
//     npm install @platformatic/kafka@2.12.1
//     node repro.js
//
// Ends with 3 where a member is given a topic that it doesn't subscribe to, or a topic is given to no member, else with 0.
import * as assigners from './node_modules/@platformatic/kafka/dist/clients/consumer/partitions-assigners.js'

const metadata = { topics: new Map([['a', { partitionsCount: 2 }], ['b', { partitionsCount: 2 }]]) }

function assigned(assigner, members, leader) {
  const known = new Map(Object.entries(members).map(([memberId, topics]) => [memberId, { memberId, topics }]))
  const plan = assigner(leader, known, new Set(members[leader]), metadata)
  return Object.fromEntries(plan.map(({ memberId, assignments }) => [
    memberId,
    Object.fromEntries([...assignments].map(([topic, { partitions }]) => [topic, partitions])),
  ]))
}

let faulty = false
const members = { A: ['a'], B: ['b'] }
for (const name of ['roundRobinAssigner', 'cooperativeStickyAssigner']) {
  for (const leader of name in assigners ? ['A', 'B'] : []) {
    const given = assigned(assigners[name], members, leader)
    console.log(`${name}, A on a, B on b, ${leader} leads: ${JSON.stringify(given)}`)
    for (const [memberId, topics] of Object.entries(members)) {
      const its = Object.keys(given[memberId])
      faulty ||= its.length !== topics.length || its.some(topic => !topics.includes(topic))
    }
  }
}
process.exitCode = faulty ? 3 : 0
