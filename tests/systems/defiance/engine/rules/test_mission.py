"""The mission's own rules: triggers, victory and defeat (R-024, R-130, and the ruling on defeat)."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine.content import (
    Calm,
    Condition,
    DeployUnits,
    Effect,
    EndMission,
    GainIntel,
    MissionUnit,
    Opening,
    RaiseAlert,
    Result,
    SetFlag,
    Suffer,
    Suffering,
    Trigger,
)
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.rules.mission import last_round
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position, start
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    pack("whistle")
    + """
    [[characters]]
    id = "guest"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6

    [[characters]]
    id = "healer"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6

      [[characters.actions]]
      id = "hands"
      target = "unconscious"
      use = "flip"
      effects = [{ do = "revive", heal = 1 }]

    [[characters]]
    id = "singer"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6
    actions = [{ id = "song", target = "character", effects = [{ do = "calm", amount = -1, on = "target" }] }]

    [[equipment]]
    id = "kit"

      [[equipment.actions]]
      id = "treat"
      target = "unconscious"
      effects = [{ do = "revive", heal = 1 }]

    [[equipment]]
    id = "big_kit"
    tabs = [["hand"]]

      [[equipment.actions]]
      id = "treat"
      target = "unconscious"
      effects = [{ do = "revive", heal = 1 }]

    [[equipment]]
    id = "own_kit"
    personal = true

      [[equipment.actions]]
      id = "treat"
      target = "unconscious"
      effects = [{ do = "revive", heal = 1 }]
    """
)


ORDERS = orders("attack least_distance")


BIG_KIT = (
    pack("big_kit", "dancer")
    + """
    [[characters]]
    id = "guest"
    ally = true
    speed = 4
    wounds = 6

    [[characters]]
    id = "twofold"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6

      [[characters.actions]]
      id = "song"
      effects = [{ do = "calm", amount = 1 }]

      [[characters.actions]]
      id = "hands"
      target = "unconscious"
      effects = [{ do = "revive", heal = 1 }]
    """
)


def won(text: str, **parts: Any) -> bool:
    """Whether the mission is won as Uma's Activation ends. The Round goes on: Jazz has still to act."""
    game = position(f"{text}\njazz", CARDS, victory=(Condition(id="done", **parts),))
    game.do("activate uma", "end_activation uma")
    return game.state.result == "victory"


def last_one_falls(ally: str, uma: str) -> Play:
    """Uma lies there; Cadin, the last one up, falls by what the dummy rolls."""
    game = position(
        f"U M 1 C\n\n{ally}\numa damage=10 unconscious carries={uma}\ncadin damage=9 carries=stick\ndummy 1 -",
        CARDS,
    )
    return game.do("activate cadin", "attack cadin stick.point dummy.1", team="-", enemy="S")


@pytest.mark.rule("R-024")
@pytest.mark.parametrize(
    ("who", "figures", "is_won"),
    [
        (("uma",), "", True),
        (("cadin",), "", False),
        (("uma", "cadin"), "", False),
        (("uma", "qiang"), "", True),
        (("qiang",), "qiang damage=10 unconscious", False),
        (("billie",), "billie", False),
        (("*",), "", False),
        (("*",), "cadin damage=10 unconscious\njazz damage=10 unconscious", True),
        (("*",), "cadin damage=10 unconscious\njazz damage=10 unconscious\nguest D1", True),
    ],
    ids=[
        "one there",
        "one elsewhere",
        "one of two",
        "both",
        "lies there",
        "off the board",
        "everybody, and two are not",
        "everybody who stands",
        "an Ally elsewhere",
    ],
)
def test_who_has_to_stand_in_a_zone(who: tuple[str, ...], figures: str, is_won: bool) -> None:
    """Uma and Qiang are in it, Cadin and Jazz beyond."""
    text = f"U Q . . C Z\n\nzone out A1 B1\njazz Z\n{figures}"
    assert won(text, standing=who, zone="out") == is_won


@pytest.mark.rule("R-024")
@pytest.mark.parametrize("who", ["uma", "*"])
@pytest.mark.parametrize(("zone", "is_won"), [("zone out A1 B1", True), ("zone out C1 D1", False)])
def test_before_a_zone_is_not_in_it(who: str, zone: str, is_won: bool) -> None:
    assert won(f"U J . .\n\n{zone}", standing=(who,), zone="out") == is_won


@pytest.mark.rule("R-024")
@pytest.mark.parametrize(("flags", "is_won"), [("flags seen", False), ("flags seen heard", True)])
def test_all_that_has_to_have_happened(flags: str, is_won: bool) -> None:
    assert won(f"U J\n\n{flags}", flags=("seen", "heard")) == is_won


