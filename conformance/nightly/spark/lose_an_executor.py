"""A check on a cluster that loses an executor in the middle: `lose_an_executor.py MASTER FOLDER WORKER_PID…`."""

import json
import os
import signal
import sys
import threading
import time

from pyspark.sql import functions as f
from standalone import SECONDS, children

from jarparity.spark.checking import Check
from jarparity.spark.session import spark_session

TASKS = 40


def main(master, folder, workers):
    found = []
    failed = []
    with spark_session(master, {"spark.driver.host": "127.0.0.1", "spark.executor.memory": "512m"}) as session:
        keys = session.range(0, 80_000, 1, TASKS).select(f.concat(f.lit("user-"), "id").alias("user"))
        wanted = Check.of(keys, "user", ["kafka:partitions=7", "flink:max=128"])

        def run():
            try:
                found.extend(wanted.run(f"{folder}/out"))
            except Exception as error:
                failed.append(error)
                raise

        thread = threading.Thread(target=run)
        thread.start()
        done = _kill_in_the_middle(session, workers, thread)
        thread.join()
    if failed:
        raise failed[0]
    counts = [[str(one.placement), one.rows, one.differing, one.agrees] for one in found]
    json.dump({"tasksBefore": done, "counts": counts}, sys.stdout)


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
    main(sys.argv[1], sys.argv[2], [int(pid) for pid in sys.argv[3:]])
