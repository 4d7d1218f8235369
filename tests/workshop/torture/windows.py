"""Saves in a real window: forged saves of campaigns with their tables built, and saves harmed under an open window.

A forged save is refused in a sentence, at once or where the game can no longer be shown, or its table is there and
plays on; the start screen is there again afterwards. A window that is closed on a harmed save loses nothing: every step
is in a file, or it says so and writes the game elsewhere.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from tests.workshop.torture import damage
from tests.workshop.torture.absent import HARMS, Playing, check_kept, lasting
from tests.workshop.torture.cases import (
    HELD,
    LOST,
    RAW,
    REFUSED,
    SILENT,
    STUCK,
    TOUCHED,
    Case,
    Fault,
    Result,
    Tell,
)
from tests.workshop.torture.damaged import Damaged
from tests.workshop.torture.doors import check_sentence, difference, raw_is_a_fault, snapshot
from tests.workshop.torture.games import RECORD, SAVE, Base, contents, one_turn
from tests.workshop.torture.parts import Part, evenly
from tests.workshop.torture.workers import ending

FORGES = {
    "event_forged": 12, "step_forged": 4, "step_frame_forged": 1, "move_forged": 1, "header_misshapen": 1,
    "content_changed": 2, "content_hostile": 1, "setup_forged": 1, "passport_forged": 1, "row_of_another": 1,
    "rows_removed": 1, "last_rows_removed": 1,
}  # fmt: skip
"""The kinds of damage after which a save may open, and how often each comes."""

BUILD = 30.0
"""The seconds in which a window, or the first table of a process, is there: it imports what it needs."""

JUMPS = 3
TURNS = 5


class InWindow(Part):
    """Runs cases in one window for each process; another takes its place once something went wrong in it, or it was
    closed."""

    _probe: Any = None

    def probe(self, tell: Tell = lambda *stage: None) -> Any:
        """Return the window of this process."""
        if self._probe is None:
            tell("window", BUILD)
            # Qt is loaded in the processes that need it.
            from tests.workshop.window.probe import Probe

            self._probe = Probe(self.scratch / f"window-{os.getpid()}")
        return self._probe

    def __call__(self, case: Case, tell: Tell) -> Result:
        result, probe = super().__call__(case, tell), self._probe
        if probe is not None and probe.broken:
            result = replace(result, outcome=RAW, detail=ending("".join(probe.broken)))
        if probe is not None and (result.outcome not in (HELD, REFUSED) or not probe.window.isVisible()):
            self._probe = None
            probe.end()
        return result


class Windows(InWindow):
    """Runs cases of forged campaign saves, and of saves harmed under an open window."""

    weights: ClassVar = {
        **{f"window_{name}": 4 * often for name, often in FORGES.items()},
        **evenly(name.replace("play_", "shut_", 1) for name in HARMS),
    }

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        base = self._base(case.kind, chance)
        self.base = base.name
        self.probe(tell)
        run = self._shut if case.kind.startswith("shut_") else self._forged
        return run(case, room, base, chance, tell)

    def _base(self, kind: str, chance: random.Random) -> Base:
        saves = [one for one in self.bases if one.form == SAVE]
        campaigns = [one for one in saves if one.campaign]
        return chance.choice(saves if kind.startswith("shut_") else campaigns)

    def leave(self, case: Case, folder: Path) -> None:
        """Make the forged save once more in the folder, to be looked at."""
        if case.kind.startswith("window_"):
            chance = case.chance()
            self._damaged(case, folder, self._base(case.kind, chance), chance)

    def _damaged(self, case: Case, room: Path, base: Base, chance: random.Random) -> Damaged:
        harm = damage.HARMS[case.kind.removeprefix("window_")]
        shutil.rmtree(room, ignore_errors=True)
        file = Damaged.copy(base, room / "damaged", chance, self.bases, self.scratch, harm.expects)
        harm.act(file)
        return file

    # -- forged saves

    def _forged(self, case: Case, room: Path, base: Base, chance: random.Random, tell: Tell) -> tuple[str, str]:
        path = self._damaged(case, room, base, chance).path
        before, probe = snapshot(path.parent), self._probe
        tell("open", BUILD)
        with raw_is_a_fault():
            refused = probe.open(path)
        if refused and (changed := difference(before, snapshot(path.parent))):
            raise Fault(TOUCHED, f"{changed}, after: {refused}")
        refused = refused or self._wander(chance, tell)
        if probe.window.session is None:
            check_sentence(refused, path.name)
        tell("close")
        with raw_is_a_fault():
            usable = probe.close_game()
        if not usable:
            raise Fault(STUCK, f"the start screen is not there again, after: {refused or 'a table'}")
        return (refused, REFUSED) if refused else ("a table", HELD)

    def _wander(self, chance: random.Random, tell: Tell) -> str:
        """Look at the game at some steps, and play a step at the last of them. Return why it was closed, "" if it was
        not."""
        probe = self._probe
        for act in (*(probe.go_to,) * JUMPS, probe.play):
            session = probe.window.session
            if session is None or probe.window.table is None or session.readable_only:
                break
            tell("look around")
            act(chance)
        return "" if probe.window.session is not None else str(probe.window.message)

    # -- harm under an open window

    def _shut(self, case: Case, room: Path, base: Base, chance: random.Random, tell: Tell) -> tuple[str, str]:
        path, probe = room / "play" / "game.defiance", self._probe
        path.parent.mkdir(parents=True)
        shutil.copyfile(base.path, path)
        tell("open", BUILD)
        if refused := probe.open(path):
            raise Fault(STUCK, f"a sound save does not open: {refused}")
        session = probe.window.session
        for _ in range(chance.randrange(1, TURNS)):
            one_turn(session, chance)
        shown = list(contents(session).entries)
        other = chance.choice([one for one in self.bases if one.form != RECORD and one.name != base.name])
        game = Playing(session, path, chance, other)
        with game.closing:
            HARMS[case.kind.replace("shut_", "play_", 1)](game)
            tell("close")
            with raw_is_a_fault():
                said = probe.close_window()
            if game.foreign and (changed := difference(game.foreign, lasting(path.parent))):
                raise Fault(TOUCHED, f"the other save: {changed}")
            if said:
                self._elsewhere(room / "elsewhere.defiance", said, case)
            elif probe.window.isVisible():
                raise Fault(SILENT, "the window stays open without a word")
            if not said or case.kind != "shut_disk_full":
                tell("open again")
                check_kept(room, shown, said)
            if probe.window.isVisible():
                tell("leave it")
                probe.give_up()
                if probe.window.isVisible():
                    raise Fault(STUCK, f"the window cannot be closed, after: {said}")
        return (said, REFUSED) if said else ("every step is in a file", HELD)

    def _elsewhere(self, path: Path, said: str, case: Case) -> None:
        """Press what the window offers: the game is written there, and the window closes."""
        check_sentence(said)
        if not self._probe.write_elsewhere(path):
            raise Fault(LOST, f"nothing is offered: {said}")
        if self._probe.window.isVisible() and case.kind != "shut_disk_full":
            raise Fault(LOST, f"the game cannot be written elsewhere: {self._probe.window.message}")
