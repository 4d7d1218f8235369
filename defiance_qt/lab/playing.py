"""A bot at the table: one game to its end, with or without a look at the invariants after every step."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.session import Session
from defiance_qt.core.system import Bot

MOST_STEPS = 20_000
"""Beyond this a game is taken to have no end."""

Answer = Callable[[Session], None]


class Endless(DefianceError):
    """A game that would not end. `value` is the number of steps after which it was given up."""

    def __init__(self, value: int) -> None:
        super().__init__("command.endless", "The game had no end after {steps} steps.", steps=value)
        self.value = value


class Unsound(DefianceError):
    """An invariant was broken. `step` is where; `value` is the first that does not hold, as a sentence."""

    def __init__(self, step: int, value: str) -> None:
        super().__init__(
            "command.unsound", "After step {step} an invariant does not hold: {why}.", step=step, why=value
        )
        self.step = step
        self.value = value


class Played(msgspec.Struct, frozen=True):
    """How a game went. `because` is the id of what ended it, `steps` counts submissions, `rounds` chapters of the log,
    `fallen` are the figures that were lost at the end."""

    result: str
    because: str
    seed: int
    steps: int
    rounds: int
    fallen: tuple[str, ...] = ()


def play(session: Session, bot: Bot, *, check: bool = False, person: Answer | None = None) -> Played:
    """Play to the end. `person` answers the chance that the app is not to answer, by submitting to the session.

    With `check` the invariants are asked after every step. Raises `Unsound`, `Endless`, and what `person` raises.
    """
    while session.result is None:
        if session.head >= MOST_STEPS:
            raise Endless(session.head)
        request = session.game.request(session.state)
        if request is not None:
            if person is None:
                raise Unanswered(request.kind)
            person(session)
        else:
            session.submit(bot.choose(session.game, session.state, session.legal()))
        if check:
            check_invariants(session)
    return played(session)


class Unanswered(DefianceError):
    """Chance was asked of a person, and nobody is there. `value` is its kind."""

    def __init__(self, value: str) -> None:
        super().__init__("command.unanswered", "A person is to answer {value!r}, and nobody is asked.", value=value)
        self.value = value


def check_invariants(session: Session) -> None:
    """Raises `Unsound` if the state at the head is not a sound one."""
    broken = session.game.invariants(session.state)
    if broken:
        raise Unsound(session.head, broken[0])


def played(session: Session) -> Played:
    """How the game at the head went so far."""
    outcome = session.game.outcome(session.state)
    return Played(
        outcome.result,
        outcome.because,
        session.setup.seed,
        session.timeline.depth(session.head),
        outcome.rounds,
        outcome.fallen,
    )
