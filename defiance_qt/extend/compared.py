"""Compares two versions of a plugin's files line by line, within limits. Runs nothing of them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

LARGEST = 256 << 10
"""The limit in bytes of a file whose lines are compared."""

MOST_LINES = 4000
"""The limit of lines of a file that is compared."""

MOST_SHOWN = 600
"""The limit of lines that are shown of one file's comparison."""

CONTEXT = 3
WIDEST = 300

Sign = Literal["+", "-", " ", "…"]
Kind = Literal["changed", "new", "gone"]

HIDDEN = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that change the direction of a text: a line that has them is not read as it runs."""


class Content(msgspec.Struct, frozen=True):
    """A file: its SHA-256, and its text; None if it is not a text or too large to be compared."""

    sha256: str
    text: str | None = None


class Line(NamedTuple):
    """A line of a comparison: added, removed, as before, or "…" for lines that are left out (`text` is empty)."""

    sign: Sign
    text: str


class FileChange(NamedTuple):
    """How a file differs: the numbers of added and removed lines, and the lines with those around them. Without
    `readable` it cannot be compared; `cut` is the number of lines that are not shown."""

    name: str
    kind: Kind
    added: int
    removed: int
    lines: tuple[Line, ...] = ()
    readable: bool = True
    cut: int = 0


def storable(name: str) -> str:
    """Return the name of a file or folder in a form that JSON can hold: bytes that are not UTF-8 are escaped."""
    return name.encode("utf-8", "backslashreplace").decode()


def contents(files: Mapping[str, bytes]) -> dict[str, Content]:
    """Return files in a form that can be compared and stored. Bytes of a name that are not UTF-8 are escaped."""
    return {
        storable(name): Content(hashlib.sha256(source).hexdigest(), plain(source)) for name, source in files.items()
    }


def plain(source: bytes) -> str | None:
    """Return the text of a file, with visible signs in place of control characters and of those that change its
    direction; None if it is not UTF-8 or too large."""
    if len(source) > LARGEST or b"\0" in source:
        return None
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    lines = text.replace("\r\n", "\n").split("\n")
    return None if len(lines) > MOST_LINES else "\n".join(map(_visible, lines))


def readable(source: bytes) -> str:
    """Return the beginning of a text that a person wants to read, with visible signs as in `plain`."""
    lines = source[:LARGEST].decode("utf-8-sig", errors="replace").replace("\r\n", "\n").split("\n")
    cut = ["…"] if len(lines) > MOST_LINES or len(source) > LARGEST else []
    return "\n".join((*map(_visible, lines[:MOST_LINES]), *cut)).strip("\n")


def readme(names: Collection[str], language: str) -> str:
    """Return the name of the file that a plugin wants to be read first, in the language if there is one; "" without."""
    there = {name.casefold(): name for name in sorted(names, reverse=True)}
    wanted = (f"readme.{language}.md", f"readme.{language}.txt", "readme.md", "readme.txt", "readme")
    return next((there[name] for name in wanted if name in there), "")


def _visible(line: str) -> str:
    if line.isprintable() and HIDDEN.isdisjoint(line):
        return line
    return "".join(
        sign if sign == "\t" or (sign.isprintable() and sign not in HIDDEN) else f"\\u{ord(sign):04x}" for sign in line
    )


def compare(before: Mapping[str, Content], after: Mapping[str, Content]) -> tuple[FileChange, ...]:
    """Return the files that differ, sorted by name."""
    found = []
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old is None or new is None or old.sha256 != new.sha256:
            found.append(_change(name, old, new))
    return tuple(found)


def _change(name: str, old: Content | None, new: Content | None) -> FileChange:
    kind: Kind = "new" if old is None else "gone" if new is None else "changed"
    if (old is not None and old.text is None) or (new is not None and new.text is None):
        return FileChange(name, kind, 0, 0, readable=False)
    lines = tuple(_lines(_split(old), _split(new)))
    added, removed = (sum(line.sign == sign for line in lines) for sign in "+-")
    return FileChange(name, kind, added, removed, lines[:MOST_SHOWN], True, max(0, len(lines) - MOST_SHOWN))


def _split(content: Content | None) -> list[str]:
    if content is None or not content.text:
        return []
    lines = content.text.split("\n")
    return lines if lines[-1] else lines[:-1]


def _lines(old: list[str], new: list[str]) -> Iterator[Line]:
    """Yield the lines that differ with a few around them, "…" between groups."""
    import difflib

    matcher = difflib.SequenceMatcher(None, old, new)
    for place, group in enumerate(matcher.get_grouped_opcodes(CONTEXT)):
        if place or group[0][1]:
            yield Line("…", "")
        for kind, old_from, old_to, new_from, new_to in group:
            if kind == "equal":
                yield from (Line(" ", _short(line)) for line in old[old_from:old_to])
                continue
            yield from (Line("-", _short(line)) for line in old[old_from:old_to])
            yield from (Line("+", _short(line)) for line in new[new_from:new_to])


def _short(line: str) -> str:
    return line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…"
