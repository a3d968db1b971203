"""What the tests of snapshots have run in place of all: of each type some keys, and the jobs that they name."""

from dataclasses import replace

from jarparity.measures.live.flink.keys import sample_keys
from jarparity.measures.live.flink.savepoints import RUNS, Work
from jarparity.measures.live.flink.windows import WINDOWED

EVERY_JOB = Work(keys=tuple(key for i, key in enumerate(sample_keys()) if i % 18 == 0))
NO_JOB = replace(EVERY_JOB, runs=(), windowed=())
ONE_RUN = replace(NO_JOB, runs=RUNS[1:2])
"""With key groups of two bytes: a wrong port, or a wrong cluster, is seen by it as by all."""
WINDOWS = replace(NO_JOB, windowed=WINDOWED[:1])
"""With windows and timers."""
COMPRESSED_WINDOWS = replace(NO_JOB, windowed=WINDOWED[1:])
"""The same in compressed key groups."""
