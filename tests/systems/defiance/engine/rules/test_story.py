"""The mission language (R-024, R-130): facts, conditions and effects of missions beyond doors, flags and deployment."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.rules.conditions import holds
from defiance_qt.systems.defiance.engine.state import Carried, MissionState
from tests.systems.defiance.engine.positions import Play, position, start

pytestmark = pytest.mark.rule("R-024")

CARDS = """
    [[equipment]]
    id = "case"

    [[loot]]
    id = "case_found"
    effects = [{ do = "receive", item = "case" }]
    """
FIELD = """
    U . . .
    . . . .

    zone dock C1 D1
    zone back A1 A2
    jazz D2 damage=1
    """


def played(*triggers: k.Trigger, text: str = FIELD, more: str = CARDS, **mission: Any) -> Play:
    return position(text, more, triggers=triggers, **mission)


def kept(game: Play) -> MissionState:
    """What the mission's rules keep now."""
    assert game.state.mission
    return game.state.mission


def flag(name: str = "seen") -> tuple[k.Effect, ...]:
    return (k.SetFlag(name),)


def walk(game: Play, *steps: str) -> Play:
    return game.do("activate uma", "move uma", *(f"step_to uma {step}" for step in steps))


# ---- facts


def test_a_zone_is_entered_once_from_outside() -> None:
    game = played(k.Trigger("entered dock", (k.Count("visits"),), repeats=True), counters={"visits": k.Counter()})
    walk(game, "B1", "C1", "D1")
    assert kept(game).counters == {"visits": 1}
    game.do("move uma", "step_to uma C1", "step_to uma B1")
    assert kept(game).counters == {"visits": 1}
    game.do("step_to uma C1")
    assert kept(game).counters == {"visits": 2}


@pytest.mark.parametrize(
    ("by", "fires"), [("", True), ("team", True), ("uma", True), ("enemy", False), ("jazz", False)]
)
def test_who_enters_can_matter(by: str, fires: bool) -> None:
    game = walk(played(k.Trigger("entered dock", flag(), by=by)), "B1", "C1")
    assert (game.state.flags == ("seen",)) is fires


def test_a_counter_passes_every_value_on_its_way() -> None:
    game = played(
        k.Trigger("entered dock", (k.Count("power", -3),)),
        k.Trigger("counter power 1", flag("low")),
        k.Trigger("counter power 0", flag("out")),
        counters={"power": k.Counter(3)},
    )
    walk(game, "B1", "C1")
    assert kept(game).counters == {"power": 0}
    assert set(game.state.flags) == {"low", "out"}


def test_a_counter_never_falls_below_zero() -> None:
    game = played(k.Trigger("entered dock", (k.Count("power", -9),)), counters={"power": k.Counter(2)})
    walk(game, "B1", "C1")
    assert kept(game).counters == {"power": 0}
    assert [event.amount for event in game.events if isinstance(event, e.CounterChanged)] == [-2]


def test_a_fact_that_a_condition_asks_about_is_noted() -> None:
    game = played(
        k.Trigger("entered dock", flag("first")),
        k.Trigger("entered back", flag("second"), needs=k.Requirement(happened=("entered dock",))),
    )
    walk(game, "B1", "A1")
    assert "second" not in game.state.flags
    game = played(k.Trigger("entered back", flag("second"), needs=k.Requirement(happened=("entered dock",))))
    walk(game, "B1", "C1", "B1", "A1")
    assert game.state.flags == ("second",)
    assert game.told("fact_noted") == ['fact_noted "entered dock" [R-024]']
    game.do("move uma", "step_to uma B1", "step_to uma C1")
    assert not game.told("fact_noted")


@pytest.mark.parametrize("asked", ["entered dock", "entered *", "entered"])
def test_a_fact_is_noted_by_any_of_its_names(asked: str) -> None:
    """Two triggers wait for the next one, and both fire."""
    needs = k.Requirement(happened=(asked,))
    triggers = [k.Trigger("entered back", flag(name), needs=needs) for name in ("one", "two")]
    game = walk(played(*triggers), "B1", "C1", "B1", "A1")
    assert game.told("fact_noted") == [
        f'fact_noted "{asked}" [R-024]' if " " in asked else "fact_noted entered [R-024]"
    ]
    assert game.state.flags == ("one", "two")


