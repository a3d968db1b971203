"""Stands in for the process of a Flink cluster whose jobs leave snapshots: real files, by a port's hand."""

from fake_flink import FakeFlink

from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.flink.snapshots import Snapshots
from jarparity.measures.live.scenario import NoPredictionError, Oracle


class FakeSnapshots(FakeFlink):
    """A worker; what its jobs keep is a subclass's affair, which has `_write`.

    Args:
        port: Writes and reads what Flink does.
        flink: The release.
        folder: For snapshots.
    """

    def __init__(self, port, flink, folder):
        super().__init__(port)
        self._flink, self._folder, self._written = flink, folder, 0
        self._snapshots = Snapshots(Oracle(port, flink))

    def _start(self, slots):
        return {"flink": self._flink.version, "java": "17.0.15"}

    def _refusing(self, read):
        try:
            return read()
        except NoPredictionError as error:
            raise RefusedError("submit", "IllegalStateException", f"the job failed: {error}") from error

    def _checkpoint(self, id):  # noqa: A002 - the command's field
        return self._write(id, "key-groups")

    def _stopWithSavepoint(self, id):  # noqa: A002, N802 - the command's name and field
        return self._write(id, "savepoint")

    def _next(self, kind):
        self._written += 1
        return self._folder / "snapshots" / f"{kind}-{self._written}"
