"""The brokers of a cluster, as a controller has them: `org.apache.kafka.controller.ClusterControlManager`."""

from __future__ import annotations

from dataclasses import dataclass

from copartition.errors import BrokerIdNotRegisteredException, StaleBrokerEpochException


@dataclass(slots=True)
class Registration:
    """`org.apache.kafka.metadata.BrokerRegistration`.

    Attributes:
        fenced: Whether it takes no part yet, or no longer.
        shutting_down: Whether it is in controlled shutdown.
    """

    fenced: bool = True
    shutting_down: bool = False

    @property
    def is_active(self) -> bool:
        """Neither."""
        return not (self.fenced or self.shutting_down)


class Cluster(dict[int, Registration]):
    """By id the brokers that are registered."""

    def is_active(self, broker: int) -> bool:
        """`isActive(int)`: whether it is registered, and neither fenced nor in controlled shutdown."""
        return broker in self and self[broker].is_active

    def check(self, broker: int) -> None:
        """`checkBrokerEpoch(int, long)`, of a broker that knows its epoch.

        Raises:
            StaleBrokerEpochException: It isn't registered.
        """
        if broker not in self:
            raise StaleBrokerEpochException(f"No broker registration found for broker id {broker}")

    def check_registered(self, broker: int) -> None:
        """The same where it is to be unregistered.

        Raises:
            BrokerIdNotRegisteredException: It isn't registered.
        """
        if broker not in self:
            raise BrokerIdNotRegisteredException(f"Broker ID {broker} is not currently registered")