def test_without_anybody_activated_so_far_the_first_of_the_team_is_meant() -> None:
    game = start("U J\n\n", triggers=(k.Trigger("set_up", (k.GainIntel(1, on="user"),)),))
    assert {id: one.intel for id, one in game.state.team.items()} == {"uma": 1, "jazz": 0}


def test_an_item_is_gained_and_a_figure_falls() -> None:
    game = played(
        k.Trigger("entered dock", (k.Receive("case"), k.Suffer(99, on="uma"))),
        k.Trigger("item_gained case", flag("case")),
        k.Trigger("fallen *", flag("down")),
    )
    walk(game, "B1", "C1")
    assert set(game.state.flags) == {"case", "down"}


ANCHORS = """
    U 1 2 .

    uma carries=stick
    gate_anchor 1 2 - - -
    gate_anchor.1 damage=5
    """


@pytest.mark.parametrize("known", [False, True])
def test_the_token_of_a_miniature_is_turned_up_when_it_dies(known: bool) -> None:
    triggers = [
        k.Trigger(f"miniature_died gate_anchor {token}", (k.Count(token),), repeats=True) for token in ("live", "dead")
    ]
    hidden = (k.HiddenSet("anchors", ("gate_anchor",), ("live", "dead")),)
    game = played(*triggers, text=ANCHORS, more="", hidden=hidden, counters={"live": k.Counter(), "dead": k.Counter()})
    if known:
        mission = replace(kept(game), tokens={"anchors": ("dead",) * 4}, revealed={"anchors gate_anchor.1": "live"})
        game.state = replace(game.state, mission=mission)
    game.do("activate uma", "attack uma stick.point gate_anchor.1", team="S", enemy="-")
    token = kept(game).revealed["anchors gate_anchor.1"]
    assert {"live": 0, "dead": 0, token: 1} == kept(game).counters
    assert len(kept(game).tokens["anchors"]) == 4
    assert token == "live" or not known


@pytest.mark.parametrize(("number", "fires"), [(1, [True, True]), (2, [False, True]), (3, [False, False])])
def test_the_dead_of_a_unit_are_counted(number: int, fires: list[bool]) -> None:
    """No token lies under them."""
    figures = "uma carries=stick\ndummy 1 2\ndummy.1 damage=4\ndummy.2 damage=4"
    hidden = (k.HiddenSet("anchors", ("gate_anchor",), ("live", "dead")),)
    trigger = k.Trigger(f"miniature_died dummy {number}", flag())
    game = played(trigger, text=f"U 1 2\n\n{figures}", more="", hidden=hidden).do("activate uma")
    found = []
    for enemy in ("dummy.1", "dummy.2"):
        game.do(f"attack uma stick.point {enemy}", team="S", enemy="-")
        found.append(bool(game.state.flags))
    assert found == fires
    assert kept(game).revealed == {}


def test_of_several_hidden_sets_that_of_the_unit_is_asked() -> None:
    hidden = (
        k.HiddenSet("doubt", ("uma", "jazz"), ("false", "true")),
        k.HiddenSet("anchors", ("gate_anchor",), ("live",)),
    )
    trigger = k.Trigger("miniature_died gate_anchor live", flag())
    game = played(trigger, text=ANCHORS, more="", hidden=hidden).do("activate uma")
    game.do("attack uma stick.point gate_anchor.1", team="S", enemy="-")
    assert kept(game).revealed == {"anchors gate_anchor.1": "live"}
    assert game.state.flags == ("seen",)


# ---- conditions


