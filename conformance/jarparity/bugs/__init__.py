"""Known bugs of ports, each with where it was met, and each runnable as a wrong port.

They give fixtures their tags (which case catches which bug) and verdicts their "looks like".
"""

from __future__ import annotations

from jarparity.bugs.bug import NOT_APPLICABLE, Bug, NotApplicable
from jarparity.bugs.diagnosis import ENOUGH, Diagnosis, diagnose
from jarparity.bugs.known import BUGS, bug, bugs_of
from jarparity.bugs.ports import wrong_port
from jarparity.bugs.releases import OtherRelease, other_release
from jarparity.bugs.tags import tags_of, tags_text

__all__ = [
    "BUGS",
    "ENOUGH",
    "NOT_APPLICABLE",
    "Bug",
    "Diagnosis",
    "NotApplicable",
    "OtherRelease",
    "bug",
    "bugs_of",
    "diagnose",
    "other_release",
    "tags_of",
    "tags_text",
    "wrong_port",
]
