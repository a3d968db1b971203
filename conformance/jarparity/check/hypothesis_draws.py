"""What Hypothesis draws, without a trace where the user is or in what the user has set."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from jarparity.originals.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Operation

_BACKEND: Final = "jarparity-seeded"


def draw(
    operation: Operation,
    examples: int,
    start: int,
    look: Callable[[list[JSON]], object],
    *,
    by_seed_alone: bool = False,
) -> None:
    """Gives `look` so many batches of inputs, one after the other; whatever it raises ends the drawing.

    Args:
        operation: Whose inputs.
        examples: How many batches, each of `BATCH` inputs.
        start: The seed.
        look: Gets them.
        by_seed_alone: Whether the same batches come from the seed in every process. That takes a third longer: by
            default Hypothesis also tries constants of the modules that are loaded.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings  # noqa: PLC0415 - slow to import

    def ask(batch: list[JSON]) -> None:
        look(batch)

    quiet = settings(
        max_examples=examples,
        database=None,
        backend=_seeded_backend() if by_seed_alone else "hypothesis",
        deadline=None,
        derandomize=False,
        phases=(Phase.generate,),  # our own shrinking knows the inputs, and takes a hundredth of the time
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    with home_in_our_cache():
        seed(start)(quiet(given(operation.batches())(ask)))()


@contextmanager
def home_in_our_cache() -> Iterator[None]:
    """Where Hypothesis writes meanwhile: by default it would make a `.hypothesis` where the user is.

    Afterwards it writes where it did before: in a test suite, the user's own tests may run under Hypothesis, too.
    """
    from hypothesis import configuration  # noqa: PLC0415 - as above

    # No function tells it in all versions since 6.124. Without the name the default comes back, which most suites have.
    before = getattr(configuration, "__hypothesis_home_directory", None)
    configuration.set_hypothesis_home_dir(Store.default().root / "hypothesis")
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)


def _seeded_backend() -> str:
    """Names a source of choices for Hypothesis that doesn't look round for constants in the modules that are loaded.

    Those are other ones in every process, and after every edit, and so would be what is drawn.
    """
    from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider  # noqa: PLC0415

    if _BACKEND in AVAILABLE_PROVIDERS:
        return _BACKEND

    class Seeded(HypothesisProvider):  # type: ignore[misc, unused-ignore] # Hypothesis exports it without a type
        def _maybe_draw_constant(self, *_: object, **__: object) -> None:
            return None

    AVAILABLE_PROVIDERS[_BACKEND] = Seeded
    return _BACKEND