@pytest.mark.parametrize(
    ("need", "met"),
    [
        (k.Requirement(standing=("uma",), zone="dock"), True),
        (k.Requirement(standing=("*",), zone="dock"), False),
        (k.Requirement(standing=("*",), zone="dock", count=1), True),
        (k.Requirement(standing=("team",), zone="dock", count=2), False),
        (k.Requirement(enemies=k.EnemiesThere("dock", max=0)), True),
        (k.Requirement(enemies=k.EnemiesThere(min=1)), False),
        (k.Requirement(counter=k.CounterSpan("power", min=2)), True),
        (k.Requirement(counter=k.CounterSpan("power", max=1)), False),
        (k.Requirement(alert=k.Span(max=1)), True),
        (k.Requirement(alert=k.Span(min=2)), False),
        (k.Requirement(round=k.Span(even=True)), False),
        (k.Requirement(round=k.Span(max=3, even=False)), True),
        (k.Requirement(record=("cho_aboard",)), True),
        (k.Requirement(record=("pell_aboard",)), False),
        (k.Requirement(unhurt=("uma",)), True),
        (k.Requirement(unhurt=("uma", "jazz")), False),
        (k.Requirement(carrying="case"), False),
        (k.Requirement(carrying="pistol"), True),
        (k.Requirement(any=(k.Requirement(alert=k.Span(min=2)), k.Requirement(round=k.Span(max=1)))), True),
        (k.Requirement(all=(k.Requirement(alert=k.Span(min=2)), k.Requirement(round=k.Span(max=1)))), False),
    ],
)
def test_the_conditions_of_a_trigger(need: k.Requirement, met: bool) -> None:
    counters = {"power": k.Counter(2)}
    for fires, given, against in ((met, need, None), (not met, None, need)):
        trigger = k.Trigger("entered dock", flag(), needs=given, unless=against)
        game = walk(played(trigger, counters=counters, records=("cho_aboard",)), "B1", "C1")
        assert (game.state.flags == ("seen",)) is fires


def test_victory_asks_the_same_table() -> None:
    won = k.Condition(id="home", standing=("uma",), zone="dock", carrying="case")
    game = played(k.Trigger("entered dock", (k.Receive("case"),)), victory=(won,))
    walk(game, "B1", "C1").do("end_activation uma")
    assert (game.state.result, game.state.because) == ("victory", "home")


# ---- effects


def test_doors_close() -> None:
    text = "U . .\n. . .\n\nopen gate B1:e\nzone dock B1\njazz C2"
    game = walk(played(k.Trigger("entered dock", (k.CloseDoors(("gate",)),)), text=text), "B1")
    assert not game.state.doors["gate"].open
    assert "step_to uma C1" not in game.options()


def test_what_is_sealed_cannot_be_used_and_says_so() -> None:
    text = "U . .\n. . .\n\ncontainer box B2\nzone dock B1\njazz C2"
    game = walk(played(k.Trigger("entered dock", (k.Seal(("box",)),)), text=text), "B1")
    assert "interact uma box" not in game.options()
    assert game.refused("interact uma box") == "sealed R-024"


@pytest.mark.rule("R-140")
def test_a_console_is_used_again() -> None:
    text = "U . .\n. . .\n\nconsole desk B1 !\njazz C2"
    again = (k.Seal(("desk 1",), on=False, reset=True), k.Count("power", 2))
    game = played(k.Trigger("input_completed desk 1", again, repeats=True), text=text, counters={"power": k.Counter()})
    game.do("activate uma", "interact uma desk", "assign ! 0", team="!")
    assert kept(game).counters == {"power": 2}
    assert game.state.consoles["desk"].completed == ()
    game.do("interact uma desk", "assign ! 0", team="!")
    assert kept(game).counters == {"power": 4}


def test_the_mission_ends_at_once() -> None:
    game = played(k.Trigger("entered dock", (k.EndMission("defeat", "gone"), k.SetFlag("after"))))
    walk(game, "B1", "C1")
    assert (game.state.result, game.state.because, game.state.flags) == ("defeat", "gone", ())


