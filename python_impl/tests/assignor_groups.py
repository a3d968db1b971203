"""Consumer groups for the tests of the assignors, and what they look like in a test's expectation."""

from hypothesis import strategies as st

from copartition.kafka import Member, Subscription, TopicPartition
from copartition.kafka.protocol import encode_sticky

LINES = (
    "2.0.1", "2.2.2", "2.3.1", "2.5.0", "2.8.0", "2.8.2", "3.3.2", "3.4.0", "3.4.1", "3.5.1", "3.7.0", "4.3.1", "4.4.0",
)  # fmt: skip
NEWEST = "4.4.0"


def partitions(text):
    """`"a-0 b-1"` as partitions."""
    split = (word.rpartition("-") for word in text.split())
    return tuple(TopicPartition(topic, int(number)) for topic, _, number in split)


def texts(assigned):
    """Each member's partitions as `"a-0 b-1"`."""
    return {
        member: " ".join(f"{partition.topic}-{partition.partition}" for partition in given)
        for member, given in assigned.items()
    }


def member(name, topics, **fields):
    """A member that subscribes to the topics, separated by spaces."""
    return Member(name, Subscription(tuple(topics.split()), **fields))


def sticky(name, topics, owned, generation=1):
    """A member of a group with the sticky assignor, and what it had."""
    return member(name, topics, user_data=encode_sticky(partitions(owned), generation))


@st.composite
def groups(draw, *, uniform=False, most_members=8):
    """Topics, and sound members of a group with the sticky assignor: some own partitions of a generation."""
    topics = draw(st.dictionaries(st.sampled_from([f"t{n}" for n in range(7)]), st.integers(1, 12), min_size=1))
    names = [f"m{n}" for n in draw(st.permutations(range(draw(st.integers(1, most_members)))))]
    subsets = st.lists(st.sampled_from(sorted(topics)), min_size=1, unique=True)
    subscribed = {name: sorted(topics) if uniform else draw(subsets) for name in names}
    owned = {name: [] for name in names}
    for topic, count in topics.items():
        subscribers = [name for name in names if topic in subscribed[name]]
        for number in range(count):
            if subscribers and draw(st.booleans()):
                owned[draw(st.sampled_from(subscribers))].append(TopicPartition(topic, number))
    generations = {name: draw(st.sampled_from([3, 3, 3, 2])) for name in names}
    return topics, [
        Member(name, Subscription(tuple(subscribed[name]), encode_sticky(owned[name], generations[name])))
        for name in names
    ]
