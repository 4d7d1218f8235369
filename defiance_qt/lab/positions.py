"""Positions of any game, as tests write and play them (`defiance_qt.testing`): commands in text, named dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Self

import msgspec

from defiance_qt.core import chance
from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, Event, Game, Setup, State
from defiance_qt.core.port.text import parts

if TYPE_CHECKING:
    from defiance_qt.extend.loader import Loaded
    from defiance_qt.extend.sessions import Session


class GamePlay:
    """A game in a test's hand. `events` are those of the last `do`."""

    def __init__(self, game: Game, state: State) -> None:
        self.game: Any = game
        self.state: Any = state
        self.events: list[Any] = []
        self._answers: dict[str, list[str]] = {}

    # -- playing

    def do(self, *lines: str, **answers: str | Sequence[str]) -> Self:
        """Give commands, one after another, and return this. `answers` are what chance answers, in order, by its side
        ("team", "enemy") or its kind ("dice", "card"): the values counted from 1, as "3 4". All of them must be asked
        for; what nobody names the app answers, as far as it is the app's."""
        self._begin(answers)
        for line in lines:
            self._submit(self.game.parse(line))
        self._end()
        return self

    def _begin(self, answers: Mapping[str, str | Sequence[str]]) -> None:
        self._answers = {kind: [told] if isinstance(told, str) else list(told) for kind, told in answers.items()}
        self.events = []

    def _end(self) -> None:
        left = {kind: told for kind, told in self._answers.items() if told}
        assert not left, f"never asked for: {left}"

    def _submit(self, command: Command) -> None:
        self._decide(command)
        self.settle()

    def settle(self) -> None:
        """Answer the chance that is asked for, as far as it is named or the app's."""
        while (asked := self.game.request(self.state)) is not None and (asked.by_app or self._named(asked)):
            self._decide(self._answered(asked))

    def _decide(self, command: Command) -> None:
        before = self.state
        after, events = self.game.step(before, command)
        assert reduce(self.game.evolve, events, before) == after, "the events lead to another state"
        assert not (faults := self.game.invariants(after)), faults
        for event in events:
            cited = getattr(event, "rules", ())
            assert len(set(cited)) == len(cited), f"cited twice: {self.line(event)}"
        self.state = after
        self.events += events

    def _named(self, asked: Request) -> list[str]:
        """Return what the test has named for a request and its like."""
        return next((told for key in (asked.side, asked.kind) if (told := self._answers.get(key))), [])

    def _answered(self, asked: Request) -> Command:
        if not (told := self._named(asked)):
            return self.game.answer(self.state, chance.answer(self.game.seed(self.state), asked))
        return self.game.answer(self.state, tuple(int(value) - 1 for value in told.pop(0).split()))

    # -- looking

    def line(self, event: Event) -> str:
        """Return an event as a line of text: its tag, and its fields as JSON without those that are empty."""
        tag, fields = parts(event)
        shown = {name: value for name, value in fields.items() if name != "rules" and value not in ("", [], {}, None)}
        return f"{tag} {msgspec.json.encode(shown).decode()}" if shown else tag

    def told(self, *tags: str) -> list[str]:
        """Return the events of the last `do` with these tags, as lines of text; all of them without tags."""
        lines = [self.line(event) for event in self.events]
        return [line for line in lines if not tags or line.split()[0] in tags]

    def options(self, *starts: str) -> list[str]:
        """Return the legal commands as lines of text, those that begin so."""
        lines = [self.game.format(command) for command in self.game.legal(self.state)]
        return [line for line in lines if not starts or line.startswith(starts)]

    def can(self, line: str) -> bool:
        """Return whether the command is legal."""
        return self.game.parse(line) in self.game.legal(self.state)

    def refused(self, line: str) -> str:
        """Return why the command is refused: "code rule". Fails when it is not."""
        try:
            self.game.decide(self.state, self.game.parse(line))
        except Illegal as refused:
            return f"{refused.code} {refused.rule}".strip()
        raise AssertionError(f"{line} is legal")

    def asks(self) -> str:
        """Return who is asked what: "own turn", "table dice"; "over" at the end."""
        prompt = self.game.prompt(self.state)
        return f"{prompt.seat} {prompt.asks}".strip()

    def question(self) -> str:
        """Return who is asked what, and all that may be answered."""
        return f"{self.asks()}: {self.options()}"


class Positions:
    """Lays positions of a game for tests. A game can derive it and override `state`; `play` is what a test gets."""

    play: type[GamePlay] = GamePlay

    def state(self, game: Any, begun: Any, text: str) -> State:
        """Return the state that the text shows: by default that after the commands in its lines. `begun` is that at the
        beginning of the game."""
        play = self.play(game, begun)
        play.settle()
        return play.do(*(line for line in text.splitlines() if line.strip())).state

    def position(self, loaded: Loaded, text: str, *more: Any, **given: Any) -> Any:
        """Return the position of a text in a game with what is loaded. `given` says which game, see `_begun`."""
        game = self._begun(loaded, *more, **given)
        begun = reduce(game.evolve, game.start(game.setup), game.blank())
        return self.play(game, self.state(game, begun, text))

    def mission(self, session: Session) -> Any:
        """Return a session's game, to be played like a position."""
        return self.play(session.game, session.state)

    def _begun(
        self,
        loaded: Loaded,
        *,
        scenario: str = "",
        seed: int = 1,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        content: Mapping[str, bytes] | None = None,
    ) -> Any:
        """Return a game, by default of the first scenario and edition. `content` are files besides those of the
        game."""
        # Late: a position of an engine needs no plugins.
        from defiance_qt.extend.binding import bound, offerings_with

        loaded = replace(loaded, content={**loaded.content, **(content or {})})
        offered = offerings_with(loaded)
        edition = edition or next((variant.id for variant in offered.variants), "")
        plugins = tuple(stamp.id for stamp in loaded.stamps if stamp.id != loaded.system.found.id)
        scenario = scenario or offered.scenarios[0].id
        setup = Setup(loaded.system.found.system, scenario, seed, edition, dict(options or {}), plugins)
        return bound(setup, loaded.content, loaded)
