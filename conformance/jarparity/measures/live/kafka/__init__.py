"""Three Kafka brokers, and what is looked at on them: replicas, consumer groups, producers of every make."""
