"""Flink's and Kafka's placement logic in Python: key groups, operator indexes, partitions.

- `copartition.flink`: key groups and the operators that own them; state, its rescaling, and savepoints.
- `copartition.kafka`: partitions of keys, assignors of consumer groups, replicas, and messages as bytes.
- `copartition.java`: what both need of Java: keys of its types, hash codes, the order of a HashMap.
- `copartition.advice`: what follows from it, which no original gives: balance, rescaling plans, gaps.
- `copartition.errors`: what is raised: Java's exceptions, and `WrongTypeError`.
- `copartition.port`: all of it by operations on JSON, as jarparity asks a port.
"""