@pytest.mark.rule("R-024", "R-234")
@pytest.mark.parametrize(
    ("units", "is_won"), [("dummy 1 -", False), ("selected dummy", False), ("nox_spec_ops 1 -", True), ("", True)]
)
def test_who_has_to_be_gone(units: str, is_won: bool) -> None:
    """Neither on the board nor still to come."""
    assert won(f"U J . 1\n\n{units}", eliminated=("dummy",)) == is_won


@pytest.mark.rule("R-024")
@pytest.mark.parametrize(
    ("who", "is_won"), [(("cadin",), True), (("jazz",), False), (("cadin", "jazz"), False), (("uma",), False)]
)
def test_who_has_to_be_down(who: tuple[str, ...], is_won: bool) -> None:
    assert won("U J C\n\ncadin damage=10 unconscious", unconscious=who) == is_won


@pytest.mark.rule("R-024", "R-045")
@pytest.mark.parametrize(("number", "is_won"), [(1, False), (2, True)])
def test_a_round_is_complete_when_it_has_ended(number: int, is_won: bool) -> None:
    condition = Condition(id="late", after_round=2, when="round")
    game = position(f"U\n\nround {number}", CARDS, victory=(condition,)).do("activate uma", "end_activation uma")
    assert (game.state.result == "victory") == is_won


@pytest.mark.rule("R-024")
@pytest.mark.parametrize(("parts", "is_won"), [({"flags": ("seen",)}, True), ({"flags": ("other",)}, False)])
def test_all_parts_have_to_hold_together(parts: dict[str, Any], is_won: bool) -> None:
    assert won("U J\n\nzone out A1\nflags seen", standing=("uma",), zone="out", **parts) == is_won


@pytest.mark.rule("R-024", "R-043")
@pytest.mark.parametrize(("when", "over"), [("activation", [True, True]), ("round", [False, True])])
def test_a_condition_is_looked_at_when_it_says(when: str, over: list[bool]) -> None:
    game = position("U J\n\nzone out A1", victory=(Condition(id="done", standing=("uma",), zone="out", when=when),))
    game.do("activate uma", "end_activation uma")
    ends = [game.state.result is not None]
    if not ends[0]:
        game.do("activate jazz", "end_activation jazz")
    assert [*ends, game.state.result is not None] == over


@pytest.mark.rule("R-024", "R-045")
def test_of_conditions_that_hold_together_victory_comes_first_and_then_the_one_named_first() -> None:
    here: dict[str, Any] = {"standing": ("uma",), "zone": "out"}
    lost, first, second = Condition(id="lost", **here), Condition(id="first", **here), Condition(id="second", **here)
    game = position("U J\n\nzone out A1", victory=(first, second), defeat=(lost,))
    game.do("activate uma", "end_activation uma")
    assert (game.state.result, game.state.because) == ("victory", "first")
    assert len(game.told("mission_decided")) == 1


@pytest.mark.rule("R-045", "R-024")
def test_a_team_that_is_down_has_lost_whatever_else_holds() -> None:
    game = position(
        "U . 1\n\numa damage=9 carries=stick\ndummy 1 -", victory=(Condition(id="up", unconscious=("uma",)),)
    ).do("activate uma", "attack uma stick.point dummy.1", team="-", enemy="S")
    assert (game.state.result, game.state.because) == ("defeat", "team_down")


@pytest.mark.rule("R-045", "R-024")
@pytest.mark.parametrize("turn", [1, -1])
def test_of_several_last_rounds_the_earliest_ends_the_mission(turn: int) -> None:
    """One that asks for something else as well is none."""
    timed = (
        Condition(id="fourth", after_round=4, when="round"),
        Condition(id="third", after_round=3, when="round"),
        Condition(id="third_too", after_round=3, when="round"),
        Condition(id="first", after_round=1, flags=("seen",), when="round"),
        Condition(id="second", after_round=2, standing=("uma",), zone="out", when="round"),
    )
    game = position("U\n\nzone out A1", victory=timed[:1], defeat=timed[1:][::turn])
    found = last_round(game.game.rules)
    assert found is not None
    assert found.id == ("third" if turn == 1 else "third_too")
    assert last_round(position("U\n\n").game.rules) is None


@pytest.mark.rule("R-233", "R-303", "R-024")
def test_what_was_caused_before_the_end_still_happens_and_no_ai_card_is_dealt() -> None:
    """A Consequence of each effect and those of the end; the Unit that comes gets no card any more."""
    effects: tuple[Effect, ...] = (Suffering(), DeployUnits(("dummy",), ("D1",)), EndMission("defeat", "gone"))
    game = position(
        "U J . .\n\njazz damage=10 unconscious\nselected dummy",
        triggers=(Trigger("activation_ended uma", effects),),
        results=(Result("part", (GainIntel(1, on="user"),)),),
    ).do("activate uma", "end_activation uma")
    assert (game.state.result, game.state.because) == ("defeat", "gone")
    assert [" ".join(line.split()[:2]) for line in game.told("consequence_suffered", "mission_decided")] == [
        "mission_decided defeat",
        "consequence_suffered uma",
        "consequence_suffered jazz",
        "consequence_suffered jazz",
    ]
    assert "dummy" in game.state.units
    assert not game.told("ai_card_dealt")
    assert game.told("result_reached") == ["result_reached part [R-303]"]


