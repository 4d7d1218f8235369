"""Texts of others: strings that a terminal would obey or Qt would lay out, wherever a save or a plugin can hold text.

One alphabet goes through every command that prints and every screen of the window. No control character reaches the
output or a file that is written, and nothing is laid out as markup.
"""

from __future__ import annotations

import io
import random
import sys
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, ClassVar

from defiance_qt import cli
from defiance_qt.extend.found import user_folder
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, systems
from defiance_qt.words.languages import LANGUAGES
from tests.workshop.torture import values
from tests.workshop.torture.cases import HELD, OBEYED, RAW, REFUSED, SILENT, Case, Fault, Tell
from tests.workshop.torture.damaged import Damaged
from tests.workshop.torture.doors import FREE, raw_is_a_fault
from tests.workshop.torture.folders import Folder, keep_apart, let_run, toml
from tests.workshop.torture.games import SAVE, Base, one_step
from tests.workshop.torture.parts import evenly
from tests.workshop.torture.sealed import Raw, forge, is_header, is_step
from tests.workshop.torture.windows import BUILD, InWindow

SIGN = "pwn"
"""The word that every string holds: nothing of the program's own does."""

ALPHABET = (
    # What a terminal obeys: colours, titles, links, the clipboard, answers typed by the terminal, or its reset.
    "\x1b[31mpwn\x1b[0m", "\x1b]0;pwn\x07", "\x1b]8;;http://pwn\x1b\\x\x1b]8;;\x1b\\", "\x1b]52;c;cHdu\x07pwn",
    "\x1b[2J\x1b[Hpwn", "\x1b[6npwn", "\x1bcpwn", "\x1bP$qpwn\x1b\\", "\x9b31mpwn", "\x9d0;pwn\x9c", "\x90pwn\x9c",
    # Control characters.
    "pwn\x00pwn", "pwn\x07", "pwn\x08\x08\x08safe", "pwn\rsafe", "one\npwn", "one\r\npwn", "one\x0b\x0cpwn",
    "pwn\x7f\x7f", "one\x85pwn", "one\u2028pwn\u2029", "pwn\x1a", "pwn\x0e\x0f",
    # Other directions of writing, what has no width, what is heaped up.
    "\u202egnp.npwn\u202c", "\u2066pwn\u2069", "\u200f\u061cpwn", "p\u200bw\u200bn pwn", "\ufeffpwn\ufffe",
    "pwn" + "\u0301" * 300, "pwn\U000e0041\ufe0f\u200d",
    # Markup.
    "<b>pwn</b>", "<img src='file:///pwn.png'>", "<a href='http://pwn'>x</a>", "<!--pwn--><h1>x</h1>", "&lt;b&gt;pwn",
    "<style>*{color:red}</style>pwn", "]]><script>pwn</script>", "![pwn](//pwn) **x** `x`", "<table><tr><td>pwn<br/>",
    # Templates and formulas, and far too much.
    "{pwn} {0} {x.__class__}", "%s %n %(pwn)s", "=cmd|' /C pwn'!A0", "$(pwn) `pwn` ;pwn", "pwn " * 20_000, "pwn" * 9000,
)  # fmt: skip

DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of all that follows it on a line, also of the program's own words."""

PRINTED = 60.0
"""The seconds that a command may take, with what it imports."""

LONGEST = 60
"""The most entries of a game: the text matters, not the game."""


def obeyed(text: str) -> str:
    """Return the first sign of a text that a terminal would obey, "" if there is none."""
    found = (sign for sign in text if (unicodedata.category(sign) == "Cc" and sign not in "\n\t") or sign in DIRECTIONS)
    return next(found, "")


# ---- where a save holds text ----------------------------------------------------------------------------------------


def _title(session: Session, text: str, chance: random.Random) -> None:
    session.describe(title=text)


def _comment(session: Session, text: str, chance: random.Random) -> None:
    session.describe(comment=text)


def _note(session: Session, text: str, chance: random.Random) -> None:
    session.note(text)


def _checkpoint(session: Session, text: str, chance: random.Random) -> None:
    session.checkpoint(text)


def _way(session: Session, text: str, chance: random.Random) -> None:
    session.fork(chance.randrange(len(session.timeline)), text)
    one_step(session, chance)


