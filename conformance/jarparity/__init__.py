"""Does this port put keys, partitions and state exactly where Flink's and Kafka's Java originals put them?"""

__version__ = "0.1.0"