@pytest.mark.rule("R-045", "R-233", "R-240")
def test_at_the_end_too_the_discarded_consequences_are_drawn_again() -> None:
    """There are no abilities either by which anything could follow."""
    down = "cadin damage=10 unconscious\njazz damage=10 unconscious"
    text = f"U C J\n\n{down}\ndiscards consequence cold_anger cold_anger cold_anger cold_anger"
    over = (Condition(id="over", when="activation"),)
    game = position(text, hooks=Hooks(), victory=over).do("activate uma", "end_activation uma")
    assert game.told("deck_rebuilt") == ["deck_rebuilt consequence [R-240]"]
    suffered = [line.split()[1] for line in game.told("consequence_suffered")]
    assert suffered == ["cadin", "cadin", "jazz", "jazz"]
    assert game.one("jazz").face_down == ("cold_anger", "cold_anger")
    assert game.told("game_ended") == ["game_ended victory over [R-045]"]


@pytest.mark.rule("R-303", "R-024")
@pytest.mark.parametrize(("outcome", "intel"), [("victory", 2), ("defeat", 0)])
def test_only_a_victory_brings_the_intel_packs_of_the_mission(outcome: str, intel: int) -> None:
    """An Ally gets none."""
    over: dict[str, Any] = {outcome: (Condition(id="over", when="activation"),)}
    game = position("U J A\n\nguest A", CARDS, intel=2, **over).do("activate uma", "end_activation uma")
    assert [game.one(id).intel for id in ("uma", "jazz", "guest")] == [intel, intel, 0]


@pytest.mark.rule("R-150")
@pytest.mark.parametrize("outcome", ["victory", "defeat"])
def test_only_neutral_characters_that_were_met_join_the_crew(outcome: str) -> None:
    """Goldstein was one; the guest came along from the start."""
    over: dict[str, Any] = {outcome: (Condition(id="over", when="activation"),)}
    text = "U N A\n\nguest A\nneutral goldstein N"
    game = position(text, CARDS, **over).do("activate uma", "interact uma goldstein", "end_activation uma")
    assert game.told("crew_joined") == ["crew_joined goldstein [R-150]"]


@pytest.mark.rule("R-024")
@pytest.mark.parametrize(("repeats", "aggro"), [(False, 1), (True, 2)])
def test_a_trigger_fires_once_unless_it_repeats_and_means_who_was_activated_last(repeats: bool, aggro: int) -> None:
    trigger = Trigger("activation_ended cadin", (Calm(1, on="user"),), repeats)
    game = position("U C", triggers=(trigger,))
    game.do("activate cadin", "end_activation cadin", "activate uma", "end_activation uma")
    game.do("activate cadin", "end_activation cadin")
    assert (game.one("uma").aggro, game.one("cadin").aggro) == (0, aggro)


@pytest.mark.rule("R-024", "R-260")
def test_what_a_trigger_brings_about_may_fire_another() -> None:
    effects: tuple[Effect, ...] = (RaiseAlert(1),)
    triggers = (Trigger("activation_ended uma", effects), Trigger("alert 2", (SetFlag("alarm"),)))
    game = position("U J", triggers=triggers).do("activate uma", "end_activation uma")
    assert (game.state.alert, game.state.flags) == (2, ("alarm",))


@pytest.mark.rule("R-045")
def test_one_who_stands_is_enough() -> None:
    """Nobody has an AutoMediKit, and Uma falls."""
    game = position("U 1 C\n\numa damage=9 carries=stick\ncadin carries=stick\ndummy 1 -", CARDS)
    game.do("activate uma", "attack uma stick.point dummy.1", team="-", enemy="S")
    assert not game.one("uma").conscious
    assert game.state.result is None


