"""Whole games with plugins that misbehave: the random games of `lab.soak`, each with up to three generated plugins.

The games must hold in every way that the soak checks, and each plugin that misbehaved must be named.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.found import user_folder
from defiance_qt.extend.sessions import Session, systems
from defiance_qt.lab.soak import Broken, Soak
from tests.workshop.torture import mischief
from tests.workshop.torture.cases import CHANGED, HELD, SENTENCE, SILENT, Case, Fault, Tell
from tests.workshop.torture.doors import sentence
from tests.workshop.torture.folders import Folder, keep_apart, let_run, misbehave, spoil
from tests.workshop.torture.parts import Part, evenly

KIND = "soak_game"

COSTLY = (
    "recurses",
    "returns a million things",
    "returns a text of megabytes",
    "raises a long text",
    "returns too deep a list",
)
"""Misbehaviours that take long: they come seldom in a game."""

SELDOM = 300

OFTEN = 0.5
"""The seconds between two signs of life: telling every turn would take longer than the turn."""


class MischiefSoak(Soak):
    """Plays one random game with misbehaving plugins below the user's plugin folder."""

    def __init__(self, system: str, out: Path, tell: Tell) -> None:
        super().__init__(system, out)
        self.tell = tell
        self.told = 0.0
        self.session: Session | None = None
        self.hostile: list[Folder] = []

    def chosen_plugins(self, chance: random.Random) -> list[str]:
        names = [name for name in mischief.BEHAVIOURS if name not in mischief.ENDLESS]
        for number in range(chance.choice((1, 1, 2, 3))):
            plugin = Folder(user_folder() / f"hostile_{number}_{chance.randrange(10**6)}", chance, self.system)
            name = chance.choice(names)
            rate = SELDOM if name in COSTLY else chance.choice((1, 3, 10, 50))
            if chance.random() < 0.6 or not spoil(plugin, name, rate):
                misbehave(plugin, name, rate=rate)
            self.hostile.append(plugin)
        let_run(user_folder())
        return [*(plugin.id for plugin in self.hostile), *super().chosen_plugins(chance)]

    def begin(self, seed: int, chance: random.Random) -> Session:
        for _ in range(20):
            self.hostile.clear()
            try:
                self.session = super().begin(seed, chance)
            except DefianceError as refused:
                # A plugin may be refused as a whole, if it is named.
                said = sentence(refused)
                if not any(plugin.id in said for plugin in self.hostile):
                    raise Fault(SENTENCE, f"the plugin is not named: {said}") from refused
                continue
            return self.session
        raise Fault(SENTENCE, "twenty plugins in a row were refused")

    def turn(self, session: Session, chance: random.Random) -> str:
        self._alive("play")
        return super().turn(session, chance)

    def verifying(self, step: int) -> None:
        self._alive("verify")

    def _alive(self, stage: str) -> None:
        now = time.monotonic()
        if now - self.told > OFTEN:
            self.told = now
            self.tell(stage)

    def unnamed(self) -> str:
        """Return who misbehaved and is not named in the session's failures, "" for nobody."""
        assert self.session is not None
        said = [sentence(failure) for failure in self.session.host.failures]
        for plugin in self.hostile:
            deeds = [hook for (id, hook), count in mischief.MISDEEDS.items() if id == plugin.id and count]
            if deeds and plugin.named and not any(plugin.id in one for one in said):
                return f"{plugin.misbehaves} in {', '.join(deeds)}"
        return ""


class Soaking(Part):
    """Runs such games, one a case, until enough commands were played."""

    weights: ClassVar = evenly((KIND,))

    def __init__(self, scratch: Path, home: Path) -> None:
        super().__init__((), scratch)
        self.home = home
        self.commands = 0
        """The commands counted so far, set by whoever runs the cases."""

    def cases(self, count: int, first: int) -> Iterator[Case]:
        """Yield games until that many commands have been counted."""
        seed = first
        while self.commands < count:
            yield Case(KIND, seed)
            seed += 1

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        keep_apart(room)
        user_folder().mkdir(parents=True)
        mischief.MISDEEDS.clear()
        there = list(systems())
        system = there[0] if chance.random() < 0.9 else chance.choice(there)
        out = self.home / "findings" / f"{case.kind}-{case.seed}.jsonl"
        out.parent.mkdir(parents=True, exist_ok=True)
        game = MischiefSoak(system, out, tell)
        outcome, detail = self._played(game, case)
        self.base = f"{system}: {', '.join(plugin.misbehaves for plugin in game.hostile)}"
        self.count = game.tally.commands
        return detail, outcome

    @staticmethod
    def _played(game: MischiefSoak, case: Case) -> tuple[str, str]:
        try:
            game.play(case.seed)
        except Broken as broken:
            return CHANGED, str(broken)
        except Fault as fault:
            return fault.outcome, fault.detail
        unnamed = game.unnamed()
        return (SILENT, f"{unnamed}, and it is not named") if unnamed else (HELD, "")
