"""Plays random campaigns until an error occurs: `make soak ARGS=--campaigns`.

Besides what `lab.soak` does: missions are often cut short by the system's own means, so that the steps between them
come often; kinds of commands come equally often, so that a step with a hundred purchases is left too. Checked besides:
the events of each step lead to its state; every legal command is accepted; undo, redo and jumps find the states again;
what is saved and opened again is the same game.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from functools import reduce
from pathlib import Path

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Command, Offerings, Scenario
from defiance_qt.core.session import Change
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.soak import Broken, Soak
from tests.workshop.tools import tools_of

HASTE = (0.0, 0.01, 0.03, 0.1)
"""How likely a mission is cut short in each turn, by game: never in some."""
TRIED = 40
"""The most legal commands that are tried at one place."""
SAVED = 8
"""One game in so many is saved and opened again."""


class CampaignSoak(Soak):
    """Plays random campaigns of one system. Raises `DefianceError` if it has none."""

    far = 8000

    def __init__(self, system: str = DEFAULT, out: Path | None = None) -> None:
        super().__init__(system, out)
        self.tools = tools_of(system)
        self._haste = 0.0

    def scenarios(self, offers: Offerings) -> Sequence[Scenario]:
        found = [one for one in offers.scenarios if one.campaign]
        if not found:
            raise DefianceError("command.no_campaigns", "This game has no campaign.")
        return found

    def begin(self, seed: int, chance: random.Random) -> Session:
        session = super().begin(seed, chance)
        self._haste = chance.choice(HASTE)
        session.subscribe(lambda change: _follows(session, change))
        return session

    def choose(self, legal: Sequence[Command], chance: random.Random) -> Command:
        if chance.random() < 0.5:
            kind = chance.choice(list(dict.fromkeys(map(type, legal))))
            legal = [command for command in legal if type(command) is kind]
        return chance.choice(legal)

    def turn(self, session: Session, chance: random.Random) -> str:
        dice = chance.random()
        if dice < 0.004:
            return self._try_all(session, chance)
        if dice < 0.01:
            return _wander(session, chance)
        if chance.random() < self._haste and (commands := self.tools.hasten(session, chance)):
            return self._attempt(session, commands)
        return super().turn(session, chance)

    def _try_all(self, session: Session, chance: random.Random) -> str:
        """Decide each legal command, or many of them, without submitting any."""
        game, state, legal = session.game, session.state, session.legal()
        for command in chance.sample(legal, min(TRIED, len(legal))):
            after, _ = game.step(state, command)
            if broken := game.invariants(after):
                raise AssertionError(f"after the legal {command!r}: {broken[0]}")
            self.tally.tried += 1
        return "trying all"

    def end(self, session: Session, seed: int) -> None:
        """Save some games, and look whether what is opened is the same."""
        if seed % SAVED:
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "soak.defiance"
            session.copy_to(path)
            with open_save(path) as opened:
                if opened.state != session.state:
                    raise Broken(seed, session.head, "saving", "the save opens with another state")
                verdict = opened.verify()
                if not verdict.ok:
                    raise Broken(seed, verdict.step or 0, "verifying the save", str(verdict.message))
        self.tally.saved += 1


def _follows(session: Session, change: Change) -> None:
    """Check that the events of a step lead to the state that was computed while they were decided."""
    if change.cause == "submit" and reduce(session.game.evolve, change.events, change.before) != change.after:
        raise AssertionError(f"step {change.step}: its events lead to another state")


def _wander(session: Session, chance: random.Random) -> str:
    """Go back by undo or by a jump, and come back: each state must be found again."""
    here, state = session.head, session.state
    if chance.random() < 0.5:
        there = chance.randrange(len(session.timeline))
        known = session.timeline.state_at(there)
        if session.jump(there).after != known or session.jump(here).after != state:
            raise AssertionError(f"a jump to step {there} and back finds another state")
        return f"jump to {there} and back"
    for _ in range(chance.randint(1, 5)):
        if session.timeline.parent(session.head) is not None:
            session.undo()
    while session.timeline.depth(session.head) < session.timeline.depth(here):
        session.redo()
    if session.head != here:
        # Redo goes on to what was played after this step and taken back.
        session.jump(here)
    if session.state != state:
        raise AssertionError("undo and redo find another state")
    return "undo and redo"