def test_people_come_join_and_leave() -> None:
    game = played(
        k.Trigger("entered dock", (k.Appear("goldstein", "D1", neutral=True),)),
        k.Trigger("entered back", (k.Appear("goldstein", "D1"), k.Leave(("jazz",)))),
    )
    walk(game, "B1", "C1")
    assert game.state.neutrals["goldstein"].space == "D1"
    game.do("step_to uma B1", "step_to uma A1")
    assert not game.state.neutrals
    assert game.state.team["goldstein"].space == "D1"
    assert not game.state.team["jazz"].space


def test_everybody_in_a_zone_is_moved() -> None:
    game = walk(played(k.Trigger("entered dock", (k.MoveFigures("dock", "back"),))), "B1", "C1")
    assert game.state.team["uma"].space in ("A1", "A2")
    assert game.state.team["jazz"].space == "D2"


def test_a_random_choice_without_return_comes_once() -> None:
    choice = k.RandomEffects((flag("one"), flag("two")), again=False)
    game = played(k.Trigger("entered dock", (choice,), repeats=True))
    walk(game, "B1", "C1", "B1", "C1")
    assert set(game.state.flags) == {"one", "two"}


def test_a_hidden_set_has_one_token_a_place_and_each_is_drawn_once() -> None:
    hidden = (k.HiddenSet("doubt", ("uma", "jazz", "cadin"), ("false", "true")),)
    reveal = (k.Reveal("doubt", at="uma"), k.Reveal("doubt"))
    game = played(k.Trigger("entered dock", reveal), k.Trigger("revealed doubt false", flag("found")), hidden=hidden)
    assert kept(game).tokens == {"doubt": ("false", "true")}
    walk(game, "B1", "C1")
    assert sorted(kept(game).revealed.values()) == ["false", "true"]
    assert set(kept(game).revealed) == {"doubt uma", "doubt jazz"}
    assert game.state.flags == ("found",)
    assert kept(game).tokens == {"doubt": ()}


def test_a_named_token_is_revealed_somewhere() -> None:
    hidden = (k.HiddenSet("doubt", ("uma", "jazz"), ("false", "true")),)
    game = walk(played(k.Trigger("entered dock", (k.Reveal("doubt", token="true"),)), hidden=hidden), "B1", "C1")
    assert list(kept(game).revealed.values()) == ["true"]
    assert kept(game).tokens == {"doubt": ("false",)}


def test_units_return_elsewhere() -> None:
    game = walk(played(k.Trigger("entered dock", (k.RespawnAt(("A2",)),))), "B1", "C1")
    assert game.game.rules.respawn(game.state) == ("A2",)


def test_the_result_has_lines() -> None:
    lines = (
        k.Result("quiet", (k.GainIntel(1, on="characters"),), needs=k.Requirement(alert=k.Span(max=1))),
        k.Result("part", (k.Gain("component"),), needs=k.Requirement(outcome="victory")),
        k.Result("lost", (k.Gain("record", "lost"),), needs=k.Requirement(outcome="defeat")),
    )
    won = k.Condition(id="home", standing=("uma",), zone="dock")
    game = played(victory=(won,), results=lines, intel=3)
    walk(game, "B1", "C1").do("end_activation uma")
    assert kept(game).results == ("quiet", "part")
    assert {one.intel for one in game.state.team.values()} == {4}
    assert kept(game).gained == (("component", "", 1),)


# ---- zones


@pytest.mark.parametrize(("rule", "costs"), [("difficult", 2), ("low", 1)])
def test_a_zone_of_difficult_terrain_costs_two(rule: str, costs: int) -> None:
    game = played(zone_rules={"dock": (rule,)})
    walk(game, "B1", "C1")
    assert [event.cost for event in game.events if isinstance(event, e.Moved)] == [1, costs]


def test_nobody_enters_a_blocked_zone_nor_sees_through_it() -> None:
    game = played(zone_rules={"dock": ("blocked",)})
    assert "step_to uma C1" not in walk(game, "B1").options()


