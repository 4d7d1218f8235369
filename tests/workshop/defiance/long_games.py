"""Generates games much longer than any mission, for benchmarks: random play that is reset before the mission ends.

All steps are ordinary commands. When the Round reaches `LAST`, `Overrule` commands set Round and Alert Level to 1,
empty the Reserve and heal the team, as a user could. If a game ends anyway, it resumes from its last reset.
"""

from __future__ import annotations

from pathlib import Path

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.sessions import Session
from defiance_qt.journal import store
from defiance_qt.lab.bots import RandomBot
from defiance_qt.systems.defiance.engine.commands import Overrule
from defiance_qt.systems.defiance.engine.frames import Round

MISSION = "extraction"

LAST = 2
"""The Round in which the game is reset: under random play the team rarely survives longer."""


def long_game(steps: int, seed: int = 1, mission: str = MISSION, path: Path | None = None) -> Session:
    """Return a game in memory with at least `steps` steps, the head at the last. With a path, also save it there."""
    session = Session.new(mission=mission, seed=seed)
    bot = RandomBot(seed)
    safe = 0
    while len(session.timeline) < steps:
        if session.result is not None:
            session.jump(safe)
        state = session.state
        if state.round >= LAST and isinstance(state.agenda[-1], Round):
            _turn_back(session)
            safe = session.head
        else:
            session.submit(bot.choose(session.game, session.state, session.legal()))
    if path is not None:
        assert isinstance(session.journal, store.StoredJournal)
        with store.create(path, session.journal.header) as journal:
            journal.bind(session.game)
            journal.extend(entry for entry, _ in session.journal.read())
    return session


def _turn_back(session: Session) -> None:
    state = session.state
    find_goals: list[tuple[str, object, bool]] = [
        ("round", 1, True),
        ("reserve", 0, state.reserve > 0),
        ("alert", 1, state.alert > 1),
    ]
    for id, one in state.team.items():
        if one.space and not one.ally:
            find_goals.append((f"team.{id}.states", [], not one.conscious))
            find_goals.append((f"team.{id}.damage", 0, 2 * one.damage > one.wounds))
    for path, value, needed in find_goals:
        if needed:
            _overrule(session, path, value)


def _overrule(session: Session, path: str, value: object) -> None:
    try:
        session.submit(Overrule(path, value, "the benchmark goes on"))
    except Illegal:
        # A correction that would give an invalid state is skipped; only the Round must be reset.
        if path == "round":
            raise
