"""`jarparity spark`: the pipeline on whole data sets. One file a command."""

from __future__ import annotations

from jarparity.cli.commands import group
from jarparity.cli.spark_check import check
from jarparity.cli.spark_generate import generate
from jarparity.cli.spark_profile import profile
from jarparity.cli.spark_search import search


@group()
def spark() -> None:
    r"""Compare and measure placements on real key sets, with Spark: on this machine or on a cluster.

    The originals' JARs travel to the executors and run there, beside the port.

    Examples:
      jarparity spark check keys.parquet --column user --as flink:max=128,parallelism=4
      jarparity spark check s3a://lake/orders --format parquet --column id --master spark://host:7077 \
          --as kafka:partitions=12
      jarparity spark generate keys.parquet --keys 10_000_000 --kind zipf
      jarparity spark profile keys.parquet --column user --as flink:max=128,parallelism=4 --html profile.html
      jarparity spark search --operation 'kafka.*' --port my_port:PORT
    """


spark.add_command(check)
spark.add_command(generate)
spark.add_command(profile)
spark.add_command(search)
