"""Timers: `copartition.flink.state.TimerQueue` and `TimerService`, and what a rescaled job has of them."""

import pytest

from copartition.errors import BackendBuildingException, IllegalArgumentException, NullPointerException, WrongTypeError
from copartition.flink import KeyGroupRange, key_group
from copartition.flink.savepoint import HeapStates, KeyedState, StateKind, add_checkpoint
from copartition.flink.savepoint.heap_states import KeyedStateStream
from copartition.flink.serializers import STRING, VOID_NAMESPACE
from copartition.flink.serializers.timers import TimerSerializer
from copartition.flink.state import VOID, HeapKeyedStateBackend, Timer, TimerQueue, TimerService, TimeWindow

ALL = KeyGroupRange(0, 127)
USERS = [f"user_{i}" for i in range(8)]
EVENT = KeyedState("_timer_state/event_t", StateKind.TIMERS, VOID_NAMESPACE, TimerSerializer(STRING, VOID_NAMESPACE))
STATE = KeyedState("count", StateKind.VALUE, VOID_NAMESPACE, STRING)


class Job:
    """A subtask; what fires is written down."""

    def __init__(self, groups=ALL, version="2.3.0", event_time=None):
        self.backend = HeapKeyedStateBackend(128, groups, version=version)
        self.event_time, self.processing_time = event_time or TimerQueue(128, groups), TimerQueue(128, groups)
        self.service = TimerService(self.backend, self.event_time, self.processing_time, self)
        self.fired, self.again = [], []

    def on_event_time(self, timer):
        assert self.backend.current_key == timer.key
        self.fired.append((timer.key, timer.timestamp))
        if self.again:
            self.service.register_event_time_timer(VOID, self.again.pop())

    on_processing_time = on_event_time

    def register(self, *users, time=10):
        for user in users:
            self.backend.set_current_key(user)
            self.service.register_event_time_timer(VOID, time)


def test_timers_of_one_time_fire_as_the_heap_has_them():
    job = Job()
    job.register(*USERS)
    assert (job.service.num_event_time_timers(), job.service.num_processing_time_timers()) == (8, 0)
    job.service.advance_watermark(9)
    assert (job.fired, job.service.current_watermark) == ([], 9)
    job.service.advance_watermark(10)
    assert [user for user, _ in job.fired] == [USERS[i] for i in (0, 7, 6, 5, 4, 3, 2, 1)]
    assert job.service.num_event_time_timers() == 0


def test_a_timer_is_there_once():
    job = Job()
    job.register("a", "a", "a")
    job.service.register_event_time_timer(TimeWindow(0, 10), 10)
    assert job.service.num_event_time_timers() == 2
    job.service.delete_event_time_timer(VOID, 10)
    job.service.delete_event_time_timer(VOID, 10)
    assert [timer.namespace for timer in job.event_time] == [TimeWindow(0, 10)]


def test_what_is_registered_while_timers_fire_fires_too():
    job = Job()
    job.register("a", "b")
    job.again = [10, 3]
    job.service.advance_watermark(10)
    assert job.fired == [("a", 10), ("a", 3), ("b", 10), ("a", 10)]
    assert job.backend.current_key == "a"


def test_processing_time():
    job = Job()
    job.backend.set_current_key("a")
    for time in (20, 10, 30):
        job.service.register_processing_time_timer(VOID, time)
    job.service.delete_processing_time_timer(VOID, 10)
    job.service.advance_processing_time(19)
    assert job.fired == []
    job.service.advance_processing_time(25)
    assert job.fired == [("a", 20)]
    assert job.service.num_processing_time_timers() == 1


def test_a_lone_timer_at_the_end_of_time_never_fires():
    job = Job()
    job.backend.set_current_key("a")
    last = 2**63 - 1
    job.service.register_processing_time_timer(VOID, last)
    job.service.advance_processing_time(last)
    assert job.fired == []
    job.service.register_processing_time_timer(VOID, 5)
    job.service.advance_processing_time(last)
    assert job.fired == [("a", 5), ("a", last)]