@pytest.mark.rule("R-045", "R-319", "R-117", "R-146")
@pytest.mark.parametrize(
    ("ally", "uma", "lost"),
    [
        ("healer M", "stick", False),
        ("healer", "stick", True),
        ("healer M flipped=healer", "stick", True),
        ("singer M", "stick", True),
        ("guest M", "kit", False),
        ("guest M", "medikit", False),
        ("guest M", "whistle", True),
        ("guest M", "own_kit", True),
        ("guest M", "big_kit", True),
        ("guest M tabs=hand", "big_kit", False),
        ("guest M tabs=hand\nswitch usable=equipped", "big_kit", False),
        ("guest M carries=own_kit", "stick", False),
        ("billie M", "kit", False),
    ],
    ids=[
        "an Action of its own",
        "off the board",
        "one that is used up",
        "another Action",
        "a kit to take",
        "a MediKit",
        "what is no kit",
        "one that cannot be taken",
        "one that it has no hand for",
        "one that it has a hand for",
        "one that can be equipped to the letter",
        "one that is its own",
        "a Remote is an Ally too",
    ],
)
def test_an_ally_that_can_bring_somebody_round_saves_the_mission(ally: str, uma: str, lost: bool) -> None:
    assert (last_one_falls(ally, uma).state.result == "defeat") == lost


@pytest.mark.rule("R-024", "R-234")
@pytest.mark.parametrize(("figures", "heard"), [("dummy 1 -", True), ("dummy 1 2", False)])
def test_a_mission_hears_of_an_eliminated_unit(figures: str, heard: bool) -> None:
    trigger = Trigger("unit_eliminated dummy", (SetFlag("gone"),))
    game = position(f"U 1 2\n\numa carries=stick\n{figures}\ndummy.1 damage=4", ORDERS, triggers=(trigger,))
    game.do("activate uma", "attack uma stick.point dummy.1", team="S", enemy="-")
    assert ("gone" in game.state.flags) == heard


@pytest.mark.rule("R-024", "R-015", "R-167", "R-168")
def test_units_that_start_deployed_fire_no_trigger() -> None:
    opening = Opening((MissionUnit("dummy", ("C1", "D1")),))
    there = Trigger("unit_deployed dummy", (RaiseAlert(1),))
    game = start("U . . .", openings={"en": opening, "es": opening}, selected=("dummy",), triggers=(there,))
    game.do("deploy uma A1")
    assert set(game.state.enemies) == {"dummy.1", "dummy.2"}
    assert (game.state.alert, game.state.fired) == (1, ())


@pytest.mark.rule("R-045", "R-319", "R-117")
@pytest.mark.parametrize(("ally", "lost"), [("twofold", False), ("dancer", True)])
def test_an_ally_may_revive_by_any_of_its_actions(ally: str, lost: bool) -> None:
    text = f"U M 1 C\n\n{ally} M\numa damage=10 unconscious carries=\ncadin damage=9 carries=stick\ndummy 1 -"
    game = position(text, BIG_KIT).do("activate cadin", "attack cadin stick.point dummy.1", team="-", enemy="S")
    assert (game.state.result == "defeat") == lost


@pytest.mark.rule("R-233", "R-150", "R-024")
def test_what_was_caused_before_the_end_still_happens_but_no_ai_card_is_dealt() -> None:
    """As Uma's Activation ends the mission is won; at Alert 0 the dummy sees her, and a trigger angers her."""
    ended = Trigger("activation_ended uma", (SetFlag("bell"), Suffer(1, on="user")))
    done = Condition(id="done", standing=("uma",), zone="out")
    game = position("U . . 1\n\nzone out A1\nalert 0\ndummy 1 -\njazz", victory=(done,), triggers=(ended,))
    game.do("activate uma", "end_activation uma")
    assert game.state.result == "victory"
    assert game.state.flags == ("bell",)
    assert game.one("uma").damage == 1
    assert not game.told("ai_card_dealt")


@pytest.mark.rule("R-024", "R-012")
def test_before_anybody_was_activated_a_trigger_means_the_first_of_the_team() -> None:
    game = start("U J . .", triggers=(Trigger("round_began 1", (Calm(1, on="user"),)),))
    game.do("deploy uma A1", "deploy jazz B1")
    assert {id: one.aggro for id, one in game.state.team.items()} == {"uma": 1, "jazz": 0}


@pytest.mark.rule("R-045", "R-117", "R-314", "R-315")
@pytest.mark.parametrize(
    ("uma", "more", "lost"),
    [
        ("stick,big_kit", "", False),
        ("stick", "qiang damage=10 unconscious carries=big_kit", True),
        ("stick", "qiang C2 damage=10 unconscious carries=big_kit", False),
    ],
    ids=["not the first of the cards", "off the board", "of somebody else"],
)
def test_a_kit_that_an_ally_can_take_may_be_any_card_of_anybody_there(uma: str, more: str, lost: bool) -> None:
    text = f"U M 1 C\n . . . .\n\nguest M carries=\numa damage=10 unconscious carries={uma}\n{more}"
    game = position(f"{text}\ncadin damage=9 carries=stick\ndummy 1 -", BIG_KIT)
    game.do("activate cadin", "attack cadin stick.point dummy.1", team="-", enemy="S")
    assert (game.state.result == "defeat") == lost
