"""Hostile plugins: a game is begun with each, played, saved, and opened again.

Whatever the plugin does, the game begins or is refused in a sentence that names the plugin; it goes on, misbehaviour is
reported with the plugin's name, and the save opens again and verifies. Games without the plugin do not notice it.
"""

from __future__ import annotations

import gc
import io
import random
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import ClassVar

from defiance_qt.core.errors import one_line
from defiance_qt.extend.found import user_folder
from defiance_qt.extend.sessions import Session, systems
from tests.workshop.torture import mischief
from tests.workshop.torture.cases import (
    CHANGED,
    HELD,
    LOST,
    REFUSED,
    SENTENCE,
    SILENT,
    STUCK,
    Case,
    Fault,
    Tell,
)
from tests.workshop.torture.doors import command, raw_is_a_fault, read, sentence
from tests.workshop.torture.folders import FOLDERS, Folder, keep_apart, let_run
from tests.workshop.torture.games import begin, contents, one_step
from tests.workshop.torture.parts import Part

NOISE = ("Traceback", "was never awaited", "Exception ignored")
"""What Python itself writes to the terminal when something was left undone. A plugin may print what it likes."""

STEPS = 40
"""The commands played with a plugin, at most."""


class Hostile(Part):
    """Runs cases of hostile plugins, each with a data folder of its own."""

    weights: ClassVar = {name: kind.weight for name, kind in FOLDERS.items()}

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        plugin = made(case, room, chance)
        self.base = f"{plugin.system} {plugin.misbehaves}".strip()
        mischief.MISDEEDS.clear()
        with plugin.closing:
            outcome, detail = Trial(plugin, room, chance, tell).judged()
        return detail, outcome

    def leave(self, case: Case, folder: Path) -> None:
        """Make the plugin once more in the folder, to be looked at."""
        made(case, folder, case.chance())


def made(case: Case, room: Path, chance: random.Random) -> Folder:
    """Write the plugin of a case into the user's plugin folder below the room, and return it."""
    keep_apart(room)
    there = list(systems())
    # Mostly the first system: it has the most hooks.
    system = there[0] if chance.random() < 0.85 else chance.choice(there)
    plugin = Folder(user_folder() / f"hostile_{case.seed}", chance, system)
    plugin.place.parent.mkdir(parents=True)
    plugin.chosen = (plugin.id,)
    FOLDERS[case.kind].make(plugin)
    let_run(user_folder())
    return plugin


class Trial:
    """One plugin before the program."""

    def __init__(self, plugin: Folder, room: Path, chance: random.Random, tell: Tell) -> None:
        self.plugin, self.chance, self.tell = plugin, chance, tell
        self.save = room / "game.defiance"
        self.seed = chance.randrange(1000)

    def judged(self) -> tuple[str, str]:
        """Return the outcome and a sentence. Raises `Fault`."""
        noise = io.StringIO()
        # What a plugin prints must not come between the figures.
        with redirect_stderr(noise), redirect_stdout(io.StringIO()):
            outcome = self._judged()
            # What is complained of when it is thrown away.
            gc.collect()
        heard = noise.getvalue()
        if any(sign in heard for sign in NOISE):
            raise Fault(SENTENCE, f"noise on the terminal: {heard.strip()[-600:]}")
        return outcome

    def _judged(self) -> tuple[str, str]:
        self.tell("list")
        listed = command("plugin", "list")
        if "hostile" not in listed.text.lower() and "hostile" not in listed.refused and self.plugin.place.is_dir():
            raise Fault(SILENT, "the list of plugins does not name it")
        command("plugin", "list", "--json")
        self.tell("another game")
        self._another()
        self.tell("begin")
        with raw_is_a_fault() as refused:
            session = begin(self.plugin.system, self.seed, self.plugin.chosen, self.save, options=self.plugin.options)
        if refused and self.plugin.options:
            # An option of the game itself is refused by its own name.
            return REFUSED, refused[0]
        if refused:
            if self.plugin.chosen and not any(_named(id, refused[0]) for id in self.plugin.chosen):
                raise Fault(SENTENCE, f"the plugin is not named: {refused[0]}")
            if self.save.exists():
                raise Fault(LOST, f"a refused game leaves a file: {refused[0]}")
            return REFUSED, refused[0]
        with session:
            before = self._play(session)
            said = self._named(session)
        self._again(before)
        return HELD, said

    def _another(self) -> None:
        """A game without the plugin begins and can be played."""
        with raw_is_a_fault() as refused:
            begin(self.plugin.system, self.seed)
        if refused:
            raise Fault(STUCK, f"a game without the plugin is refused: {refused[0]}")

    def _play(self, session: Session) -> object:
        for _ in range(STEPS):
            self.tell("play")
            if session.result is not None:
                break
            with raw_is_a_fault() as refused:
                went_on = one_step(session, self.chance)
            if refused:
                raise Fault(STUCK, f"a legal command is refused: {refused[0]}")
            if not went_on:
                raise Fault(STUCK, f"nobody can go on: {session.prompt.asks}; {self._failures(session)}")
            with raw_is_a_fault():
                broken = session.game.invariants(session.state)
            if broken:
                raise Fault(CHANGED, f"an invariant does not hold: {broken[0]}")
        with raw_is_a_fault():
            return contents(session)

    @staticmethod
    def _failures(session: Session) -> list[str]:
        return [sentence(failure) for failure in session.host.failures]

    def _named(self, session: Session) -> str:
        """Return what was said of the plugin. Raises `Fault` if it misbehaved and is not named."""
        deeds = {hook: count for (id, hook), count in mischief.MISDEEDS.items() if id == self.plugin.id}
        said = self._failures(session)
        if deeds and self.plugin.named:
            if not any(self.plugin.id in one for one in said):
                raise Fault(SILENT, f"{self.plugin.misbehaves} in {', '.join(deeds)}, and it is not named")
            return f"named after {sum(deeds.values())} times {self.plugin.misbehaves}: {said[0]}"
        return said[0] if said else f"it did nothing wrong; {sum(deeds.values())} calls"

    def _again(self, before: object) -> None:
        """The save opens with what was shown, verifies, and can be told; without the plugin too."""
        self.tell("open again")
        answer = read(self.save, name=self.save.name)
        if answer.contents is None:
            raise Fault(LOST, f"the save does not open again: {answer.refused}")
        if answer.contents != before:
            raise Fault(LOST, "the save holds other contents than were shown")
        self.tell("verify")
        verified = command("verify", str(self.save))
        if verified.code:
            raise Fault(CHANGED, f"verify says {verified.refused or verified.text}")
        self.tell("log")
        command("log", str(self.save))
        self.tell("without the plugin")
        self._take_away()
        answer = read(self.save)
        if answer.contents != before:
            raise Fault(LOST, f"without the plugin the save holds other contents: {answer.refused}")

    def _take_away(self) -> None:
        self.plugin.closing.close()
        if self.plugin.place.is_symlink():
            self.plugin.place.unlink()
        else:
            shutil.rmtree(self.plugin.place, ignore_errors=True)


def _named(id: str, sentence: str) -> bool:
    """Return whether the sentence contains the id: in one line, not endless, perhaps with its quotes escaped."""
    shown = one_line(id)
    return any(form[:200] in sentence for form in (shown, repr(shown)[1:-1]))
