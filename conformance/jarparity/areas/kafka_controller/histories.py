"""How histories of a controller are drawn: partitions are reassigned, leaders say who is in sync, brokers come and go.

What is drawn goes by a guess of what the controller has, so that most reassignments go on, end or are taken back; one
step in ten asks for something that no one asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_controller.versions import VERSIONS, WITH_ELR

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from jarparity.answers import JSON

_ODD: Final = 10
_KINDS: Final = (
    *["isr"] * 6,
    *["reassign", "heartbeat"] * 5,
    *["cancel"] * 3,
    *["register", "elect", "elect-offline", "config", "grow"] * 2,
    *["unregister", "balance", "list"],
)
_FAR: Final = (0, 3, 16, 19, 33, 48, 64, 100)
"""Brokers whose order in Java's sets is another one."""


class _Guess:
    """A partition as it may be."""

    def __init__(self, replicas: list[int], alive: set[int]) -> None:
        self.replicas = replicas
        self.leader = next((broker for broker in replicas if broker in alive), -1)
        self.adding: list[int] = []
        self.removing: list[int] = []

    def reassign(self, target: list[int]) -> None:
        now = self.replicas
        self.adding = [broker for broker in target if broker not in now]
        self.removing = [broker for broker in now if broker not in target]
        self.replicas = [*target, *self.removing]

    def cancel(self) -> None:
        self.replicas = [broker for broker in self.replicas if broker not in self.adding]
        self.adding = self.removing = []

    def in_sync(self, isr: list[int]) -> None:
        if {*self.adding} <= {*isr} and not {*isr} <= {*self.removing}:
            self.replicas = [broker for broker in self.replicas if broker not in self.removing]
            self.adding = self.removing = []
            if self.leader not in self.replicas:
                self.leader = isr[0]

    def go(self, broker: int, alive: set[int]) -> None:
        if self.leader in (broker, -1):
            self.leader = next((other for other in self.replicas if other in alive), -1)


