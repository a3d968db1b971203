// kafkajs' only assigner deals the leader's topics to all members, whatever they subscribe to.
//
// Members get partitions of topics that they never asked for, and the topics that only others read are read by no member.
// The first member of each group leads it. As in the consumer, the assigner is given the leader's own topics.
//
//     npm install kafkajs@2.2.4
//     node repro.js
//
// Ends with 3 where a member is given a topic that it doesn't subscribe to, or a topic is given to no member, else with 0.
'use strict'

const { AssignerProtocol, PartitionAssigners } = require('kafkajs')

const counts = { a: 2, b: 2 }
const cluster = {
  findTopicPartitionMetadata: topic => [...Array(counts[topic]).keys()].map(partitionId => ({ partitionId })),
}

async function assigned(members) {
  const assigner = PartitionAssigners.roundRobin({ cluster })
  const plan = await assigner.assign({
    topics: members[0].topics,
    members: members.map(({ memberId, topics }) => ({ memberId, memberMetadata: assigner.protocol({ topics }).metadata })),
  })
  const given = Object.fromEntries(members.map(({ memberId }) => [memberId, 'left out of the plan']))
  for (const { memberId, memberAssignment } of plan) {
    given[memberId] = AssignerProtocol.MemberAssignment.decode(memberAssignment).assignment
  }
  return given
}

async function main() {
  let faulty = false
  for (const members of [
    [{ memberId: 'A', topics: ['a'] }, { memberId: 'B', topics: ['b'] }],
    [{ memberId: 'B', topics: ['b'] }, { memberId: 'A', topics: ['a'] }],
  ]) {
    const given = await assigned(members)
    const shown = JSON.stringify({ A: given.A, B: given.B })
    console.log(`A on a, B on b, ${members[0].memberId} leads: ${shown}`)
    for (const { memberId, topics } of members) {
      const its = Object.keys(given[memberId])
      faulty ||= its.length !== topics.length || its.some(topic => !topics.includes(topic))
    }
  }
  process.exitCode = faulty ? 3 : 0
}

main()
