"""What the tests of a rehearsal share."""

from __future__ import annotations

import pytest
from quality.release.desk import StepFailedError


def failing(call, *arguments):
    with pytest.raises(StepFailedError) as caught:
        call(*arguments)
    return "\n".join(caught.value.faults)