def _seat(session: Session, text: str, chance: random.Random) -> None:
    if legal := session.legal():
        session.submit(chance.choice(legal), seat=text)


STORED: dict[str, Callable[[Session, str, random.Random], None]] = {
    "title": _title,
    "comment": _comment,
    "note": _note,
    "checkpoint": _checkpoint,
    "way": _way,
    "seat": _seat,
}


def _value(file: Damaged, text: str) -> None:
    """A text in an event or a command: an id, a reason, a name."""

    def change(raw: Raw) -> Any:
        texts = [way for way in values.places(raw) if isinstance(values.at(raw, way), str) and way[0] != "entry"]
        return values.put(raw, file.chance.choice(texts), text)

    forge(file, change, is_step)


def _stamp(file: Damaged, text: str) -> None:
    """A plugin that the game was played with."""

    def change(raw: Raw) -> Any:
        passport = raw["header"]["passport"]
        stamp = {"id": text, "version": text, "sha256": text, "options": {text: text}}
        return {**raw, "header": {**raw["header"], "passport": {**passport, "plugins": [stamp]}}}

    forge(file, change, is_header)


def _header(file: Damaged, text: str) -> None:
    """A text of the set-up or the passport."""

    def change(raw: Raw) -> Any:
        part = file.chance.choice(("setup", "passport"))
        was = raw["header"][part]
        texts = [way for way in values.places(was) if isinstance(values.at(was, way), str)]
        changed = values.put(was, file.chance.choice(texts), text)
        return {**raw, "header": {**raw["header"], part: changed}}

    forge(file, change, is_header)


WRITTEN: dict[str, Callable[[Damaged, str], None]] = {"value": _value, "stamp": _stamp, "header": _header}

# ---- where a plugin holds text --------------------------------------------------------------------------------------

MANIFEST = ("name", "description", "authors", "licence", "home", "version", "option", "choice", "requires", "id")


SOUND = "def show_menu(context):\n    return {}\n"
"""Code in which `plugin check` finds nothing wrong, so that it comes to the texts."""


def _plugin(plugin: Folder, place: str, text: str) -> None:
    """Write a plugin with the text at a place of its manifest, or in the words that it brings."""
    texts = dict.fromkeys(LANGUAGES, text)
    changes: dict[str, Any] = {place: text}
    if place in ("name", "description"):
        changes = {place: texts}
    elif place in ("authors", "requires"):
        changes = {place: [text]}
    elif place in ("option", "choice"):
        choice = {"id": "a", "kind": "choice", "default": text, "choices": [text, "x"], "text": texts}
        whole = {"id": "a", "kind": "int", "default": 1, "text": texts}
        changes = {"options": [choice if place == "choice" else whole]}
    elif place == "words":
        changes = {}
        plugin.write("locale/words.toml", _words(text))
    plugin.write("hooks.py", SOUND)
    plugin.write_manifest(module="hooks", **changes)


def _words(text: str) -> str:
    return toml({language: {"ui.title": text, "hostile.text": text} for language in LANGUAGES})


# ---- the cases ------------------------------------------------------------------------------------------------------


