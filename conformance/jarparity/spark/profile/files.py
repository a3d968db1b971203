"""The profile as files: each whole or not at all."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

from jarparity import whole_file
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.profile.document import FlinkProfile
from jarparity.spark.profile.loads import WEIGHTS
from jarparity.spark.profile.page import page

if TYPE_CHECKING:
    from collections.abc import Iterator
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

    tables = []
    for name, of, load in _loads(profile):
        amounts = [load.counts.get(weight) for weight in WEIGHTS]
        columns = [
            pa.array([name] * load.slots, pa.string()),
            pa.array([of] * load.slots, pa.string()),
            pa.array(range(load.slots), pa.int32()),
            *(
                pa.nulls(load.slots, pa.int64()) if counts is None else pa.array(counts, pa.int64())
                for counts in amounts
            ),
        ]
        tables.append(pa.table(columns, ["placement", "of", "slot", *WEIGHTS]))
    return pa.concat_tables(tables)


def write_json(profile: Profile, path: Path) -> None:
    """Writes the document.

    Raises:
        SparkPipelineError: It can't be written.
    """
    _write(path, json_text(profile).encode())


def write_page(profile: Profile, path: Path) -> None:
    """Writes the HTML page.

    Raises:
        SparkPipelineError: It can't be written.
    """
    _write(path, page(profile).encode("utf-8", "backslashreplace"))


def write_parquet(profile: Profile, path: Path) -> None:
    """Writes the loads; see `loads_table`.

    Raises:
        SparkPipelineError: It can't be written.
    """
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    out = io.BytesIO()
    pq.write_table(loads_table(profile), out)
    _write(path, out.getvalue())


def _loads(profile: Profile) -> Iterator[tuple[str, str, Load]]:
    for placed in profile.placed:
        if isinstance(placed, FlinkProfile):
            yield placed.name, "key group", placed.key_groups
            yield placed.name, "subtask", placed.operators
        else:
            yield placed.name, "partition", placed.partitions


def _write(path: Path, content: bytes) -> None:
    try:
        whole_file.replace(path, content)
    except OSError as error:
        raise SparkPipelineError(f"{path} can't be written: {error.strerror}") from error
