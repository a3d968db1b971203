"""Flink's keyed state on Spark: savepoints and checkpoints as data frames, read by key groups on the executors.

from jarparity.spark.savepoint import entries
entries(spark, "savepoint-8c3f1a").where("state = 'total'").show()
"""

from jarparity.spark.savepoint.comparing import compared
from jarparity.spark.savepoint.reading import Savepoint, entries

__all__ = ["Savepoint", "compared", "entries"]