def test_no_key_and_no_namespace():
    job = Job()
    with pytest.raises(NullPointerException, match="Assigned key must not be null!"):
        job.service.register_event_time_timer(VOID, 1)
    job.backend.set_current_key("a")
    with pytest.raises(NullPointerException, match="a timer's namespace must not be null"):
        job.service.register_event_time_timer(None, 1)
    with pytest.raises(ValueError, match="time must be a 64-bit integer"):
        job.service.register_event_time_timer(VOID, 1 << 63)


@pytest.mark.parametrize("version", ["1.16.3", "2.3.0"])
def test_a_key_of_another_subtask(version):
    job = Job(KeyGroupRange(0, 42), version)
    if version == "1.16.3":
        job.backend.set_current_key("1")
    else:
        with pytest.raises(IllegalArgumentException):
            job.backend.set_current_key("1")
    with pytest.raises(IllegalArgumentException, match="endKeyGroup=42} does not contain key group 54"):
        job.service.register_event_time_timer(VOID, 1)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (("128", ALL), WrongTypeError, "max_parallelism must be an integer, not str"),
        ((0, ALL), ValueError, "max_parallelism is 0: write 1 to 32768"),
        ((128, range(128)), WrongTypeError, r"key_groups must be a KeyGroupRange, not range: write KeyGroupRange\("),
    ],
)
def test_what_makes_no_queue_is_named(arguments, error, says):
    with pytest.raises(error, match=says):
        TimerQueue(*arguments)


@pytest.mark.parametrize(
    ("timer", "error", "says"),
    [
        ((5, "a", VOID), WrongTypeError, r"timer must be a Timer, not tuple: write Timer\(timestamp, key, namespace\)"),
        (Timer("5", "a", VOID), WrongTypeError, "timestamp must be an integer, not str"),
        (Timer(1 << 63, "a", VOID), ValueError, "timestamp must be a 64-bit integer"),
        (Timer(5, 7, VOID), TypeError, "a bare int has no Java type"),
    ],
)
def test_what_is_no_timer_is_named(timer, error, says):
    queue = TimerQueue(128, ALL)
    for call in (queue.add, queue.remove):
        with pytest.raises(error, match=says):
            call(timer)
    assert not len(queue)


def test_a_rescaled_job_has_each_timer_once():
    whole = HeapStates(128, ALL, STRING, [EVENT, STATE])
    for user in USERS:
        whole.timers(EVENT.name).add(Timer(10, user, VOID))
        whole.update("count", user, "v")
    taken = whole.checkpoint()
    found = []
    for half in (KeyGroupRange(0, 63), KeyGroupRange(64, 127)):
        part = HeapStates(128, half, STRING, [EVENT, STATE])
        add_checkpoint(part, taken)
        timers = list(part.timers(EVENT.name))
        assert {key_group(timer.key, 128) in half for timer in timers} == {True}
        assert [entry.key for entry in part.entries() if entry.state == "count"]
        found += [timer.key for timer in timers]
        job = Job(half, event_time=part.timers(EVENT.name))
        job.service.advance_watermark(10)
        assert sorted(user for user, _ in job.fired) == sorted(timer.key for timer in timers)
    assert sorted(found) == USERS


def test_a_damaged_stream_of_timers():
    filled = HeapStates(128, ALL, STRING, [EVENT])
    filled.timers(EVENT.name).add(Timer(10, "a", VOID))
    taken = filled.checkpoint()
    offset = taken.offsets.get_key_group_offset(key_group("a", 128))
    cut = KeyedStateStream(taken.data[: offset + 12], taken.offsets)
    with pytest.raises(BackendBuildingException, match="EOFException: a timer's time takes 8 bytes"):
        add_checkpoint(HeapStates(128, ALL, STRING, [EVENT]), cut)
    with pytest.raises(KeyError, match="_timer_state/event_t"):
        add_checkpoint(HeapStates(128, ALL, STRING, [STATE]), taken)


def test_states_and_timers_are_asked_apart():
    filled = HeapStates(128, ALL, STRING, [EVENT, STATE])
    with pytest.raises(KeyError):
        filled.timers("count")
    with pytest.raises(KeyError):
        filled.update(EVENT.name, "a", "v")
    with pytest.raises(ValueError, match="two states have the name '_timer_state/event_t'"):
        HeapStates(128, ALL, STRING, [EVENT, EVENT])
