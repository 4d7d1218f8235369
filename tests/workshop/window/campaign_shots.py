"""The screenshots of a campaign: briefing, a lost mission, every step of the ship, a form, the chronicle, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtWidgets import QWidget

from defiance_qt.core.session import Session
from defiance_qt.shell.dialogs.chronicle import ChronicleDialog
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.view.panels.between import BetweenPanels
from defiance_qt.systems.defiance.view.panels.entered import EnteredDialog
from defiance_qt.systems.defiance.view.panels.written import WrittenDialog
from defiance_qt.systems.defiance.view.present.guide import step_now
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.table import DefianceView

SEED = 11
MOST_STEPS = 900
PLAYED = 180  # how many steps of the mission that is lost
TEAM = {
    "uma": c.Entered(
        9, ("pistol", "helmet", "medikit", "automedikit"), ("orders", "focus_fire"), ("deep_cut", "nightmares")
    ),
    "cadin": c.Entered(6, ("rippers", "automedikit"), ("first_strike",), ("limp",)),
    "qiang": c.Entered(7, ("heavy_machine_gun", "heavy_armour", "automedikit"), ("brace",)),
    "jazz": c.Entered(5, ("hacking_device", "boarding_carbine", "repair_kit", "automedikit"), ("ghost_login",)),
}
CREW = {"billie": "workshop", "goldstein": "bridge", "cho": "bridge", "okonjo": "sickbay", "pell": ""}
RESULT = c.WriteDown(result="victory", round=7, intel=dict.fromkeys(TEAM, 4), biological=2, tech=1)
ABOARD = {"uma": "cabins", "jazz": "cabins", "cadin": "training"}
"""Where the team stands in the picture of the ship; Qiang is in the hand."""


class Camera(Protocol):
    """What takes the pictures."""

    window: Window

    @property
    def table(self) -> Table: ...

    @property
    def view(self) -> DefianceView: ...

    def take(self, name: str, shown: QWidget | None = None) -> None: ...


def photograph_campaign(camera: Camera) -> None:
    """Take every screen of a campaign, and close it."""
    _opening(camera)
    session = begin(camera.window, entered(4))
    panels = _panels(camera)
    panels.writing.emit()
    (form,) = camera.window.findChildren(WrittenDialog)
    camera.take("written", form)
    form.reject()
    session.submit(RESULT)
    for step, ready in STEPS.items():
        while step_now(session.state) != step:
            session.submit(c.FinishStep())
        ready(session, panels)
        camera.take(step if step != "briefing" else "next-mission")
        panels.ship.put_back()
    camera.window.close_game()
    session = begin(camera.window, entered(11))
    session.submit(c.WriteDown(result="victory", round=9))
    camera.take("end")
    camera.window.close_game()


def begin(window: Window, first: object = None) -> Session:
    """Begin a campaign at the window, with this command."""
    window.games.begin(NewGame("infinity-defiance", "campaign.defiance.name", "defiance", SEED, "en", {}, ()))
    table = window.table
    assert isinstance(table, Table)
    table.banner.dismiss()
    if first is not None:
        table.session.submit(first)
    return table.session


def entered(number: int) -> c.EnterCampaign:
    """Return the command that enters a campaign after so many missions."""
    return c.EnterCampaign(
        number=number,
        characters=TEAM,
        lost=("dead_air",),
        crew=CREW,
        tech=2,
        components=2,
        upgrades=("sample_container",),
        store=("knife", "grenade"),
        reason="" if number < 5 else "as on our sheet",
    )


def liking(command: object) -> tuple[float, str]:
    """Return a sort key of preference for commands: attack, search, walk east."""
    weights: dict[type, float] = {c.Attack: 9, c.Hack: 8.5, c.Interact: 8, c.UseSwitch: 7, c.SpendCritical: 6.5}
    weights |= {c.Move: 4.9, c.EndActivation: 1, c.Rest: 0.5, c.Equip: 0.3}
    if isinstance(command, c.StepTo):
        return (5 + (ord(command.space[0]) - ord("A")) / 30, command.space)
    return (weights.get(type(command), 2), repr(command))


def _panels(camera: Camera) -> BetweenPanels:
    panels = camera.view.between
    assert panels is not None
    return panels


def _opening(camera: Camera) -> None:
    """Take the first briefing, and a mission that is lost."""
    session = begin(camera.window)
    camera.take("briefing")
    _panels(camera).entering.emit()
    (form,) = camera.window.findChildren(EnteredDialog)
    camera.take("entered", form)
    form.reject()
    session.submit(c.BeginMission())
    while isinstance(session.state.agenda[-1], f.Deployment):
        session.submit(session.legal()[0])
    for _ in range(PLAYED):
        session.submit(max(session.legal(), key=liking))
    last = next(one.after_round for one in rules_of(session).mission.defeat if one.after_round)
    session.submit(c.Overrule("round", last))
    for _ in range(MOST_STEPS):
        if session.state.between:
            break
        session.submit(session.legal()[-1])
    camera.take("defeat")
    camera.window.named_actions.do("game.chronicle")
    (chronicle,) = camera.window.findChildren(ChronicleDialog)
    chronicle.sections.setCurrentRow(2)
    camera.take("chronicle", chronicle)
    chronicle.reject()
    camera.window.close_game()


def _man_the_ship(session: Session, panels: BetweenPanels) -> None:
    for member, area in ABOARD.items():
        session.submit(c.Station(member, area))
    panels.ship.take("qiang")
    panels.ship.aim("workshop")


def _stay(session: Session, panels: BetweenPanels) -> None:
    """Leave the step as it begins."""


STEPS: dict[str, Callable[[Session, BetweenPanels], None]] = {
    "crew": _man_the_ship,
    "sickbay": _stay,
    "specialties": lambda session, panels: panels.tree.choose_pupil("uma"),
    "intel": lambda session, panels: panels.market.show_card("combi_rifle"),
    "equipment": _stay,
    "briefing": _stay,
}
"""The steps that are photographed, and what is done before."""
