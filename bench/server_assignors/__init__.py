"""Groups of the sizes of Kafka's `ServerSideAssignorBenchmark`: the port against Java."""
