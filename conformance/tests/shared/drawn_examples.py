"""How many examples Hypothesis draws where a test says how many: a sixth of them where the profile says a sixth."""

from hypothesis import settings

USUAL = 100
"""What Hypothesis draws by itself; a profile draws another number."""


def examples(count):
    """As many as the profile draws of a test that would draw `count` by the usual one."""
    return max(1, count * settings.default.max_examples // USUAL)
