"""`defiance-qt docs`: lists the documents, shows one, or finds the sections with a word. They are in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.found import documents_folder
from defiance_qt.journal import disk

LONGEST = 150
"""The most characters that are shown of a line with a word."""

_HEADING = re.compile(r"(#{1,6}) +(.+)")
_FENCE = re.compile(r"(```|~~~)")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)\n?")
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")


class Section(NamedTuple):
    """A part of a document below one heading: the document's name, the heading, and its lines, that of the heading
    first."""

    document: str
    heading: str
    lines: tuple[str, ...]


def documents() -> dict[str, Path]:
    """Return the documents by their names, sorted."""
    return {path.stem: path for path in sorted(documents_folder().glob("*.md"))}


def shown(wanted: str = "") -> Iterator[str]:
    """Yield lines on what is wanted: all documents with their titles without a word, the document of that name, the
    section with that heading, or those in which all words occur, each with its first line that has one.

    Raises `DefianceError` if there is none.
    """
    there = documents()
    if not wanted:
        width = max(map(len, there), default=0)
        for name, path in there.items():
            yield f"{name:{width}}  {_sections(name, path)[0].heading}"
        return
    name = wanted.removesuffix(".md").casefold()
    if name in there:
        yield from _plain("\n".join(line for one in _sections(name, there[name]) for line in one.lines))
        return
    words = wanted.casefold().split()
    sections = [one for name, path in there.items() for one in _sections(name, path)]
    exact = [one for one in sections if one.heading.casefold().replace("`", "").partition("(")[0] == wanted.casefold()]
    found = exact or [one for one in sections if _has(one, words)]
    if not found:
        raise DefianceError(
            "command.no_document", "No document has {word!r}: {known}.", word=wanted, known=", ".join(there)
        )
    if exact or len(found) == 1:
        for one in found:
            yield from _plain("\n".join(one.lines))
        return
    for one in sorted(found, key=lambda one: not any(word in one.heading.casefold() for word in words)):
        line = next((line for line in one.lines[1:] if any(word in line.casefold() for word in words)), "")
        yield f"{one.document}: {one.heading}"
        if line:
            yield f"    {shorten(' '.join(_plain(line)), LONGEST, placeholder=' …')}"


def _has(section: Section, words: list[str]) -> bool:
    text = "\n".join(section.lines).casefold()
    return all(word in text for word in words)


def _sections(name: str, path: Path) -> list[Section]:
    """Return the sections of a document. What stands in a block of code is no heading."""
    found: list[tuple[str, list[str]]] = [(name, [])]
    code = False
    for line in disk.read_file(path).decode().splitlines():
        code ^= bool(_FENCE.match(line))
        heading = None if code else _HEADING.fullmatch(line)
        if heading is not None:
            found.append((heading[2], []))
        found[-1][1].append(line)
    return [Section(name, heading, tuple(lines)) for heading, lines in found if any(lines)]


def _plain(text: str) -> Iterator[str]:
    """Yield the lines of a text for a terminal: links as their words, without pictures and comments."""
    yield from _LINK.sub(r"\1", _PICTURE.sub("", _COMMENT.sub("", text))).strip("\n").splitlines()
