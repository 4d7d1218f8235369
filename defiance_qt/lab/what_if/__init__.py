"""`defiance-qt what-if FILE`: plans compared by playing them on, many times, with a bot and with other chance.

`rollouts` plays a game, `comparison` says which games to play and when enough is known, `figures` what they come to,
`telling` puts that in words. `workers` are the processes. The game says what counts (`Game.forecast`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.port import Candidate, Game, State, Words
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import best_bot, plans
from defiance_qt.lab.what_if.comparison import Comparison, Report
from defiance_qt.lab.what_if.rollouts import Player, Question, Rollout, Task
from defiance_qt.lab.what_if.workers import Workers

CHAPTERS = 90
"""How often each plan is played to the end of the chapter."""
BETWEEN = ";"
"""What is written between the commands of a plan."""


def check(game: Game, state: State, words: Words) -> None:
    """Check that plans can be compared in a state. Raises `DefianceError`."""
    if game.forecast(state, state) is None:
        raise DefianceError("command.no_forecast", "{game} cannot compare plans.", game=words("game.name"))
    if game.result(state) is not None:
        raise DefianceError("command.what_if_over", "The game is over: there are no plans to compare.")


def candidates(
    session: Session,
    game: Game,
    state: State,
    words: Words,
    own: Sequence[str] = (),
    played: Candidate | None = None,
) -> tuple[Candidate, ...]:
    """Return the plans to compare: the user's `own` as text, what was `played` there, then those of the bot, each once.
    Raises `DefianceError`, also for a plan that cannot begin now."""
    check(game, state, words)
    found = [*(_own(text, game, state, words) for text in own), *((played,) if played is not None else ())]
    written = {one.commands for one in found}
    found += [one for one in plans(game, state, session.bots, words) if one.commands not in written]
    if not found:
        raise DefianceError(
            "command.no_plans", "No plan is asked for here: go to a step before or in the turn of a figure."
        )
    return tuple(found)


def _own(text: str, game: Game, state: State, words: Words) -> Candidate:
    commands = tuple(game.parse(one.strip()) for one in text.split(BETWEEN) if one.strip())
    if not commands:
        raise DefianceError(
            "command.empty_plan", "A plan is one command or several, with {sign} between them.", sign=BETWEEN
        )
    try:
        game.decide(state, commands[0])
    except Illegal as error:
        raise Illegal(error.code, error.rule, game.refusal(error, state, words), **error.values) from error
    return Candidate(commands, " · ".join(game.label(one, state, words) for one in commands))


class Counted(Protocol):
    """What says which games to play. It depends on their results alone, not on who has played them in which order."""

    @property
    def done(self) -> bool:
        """Whether no more games are played."""

    def next(self) -> Task | None:
        """Return the next games; None when others have to be handed back first, or none is left."""

    def add(self, task: Task, rollouts: Sequence[Rollout]) -> None:
        """Take the results of games."""


def compare(
    session: Session,
    question: Question,
    comparison: Comparison,
    jobs: int = 1,
    tell: Callable[[], object] = lambda: None,
) -> Report:
    """Play until enough is known. Calls `tell` after each task. The report does not depend on `jobs`."""
    count(session, (question,), comparison, jobs, tell)
    found = comparison.report()
    assert found is not None, "each plan has been played"
    return found


def count(
    session: Session, questions: Sequence[Question], counted: Counted, jobs: int, tell: Callable[[], object]
) -> None:
    """Play what is to be played of the questions, in so many processes. Calls `tell` after each task."""
    if jobs > 1:
        _together(session, questions, counted, jobs, tell)
        return
    player = Player(session.host.another_game(), best_bot(session.game.system, session.bots))
    while (task := counted.next()) is not None:
        counted.add(task, player.play(questions[task.at], task))
        tell()


def _together(
    session: Session, questions: Sequence[Question], counted: Counted, jobs: int, tell: Callable[[], object]
) -> None:
    workers = Workers(session.host.header, jobs, session.host.stay)
    try:
        workers.ask(*questions)
        while not counted.done:
            while workers.free and (task := counted.next()) is not None:
                workers.give(task)
            for task, rollouts in workers.results(None):
                counted.add(task, rollouts)
                tell()
    finally:
        workers.close()