@pytest.mark.rule("R-216")
def test_low_visibility_hides_beyond_contact() -> None:
    game = played(k.Trigger("entered back", (k.ZoneRule("dock", "low"),)))
    rules = game.game.rules
    board, sight = rules.board, rules.sight
    a, c, d = (board.by_name[name] for name in ("A1", "C1", "D1"))
    clear, fog = sight.blockers(0, 0), sight.blockers(0, 0, 0, rules.zones["dock"])
    assert sight.sees(a, c, clear)
    assert not sight.sees(a, c, fog)
    assert not sight.why(a, c, fog).clear
    assert sight.sees(c, d, fog)
    assert sight.sees(a, c, fog, visor=True)
    assert not sight.sees(a, c, fog, big=True)
    assert not sight.sees(c, a, fog)
    assert not sight.why(c, a, fog).clear


@pytest.mark.rule("R-216")
def test_low_visibility_beside_the_line_hides_nobody() -> None:
    """C1 and D1 are the dock; from A2 to D2 and back nothing of it is crossed."""
    game = played(k.Trigger("entered back", (k.ZoneRule("dock", "low"),)))
    rules = game.game.rules
    sight, fog = rules.sight, rules.sight.blockers(0, 0, 0, rules.zones["dock"])
    b1, b2, d2 = (rules.board.by_name[name] for name in ("B1", "B2", "D2"))
    assert sight.sees(b2, d2, fog)
    assert sight.sees(d2, b2, fog)
    assert sight.sees(b1, rules.board.by_name["A2"], fog)


# ---- the set-up


@pytest.mark.rule("R-012")
def test_groups_deploy_on_spaces_of_their_own() -> None:
    groups = (k.Group("west", ("A1", "A2"), 1), k.Group("east", ("D1", "D2")))
    text = "U . . .\n. . . .\n\numa A1\njazz A2\nqiang D1\ncadin D2"
    game = start(text, groups=groups)
    game.do("deploy uma A1")
    assert game.refused("deploy jazz A2") == "group_full R-012"
    game.do("deploy jazz D1")


def test_the_set_up_has_triggers() -> None:
    game = played(k.Trigger("set_up", (k.Count("power", 2),)), counters={"power": k.Counter(1)})
    assert kept(game).counters == {"power": 3}


@pytest.mark.parametrize(("records", "there"), [(("aboard",), 2), ((), 1)])
def test_a_neutral_character_takes_part_if_the_record_says_so(records: tuple[str, ...], there: int) -> None:
    """A hidden set has no token for one who takes no part."""
    neutrals = (
        k.MissionNeutral("goldstein", "A2"),
        k.MissionNeutral("billie", "B2", needs=k.Requirement(record=("aboard",))),
    )
    hidden = (k.HiddenSet("doubt", ("goldstein", "billie"), ("false", "true")),)
    game = played(neutrals=neutrals, hidden=hidden, records=records)
    assert len(game.state.neutrals) == there
    assert len(kept(game).tokens["doubt"]) == there


@pytest.mark.parametrize(("space", "damage"), [("C1", 1), ("B1", 0)])
def test_a_zone_without_air_hurts_those_who_end_their_activation_there(space: str, damage: int) -> None:
    game = played(zone_rules={"dock": ("vacuum",)})
    walk(game, *("B1", "C1")[: 1 + (space == "C1")]).do("end_activation uma")
    assert game.one("uma").damage == damage
    suffered = "damage_suffered uma 1 1 source=ability.vacuum.name [R-024]"
    assert game.told("damage_suffered") == [suffered] * damage


def test_what_a_token_showed_is_a_place_for_others() -> None:
    """Units come, and return, where that token lies: in a zone, on a space."""
    hidden = (k.HiddenSet("breach", ("dock", "A2"), ("first", "second")),)
    come = (k.DeployUnits(("nox_hacker",), ("breach first",)), k.RespawnAt(("breach first", "breach second")))
    game = played(
        k.Trigger("entered dock", (k.Reveal("breach", at="dock", token="first"),)),
        k.Trigger("entered back", come, repeats=True),
        text=FIELD.replace("zone back A1 A2", "zone back B1 B2") + "    selected nox_hacker\n",
        more="",
        hidden=hidden,
    )
    walk(game, "B1")
    assert not game.state.units, "nothing is revealed yet, so there is no place to come to"
    assert kept(game).respawn is None
    game.do("step_to uma C1", "step_to uma B1")
    assert {one.space for one in game.state.enemies.values()} <= {"C1", "D1"}
    assert "nox_hacker" in game.state.units
    assert kept(game).respawn == ("C1", "D1")


