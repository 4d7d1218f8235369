"""The muster as values: goods with their prices, the team with its Load, and what it brings out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from expansions.warfighter.engine import commands as c
from expansions.warfighter.engine import frames as f
from expansions.warfighter.engine.state import State
from expansions.warfighter.view.present.muster import choices, muster
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.values import MusterView

from .tables import offers_of, rules, salt_road, why_of, words


def shown(state: State, buyer: str = "1") -> MusterView:
    table = rules()
    return muster(state, table, Names(words()), offers_of(table, state), buyer, why_of(table, state))


def mustering() -> State:
    """Roa and Orm are bought."""
    state = salt_road()
    team = {number: state.team[number] for number in ("1", "2")}
    return replace(state, agenda=(f.Muster(),), team=team, hostiles={}, row=(), turn=0, on_call=())


def test_soldiers_of_the_nation_are_offered_with_price_and_numbers() -> None:
    tusk = next(one for one in shown(mustering()).soldiers if one.id == "tusk")
    assert (tusk.name, tusk.price, tusk.command) == ("Bram Tusk", "12 RP", c.Buy("tusk"))
    assert "Health 6, Cover 4" in tusk.text
    assert {one.id for one in shown(mustering()).soldiers}.isdisjoint({"roa", "orm", "vey"})


def test_goods_are_sorted_by_kind_and_say_why_they_cannot_be_bought() -> None:
    shelves = shown(mustering(), "2").shelves
    assert [shelf.title for shelf in shelves] == ["Weapons", "Equipment", "Skills"]
    goods = {good.id: good for shelf in shelves for good in shelf.goods}
    assert goods["combat_knife"].command == c.Arm("2", "combat_knife")
    assert "quiet_rifle" not in goods
    assert (goods["assault_rifle"].command, goods["battle_rifle"].why) == (c.Arm("2", "assault_rifle"), "load")
    assert goods["pouch:machine_gun"].name == "Ammo batch (Machine gun)"


@pytest.mark.rule("W-013")
def test_the_team_shows_its_load_and_gives_cards_back() -> None:
    roa = shown(mustering()).team[0]
    assert (roa.number, roa.load, roa.most, roa.active) == ("1", 10, 10, True)
    assert roa.back == c.Unbuy("1")
    assert c.Unbuy("1", "frag") in [card.command for card in roa.cards]


@pytest.mark.rule("W-128")
def test_the_bands_of_rp_show_what_a_location_brings() -> None:
    view = shown(mustering())
    assert [band[0] for band in view.bands] == ["up to 50 RP", "up to 75 RP", "up to 100 RP", "over 100 RP"]
    assert [band[2] for band in view.bands].index(True) == (0 if view.spent <= 50 else 1)
    means = [float(band[1]) for band in view.bands]
    assert means == sorted(means)
    assert view.told == f"{view.spent} of 75 RP spent"


def test_the_answers_are_to_begin_and_the_ready_made_team() -> None:
    table, state = rules(), mustering()
    found = choices(Names(words()), offers_of(table, state))
    assert [(type(one.command), one.key, one.primary) for one in found] == [
        (c.Go, "⏎", True),
        (c.Team, "1", False),
    ]
