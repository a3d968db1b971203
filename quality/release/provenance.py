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

from google.protobuf.json_format import Parse, ParseError
from in_toto_attestation.v1.statement import Statement
from in_toto_attestation.v1.statement_pb2 import Statement as Message

from jarparity import whole_file
from jarparity.fixtures import provenance as statements
from quality.release.context import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quality.release.context import ReleaseContext

FILE: Final = "PROVENANCE.json"
_NOTE: Final = "made-again.json"
_THROWAWAY: Final = "rehearsal@jarparity"


def note(context: ReleaseContext, *, java: str) -> None:
    """Notes in `dist` that the commit's fixtures were made again without a difference, and on which Java."""
    whole_file.replace(context.dist / _NOTE, json.dumps({"commit": context.commit, "java": java}).encode())


def provenance(context: ReleaseContext) -> Done:
    """Writes the statement into `dist`, signs it, and checks the signature; then changes a byte, which must be noticed.

    Raises:
        StepFailedError: The fixtures of this commit were not made again, a key is missing, or a change goes unnoticed.
    """
    fixtures, java = context.clone / "fixtures", _made_again_on(context)
    text = statements.statement(fixtures, context.clone / "java_ref", commit=context.commit, java=java)
    # An older statement's goes first, or a run that is killed here leaves it beside the new one.
    (context.dist / f"{FILE}.sig").unlink(missing_ok=True)
    whole_file.replace(context.dist / FILE, text.encode())
    with tempfile.TemporaryDirectory(dir=context.scratch) as folder:
        key, signers = _keys(context, Path(folder))
        faults = [*invalid(text), *_unnoticed(context, Path(folder), text, key, signers)]
        if faults:
            raise StepFailedError(*faults)
    if context.key:
        sign(context, context.dist / FILE, key)
    return Done(
        f"a statement (in-toto, signed by OpenSSH) of {len(statements.digests(fixtures))} fixture files, which of them "
        "were made again, the originals' lock, the bridge's sources and the Java; a changed statement, vector, signer "
        "or purpose is refused",
        open=None if context.key else "signed with a throwaway key; a release says `--sign KEY --signers FILE`",
    )


def invalid(text: str) -> list[str]:
    """What in-toto's own model says against a statement."""
    try:
        Statement.copy_from_pb(Parse(text, Message())).validate()
    except (ParseError, ValueError) as error:
        return [f"{FILE} isn't an in-toto statement: {error}"]
    return []


def sign(context: ReleaseContext, file: Path, key: Path, namespace: str = statements.NAMESPACE) -> None:
    """Signs a file; the signature is beside it, with `.sig`.

    Raises:
        StepFailedError: OpenSSH can't.
    """
    file.with_name(f"{file.name}.sig").unlink(missing_ok=True)
    context.must(["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", str(key), str(file)], file.parent)


def _keys(context: ReleaseContext, folder: Path) -> tuple[Path, Path]:
    """The key that signs, and the file of those that may."""
    if context.key:
        if context.signers is None:
            raise StepFailedError("--sign says which key signs; say with --signers which keys may")
        return context.key, context.signers
    key, signers = _new_key(context, folder / "key"), folder / "signers"
    public = key.with_name(f"{key.name}.pub").read_text("utf-8")
    signers.write_text(f'{_THROWAWAY} namespaces="{statements.NAMESPACE}" {public}', "utf-8")
    return key, signers


def _unnoticed(context: ReleaseContext, folder: Path, text: str, key: Path, signers: Path) -> Iterator[str]:
    """Changes that the check does not notice; and what it takes for changed, though it isn't."""

    def accepted(name: str, signed: str, by: Path, namespace: str = statements.NAMESPACE) -> bool:
        file = folder / name / FILE
        whole_file.replace(file, signed.encode())
        sign(context, file, by, namespace)
        whole_file.replace(file, text.encode())
        try:
            statements.signer(file, signers)
        except statements.ProvenanceError:
            return False
        return True

    if not accepted("right", text, key):
        yield "a statement that was signed just now is refused"
    if accepted("changed", text.replace('"kit": "', '"kit": "9', 1), key):
        yield "accepted, though a byte of the statement was changed"
    if accepted("purpose", text, key, "file"):
        yield "accepted, though it was signed for something else"
    if accepted("stranger", text, _new_key(context, folder / "another-key")):
        yield "accepted, though a stranger signed it"
    vectors = shutil.copytree(context.clone / "fixtures", folder / "fixtures")
    if list(statements.examine(vectors, text, FILE)):
        yield "the fixtures of which the statement was made are refused"
    victim = min(vectors.glob("*.jsonl"))
    content = bytearray(victim.read_bytes())
    content[len(content) // 2] ^= 1
    victim.write_bytes(content)
    if not list(statements.examine(vectors, text, FILE)):
        yield f"accepted, though a byte of {victim.name} was changed"


def _new_key(context: ReleaseContext, path: Path) -> Path:
    context.must(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)], context.scratch)
    return path


def _made_again_on(context: ReleaseContext) -> str:
    try:
        noted = json.loads((context.dist / _NOTE).read_text("utf-8"))
    except OSError:
        noted = {}
    if noted.get("commit") != context.commit:
        raise StepFailedError("the fixtures of this commit were not made again yet: run the step `fixtures` before")
    return str(noted["java"])