@pytest.mark.rule("R-012")
@pytest.mark.parametrize(("records", "space"), [(("aboard",), "C1"), ((), "")])
def test_an_ally_starts_in_an_area_if_the_record_says_so(records: tuple[str, ...], space: str) -> None:
    fixed = (
        k.Fixed("goldstein", "A2"),
        k.Fixed("cho", area="dock", needs=k.Requirement(record=("aboard",))),
    )
    text = "U . . .\n. . . .\n\nzone dock C1 D1\numa A1\ngoldstein -\ncho -"
    game = start(text, fixed=fixed, records=records)
    assert game.state.team["goldstein"].space == "A2"
    assert (game.state.team["cho"].space if "cho" in game.state.team else "") == space
    assert game.options("deploy") == ["deploy uma A1"]


@pytest.mark.rule("R-313")
def test_a_mission_lets_a_figure_do_more_than_its_cards() -> None:
    action = k.CardAction("stay", (k.SetFlag("stays"), k.Leave(("jazz",))))
    game = played(
        k.Trigger("flag stays", (k.Count("held"),)), actions={"jazz": (action,)}, counters={"held": k.Counter()}
    )
    game.do("activate uma")
    assert not game.options("use_card uma")
    game.do("end_activation uma", "activate jazz", "use_card jazz jazz.stay jazz")
    assert kept(game).counters == {"held": 1}
    assert not game.state.team["jazz"].space
    assert game.options() == ["end_activation jazz"]


@pytest.mark.rule("R-154", "R-024")
def test_a_remote_that_leaves_is_without_damage_and_states() -> None:
    text = "U . B\n\njazz\numa speed=6\nbillie damage=1 states=stunned\nzone dock B1"
    game = position(text, triggers=(k.Trigger("entered dock", (k.Leave(("billie",)),)),))
    walk(game, "B1")
    billie = game.one("billie")
    assert (billie.space, billie.damage, billie.states) == ("", 0, ())
    assert broken(game.game.rules, game.state) == []


@pytest.mark.rule("R-042")
def test_one_who_has_left_has_no_activation() -> None:
    game = played(k.Trigger("entered dock", (k.Leave(("jazz",)),)))
    walk(game, "B1", "C1").do("end_activation uma")
    assert "activate jazz" not in game.options()


@pytest.mark.parametrize(("damage", "states"), [(0, ("stunned",)), (6, ("stunned",)), (7, ("unconscious",))])
def test_the_water_washes_to_the_closest_dry_space(damage: int, states: tuple[str, ...]) -> None:
    game = played(text=f"U . . .\n. . . .\n\nzone sea A1 A2 B1\numa damage={damage}", zone_rules={"sea": ("drowned",)})
    game.do("activate uma", "end_activation uma")
    uma = game.state.team["uma"]
    assert (uma.space, uma.damage, uma.states) == ("C1", damage + 3, states)


@pytest.mark.rule("R-275")
@pytest.mark.parametrize(("damage", "states"), [(0, ("stunned",)), (9, ("unconscious",))])
def test_the_water_stuns_nobody_who_is_stunned_already_or_falls(damage: int, states: tuple[str, ...]) -> None:
    game = played(text=f"U . .\n\nzone sea A1 B1\numa damage={damage}", zone_rules={"sea": ("drowned",)})
    game.do("activate uma", 'overrule team.uma.states ["stunned"]', "end_activation uma")
    assert game.told("state_gained") == []
    assert game.one("uma").states == states
    dry = played(text="U . .\n\nzone sea A1 B1\numa", zone_rules={"sea": ("drowned",)})
    dry.do("activate uma", "end_activation uma")
    assert dry.told("state_gained") == ["state_gained uma stunned source=ability.drowned.name [R-024 R-275]"]
    suffered = f"damage_suffered uma 3 {min(damage + 3, 10)} source=ability.drowned.name [R-024]"
    assert game.told("damage_suffered") == [suffered]


