"""A bot at the table: one game to its end, with or without a look at the invariants after every step."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.session import Session
from defiance_qt.lab.bots import Bot
from defiance_qt.words.catalogue import Words

MOST_STEPS = 20_000
"""Beyond this a game is taken to have no end."""

Answer = Callable[[Session], None]


class Endless(DefianceError):
    """A game that would not end. `value` is the number of steps after which it was given up."""

    def __init__(self, value: int) -> None:
        super().__init__(f"The game had no end after {value} steps.")
        self.value = value


class Unsound(DefianceError):
    """An invariant was broken. `step` is where; `value` is the first that does not hold, as a sentence."""

    def __init__(self, step: int, value: str) -> None:
        super().__init__(f"After step {step} an invariant does not hold: {value}.")
        self.step = step
        self.value = value


class Played(msgspec.Struct, frozen=True):
    """How a game went. `because` is the id of the condition that ended it, `steps` counts submissions, `fallen` are
    the Characters and Allies that were Unconscious at the end."""

    result: str
    because: str
    seed: int
    steps: int
    rounds: int
    fallen: tuple[str, ...] = ()


def ending(mission: str, because: str, words: Words) -> str:
    """The condition that ended a game, in words."""
    known = (f"mission.{mission}.end.{because}", f"reason.end.{because}")
    return next((words(key) for key in known if key in words), because)


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
            session.submit(bot.choose(session.game, session.state, session.legal()))  # type: ignore[arg-type]
        if check:
            check_invariants(session)
    return played(session)


class Unanswered(DefianceError):
    """Chance was asked of a person, and nobody is there. `value` is its kind."""

    def __init__(self, value: str) -> None:
        super().__init__(f"A person is to answer {value!r}, and nobody is asked.")
        self.value = value


def check_invariants(session: Session) -> None:
    """Raises `Unsound` if the state at the head is not a sound one."""
    broken = session.game.invariants(session.state)
    if broken:
        raise Unsound(session.head, broken[0])


def played(session: Session) -> Played:
    """How the game at the head went so far."""
    state = session.state
    return Played(
        session.result or "",
        state.because,
        session.setup.seed,
        session.timeline.depth(session.head),
        state.round,
        tuple(one.id for one in state.team.values() if not one.conscious),
    )
