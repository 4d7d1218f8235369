"""`defiance-qt chronicle`: the chronicle of a game as text, as one HTML file, as CSV and as PDF.

The game writes it (`Game.chronicle`); here the user's own notes and names of steps join the diary, and `text`, `page`
and `sheet` give it its form. A PDF needs Qt, so the room that has it passes a `Printer`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Chronicler, Words
from defiance_qt.core.port.chronicle import Chronicle, Line, Section
from defiance_qt.core.session import Session
from defiance_qt.journal import disk

Printer = Callable[[str, Mapping[str, str]], bytes]
"""Returns the PDF of a page of HTML. The mapping holds its pictures: name to SVG."""

SUFFIXES = (".html", ".csv", ".pdf")


class Kept(NamedTuple):
    """A chronicle with the name that the user gave the game and the note on it, "" without one."""

    chronicle: Chronicle
    name: str = ""
    comment: str = ""


def kept(session: Session, words: Words, file: str = "") -> Kept:
    """Return the chronicle of a game up to its head, with the user's own notes. Raises
    `DefianceError` if it keeps none."""
    game = session.game
    found = game.chronicle(session.event_contexts(), words) if isinstance(game, Chronicler) else None
    if found is None:
        raise DefianceError("command.no_chronicle", "{file}: this game keeps no chronicle.", file=file)
    own = _own_lines(session)
    sections = tuple(_with(section, own) for section in found.sections)
    return Kept(replace(found, sections=sections), harmless(session.title), harmless(session.comment))


def _own_lines(session: Session) -> list[Line]:
    """Return the notes and names of the steps on the way to the head."""
    timeline, found = session.timeline, []
    for step in timeline.path:
        if name := timeline.names.get(step):
            found.append(Line(harmless(name), step, str(step), "name"))
        found += [Line(harmless(text), step, str(step), "note") for text in timeline.notes.get(step, ())]
    return found


def _with(section: Section, own: list[Line]) -> Section:
    """Return the section with the own lines of its steps after the others of each step. Removes them from `own`, so
    that a step at which one section ends and another begins is in the first."""
    if section.kind == "whole":
        return section
    mine = [line for line in own if section.first <= line.step <= section.last]
    own[:] = [line for line in own if line not in mine]
    lines = sorted((*section.lines, *mine), key=lambda line: line.step)
    return replace(section, lines=tuple(lines))


def harmless(text: str) -> str:
    """Return a user's own text with replacement characters for control characters; line breaks stay."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text)


def check_form(out: Path) -> None:
    """Raise `DefianceError` for a file whose name ends in no form of the chronicle."""
    if out.suffix.lower() not in SUFFIXES:
        raise DefianceError(
            "command.no_form",
            "A chronicle cannot be written to {file}: choose {known}.",
            file=disk.shown(out),
            known=", ".join(SUFFIXES),
        )


def write(found: Kept, out: Path, words: Words, printer: Printer | None, *, over: bool = False) -> None:
    """Write a chronicle in the form that the file's name ends in. An existing file is replaced only with `over`. Raises
    `DefianceError`."""
    from defiance_qt.lab.chronicle import page, sheet

    check_form(out)
    form = out.suffix.lower()
    if form == ".html":
        content = page.page(found, words).encode()
    elif form == ".csv":
        content = sheet.sheet(found, words).encode("utf-8-sig")
    elif printer is None:
        raise DefianceError(
            "command.no_printer", "{file} cannot be made without Qt: choose .html.", file=disk.shown(out)
        )
    else:
        content = printer(*page.printed(found, words))
    disk.replace_file(out, (content,), replace=over)