class Texts(InWindow):
    """Runs cases of one string in one place, at the command line and in the window."""

    weights: ClassVar = evenly(
        f"text_{name}" for name in (*STORED, *WRITTEN, "file", *(f"plugin_{place}" for place in (*MANIFEST, "words")))
    )

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        text = chance.choice(ALPHABET)
        keep_apart(room)
        self.base = ascii(text)[:80]
        place = case.kind.removeprefix("text_")
        if place.startswith("plugin_"):
            return self._plugin(case, place.removeprefix("plugin_"), text, chance, tell)
        base = chance.choice([one for one in self.bases if one.form == SAVE and one.contents.steps <= LONGEST])
        self.base = f"{base.name} {self.base}"
        path = self._save(place, text, base, room, chance)
        if path is None:
            return "the name is refused by the system", REFUSED
        return self._read(path, room, text, chance, tell)

    def _save(self, place: str, text: str, base: Base, room: Path, chance: random.Random) -> Path | None:
        file = Damaged.copy(base, room / "saves", chance, self.bases, self.scratch, FREE)
        if place in WRITTEN:
            WRITTEN[place](file, text)
        elif place == "file":
            named = file.path.with_name(f"{text.replace('/', '')[:60]}.defiance")
            try:
                return file.path.rename(named)
            except (OSError, ValueError):
                return None
        else:
            with open_save(file.path) as session, raw_is_a_fault():
                STORED[place](session, text, chance)
        return file.path

    def _read(self, path: Path, room: Path, text: str, chance: random.Random, tell: Tell) -> tuple[str, str]:
        """Read a save with the commands that print, in any order, and in the window."""
        out = room / "out"
        out.mkdir()
        save = str(path)
        commands: tuple[tuple[str, ...], ...] = (
            ("verify", save), ("log", save, "--why"), ("log", save, "--told", "--lang", "ru"), ("chronicle", save),
            ("chronicle", save, "--out", str(out / "c.html")), ("chronicle", save, "--out", str(out / "c.csv")),
            ("export", save, str(out / "e.jsonl")), ("odds", save), ("play", save), ("aside", save),
        )  # fmt: skip
        for arguments in chance.sample(commands, len(commands)):
            tell(arguments[0], PRINTED)
            _check_output(arguments, printed(*arguments))
        for made in out.glob("c.*"):
            _check_output((made.name,), made.read_text(encoding="utf-8"))
        probe = self.probe(tell)
        tell("open", BUILD)
        refused = probe.open(path)
        self._look(text, "the table")
        tell("close", BUILD)
        if not probe.close_game():
            raise Fault(SILENT, "the start screen is not there again")
        for shown in probe.tour():
            tell(shown, BUILD)
            self._look(text, shown)
        return (refused, REFUSED) if refused else ("", HELD)

    def _plugin(self, case: Case, place: str, text: str, chance: random.Random, tell: Tell) -> tuple[str, str]:
        """List a plugin, check and pack it, begin a game with it, and show it in the window."""
        system = chance.choice(list(systems()))
        plugin = Folder(user_folder() / f"hostile_{case.seed}", chance, system)
        plugin.place.parent.mkdir(parents=True)
        _plugin(plugin, place, text)
        let_run(user_folder())
        folder, id = str(plugin.place), plugin.id
        rules = systems()[system]
        scenario = rules.offerings(rules.content()).scenarios[0].id
        commands: tuple[tuple[str, ...], ...] = (
            ("plugin", "list"), ("plugin", "list", "--json"), ("plugin", "check", folder, "--no-tests"),
            ("plugin", "pack", folder, "--into", str(plugin.place.parent.parent)), ("plugin", "trust", id),
            ("plugin", "distrust", id), ("plugin", "remove", text), ("plugin", "trust", id),
            ("play", scenario, "--system", system, "--plugin", id), ("play", scenario, "--plugin", text),
        )  # fmt: skip
        for arguments in chance.sample(commands, len(commands)):
            tell(arguments[1], PRINTED)
            _check_output(arguments, printed(*arguments))
        probe = self.probe(tell)
        for shown in probe.tour(id):
            tell(shown, BUILD)
            self._look(text, shown)
        return "", HELD

    def _look(self, text: str, shown: str) -> None:
        if found := self.probe().laid_out(SIGN, text):
            raise Fault(OBEYED, f"laid out as markup at {shown}: {'; '.join(found)}")


def _check_output(arguments: Sequence[str], text: str) -> None:
    if sign := obeyed(text):
        line = next(line for line in text.split("\n") if sign in line)
        raise Fault(OBEYED, f"{arguments[0]} {ascii(arguments[1:])[:80]} gives out {sign!r}: {line[:200]!r}")
    if "Traceback (most recent" in text:
        raise Fault(RAW, f"{arguments[0]}: {text[-800:]}")


def printed(*arguments: str) -> str:
    """Run a command as a terminal does, with no input, and return all that it prints."""
    out, before = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True, newline=""), sys.stdin
    sys.stdin = io.StringIO("")
    try:
        with raw_is_a_fault(), redirect_stdout(out), redirect_stderr(out):
            cli.main(arguments)
    finally:
        sys.stdin = before
    buffer: Any = out.buffer
    return str(buffer.getvalue().decode("utf-8", "replace"))
