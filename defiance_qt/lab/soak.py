"""Random games with random options, in which errors are looked for: what `plugin check` and the soak play.

Every game draws its scenario, variant, edition options, options, plugins and sources of chance. Random legal commands
are mixed with manual corrections, commands that were legal elsewhere, and undo. Before each turn the invariants must
hold and a command must be possible; the text form of some commands is parsed back. At the end of each game the stored
steps are decided again. A game that breaks is written as a text record, which replays it.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.filling import filled
from defiance_qt.core.port import (
    Command,
    Field,
    FieldsForm,
    Offerings,
    Option,
    Scenario,
    entry_faults,
    form_faults,
    plain,
)
from defiance_qt.extend.found import Found, available, bundled_folders
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT, load_system

FAR = 4000
RESULTS = ("victory", "defeat", "draw", None)
REMEMBERED = 300
"""The number of commands stored to be tried where they may be illegal."""
BEYOND = 3
"""The distance beyond its limits to which a number may be corrected."""
FILLED = 0.5
"""How often a pending form is filled in, in place of one of the listed commands."""


@dataclass(frozen=True)
class Broken(Exception):
    """A failure: the seed of the game, the step, the command, and the sentence."""

    seed: int
    step: int
    command: str
    why: str

    def __str__(self) -> str:
        return f"game {self.seed}, step {self.step}, after {self.command}: {self.why}"


@dataclass
class Tally:
    """The counts so far. `tried` commands were decided without being submitted."""

    games: int = 0
    commands: int = 0
    refused: int = 0
    overruled: int = 0
    tried: int = 0
    saved: int = 0
    victories: int = 0
    defeats: int = 0
    draws: int = 0


class Soak:
    """Plays random games of one system."""

    far = FAR
    """The number of steps after which a game is left."""

    def __init__(self, system: str = DEFAULT, out: Path | None = None) -> None:
        self.system, self.out = system, out
        self.tally = Tally()
        rules = load_system(system).rules
        self._offerings: Offerings = rules.offerings(rules.content())
        self._plugins = [one.id for one in available(bundled_folders()) if self._plays(one)]
        self._elsewhere: deque[Command] = deque(maxlen=REMEMBERED)

    def _plays(self, one: Found) -> bool:
        return one.manifest is not None and one.serves(self.system)

    def play(self, seed: int) -> None:
        """Play one game, drawn from the seed. Raises `Broken`."""
        chance = random.Random(seed)
        session = self.begin(seed, chance)
        done = "the set-up"
        try:
            while session.result is None and len(session.timeline) < self.far:
                self.check(session, seed, done)
                done = self.turn(session, chance)
            if session.result not in RESULTS:
                raise AssertionError(f"{session.result!r} is no result: {', '.join(map(repr, RESULTS))}")
            verdict = session.verify(self.verifying)
            if not verdict.ok:
                raise Broken(seed, verdict.step or 0, "verify", str(verdict.message))
        except Broken:
            self._record(session)
            raise
        except Exception as error:
            self._record(session)
            raise Broken(seed, session.head, done, f"{type(error).__name__}: {error}") from error
        self.end(session, seed)
        self.tally.games += 1
        self.tally.victories += session.result == "victory"
        self.tally.defeats += session.result == "defeat"
        self.tally.draws += session.result == "draw"

    def verifying(self, step: int) -> None:
        """Hear that a step is about to be decided again."""

    def end(self, session: Session, seed: int) -> None:
        """Look at a game that is over."""

    def begin(self, seed: int, chance: random.Random) -> Session:
        offers = self._offerings
        mission = chance.choice(self.scenarios(offers)).id
        own = offers.options_of(mission)
        options: dict[str, Any] = {one.id: choice(one, chance) for one in own if chance.random() < 0.5}
        options["switches"] = {
            one.id: chance.choice(list(one.values)) for one in offers.switches if chance.random() < 0.3
        }
        if of_plugins := self.plugin_options(chance):
            options["plugins"] = of_plugins
        options["answers"] = {one.key: "person" for one in offers.chance if chance.random() < 0.15}
        return Session.new(
            self.system,
            mission=mission,
            seed=seed,
            edition=chance.choice(offers.variants).id if offers.variants else "",
            options=options,
            plugins=self.chosen_plugins(chance),
        )

    def scenarios(self, offers: Offerings) -> Sequence[Scenario]:
        """Return those of which the next game is one."""
        return offers.scenarios

    def chosen_plugins(self, chance: random.Random) -> list[str]:
        """Return the plugins of the next game."""
        return [id for id in self._plugins if chance.random() < 0.3]

    def plugin_options(self, chance: random.Random) -> dict[str, dict[str, Any]]:
        """Return the options of the plugins of the next game, by plugin; by default the plugins' own defaults."""
        return {}

    def check(self, session: Session, seed: int, done: str) -> None:
        """Raises `Broken` if the state at the head violates an invariant."""
        broken = session.game.invariants(session.state)
        if broken:
            raise Broken(seed, session.head, done, broken[0])

    def turn(self, session: Session, chance: random.Random) -> str:
        """Do one random thing that a user could do, usually a legal command."""
        dice = chance.random()
        if dice < 0.01 and session.head:
            for _ in range(chance.randint(1, 5)):
                if session.timeline.parent(session.head) is not None:
                    session.undo()
            return "undo"
        if dice < 0.03:
            return self._correct(session, chance)
        if dice < 0.05 and self._elsewhere:
            return self._attempt(session, (chance.choice(self._elsewhere),))
        game, state = session.game, session.state
        legal = session.legal()
        request = game.request(state)
        forms = [form for form in session.prompt.forms if isinstance(form, FieldsForm)]
        if forms and chance.random() < FILLED:
            return self._fill(session, chance.choice(forms), chance)
        if legal:
            command = self.choose(legal, chance)
            if chance.random() < 0.05:
                self._elsewhere.append(command)
                if game.parse(game.format(command)) != command:
                    raise AssertionError(f"{game.format(command)} reads back as something else")
        elif request is not None:
            self._check_entry(session, request)
            command = game.answer(state, tuple(chance.randrange(size) for size in request.sizes))
        else:
            raise AssertionError(f"nobody can go on: {session.prompt.asks}")
        session.submit(command)
        self.tally.commands += 1
        return repr(command)

    def choose(self, legal: Sequence[Command], chance: random.Random) -> Command:
        """Return one of the legal commands."""
        return chance.choice(legal)

    def _correct(self, session: Session, chance: random.Random) -> str:
        """Correct a random value by hand, possibly to an invalid one."""
        subjects = session.game.subjects(session.state, session.host.own_words())
        if not subjects:
            return "nothing to correct"
        field = chance.choice(chance.choice(subjects).fields)
        value = _value(field, chance)
        return self._attempt(session, session.game.overrule({field.path: value}, "soak"), by_hand=True)

    def _check_entry(self, session: Session, request: Request) -> None:
        """Check that what a user would enter answers the request."""
        entry = session.game.entry(session.state, session.host.own_words())
        for fault in entry_faults(entry, request) if entry is not None else ():
            raise AssertionError(str(fault))

    def _fill(self, session: Session, form: FieldsForm, chance: random.Random) -> str:
        """Fill in a form at random, possibly with what it cannot hold."""
        for fault in form_faults(form):
            raise AssertionError(str(fault))
        fit = chance.random() < 0.8
        values = {
            field.path: chance.randint(field.low, field.high)
            if fit and field.kind == "number"
            else _value(field, chance)
            for field in form.fields
        }
        try:
            command = filled(session.game, session.state, form.id, values, session.host.own_words())
        except Illegal:
            self.tally.refused += 1
            return f"{form.id} {values}"
        return self._attempt(session, (command,))

    def _attempt(self, session: Session, commands: tuple[Command, ...], by_hand: bool = False) -> str:
        before = session.state
        try:
            session.submit(*commands)
            self.tally.commands += 1
            self.tally.overruled += by_hand
        except Illegal:
            self.tally.refused += 1
            if session.state is not before:
                raise AssertionError("a refused command has changed the state") from None
        return repr(commands)

    def _record(self, session: Session) -> None:
        if self.out is not None:
            session.export(self.out, replace=True)


def choice(option: Option, chance: random.Random) -> Any:
    if option.kind == "bool":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(list(option.choices))
    low, high = option.low, option.high
    return chance.randint(0 if low is None else low, 99 if high is None else high)


def _value(field: Field, chance: random.Random) -> Any:
    """Return a random value for a field, usually a valid one; the current value for a system's own kinds."""
    options = [value for value, _ in field.options]
    if field.kind == "number":
        return chance.randint(field.low - BEYOND, field.high + BEYOND)
    if field.kind == "flag":
        return chance.random() < 0.5
    if field.kind == "choice":
        return plain(chance.choice(options))
    if field.kind == "set":
        return [plain(one) for one in chance.sample(options, chance.randint(0, min(2, len(options))))]
    if field.kind == "text":
        return "".join(chance.choice("ab ñж=,{}") for _ in range(chance.randint(0, field.high)))
    if field.kind == "place":
        return chance.choice([*options, "", "nowhere"])
    if field.kind == "piles":
        piles = [list(pile) for pile in field.value]
        for pile in piles:
            chance.shuffle(pile)
        piles = piles[: field.path.count(",") + 1]
        return piles if len(piles) > 1 else piles[0]
    return list(field.value) if isinstance(field.value, tuple) else field.value
