"""What a check of a plugin has found: a fault with its file and its key, in one line."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import NamedTuple

import msgspec

from defiance_qt.core.errors import DefianceError, Message, one_line
from defiance_qt.extend.manifest import FILE
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_message


class Finding(NamedTuple):
    """A fault. `file` is relative to the plugin's folder, `key` what in the file is wrong: a key, a function, a line;
    "" if the reason says it."""

    file: str
    key: str
    why: Message | str

    def line(self, words: Words) -> str:
        """Return the fault in one line, in the language of the words."""
        why = self.why if isinstance(self.why, str) else format_message(self.why, words)
        return one_line(": ".join(part for part in (self.file, self.key, why) if part))


class Listed(msgspec.Struct, frozen=True):
    """A fault for programs."""

    file: str
    key: str
    text: str


def listed(finding: Finding, words: Words) -> Listed:
    """Return the fault for programs. The key is that of the reason if the fault itself has none."""
    key = finding.key
    if not key and isinstance(finding.why, Message):
        values = finding.why.values
        key = str(next((values[name] for name in ("key", "where", "name", "id") if name in values), ""))
    return Listed(finding.file, key, finding.line(words))


def of_error(error: BaseException, folder: Path, file: str = FILE) -> list[Finding]:
    """Return the faults in what a plugin was refused for, each with the place in its code if there is one."""
    place = place_in(error, folder)
    if not isinstance(error, DefianceError):
        return [Finding(place or file, "", f"{type(error).__name__}: {error}")]
    message = error.message
    faults = message.values.get("faults")
    if message.key == "plugin.unusable" and isinstance(faults, tuple):
        return [Finding(place or file, "", fault) for fault in faults]
    if message.key == "plugin.failed":
        why = message.values["why"]
        return [Finding(place or file, str(message.values["hook"]), why if isinstance(why, Message) else str(why))]
    return [Finding(place or file, "", message)]


def place_in(error: BaseException, folder: Path) -> str:
    """Return the file of a plugin and the line where an error was raised, "" if that was elsewhere."""
    found = ""
    cause: BaseException | None = error
    while cause is not None:
        for frame in traceback.extract_tb(cause.__traceback__):
            file = Path(frame.filename)
            if file.is_relative_to(folder):
                found = f"{file.relative_to(folder).as_posix()}:{frame.lineno}"
        cause = cause.__cause__
    return found
