"""Makes Cargo.lock of pinned.lock: all that is built, by version and checksum, from where this machine's Cargo looks.

The address is taken from a lock file that Cargo itself has just made (`cargo generate-lockfile`).
"""

import re
from pathlib import Path

fresh, pinned = Path("Cargo.lock"), Path("pinned.lock")
sources = set(re.findall(r"^source = .*$", fresh.read_text(encoding="utf-8"), re.MULTILINE))
if len(sources) != 1:
    raise SystemExit(f"{fresh} has {len(sources)} sources in place of one: only a single registry can be put back")
text = re.sub(r"^(?=checksum = )", f"{sources.pop()}\n", pinned.read_text(encoding="utf-8"), flags=re.MULTILINE)
fresh.write_text(text, encoding="utf-8")
