"""The pipeline on Spark: whole key sets, the port beside the real JARs on the executors.

`session` opens a Spark, `inputs` reads data, `shipping` brings the originals to the executors and asks them there.

    from jarparity.spark import check
    check(spark.read.parquet("keys.parquet"), "user", "flink:max=128,parallelism=4").show()
"""

from jarparity.spark.checking import check

__all__ = ["check"]
