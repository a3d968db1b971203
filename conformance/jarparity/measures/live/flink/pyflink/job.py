"""The program that runs real jobs, in an environment that has PyFlink and no package of the kit's.

Its arguments are a folder for all that it writes, and the folder in which the kit lies.

PyFlink starts Java in a process of its own, with a mini cluster on loopback. Both end with this process, which ends
with its standard input.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_JAVA = "-Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
_LOOPBACK = dict.fromkeys(("jobmanager.bind-host", "taskmanager.bind-host", "rest.bind-address"), "localhost")
_PYTHON = dict.fromkeys(("python.executable", "python.client.executable"), sys.executable)


class Jobs:
    """The commands."""

    def __init__(self, folder: Path) -> None:
        """Says where Java and Flink write: into a folder."""
        for name in ("logs", "java"):
            (folder / name).mkdir()
        if not os.environ.get("JAVA_HOME"):  # PyFlink would take an empty one for a folder
            os.environ.pop("JAVA_HOME", None)
        os.environ |= {
            "JVM_ARGS": f"{_JAVA} -Djava.io.tmpdir={folder / 'java'}",
            "FLINK_LOG_DIR": str(folder / "logs"),
            # In thread mode an interpreter inside Java's process has to find the packages of this environment.
            "PYTHONPATH": sysconfig.get_path("purelib"),
            "TMPDIR": str(folder),
            # Workers are processes, as on a cluster; else they are threads of this one, which would listen everywhere.
            "_python_worker_execution_mode": "process",
        }

    def about(self) -> dict[str, str | None]:
        """The versions that decide how keys are pickled, and Python as a library, which thread mode needs."""
        import cloudpickle  # noqa: PLC0415 - only that environment has it
        from find_libpython import find_libpython  # noqa: PLC0415 - as above
        from pyflink.version import __version__  # noqa: PLC0415 - as above

        return {
            "pyflink": __version__,
            "python": platform.python_version(),
            "cloudpickle": cloudpickle.__version__,
            "libpython": find_libpython(),
        }

    def place(self, mode: str, kinds: Sequence[str], parallelism: int, limit: int) -> Mapping[str, list[list[int]]]:
        """Runs a job that has a keyed stream of each type.

        Args:
            mode: PyFlink's `python.execution-mode`.
            kinds: Types of keys.
            parallelism: Of the keyed operators.
            limit: The max parallelism.

        Returns:
            By type, the subtasks that each of its keys was seen on, in the order of the keys.
        """
        from jarparity.measures.live.flink.pyflink.samples import keys_of  # noqa: PLC0415 - the path was just made

        streams = self._environment(mode, limit)
        places = _places()
        found: dict[str, list[list[int]]] = {}
        every = None
        for kind in kinds:
            keys = keys_of(kind)
            found[kind] = [[] for _ in keys]
            type_ = _type(kind)
            source = streams.from_collection([(kind, number, _key(kind, key)) for number, key in enumerate(keys)])
            keyed = source.key_by(lambda element: element[2], **({} if type_ is None else {"key_type": type_}))
            placed = keyed.process(places, output_type=_type("STRING")).set_parallelism(parallelism)
            every = placed if every is None else every.union(placed)
        if every is not None:
            with every.execute_and_collect() as seen:
                for one in seen:
                    kind, number, subtask = json.loads(one)
                    found[kind][number].append(subtask)
        return found

    def refusal(self, mode: str) -> str | None:
        """What Flink says of bytes as a `key_type`, before any job runs; None if nothing."""
        from py4j.protocol import Py4JJavaError  # noqa: PLC0415 - as above
        from pyflink.common import Types  # noqa: PLC0415 - as above

        source = self._environment(mode, 1).from_collection([b"ab"])
        try:
            source.key_by(lambda element: element, key_type=Types.PRIMITIVE_ARRAY(Types.BYTE()))
        except Py4JJavaError as error:
            return str(error.java_exception.getClass().getSimpleName())
        return None

    @staticmethod
    def _environment(mode: str, limit: int) -> Any:  # noqa: ANN401 - PyFlink's
        from pyflink.common import Configuration  # noqa: PLC0415 - as above
        from pyflink.datastream import StreamExecutionEnvironment  # noqa: PLC0415 - as above

        settings = Configuration()
        for setting, value in {**_LOOPBACK, **_PYTHON, "python.execution-mode": mode}.items():
            settings.set_string(setting, value)
        streams = StreamExecutionEnvironment.get_execution_environment(settings)
        streams.set_parallelism(1)
        streams.set_max_parallelism(limit)
        return streams


def _places() -> Any:  # noqa: ANN401 - PyFlink's
    """The operator that tells on which subtask a key is."""
    from pyflink.datastream import KeyedProcessFunction  # noqa: PLC0415 - only that environment has it

    class Places(KeyedProcessFunction):  # type: ignore[misc,unused-ignore] # without PyFlink its base has no type
        """Cloudpickle takes it along to the workers, with what it names."""

        def open(self, runtime_context: Any) -> None:  # noqa: ANN401
            # PyFlink 2's get_index_of_this_subtask fails in thread mode: it calls what Flink 2 has no more.
            embedded = getattr(runtime_context, "_runtime_context", None)
            context = runtime_context if embedded is None else embedded.getTaskInfo()
            self.subtask = context.get_index_of_this_subtask() if embedded is None else context.getIndexOfThisSubtask()

        def process_element(self, value: Any, ctx: Any) -> Any:  # noqa: ANN401, ARG002
            kind, number, _ = value
            yield json.dumps([kind, number, self.subtask])

    return Places()


def _type(kind: str) -> Any:  # noqa: ANN401 - PyFlink's
    """The type information of a type of keys; None for none."""
    from pyflink.common import Types  # noqa: PLC0415 - only that environment has it

    if kind in {"TUPLE", "ROW"}:
        return getattr(Types, kind)([Types.STRING(), Types.LONG()])
    return getattr(Types, kind)() if hasattr(Types, kind) else None


def _key(kind: str, key: Any) -> Any:  # noqa: ANN401 - of many types
    from pyflink.common import Row  # noqa: PLC0415 - only that environment has it

    return Row(*key) if kind == "ROW" else key


if __name__ == "__main__":
    sys.path.append(sys.argv[2])
    from jarparity.child_process.serving import serve

    serve(lambda _tell: Jobs(Path(sys.argv[1])), at_end=lambda: shutil.rmtree(sys.argv[1], ignore_errors=True))
