"""A check on Spark within the gateway's own session; all else of the pipeline is in `nightly/spark`."""

from jarparity.spark import check

OPERATORS = "flink:max=128,parallelism=3"


def test_a_session_that_is_there_is_used_for_a_check(gateway_reference):
    session = gateway_reference.spark.session
    keys = session.range(0, 1000, 1, 1).selectExpr("concat('user-', id) AS user", "id - 500 AS id")
    assert check(keys, "user", [OPERATORS, "kafka:partitions=7", "kafka:partitions=7,line=2.0.1"]).count() == 0
    assert check(keys, "id", ["flink:max=128", "flink:max=128,line=1.16.3"]).count() == 0
    wrong = check(keys, "user", ["kafka:partitions=7"], port="jarparity.faults.ports:sign_unsigned").collect()
    assert 400 < len(wrong) < 600
    assert all(row["original"] != row["port"] for row in wrong)
    assert session.range(1).count() == 1
