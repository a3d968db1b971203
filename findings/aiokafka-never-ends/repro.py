"""aiokafka's StickyPartitionAssignor never returns for a group whose members subscribe to different topics.

One of four members remembers four partitions that no other member claims; its memory is encoded by the assignor itself.
Such an assignment takes about a millisecond. The assignor iterates over sets of strings, so each of five hash seeds is
asked, in a process of its own that ends when it has used half a second of processor time on the assignment.

    pip install aiokafka==0.14.0
    python repro.py

Ends with 3 where an assignment doesn't end, else with 0.
"""

import logging
import os
import subprocess
import sys
import threading
import time

SEEDS = range(5)
PROCESSOR_SECONDS = 0.5
ENDLESS = 3


class Cluster:
    """What an assignor asks of the client's metadata."""

    counts = {"a": 3, "b": 3, "c": 5, "d": 6}

    def partitions_for_topic(self, topic):
        return set(range(self.counts[topic])) if topic in self.counts else None

    def topics(self):
        return set(self.counts)


def ask():
    """Ends the process with ENDLESS if the assignment takes more than its time."""
    from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
    from aiokafka.structs import TopicPartition

    logging.disable(logging.CRITICAL)
    remembered = [TopicPartition("b", 2), TopicPartition("b", 1), TopicPartition("b", 0), TopicPartition("d", 1)]
    subscribe = StickyPartitionAssignor._metadata
    members = {
        "A": subscribe(["b"], None),
        "B": subscribe(["c", "d", "b"], None),
        "C": subscribe(["b", "d"], None),
        "D": subscribe(["b", "d", "a"], remembered, 1),
    }
    thrown = []
    threading.excepthook = thrown.append
    assigning = threading.Thread(target=StickyPartitionAssignor.assign, args=(Cluster(), members), daemon=True)
    begun = time.process_time()
    assigning.start()
    while assigning.is_alive() and time.process_time() - begun < PROCESSOR_SECONDS:
        assigning.join(0.02)
    if thrown:
        print(thrown, file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(ENDLESS if assigning.is_alive() else 0)  # an assignment that doesn't end can't be asked to


def main():
    ended = []
    for seed in SEEDS:
        environ = os.environ | {"PYTHONHASHSEED": str(seed)}
        code = subprocess.run([sys.executable, __file__, "ask"], env=environ, check=False).returncode
        if code not in (0, ENDLESS):
            sys.exit(f"the process of seed {seed} failed with {code}")
        ended += [seed] * (code == 0)
    endless = len(SEEDS) - len(ended)
    said = f"does not end under {endless} of {len(SEEDS)} hash seeds"
    print(f"StickyPartitionAssignor, one of four members remembers: {said}")
    sys.exit(ENDLESS if endless else 0)


if sys.argv[1:] == ["ask"]:
    ask()
else:
    main()
