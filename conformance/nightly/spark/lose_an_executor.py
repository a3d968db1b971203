"""A job on a cluster that loses an executor in the middle: `lose_an_executor.py JOB MASTER FOLDER WORKER_PID…`.

The job is `check`, or `savepoint`, which reads the savepoint in the folder.
"""

import json
import os
import signal
import sys
import threading
import time

from pyspark.sql import functions as f
from standalone import SECONDS, children

from jarparity.spark.checking import Check
from jarparity.spark.savepoint import Savepoint
from jarparity.spark.session import spark_session

TASKS = 40


def check(session, folder):
    """Compares 80,000 keys in so many tasks."""
    keys = session.range(0, 80_000, 1, TASKS).select(f.concat(f.lit("user-"), "id").alias("user"))
    wanted = Check.of(keys, "user", ["kafka:partitions=7", "flink:max=128"])
    return lambda: [[str(one.placement), one.rows, one.differing, one.agrees] for one in wanted.run(f"{folder}/out")]


def savepoint(session, folder):
    """Reads a savepoint of so many parts."""
    found = Savepoint.of(f"{folder}/savepoint", most=0)
    assert len(found.parts.parts) == TASKS
    rows = found.frame(session)

    def run():
        rows.write.parquet(f"{folder}/out")
        return [
            [row["state"], row["count"]]
            for row in session.read.parquet(f"{folder}/out").groupBy("state").count().collect()
        ]

    return run


def main(job, master, folder, workers):
    found = []
    failed = []
    with spark_session(master, {"spark.driver.host": "127.0.0.1", "spark.executor.memory": "512m"}) as session:
        wanted = {"check": check, "savepoint": savepoint}[job](session, folder)

        def run():
            try:
                found.extend(wanted())
            except Exception as error:
                failed.append(error)
                raise

        thread = threading.Thread(target=run)
        thread.start()
        done = _kill_in_the_middle(session, workers, thread)
        thread.join()
    if failed:
        raise failed[0]
    json.dump({"tasksBefore": done, "counts": found}, sys.stdout)


def _kill_in_the_middle(session, workers, thread):
    """Kills one executor once a tenth of the tasks has ended; gives how many had."""
    tracker = session.sparkContext.statusTracker()
    deadline = time.monotonic() + SECONDS
    while thread.is_alive() and time.monotonic() < deadline:
        stages = [found for stage in tracker.getActiveStageIds() if (found := tracker.getStageInfo(stage))]
        for stage in stages:
            if stage.numTasks == TASKS and stage.numCompletedTasks >= TASKS // 10:
                os.kill(children(workers[0])[0], signal.SIGKILL)
                return stage.numCompletedTasks
        thread.join(0.05)
    raise RuntimeError("the job ended, or did nothing, before an executor could be killed")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], [int(pid) for pid in sys.argv[4:]])
