"""Does this port put keys, partitions and state exactly where Flink's and Kafka's Java originals put them?"""

from jarparity.conformance import ConformanceError, run_conformance

__all__ = ["ConformanceError", "run_conformance"]
__version__ = "0.1.0"
