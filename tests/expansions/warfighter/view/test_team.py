"""The rail as values: what Soldiers carry, what is wrong with it, and the Supports."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from defiance_qt.shell.theme import DARK
from expansions.warfighter.engine.state import Laid, State, SupportInPlay, with_soldier, with_weapon
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.present.team import team
from expansions.warfighter.view.team import TeamColumn
from expansions.warfighter.view.values import SoldierView, TeamView
from tests.conftest import ROOT

from .tables import label, offers_of, rules, salt_road, words

pytestmark = pytest.mark.qt_log_ignore("does not support")


def shown(state: State, active: str = "1") -> TeamView:
    table = rules()
    return team(state, table, Names(words()), offers_of(table, state), active, label)


def soldier(state: State, number: str) -> SoldierView:
    return next(one for one in shown(state).soldiers if one.number == number)


def test_every_soldier_has_a_drawing() -> None:
    drawn = {path.stem for path in (ROOT / "expansions" / "warfighter" / "figures").glob("*.svg")}
    assert drawn == set(rules().catalog.soldiers)


def test_a_soldier_shows_health_actions_weapons_and_hand() -> None:
    roa = soldier(salt_road(), "1")
    assert (roa.name, roa.told, roa.acts, roa.hand, roa.xp) == ("Signe Roa", "6 of 7", 1, "hand 5 of 6", "1 XP")
    assert [(arm.live, arm.empty, arm.reach, arm.tone) for arm in roa.arms] == [
        (4, 0, "range 0–2", ""),
        (2, 0, "range 0–1", ""),
    ]
    assert [chip.text for chip in roa.chips] == ["Point", "Aid kit 2"]
    assert roa.active
    assert "Aid kit 2" in roa.spoken


def test_a_weapon_that_cannot_be_used_says_why() -> None:
    assert [(arm.reach, arm.tone) for arm in soldier(salt_road(), "2").arms] == [("empty", "danger")]
    out = with_weapon(salt_road(), "2", "machine_gun", live=0, empty=1)
    assert soldier(out, "2").arms[0].reach == "no ammo"
    thrown = with_weapon(salt_road(), "2", "machine_gun", empty=0, lies=3)
    assert soldier(thrown, "2").arms[0].reach == "thrown"


def test_a_suppressed_soldier_says_what_that_forbids() -> None:
    assert soldier(salt_road(), "3").suppressed == "Suppressed · must rally first"


def test_what_lies_before_a_soldier_and_a_fight_are_chips() -> None:
    state = with_soldier(salt_road(), "1", laid=(Laid("aimed", False, "1"),), engaged="wire_team.1")
    assert [(chip.text, chip.tone) for chip in soldier(state, "1").chips[:2]] == [
        ("Aimed Shot ready", "gold"),
        ("Hand-to-Hand: Wire team", "danger"),
    ]


def test_a_card_has_the_height_for_its_width(qtbot: QtBot) -> None:
    column = TeamColumn(DARK, "Team", "Support", "call")
    qtbot.addWidget(column)
    column.show_team(shown(salt_road()))
    column.resize(640, 600)
    column.show()
    column.resize(190, 700)
    layout = column.layout()
    assert layout is not None
    layout.activate()
    assert [card.height() for card in column.cards.values()] == [
        card.heightForWidth(card.width()) for card in column.cards.values()
    ]


def test_a_squad_shows_its_own_arms() -> None:
    assert [chip.text for chip in soldier(salt_road(), "4").chips] == ["2d10 5+, pen 1, range 0"]


def test_supports_show_their_price_and_who_can_call_them() -> None:
    state = replace(salt_road(), supports=(SupportInPlay("drone"),), on_call=("mortar", "evacuation"))
    drone, mortar, evacuation = shown(state).supports
    assert (drone.in_play, drone.price, drone.choices) == (True, "keep 1 XP", ())
    assert (mortar.price, evacuation.price) == ("3 XP · 2 XP", "2 XP · once")
    assert mortar.choices
    assert not shown(replace(state, team={"4": state.team["4"]})).supports[1].choices
