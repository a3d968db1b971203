// The default partitioner of @platformatic/kafka puts half of the keys into other partitions than Java does.
//
// Both hash with murmur2. Java masks the sign bit of the hash, this partitioner takes it as unsigned: for a negative hash
// the two differ by 2147483648, which matters unless the number of partitions is a power of two.
//
//     npm install @platformatic/kafka@2.12.1
//     node repro.js
//
// Ends with 3 where a key lies elsewhere than Java puts it, else with 0.
import { compatibilityPartitioner, defaultPartitioner } from '@platformatic/kafka'

// By key the partition of three that kafka-clients 4.4.0 chooses (org.apache.kafka.clients.producer.internals).
const java = { a: 1, b: 2, c: 1, user_1: 0 }

let faulty = false
for (const [key, partition] of Object.entries(java)) {
  const by = [defaultPartitioner, compatibilityPartitioner].map(partitioner => partitioner({}, Buffer.from(key)) % 3)
  console.log(`${key}: Java ${partition}, defaultPartitioner ${by[0]}, compatibilityPartitioner ${by[1]}`)
  faulty ||= by[0] !== partition
}
let differ = 0
for (let number = 0; number < 10000; number++) {
  const key = Buffer.from(`user_${number}`)
  differ += defaultPartitioner({}, key) % 3 !== compatibilityPartitioner({}, key) % 3
}
console.log(`of 10000 keys user_0 to user_9999 the two partitioners put ${differ} elsewhere`)
process.exitCode = faulty ? 3 : 0
