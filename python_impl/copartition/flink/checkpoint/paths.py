"""`org.apache.flink.core.fs.Path`: the form in which a release shows, and writes again, the path of a file."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address
from typing import Final
from urllib.parse import unquote

from copartition.errors import IllegalArgumentException

_DRIVE: Final = re.compile(r"[A-Za-z]:")
_WINDOWS_ROOT: Final = re.compile(r"/[A-Za-z]+:/")
_SLASHES: Final = re.compile(r"/{2,}")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
_LEGAL: Final = (
    r"(?:[A-Za-z0-9_.!~*'();:@&=+$,-]|%[0-9A-Fa-f]{2}|[^\0-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])"
)
"""A character of a URI's path, slashes apart: ASCII, an escape, or another that is no space."""
_NO_SCHEME: Final = re.compile(rf"({_LEGAL}*)(?:\?(?:{_LEGAL}|[?\[\]])*)?(?:#(?:{_LEGAL}|[?\[\]])*)?")
"""A relative path before a query or a fragment."""
_IN_BRACKETS: Final = re.compile(r"(?:[^\[\]@]*@)?\[([0-9A-Fa-f:.]+)(?:%[A-Za-z0-9_.]+)?\](?::[0-9]*)?")
"""A server with a literal address, which may have a zone."""
_LEADING_ZEROS: Final = re.compile(r"(?<![0-9A-Fa-f])0+(?=[0-9]+(?:\.|$))")
"""Before a number of an address of four."""


def flink_path(text: str) -> str:
    """`new Path(text).toString()`.

    Raises:
        IllegalArgumentException: It is empty, or no URI: a scheme that is none, or one before a relative path, or a
            bracket in a server that is no literal address.
    """
    if not text:
        raise IllegalArgumentException("Can not create a Path from an empty string")
    if _DRIVE.match(text):
        text = "/" + text
    scheme, authority, rest = path_parts(text)
    path = _SLASHES.sub("/", rest.replace("\\", "/"))
    if path.endswith("/") and path != "/" and not _WINDOWS_ROOT.fullmatch(path):
        path = path[:-1]
    if scheme is not None and path[:1] in ("", "/") and ("?" in scheme or "#" in scheme):
        return _before_query(text, scheme)
    if scheme is not None:
        _check_scheme(text, scheme, authority, path)
    if "[" in authority or "]" in authority:
        authority = _with_address(text, authority)
    path = _without_dots(path)
    if scheme is None and not authority and path.startswith("/") and _DRIVE.match(path, 1):
        path = path[1:]
    return f"{scheme}:" * (scheme is not None) + f"//{authority}" * bool(authority) + path


def _check_scheme(text: str, scheme: str, authority: str, path: str) -> None:
    if not _SCHEME.fullmatch(scheme):
        raise IllegalArgumentException(f"{text!r} has no scheme before its colon")
    if path and not path.startswith("/"):
        raise IllegalArgumentException(f"{text!r} has a scheme, and its path is relative")
    if not path and not authority:
        raise IllegalArgumentException(f"{text!r} has a scheme only")


def _before_query(text: str, scheme: str) -> str:
    """The path where a query or a fragment begins before the colon: what stands there is no scheme, and is all."""
    found = _NO_SCHEME.fullmatch(scheme)
    if found is None:
        raise IllegalArgumentException(f"{text!r} is no URI")
    return unquote(_without_dots(found[1]))


def _with_address(text: str, authority: str) -> str:
    """A server with brackets. A percent sign in them is escaped where something stands before, and remains so."""
    if not authority.startswith("["):
        before, bracket, after = authority.partition("[")
        within, closing, rest = after.partition("]")
        authority = before + bracket + within.replace("%", "%25") + closing + rest
    found = _IN_BRACKETS.fullmatch(authority)
    if found is None or not _is_address(found[1]):
        raise IllegalArgumentException(f"{text!r} has a bracket in its server, which is no literal address")
    return authority


def _is_address(literal: str) -> bool:
    if "." in literal:
        literal = _LEADING_ZEROS.sub("", literal)
    try:
        return bool(IPv6Address(literal).packed)
    except AddressValueError:
        return False


def path_parts(text: str) -> tuple[str | None, str, str]:
    """The scheme, if there is one, the server, and the path of a text, as `new Path(text)` tells them apart."""
    scheme = None
    colon, slash = text.find(":"), text.find("/")
    if colon != -1 and (slash == -1 or colon < slash):
        scheme, text = text[:colon], text[colon + 1 :]
    if text.startswith("//") and len(text) > len("//"):
        end = text.find("/", 2)
        end = len(text) if end == -1 else end
        return scheme, text[2:end], text[end:]
    return scheme, "", text


def _without_dots(path: str) -> str:
    """`URI.normalize`: without `.`, and without a segment and the `..` behind it."""
    segments = path.split("/")
    if "." not in segments and ".." not in segments:
        return path
    first = [""] if path.startswith("/") else []
    kept: list[str] = []
    ends_in_folder = False
    for segment in segments[len(first) :]:
        ends_in_folder = segment == "." or (segment == ".." and kept[-1:] not in ([], [".."]))
        if not ends_in_folder:
            kept.append(segment)
        elif segment == "..":
            kept.pop()
    if not first and kept and ":" in kept[0]:
        kept.insert(0, ".")
    whole = "/".join(first + kept)
    return (whole or "/" * bool(first)) + "/" * (ends_in_folder and bool(kept))