def test_who_has_nowhere_dry_to_go_stays() -> None:
    game = played(text="U .\n\nzone sea A1 B1", zone_rules={"sea": ("drowned",)})
    game.do("activate uma", "end_activation uma")
    assert (game.state.team["uma"].space, game.state.team["uma"].damage) == ("A1", 3)


@pytest.mark.rule("R-016", "R-167")
def test_a_trigger_deploys_a_unit_of_the_available_deck() -> None:
    arrives = k.Trigger("entered dock", (k.DeployUnits(("nox_hacker",), ("A2",)),))
    text = FIELD + "    available nox_hacker\n"
    game = walk(played(arrives, text=text, selected=("nox_hacker",), available=("nox_hacker",)), "B1", "C1")
    assert "nox_hacker" in game.state.units
    assert "nox_hacker" not in game.state.available


@pytest.mark.rule("R-168")
def test_a_unit_that_was_eliminated_returns_by_respawn_only() -> None:
    arrives = k.Trigger("entered dock", (k.DeployUnits(("nox_hacker",), ("A2",)),))
    game = walk(played(arrives, text=FIELD + "    available nox_hacker\n", selected=("nox_hacker",)), "B1", "C1")
    assert "nox_hacker" not in game.state.units
    assert not [event for event in game.events if isinstance(event, e.TriggerFired)]


# ---- readings that are easily mixed up


def test_the_most_aggro_of_a_mission_is_a_characters_and_no_allys() -> None:
    game = played(k.Trigger("entered dock", (k.Suffer(2, on="most_aggro"),)), text=FIELD)
    ally = replace(game.state.team["jazz"], ally=True, aggro=9)
    game.state = replace(game.state, team=game.state.team | {"jazz": ally, "uma": replace(game.one("uma"), aggro=3)})
    before = game.one("jazz").damage
    walk(game, "B1", "C1")
    assert (game.one("uma").damage, game.one("jazz").damage) == (2, before)


@pytest.mark.rule("R-130", "R-024")
@pytest.mark.parametrize(("copies", "met"), [(0, False), (1, False), (2, True), (3, True)])
def test_so_many_copies_are_carried_or_the_condition_does_not_hold(copies: int, met: bool) -> None:
    """Those of everybody count together."""
    need = k.Requirement(carrying="case", count=2)
    game = played(k.Trigger("entered dock", flag(), needs=need))
    case = Carried("case", "light")
    for at, id in enumerate(("uma", "jazz", "uma")[:copies]):
        one = game.one(id)
        kept_cards = one.carried if at else ()
        game.state = replace(game.state, team=game.state.team | {id: replace(one, carried=(*kept_cards, case))})
    walk(game, "B1", "C1")
    assert (game.state.flags == ("seen",)) is met


@pytest.mark.rule("R-130", "R-024")
def test_every_conscious_character_in_a_zone_is_nobody_where_nobody_is_conscious() -> None:
    need = k.Requirement(standing=("*",), zone="back")
    game = played(text=FIELD)
    rules, state = game.game.rules_for(game.state), game.state
    alone = {"uma": state.team["uma"]}
    assert holds(rules, replace(state, team=alone), need)
    down = {"uma": replace(state.team["uma"], states=("unconscious",))}
    assert not holds(rules, replace(state, team=down), need)


def test_a_card_that_is_handed_on_is_not_gained_once_more() -> None:
    trigger = k.Trigger("item_gained case", (k.Count("cases"),), repeats=True)
    find = k.Trigger("entered dock", (k.Receive("case"),))
    text = FIELD.replace("jazz D2 damage=1", "jazz D1")
    game = walk(played(trigger, find, text=text, counters={"cases": k.Counter()}), "B1", "C1")
    assert kept(game).counters == {"cases": 1}
    game.do("equip uma", "give uma jazz case")
    assert [held.item for held in game.one("jazz").carried][-1] == "case"
    assert kept(game).counters == {"cases": 1}
