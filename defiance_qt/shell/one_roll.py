"""Typing one roll or card that the app would roll: the user answers it, and the app answers the next one again.

The source of chance changes for this one request: `Game.set_answer` joins the step of the command that leads to the
roll, and the step of the values that were typed. Both are stored as commands, so undo, replay and verify need nothing
new, and a save that is closed in between goes on the same way.
"""

from __future__ import annotations

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, State
from defiance_qt.core.session import Session

LOOK_BACK = 5
"""Steps before the head among which the start of the roll is looked for."""


class OneRoll:
    """The wish to type the next roll of a session. `armed`: the next roll or card of the app is the user's."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.armed = False

    @property
    def possible(self) -> bool:
        """Whether the app answers any kind of chance in this game, and the game goes on."""
        game, state = self.session.game, self.session.state
        return game.result(state) is None and "app" in game.answers(state).values()

    def before(self, commands: tuple[Command, ...]) -> tuple[Command, ...]:
        """Return the commands to submit in place of these. If one of them leads to a roll, it is the last, and the
        source of its chance is set before."""
        if not self.armed:
            return commands
        state = self.session.state
        for place, command in enumerate(commands):
            key, state = self._first_chance(state, command)
            if key:
                self.armed = False
                return (self.session.game.set_answer(key, "person"), *commands[: place + 1])
        return commands

    def after(self, answer: Command) -> tuple[Command, ...]:
        """Return the commands to submit for typed values: with the source set back, if it was set for one roll."""
        game = self.session.game
        key = self._key(game.request(self.session.state))
        return (answer, game.set_answer(key, "app")) if key and self._once(key) else (answer,)

    def _first_chance(self, state: State, command: Command) -> tuple[str, State]:
        """Return the kind of the first chance that the app would answer for a command, or "", and the state after
        it."""
        asked: list[Request] = []

        def answer(request: Request) -> tuple[int, ...]:
            asked.append(request)
            return (0,) * len(request.sizes)

        try:
            after, _, _ = self.session.game.play(state, command, answer)
        except Illegal:
            # The session refuses it with its reason.
            return "", state
        return next((key for request in asked if (key := self._key(request))), ""), after

    def _key(self, request: Request | None) -> str:
        """Return the kind of a request in `Game.answers`, or "" if it is always the app's."""
        key = "" if request is None else request.key
        return key if key in self.session.game.answers(self.session.state) else ""

    def _once(self, key: str) -> bool:
        """Return whether the source was set in the step of the command that led to the roll."""
        timeline, person = self.session.timeline, self.session.game.set_answer(key, "person")
        step: int | None = timeline.head
        for _ in range(LOOK_BACK):
            if step is None or timeline.parent(step) is None:
                return False
            commands = timeline.step(step).commands
            if person in commands:
                return len(commands) > 1
            step = timeline.parent(step)
        return False
