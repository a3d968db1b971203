"""A real standalone cluster on loopback: a master and two workers, which end with the context."""

import os
import re
import subprocess
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyspark

SECONDS = 120
_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"


@contextmanager
def standalone(folder, workers=2):
    """Gives the master's URL and the process ids of the workers."""
    with ExitStack() as stack:
        master = ["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        _, url = stack.enter_context(_daemon(folder / "master", master, r"Starting Spark master at (spark://\S+)"))
        worker = ["org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1"]
        pids = []
        for i in range(workers):
            place = folder / f"worker-{i}"
            command = [*worker, "--memory", "1g", "--work-dir", str(place), url]
            pid, _ = stack.enter_context(_daemon(place, command, r"(Successfully registered with master)"))
            pids.append(pid)
        yield url, pids


@contextmanager
def _daemon(folder, arguments, started):
    """Runs one of Spark's daemons until the context ends; gives its id and what its log says when it is up."""
    folder.mkdir()
    environ = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m"}
    found = threading.Event()
    said = []
    match = []

    def read(pipe):
        for line in pipe:
            said.append(line)
            if not match and (up := re.search(started, line)):
                match.append(up[1])
                found.set()
        found.set()

    command = [str(_CLASS), *arguments]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        reader = threading.Thread(target=read, args=(process.stdout,), daemon=True)
        reader.start()
        try:
            found.wait(SECONDS)
            assert match, f"{arguments[0]} did not start:\n{''.join(said[-20:])}"
            yield process.pid, match[0]
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
            reader.join()


def children(pid):
    """The ids of a process's children, whichever of its threads started them."""
    return [int(child) for of in Path(f"/proc/{pid}/task").glob("*/children") for child in of.read_text().split()]
