"""A report run again: the save opens, every step is decided as it was, and the game stands where it stood.

A report comes from a stranger. It is checked like a plugin's pack, its parts are looked up by their fixed names, and
no code of it is run: plugins are those that are installed here.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import Message, SaveError
from defiance_qt.core.port import Words
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.packs import read_zip
from defiance_qt.journal import disk
from defiance_qt.lab.checking import OK, shortened, verdict
from defiance_qt.lab.report.parts import NOTE, RECORDED, SAVE, SAVE_LOG, VERSIONS, Versions, position
from defiance_qt.words.errors import format_error, format_message

LARGEST = disk.LARGEST
SAVES = (SAVE, SAVE_LOG, RECORDED)


class Again(msgspec.Struct, frozen=True):
    """What came of a report. `versions` are those of the report, None without them. `refused` is why its save does not
    open, None if it does; `verdict` is what became of deciding its steps again. `state` compares where the game stands
    with where it stood: "unknown" if the report does not say."""

    note: str
    versions: Versions | None
    refused: SaveError | None = None
    step: int = 0
    steps: int = 0
    verdict: Message | None = None
    state: Literal["same", "differs", "unknown"] = "unknown"

    @property
    def ok(self) -> bool:
        """Whether the game opens and is decided as it was, and no difference is known."""
        return self.verdict is not None and self.verdict.key == OK and self.state != "differs"


def run_again(path: Path) -> Again:
    """Run a report again. Raises `SaveError` for a file that is not one, or one without a save."""
    parts = read_zip(path, LARGEST)
    versions, note = _versions(path, parts.get(VERSIONS)), parts.get(NOTE, b"").decode("utf-8", "replace")
    name = next((one for one in (SAVE, RECORDED) if one in parts), "")
    if not name:
        raise SaveError("report.no_save", "{file} holds no save that could be run again.", file=disk.shown(path))
    with TemporaryDirectory(prefix="defiance-report-") as room:
        for one in SAVES:
            if one in parts:
                (Path(room) / one).write_bytes(parts[one])
        save = Path(room) / name
        try:
            with open_save(save, read_only=True, stay=False, defaults=True) as session:
                now = position(session)
            decided = verdict(save)
        except SaveError as error:
            return Again(note, versions, error)
    before = versions.position if versions is not None else None
    same: Literal["same", "differs", "unknown"] = "unknown"
    if before is not None:
        same = "same" if before == now else "differs"
    return Again(note, versions, None, now.step, now.steps, decided, same)


def _versions(path: Path, source: bytes | None) -> Versions | None:
    """Return the versions of a report. Raises `SaveError` for what cannot be read."""
    if source is None:
        return None
    try:
        return msgspec.json.decode(source, type=Versions)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise SaveError(
            "report.versions",
            "{file} is not a report of this program: {part} cannot be read ({why}).",
            file=disk.shown(path),
            part=VERSIONS,
            why=error,
        ) from error


def lines(found: Again, words: Words) -> list[str]:
    """Return what came of a report, line by line."""
    told = []
    if found.versions is not None:
        made = found.versions
        told.append(
            words("report.made", program=made.program, python=made.python, system=made.system, here=__version__)
        )
    if found.note:
        told.append(words("report.note", text=" ".join(found.note.split())))
    if found.refused is not None:
        told.append(words("report.refused", why=format_error(found.refused, words)))
        return told
    told.append(words("report.opens", step=found.step, steps=found.steps))
    if found.verdict is not None:
        told.append(words("report.verdict", verdict=shortened(format_message(found.verdict, words))))
    told.append(words(f"report.state.{found.state}", step=found.step))
    return told


def report(found: Again, words: Words) -> dict[str, object]:
    """Return the same for JSON."""
    return {
        "ok": found.ok,
        "versions": found.versions,
        "here": __version__,
        "note": found.note,
        "opens": found.refused is None,
        "refused": "" if found.refused is None else format_error(found.refused, words),
        "step": found.step,
        "steps": found.steps,
        "verdict": "" if found.verdict is None else format_message(found.verdict, words),
        "state": found.state,
    }