class _History:
    def __init__(self, random: Random) -> None:
        self._random = random
        count = random.choice((2, 3, 3, 4, 4, 5, 5, 6, 7))
        self._brokers = sorted(random.sample(_FAR, count)) if random.randrange(4) == 0 else [*range(1, count + 1)]
        self._alive = {*self._brokers}
        factor = random.randrange(1, min(count, 4) + 1)
        made = [random.sample(self._brokers, factor) for _ in range(random.choice((1, 1, 1, 2, 2, 3)))]
        self._partitions = [_Guess(replicas, self._alive) for replicas in made]
        self._steps: list[JSON] = []
        if random.randrange(8) == 0:
            self._steps.append(self._heartbeat())
        self._steps.append({"op": "create", "partitions": made})
        self._makers: dict[str, Callable[[], JSON]] = {
            "grow": self._grow,
            "isr": self._isr,
            "reassign": self._reassign,
            "heartbeat": self._heartbeat,
            "cancel": self._cancel,
            "register": self._register,
            "unregister": self._unregister,
            "elect": self._elect,
            "balance": lambda: {"op": "balance"},
            "elect-offline": lambda: {"op": "elect-offline"},
            "config": self._config,
            "list": lambda: {"op": "list"},
        }

    def drawn(self) -> JSON:
        random = self._random
        for _ in range(random.choice((3, 5, 8, 8, 12, 16))):
            self._steps.append(self._makers[random.choice(_KINDS)]())
        elr = random.randrange(2) == 0
        if random.randrange(40) == 0:
            self._steps.pop(0)
        return {
            "metadataVersion": WITH_ELR if elr else random.choice(VERSIONS),
            "eligibleLeaderReplicas": elr,
            "minInsyncReplicas": random.choice((1, 2, 2, 2, 3, 4)),
            "unclean": random.randrange(4) == 0,
            "brokers": self._brokers,
            "steps": self._steps,
        }

    def _loses(self, broker: int) -> None:
        self._alive.discard(broker)
        for guess in self._partitions:
            guess.go(broker, self._alive)

    def _partition(self) -> tuple[int, _Guess]:
        at = self._random.randrange(len(self._partitions))
        return at, self._partitions[at]

    def _grow(self) -> JSON:
        """With as many replicas as the first partition has now, or as it is to have; one in ten says a count."""
        random = self._random
        first = self._partitions[0]
        factor = len(first.replicas)
        fits = random.randrange(4) and 0 < factor <= len(self._brokers)
        if not fits:
            factor = min(len({*first.replicas} - {*first.removing}), len(self._brokers))
        added = [random.sample(self._brokers, factor) for _ in range(random.choice((1, 1, 2)))]
        step: JSON = {"op": "grow", "partitions": added}
        if random.randrange(_ODD) == 0:
            step["count"] = random.choice((-1, 0, len(self._partitions), len(self._partitions) + 1, 9))
        elif fits:
            self._partitions += [_Guess(replicas, self._alive) for replicas in added]
        return step

    def _isr(self) -> JSON:
        random = self._random
        at, guess = self._partition()
        replicas = guess.replicas
        if random.randrange(3):
            isr = [broker for broker in replicas if broker in self._alive]
            if len(guess.adding) > 1 and random.randrange(2):
                isr = [broker for broker in isr if broker != guess.adding[0]]
        else:
            isr = random.sample(replicas, random.randrange(1, len(replicas) + 1)) if replicas else []
        if guess.leader in replicas and guess.leader not in isr:
            isr.insert(random.randrange(len(isr) + 1), guess.leader)
        step: JSON = {"op": "isr", "partition": at, "isr": isr}
        if random.randrange(6) == 0:
            step["isr"] = [guess.leader]
        elif random.randrange(_ODD) == 0:
            self._odd_isr(step)
        else:
            guess.in_sync(isr)
        return step

    def _odd_isr(self, step: JSON) -> None:
        random = self._random
        match random.randrange(7):
            case 0:
                step["leader"] = random.choice([*self._brokers, -1, 99])
            case 1:
                step["leaderEpoch"] = random.randrange(6)
            case 2:
                step["partitionEpoch"] = random.randrange(10)
            case 3:
                step["recovering"] = True
            case 4:
                step["outdated"] = random.sample(step["isr"], random.randrange(len(step["isr"]) + 1))
            case 5:
                step["isr"] = [*step["isr"], random.choice([*step["isr"], *self._brokers, 99])]
            case _:
                step["partition"] = random.choice((-1, 3, 7))

    def _reassign(self) -> JSON:
        random = self._random
        targets: list[JSON] = []
        for _ in range(random.choice((1, 1, 1, 2))):
            at, guess = self._partition()
            target = self._target(guess.replicas)
            targets.append({"partition": at, "replicas": target})
            if target and {*target} <= {*self._brokers} and len({*target}) == len(target):
                guess.reassign(target)
        if random.randrange(3 * _ODD) == 0:
            targets.append({"partition": random.choice((-1, 5)), "replicas": [1]})
        step: JSON = {"op": "reassign", "targets": targets}
        if random.randrange(_ODD) == 0:
            step["allowFactorChange"] = random.randrange(4) == 0
        return step

    def _target(self, now: list[int]) -> list[int]:
        """More replicas, fewer, others, in another order, or what no broker takes."""
        random = self._random
        others = [broker for broker in self._brokers if broker not in now]
        match random.randrange(9):
            case 0 | 1 | 2:
                return [*now, *random.sample(others, min(len(others), random.randrange(1, 4)))]
            case 3:
                return random.sample(now, random.randrange(1, len(now) + 1)) if now else []
            case 4 | 5:
                return random.sample(self._brokers, random.randrange(1, len(self._brokers) + 1))
            case 6:
                return random.sample([*now, *others], len(now))
            case 7:
                return list(now)
            case _:
                return random.choice(([], [*now, *now[:1]], [*now, 99], [-1], others[:1] + now[1:]))

    def _cancel(self) -> JSON:
        going_on = [at for at, guess in enumerate(self._partitions) if guess.adding or guess.removing]
        if not going_on and self._random.randrange(4):
            return self._reassign()
        at = self._random.choice(going_on or [*range(len(self._partitions))])
        self._partitions[at].cancel()
        return {"op": "reassign", "targets": [{"partition": at, "replicas": None}]}

    def _heartbeat(self) -> JSON:
        random = self._random
        dead = [broker for broker in self._brokers if broker not in self._alive]
        if dead and random.randrange(2):
            broker = random.choice(dead)
            self._alive.add(broker)
            for guess in self._partitions:
                guess.go(-1, self._alive)
            return {"op": "heartbeat", "broker": broker}
        broker = random.choice(self._brokers) if random.randrange(2 * _ODD) else 99
        leaders = [guess.leader for guess in self._partitions if guess.adding and guess.leader in self._alive]
        if leaders and random.randrange(2):
            broker = leaders[0]
        self._loses(broker)
        step: JSON = {"op": "heartbeat", "broker": broker, random.choice(("fence", "fence", "shutDown")): True}
        if random.randrange(_ODD) == 0:
            step["shutDown"] = True
        return step

    def _register(self) -> JSON:
        random = self._random
        broker = random.choice(self._brokers) if random.randrange(_ODD) else random.choice((8, 35))
        self._loses(broker)
        step: JSON = {"op": "register", "broker": broker}
        if random.randrange(2):
            step["cleanly"] = True
        return step

    def _unregister(self) -> JSON:
        broker = self._random.choice(self._brokers) if self._random.randrange(_ODD) else 99
        self._loses(broker)
        return {"op": "unregister", "broker": broker}

    def _elect(self) -> JSON:
        random = self._random
        step: JSON = {"op": "elect"}
        if random.randrange(2):
            step["unclean"] = True
        if random.randrange(3):
            known = [*range(len(self._partitions))]
            step["partitions"] = random.sample([*known, 9], random.randrange(1, len(known) + 1))
        return step

    def _config(self) -> JSON:
        random = self._random
        step: JSON = {"op": "config"}
        if random.randrange(3):
            step["minInsyncReplicas"] = random.randrange(1, 5)
        if random.randrange(2):
            step["unclean"] = random.randrange(2) == 0
        return step


def history(random: Random) -> JSON:
    """An input of `kafka.controller.reassignment`."""
    return _History(random).drawn()
