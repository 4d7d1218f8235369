"""A campaign at the real window: its missions ended by hand, so that what lies between them is reached quickly."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from defiance_qt.core.session import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation, Deployment, Round
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import rules_of

CAMPAIGN = "defiance"


def campaign(window: Window, seed: int = 7, edition: str = "en", **options: object) -> Table:
    """A new campaign at this window, before its first mission."""
    window.games.begin(NewGame(DEFAULT, "campaign.defiance.name", CAMPAIGN, seed, edition, dict(options), ()))
    table = window.table
    assert isinstance(table, Table)
    table.timeline.sped.emit("instant")
    QApplication.processEvents()
    return table


def at_once(table: Table, play: Callable[[Session], State]) -> State:
    """Play this at the table, and show it once at its end."""
    table.presenter.run(lambda: play(table.session))
    state: State = table.session.state
    return state


def begun(session: Session) -> State:
    """Begin the mission and place the team anywhere."""
    if any(isinstance(one, c.BeginMission) for one in session.legal()):
        session.submit(c.BeginMission())
    while isinstance(session.state.agenda[-1], Deployment):
        session.submit(session.legal()[0])
    state: State = session.state
    return state


def win_extraction(session: Session) -> State:
    """Win the first mission: everybody is put where the mission wants them."""
    begun(session)
    _rest(session)
    rules, state = rules_of(session), session.state
    board = rules.board
    there = board.space(state.neutrals["goldstein"].space)
    taken = {one.space for one in (*state.team.values(), *state.enemies.values())}
    beside = next(name for name, cell in board.by_name.items() if name not in taken and board.contact(there, cell, 0))
    session.submit(c.Overrule("team.uma.space", beside))
    session.submit(c.Activate("uma"))
    session.submit(c.Interact("uma", "goldstein"))
    free = [board.name(board.space(name)) for name in rules.mission.zones["extraction"]]
    team = list(session.state.team)
    session.submit(c.Overrule(",".join(f"team.{id}.space" for id in team), free[: len(team)]))
    session.submit(c.EndActivation("uma"))
    _rest(session)
    assert session.state.between
    return session.state


def lose(session: Session) -> State:
    """Lose the mission: its last Round ends."""
    begun(session)
    last = next(one.after_round for one in rules_of(session).mission.defeat if one.after_round)
    session.submit(c.Overrule("round", last))
    for _ in range(200):
        if session.state.between:
            return session.state
        session.submit(session.legal()[-1])
    raise AssertionError("the mission does not end")


def _rest(session: Session) -> None:
    """Let the Enemy's turn pass, until the team may act or no mission is on the table."""
    while not session.state.between:
        frame = session.state.agenda[-1]
        if isinstance(frame, Activation) or (isinstance(frame, Round) and frame.turn == "team"):
            return
        session.submit(session.legal()[0])
