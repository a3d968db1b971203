"""Step `provenance`: the statement of what the fixtures are and were made of, signed, and shown to notice a change.

With `--sign KEY` the maintainer's key signs, and `--signers FILE` says that it may. Without, a throwaway key does: the
rehearsal then proves the way, and leaves no signature behind.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import whole_file
from jarparity.fixtures import provenance as statements
from quality.release.desk import Done, StepFailedError

if TYPE_CHECKING:
    from quality.release.desk import Desk

FILE: Final = "PROVENANCE.json"
_NOTE: Final = "made-again.json"
_THROWAWAY: Final = "rehearsal@jarparity"


def note(desk: Desk, *, java: str) -> None:
    """Notes in `dist` that the commit's fixtures were made again without a difference, and on which Java."""
    whole_file.replace(desk.dist / _NOTE, json.dumps({"commit": desk.commit, "java": java}).encode())


def provenance(desk: Desk) -> Done:
    """Writes the statement into `dist`, signs it, and checks the signature; then changes a byte, which must be noticed.

    Raises:
        StepFailedError: The fixtures of this commit were not made again, a key is missing, or a change goes unnoticed.
    """
    text = statements.statement(desk.clone / "fixtures", desk.clone, commit=desk.commit, java=_made_again_on(desk))
    # An older statement's goes first, or a run that is killed here leaves it beside the new one.
    (desk.dist / f"{FILE}.sig").unlink(missing_ok=True)
    whole_file.replace(desk.dist / FILE, text.encode())
    with tempfile.TemporaryDirectory(dir=desk.scratch) as folder:
        key, signers = _keys(desk, Path(folder))
        for wrong in _unnoticed(desk, Path(folder), text, key, signers):
            raise StepFailedError(wrong)
        if desk.key:
            sign(desk, desk.dist / FILE, key)
            name = statements.signer(desk.dist / FILE, signers)
        else:
            name = None
    count = len(statements.digests(desk.clone / "fixtures"))
    return Done(
        f"a statement (in-toto, signed by OpenSSH) of {count} fixture files, which of them were made again, the "
        "originals' lock, the bridge's sources and the Java; a changed statement, vector, signer or purpose is refused",
        open=None if name else "signed with a throwaway key; a release says `--sign KEY --signers FILE`",
    )


def sign(desk: Desk, file: Path, key: Path, namespace: str = statements.NAMESPACE) -> None:
    """Signs a file; the signature is beside it, with `.sig`.

    Raises:
        StepFailedError: OpenSSH can't.
    """
    file.with_name(f"{file.name}.sig").unlink(missing_ok=True)
    desk.must(["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", str(key), str(file)], file.parent)


def _keys(desk: Desk, folder: Path) -> tuple[Path, Path]:
    """The key that signs, and the file of those that may."""
    if desk.key:
        if desk.signers is None:
            raise StepFailedError("--sign says which key signs; say with --signers which keys may")
        return desk.key, desk.signers
    key = _new_key(desk, folder / "key")
    signers = folder / "signers"
    signers.write_text(f'{_THROWAWAY} namespaces="{statements.NAMESPACE}" {_public(key)}', "utf-8")
    return key, signers


def _unnoticed(desk: Desk, folder: Path, text: str, key: Path, signers: Path) -> list[str]:
    """Changes that the check does not notice; and what it takes for changed, though it isn't."""
    right = folder / "right" / FILE
    whole_file.replace(right, text.encode())
    sign(desk, right, key)
    unnoticed = [] if _is_signed(right, signers) else ["a statement that was signed just now is refused"]

    changed = folder / "changed" / FILE
    whole_file.replace(changed, text.replace('"kit": "', '"kit": "9', 1).encode())
    shutil.copyfile(f"{right}.sig", f"{changed}.sig")
    purpose = folder / "purpose" / FILE
    whole_file.replace(purpose, text.encode())
    sign(desk, purpose, key, "file")
    stranger = folder / "stranger" / FILE
    whole_file.replace(stranger, text.encode())
    sign(desk, stranger, _new_key(desk, folder / "another-key"))
    unnoticed += [
        f"accepted, though {what}"
        for file, what in (
            (changed, "a byte of the statement was changed"),
            (purpose, "it was signed for something else"),
            (stranger, "somebody else signed it"),
        )
        if _is_signed(file, signers)
    ]

    vectors = shutil.copytree(desk.clone / "fixtures", folder / "fixtures")
    if list(statements.examine(vectors, text, FILE)):
        unnoticed.append("the fixtures of which the statement was made are refused")
    victim = min(vectors.glob("*.jsonl"))
    content = bytearray(victim.read_bytes())
    content[len(content) // 2] ^= 1
    victim.write_bytes(content)
    if not list(statements.examine(vectors, text, FILE)):
        unnoticed.append(f"accepted, though a byte of {victim.name} was changed")
    return unnoticed


def _is_signed(file: Path, signers: Path) -> bool:
    try:
        statements.signer(file, signers)
    except statements.ProvenanceError:
        return False
    return True


def _new_key(desk: Desk, path: Path) -> Path:
    desk.must(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)], desk.scratch)
    return path


def _public(key: Path) -> str:
    return key.with_name(f"{key.name}.pub").read_text("utf-8")


def _made_again_on(desk: Desk) -> str:
    try:
        noted = json.loads((desk.dist / _NOTE).read_text("utf-8"))
    except OSError:
        noted = {}
    if noted.get("commit") != desk.commit:
        raise StepFailedError("the fixtures of this commit were not made again yet: run the step `fixtures` before")
    return str(noted["java"])
