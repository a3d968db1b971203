"""The profile as files: each whole or not at all."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.profile.loads import WEIGHTS
from jarparity.spark.profile.report import page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    import pyarrow as pa

    from jarparity.spark.profile.document import Profile
    from jarparity.spark.profile.loads import Load


def json_text(profile: Profile) -> str:
    """The document as JSON; `spark-profile.schema.json` describes it."""
    return json.dumps(profile.to_json(), indent=1, allow_nan=False) + "\n"


def loads_table(profile: Profile) -> pa.Table:
    """All loads, a row a slot.

    Columns: `placement` (as asked for), `of` (`key group`, `subtask` or `partition`), `slot`, and int64 `rows`, `keys`
    and `bytes`, null where they weren't counted.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra

    types = {"placement": pa.string(), "of": pa.string(), "slot": pa.int32(), **dict.fromkeys(WEIGHTS, pa.int64())}
    tables = []
    for name, of, load in _loads(profile):
        nothing = [None] * load.slots
        amounts = [load.counts.get(weight, nothing) for weight in WEIGHTS]
        columns = [[name] * load.slots, [of] * load.slots, range(load.slots), *amounts]
        tables.append(pa.table(dict(zip(types, columns, strict=True)), pa.schema(types)))
    return pa.concat_tables(tables)


def write(profile: Profile, path: Path, kind: str) -> None:
    """Writes the profile.

    Args:
        profile: The profile.
        path: The file; one that is there is replaced.
        kind: `html` for the page, `json` for the document, `parquet` for `loads_table`.

    Raises:
        SparkPipelineError: It can't be written.
    """
    try:
        whole_file.replace(path, KINDS[kind](profile))
    except OSError as error:
        raise SparkPipelineError(f"{path} can't be written: {error.strerror}") from error


def _loads(profile: Profile) -> Iterator[tuple[str, str, Load]]:
    for placed in profile.placed:
        if placed.owned is not None:
            yield placed.name, placed.owned.form.slot, placed.owned.load
        yield placed.name, placed.form.slot, placed.load


def _parquet(profile: Profile) -> bytes:
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    out = io.BytesIO()
    pq.write_table(loads_table(profile), out)
    return out.getvalue()


KINDS: Final[Mapping[str, Callable[[Profile], bytes]]] = {
    "html": lambda profile: page(profile).encode("utf-8", "backslashreplace"),
    "parquet": _parquet,
    "json": lambda profile: json_text(profile).encode(),
}
"""What can be written."""
