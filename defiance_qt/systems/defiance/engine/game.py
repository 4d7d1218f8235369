"""The GameSystem port filled: Infinity Defiance as the table runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.system import Form, Prompt, Reason, Setup
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import requests
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.decide import decide
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.frames import Draw, Pick, Roll
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.legal import legal
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.run import Run
from defiance_qt.systems.defiance.engine.setup import set_up
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import Words, label, narrate
from defiance_qt.systems.defiance.engine.words.reasons import explain
from defiance_qt.systems.defiance.engine.words.refused import refused as said

SYSTEM = "infinity-defiance"


class DefianceGame:
    """One session's game: a ruleset, and the last legal commands, kept by the identity of their state."""

    system = SYSTEM
    answer_types: tuple[type, ...] = (c.EnterDice, c.EnterCard)
    command_type = c.Command
    event_type = e.Event
    state_type = State

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._legal: tuple[State | None, tuple[c.Command, ...]] = (None, ())

    def blank(self) -> State:
        return State(self.rules.setup)

    def start(self, setup: Setup) -> Sequence[e.Event]:
        return set_up(self.rules, setup)

    def decide(self, state: State, command: c.Command) -> Sequence[e.Event]:
        return self._decided(state, command).events

    def step(self, state: State, command: c.Command) -> tuple[State, list[e.Event]]:
        run = self._decided(state, command)
        return run.state, run.events

    def _decided(self, state: State, command: c.Command) -> Run:
        return decide(self.rules, state, command, self._legal[1] if self._legal[0] is state else ())

    def evolve(self, state: State, event: e.Event) -> State:
        return evolve(state, event)

    def legal(self, state: State) -> tuple[c.Command, ...]:
        if self._legal[0] is not state:
            self._legal = (state, legal(self.rules, state))
        return self._legal[1]

    def prompt(self, state: State) -> Prompt:
        """Who is asked what. The team is one seat: Characters and Allies are at the disposal of all (R-003, R-144).
        Chance that a person answers is asked of the "table"."""
        if not state.agenda:
            return Prompt("", "over", ())
        frame = state.agenda[-1]
        asks = type(frame).__struct_config__.tag
        asked = requests.request(state)
        if asked is not None:
            form = "enter_dice" if asked.kind == "dice" else "enter_card"
            return Prompt("table", str(asks), self.legal(state), (Form(form, _fields(state, frame, asked)),))
        return Prompt("team", str(asks), self.legal(state), (Form("overrule"),))

    def request(self, state: State) -> Request | None:
        return requests.request(state)

    def answer(self, state: State, values: tuple[int, ...]) -> c.Command:
        return requests.answer(state, values)

    def result(self, state: State) -> str | None:
        return state.result

    def seed(self, state: State) -> int:
        return state.setup.seed

    def invariants(self, state: State) -> Sequence[str]:
        return broken(self.rules, state)

    def narrate(self, event: e.Event, state: State, words: Callable[[str], str]) -> str:
        return narrate(event, state, cast(Words, words), self.wounds)

    def wounds(self, state: State, figure: str) -> int:
        """The Wounds of a figure as they are in force, Consequences included (R-239)."""
        one = state.team.get(figure)
        if one is not None:
            return self.rules.loadout(one).wounds
        return state.units[state.enemies[figure].unit].profile.wounds

    def label(self, command: c.Command, state: State, words: Callable[[str], str]) -> str:
        return label(command, state, cast(Words, words))

    def why(self, event: e.Event, before: State, words: Callable[[str], str]) -> Reason:
        after = evolve(before, event)
        return Reason(getattr(event, "rules", ()), explain(event, before, after, cast(Words, words), self.rules))

    def why_not(self, state: State, command: c.Command, words: Callable[[str], str]) -> Reason:
        """The first check that fails; no words when the command is legal."""
        try:
            self._decided(state, command)
        except Illegal as refused:
            rules = (refused.rule,) if refused.rule else ()
            return Reason(rules, (said(refused, state, cast(Words, words)),))
        return Reason((), ())


def _fields(state: State, frame: Any, asked: Request) -> dict[str, Any]:
    """What the form needs: the dice by colour, or the cards that can come."""
    if isinstance(frame, Roll):
        side = frame.team if asked.side == "team" else frame.enemy
        assert side is not None
        dice = [pool.die for pool in side.dice]
        again = int(frame.step[6:]) if frame.step.startswith("again:") else -1
        return {"side": asked.side, "dice": dice if again < 0 else [dice[again]]}
    if isinstance(frame, Draw):
        return {"deck": frame.deck, "who": frame.who}
    if isinstance(frame, Pick):
        return {"deck": "pick", "options": list(frame.options)}
    return {}


class Defiance:
    """The game system."""

    id = SYSTEM

    def __init__(self, files: Callable[[], Mapping[str, bytes]]) -> None:
        self._files = files

    def content(self) -> Mapping[str, bytes]:
        return self._files()

    def bind(self, content: Mapping[str, bytes], setup: Setup, plugins: Hooks) -> DefianceGame:
        """The game over this content. Raises `ContentError`."""
        catalog = read_catalog(content, missions=(setup.mission,))
        return DefianceGame(Rules(catalog, setup, plugins))
