"""Flink's and Kafka's placement logic in Python: key groups, operator indexes, partitions."""
