// A port in JavaScript: a JSON line in, a JSON line out. Put your client's own functions in the place of murmur2.
import { createInterface } from "node:readline";

function murmur2(data) {
  const m = 0x5bd1e995;
  let h = 0x9747b28c ^ data.length;
  const whole = data.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    let k = Math.imul(data.readInt32LE(i), m);
    k = Math.imul(k ^ (k >>> 24), m);
    h = Math.imul(h, m) ^ k;
  }
  for (let i = data.length - 1; i >= whole; i--) h ^= data[i] << (8 * (i - whole));
  if (whole < data.length) h = Math.imul(h, m);
  h = Math.imul(h ^ (h >>> 13), m);
  return h ^ (h >>> 15); // 32 bits, signed as Java's int
}

const operations = {
  "kafka.partitioner.murmur2": ({ bytes }) => ({ value: murmur2(Buffer.from(bytes, "hex")) }),
  "kafka.partitioner.partition-for-key": ({ bytes, partitions }) =>
    partitions === 0
      ? { error: { kind: "ArithmeticException" } }
      : { value: (murmur2(Buffer.from(bytes, "hex")) & 0x7fffffff) % partitions },
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.cmd === "stop") break;
  const answers =
    request.cmd === "start"
      ? [{ protocol: 1, name: "port-node", version: "1.0.0", language: "javascript", operations: Object.keys(operations), lines: ["*"] }]
      : (request.batch ?? [request]).map(({ seq, input }) => ({ seq, ...operations[request.operation](input) }));
  process.stdout.write(answers.map((answer) => JSON.stringify(answer) + "\n").join(""));
}
