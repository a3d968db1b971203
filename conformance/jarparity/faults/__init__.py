"""Known faults of ports, each with where it was met, and each runnable as a wrong port.

They give fixtures their tags (which case catches which fault) and verdicts their "looks like".
"""

from __future__ import annotations

from jarparity.faults.agreeing import Agreements
from jarparity.faults.applying import Replaced, Rewritten, TargetError
from jarparity.faults.diagnosis import ENOUGH, Diagnosis, diagnose, unexplained
from jarparity.faults.fault import NOT_APPLICABLE, Answers, Fault, NotApplicable, Reads, answers
from jarparity.faults.known import every_fault, faults_of, named, tagged_faults
from jarparity.faults.partial import partly
from jarparity.faults.ports import wrong_port
from jarparity.faults.releases import OtherRelease, is_answered_as_newest, other_release
from jarparity.faults.tags import hardly_caught, tags_of, tags_text

__all__ = [
    "ENOUGH",
    "NOT_APPLICABLE",
    "Agreements",
    "Answers",
    "Diagnosis",
    "Fault",
    "NotApplicable",
    "OtherRelease",
    "Reads",
    "Replaced",
    "Rewritten",
    "TargetError",
    "answers",
    "diagnose",
    "every_fault",
    "faults_of",
    "hardly_caught",
    "is_answered_as_newest",
    "named",
    "other_release",
    "partly",
    "tagged_faults",
    "tags_of",
    "tags_text",
    "unexplained",
    "wrong_port",
]
