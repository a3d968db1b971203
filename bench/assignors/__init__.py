"""Consumer groups of the sizes of Kafka's own benchmark: the port's assignors against Java's and other clients'."""
