"""Says which Pythons of tox's list are missing: a remark on a developer's machine, a failure under CI."""

import os
import shutil
import subprocess
import sys


def found(version: str) -> bool:
    """Whether `pythonX.Y` is there and runs (a pyenv shim can be there and not run)."""
    name = shutil.which(f"python{version}")
    return name is not None and subprocess.run([name, "-c", ""], capture_output=True, check=False).returncode == 0


# As `jarparity.environment.under_ci`; jarparity isn't installed where this runs.
under_ci = os.environ.get("CI", "").strip().lower() not in {"", "0", "false", "no", "off"}
missing = [version for version in sys.argv[1:] if not found(version)]
for version in missing:
    print(f"Python {version} is missing: its environment is skipped. Install it, e.g. `pyenv install {version}`.")
print(f"{len(sys.argv) - 1 - len(missing)} of {len(sys.argv) - 1} Pythons are here")
sys.exit(bool(missing and under_ci))
