"""Plays one game with a bot to its end."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Bot
from defiance_qt.core.session import Session

MOST_STEPS = 20_000
"""The maximum number of steps; a longer game is considered endless."""

Answer = Callable[[Session], None]


class Endless(DefianceError):
    """A game that did not end. `value` is the number of steps after which it was stopped."""

    def __init__(self, value: int) -> None:
        super().__init__("command.endless", "The game did not end within {steps} steps.", steps=value)
        self.value = value


class Played(msgspec.Struct, frozen=True):
    """The result of a game. `because` is the id of the end condition, `steps` the number of submissions.

    `rounds` is the number of chapters in the log, `fallen` are the figures lost at the end.
    """

    result: str
    because: str
    seed: int
    steps: int
    rounds: int
    fallen: tuple[str, ...] = ()


def play(session: Session, bot: Bot, *, person: Answer | None = None) -> Played:
    """Play to the end. `person` answers the chance requests that the app does not answer, by submitting to the session.

    Raises `Endless`, `DefianceError` for a request that nobody answers, and whatever `person` raises.
    """
    while session.result is None:
        if session.head >= MOST_STEPS:
            raise Endless(session.head)
        request = session.game.request(session.state)
        if request is not None:
            if person is None:
                raise DefianceError(
                    "command.unanswered",
                    "{value!r} needs a person's answer, but this command does not ask for it.",
                    value=request.kind,
                )
            person(session)
        else:
            command = bot.choose(session.game, session.state, session.legal())
            session.submit(command, seat=session.prompt.seat)
    return played(session)


def played(session: Session) -> Played:
    """Return the result so far of the game at the head."""
    outcome = session.game.outcome(session.state)
    return Played(
        outcome.result,
        outcome.because,
        session.setup.seed,
        session.timeline.depth(session.head),
        outcome.rounds,
        outcome.fallen,
    )
