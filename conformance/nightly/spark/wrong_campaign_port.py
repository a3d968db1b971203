"""copartition, but one operation on keys and one on groups are wrong, by their columns and by their inputs."""

from copartition.port import PORT as RIGHT
from jarparity.faults.ports import sign_abs

KEYS, GROUPS = "kafka.partitioner.partition-for-key", "kafka.assignor.range"


def _group(document, line):
    answer = RIGHT.operations[GROUPS](document, line)
    return {member: places[::-1] for member, places in answer.items()}


class _Wrong:
    name = RIGHT.name
    lines = RIGHT.lines
    messages = RIGHT.messages
    operations = {**RIGHT.operations, KEYS: sign_abs[KEYS], GROUPS: _group}  # noqa: RUF012 - never changed
    # Without a column's form the port is asked key by key.
    bulk = {name: form for name, form in RIGHT.bulk.items() if name != KEYS}  # noqa: RUF012 - as above


PORT = _Wrong()
