"""The orders in which Java's hash collections give topic ids."""

from copartition.kafka.group.orders import id_order
from copartition.kafka.uuid import Uuid

IN_JAVA = (
    *(37, 0, 1, 3, 2, 4, 41, 44, 43, 42, 40, 39, 38, 8, 11, 10, 9, 7, 6, 5, 45, 12, 49, 52, 51, 50, 48, 47, 46, 16),
    *(19, 18, 17, 15, 14, 13, 53, 57, 60, 59, 58, 56, 55, 54, 61, 65, 64, 63, 62, 69, 68, 67, 66, 20, 24, 27, 26, 25),
    *(23, 22, 21, 28, 32, 31, 30, 29, 36, 35, 34, 33),
)
"""How a `HashSet<Uuid>` of Java 17 gives 70 ids of one hash code, by their numbers: its tree compares the ids."""


def test_ids_of_one_hash_code_are_in_a_tree() -> None:
    ids = [Uuid(7, number << 32 | number) for number in (place * 37 % 70 for place in range(70))]
    assert len({topic.java_hash_code() for topic in ids}) == 1
    assert [topic.least >> 32 for topic in id_order(ids)] == [*IN_JAVA]
