"""The course of Orders: what is declared when, who may, what the core rules make of dice and Wounds."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import Illegal
from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.rolls import counted, kept, success_value
from expansions.n3.engine.state import Target
from tests.expansions.n3.tables import Table, act, bs, cc, exchange, ready, shot


@pytest.mark.rule("K-001", "K-002")
def test_what_a_die_counts_as() -> None:
    one = counted(12, 12)
    assert (one.success, one.critical) == (True, True)
    assert not counted(13, 12).success
    above = counted(16, 24)
    assert (above.value, above.success, above.critical) == (20, True, True)
    assert counted(15, 24).value == 19
    assert not counted(1, 0).success


@pytest.mark.rule("K-003")
def test_mods_add_up_to_twelve_at_most() -> None:
    assert success_value(13, (-6, -6, -3)) == 1
    assert success_value(13, (9, 6)) == 25


@pytest.mark.rule("K-004", "N-211")
@pytest.mark.parametrize(
    ("mine", "its", "left"),
    [
        ((9, 4, 12), (7,), ((9, 12), 0)),
        ((7,), (7,), ((), 0)),
        ((13,), (10,), ((13,), 1)),
        ((13,), (11,), ((), 0)),
        ((9, 8), (12,), ((9, 8), 0)),
        ((13, 5), (9,), ((13,), 1)),
    ],
)
def test_what_is_left_of_a_face_to_face_roll(
    mine: tuple[int, ...], its: tuple[int, ...], left: tuple[tuple[int, ...], int]
) -> None:
    assert kept(mine, 13, [(its, 11)]) == left


@pytest.mark.rule("K-005", "K-008")
def test_no_step_of_an_order_can_be_skipped() -> None:
    table = ready()
    assert table.refused(c.Declare("ruiz", "move")).rule == "K-005"
    table.give(c.Activate("ruiz"))
    for early in (c.NoReactions(), c.React("vex", "dodge"), c.Measured("ruiz", "tolle", 300), c.Activate("fen")):
        table.refused(early)
    table.give(bs("ruiz", "carbine", ("tolle", 3)))
    assert table.refused(c.Measured("ruiz", "tolle", 300)).code == "not_now"
    assert table.refused(c.Declare("ruiz", "move")).code == "no_declaration"
    table.give(c.NoReactions(), c.Declare("ruiz", "move"))
    assert table.refused(c.Measured("ruiz", "tolle", 300)).code == "not_now"
    table.give(c.NoReactions())
    assert table.refused(c.Measured("ruiz", "vex", 300)).code == "no_pair"
    assert table.refused(c.EndTurn()).code == "order_first"
    table.give(c.Measured("ruiz", "tolle", 300))
    assert table.refused(c.Declare("ruiz", "move")).code == "dice_first"


@pytest.mark.rule("K-006")
@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("move", "move", ""),
        ("dodge", "move", ""),
        ("move", "dodge", ""),
        ("dodge", "reset", "two_short"),
        ("move", "combat_jump", "entire"),
        ("hatch", "", "only_reaction"),
        ("dance", "", "no_such_skill"),
        ("morpho_scan", "", "no_skill"),
    ],
)
def test_the_two_skills_of_an_order(first: str, second: str, code: str) -> None:
    table = ready().give(c.Activate("ruiz"))
    if not second:
        assert table.refused(c.Declare("ruiz", first)).code == code
        return
    table.give(c.Declare("ruiz", first), c.NoReactions())
    if code:
        assert table.refused(c.Declare("ruiz", second)).code == code
    else:
        table.give(c.Declare("ruiz", second))


@pytest.mark.rule("K-007")
def test_a_burst_is_parted_whole_and_a_reaction_has_one_die() -> None:
    table = ready().give(c.Activate("fen"))
    assert table.refused(bs("fen", "marksman_rifle", ("tolle", 1))).code == "burst"
    assert table.refused(bs("fen", "marksman_rifle", ("tolle", 1), ("tolle", 1))).code == "twice"
    assert table.refused(bs("fen", "marksman_rifle", ("ruiz", 2))).code == "own_troop"
    assert table.refused(c.Declare("fen", "bs", "marksman_rifle")).code == "no_target"
    table.give(bs("fen", "marksman_rifle", ("tolle", 1), ("nahl", 1)), shot("nahl", "carbine", "fen"))
    assert table.refused(c.React("nahl", "dodge")).code == "one_reaction"
    table.give(c.NoReactions(), c.Declare("fen", "move"), c.NoReactions())
    table.give(c.Measured("fen", "tolle", 300), c.Measured("fen", "nahl", 500))
    assert [(roll.troop, roll.target, roll.dice) for roll in table.rolls()] == [
        ("fen", "tolle", 1),
        ("fen", "nahl", 1),
        ("nahl", "fen", 1),
    ]
    table.dice(9).dice(8).dice(7)
    against = {event.roll: event.against for event in table.of(e.Compared)}
    assert against == {0: (), 1: (2,), 2: (1,)}


@pytest.mark.rule("K-008", "K-015", "K-014")
def test_a_success_value_is_a_list_of_reasons() -> None:
    table = ready().zone("fog", visibility="low", saturation=True).zone("mist", visibility="low", saturation=True)
    act(table, bs("ruiz", "carbine", ("tolle", 3)))
    table.give(c.Measured("ruiz", "tolle", 500, ("tolle",), ("fog", "mist")))
    (roll,) = table.rolls()
    assert [(step.why, step.amount, step.rule) for step in roll.steps] == [
        ("attribute.bs", 13, "K-001"),
        ("band", -3, "K-008"),
        ("cover", -3, "K-008"),
        ("low_visibility", -3, "K-015"),
    ]
    assert [(step.why, step.amount) for step in roll.burst] == [("weapon", 3), ("saturation", -1)]
    assert (roll.sv, roll.dice) == (4, 2)


@pytest.mark.rule("K-014")
def test_saturation_never_takes_the_last_die() -> None:
    table = ready().zone("fog", visibility="poor", saturation=True)
    act(table, bs("ruiz", "carbine", ("tolle", 2), ("nahl", 1)))
    table.give(c.Measured("ruiz", "tolle", 300, (), ("fog",)), c.Measured("ruiz", "nahl", 300, (), ("fog",)))
    assert [(roll.sv, roll.dice) for roll in table.rolls()] == [(10, 1), (10, 1)]


@pytest.mark.rule("K-009", "K-024")
@pytest.mark.parametrize(
    ("wounds", "lost", "states"), [(1, 0, ()), (1, 1, ("unconscious",)), (1, 2, ("dead",)), (2, 1, ())]
)
def test_wounds(wounds: int, lost: int, states: tuple[str, ...]) -> None:
    table = Table("bench").put("tolle", wounds=wounds)
    exchange(table, c.Exchange("ruiz", "bs", "tolle", "test_normal")).dice(2, 3, 20)
    table.dice(*((12,) * lost + (13,) * (2 - lost)))
    assert (table.troop("tolle").lost, table.troop("tolle").states) == (lost, states)


@pytest.mark.rule("K-010", "K-011")
@pytest.mark.parametrize(
    ("weapon", "save"),
    [("test_normal", (1, 1, 1)), ("test_ap", (1, 1, 1)), ("test_da", (1, 3, 1)), ("test_fire", (1, 2, 1))],
)
def test_criticals(weapon: str, save: tuple[int, int, int]) -> None:
    table = exchange(Table("bench"), c.Exchange("ruiz", "bs", "tolle", weapon)).dice(13, 5, 20)
    (found,) = table.saves()
    assert (found[2], found[4], found[5]) == save


@pytest.mark.rule("K-011", "K-008")
def test_ap_halves_before_cover() -> None:
    table = exchange(Table("bench"), c.Exchange("nahl", "bs", "tanaka", "test_ap"), cover=("tanaka",)).dice(2, 20, 20)
    assert table.saves() == [("tanaka", "arm", 1 + 3, 13, 1, 0)]


@pytest.mark.rule("K-012")
def test_fire_rolls_again_after_each_failure() -> None:
    table = Table("bench").put("tolle", wounds=3)
    exchange(table, c.Exchange("ruiz", "bs", "tolle", "test_fire")).dice(2, 20, 20)
    table.dice(5).dice(5).dice(20)
    assert table.troop("tolle").lost == 2
    assert table.state.order is None


@pytest.mark.rule("K-018")
def test_an_immobilised_troop_in_the_air_has_no_order() -> None:
    """A correction may lay the State on it: its Order would have no skill to declare."""
    table = ready(side=1).put("orrin", where="air", states=("immobilised_1",))
    assert table.refused(c.Activate("orrin")).code == "immobilised"
    assert not any(isinstance(one, c.Activate) and one.troop == "orrin" for one in table.game.legal(table.state))


@pytest.mark.rule("K-012")
def test_shock_kills_by_the_last_wound_alone() -> None:
    table = exchange(Table("bench").put("tolle", wounds=2), c.Exchange("ruiz", "bs", "tolle", "test_shock"))
    table.dice(2, 20, 20).dice(1)
    assert (table.troop("tolle").lost, table.troop("tolle").states) == (1, ())


@pytest.mark.rule("K-012", "K-009")
def test_fire_asks_no_more_of_the_dead() -> None:
    table = exchange(Table("bench"), c.Exchange("ruiz", "bs", "tolle", "test_fire")).dice(2, 3, 20).dice(1, 1)
    assert table.troop("tolle").states == ("dead",)
    assert (table.troop("tolle").lost, table.state.order) == (2, None)


@pytest.mark.rule("K-012")
@pytest.mark.parametrize(
    ("weapon", "dice", "states"),
    [
        ("test_shock", (1,), ("dead",)),
        ("viral_carbine", (1, 20), ("dead",)),
        ("pulse_thrower", (1,), ("isolated",)),
        ("test_stun", (1,), ("stunned",)),
    ],
)
def test_what_special_ammunition_does(weapon: str, dice: tuple[int, ...], states: tuple[str, ...]) -> None:
    table = exchange(Table("bench"), c.Exchange("ruiz", "bs", "tolle", weapon))
    table.dice(2, *(20,) * (table.state.asked[0].dice - 1)).dice(*dice)
    assert table.troop("tolle").states == states


@pytest.mark.rule("K-012")
def test_e_m_immobilises_a_remote() -> None:
    table = exchange(Table("bench"), c.Exchange("sedge", "bs", "mule", "pulse_thrower")).dice(2, 20).dice(1)
    assert table.troop("mule").states == ("immobilised_2",)


@pytest.mark.rule("K-017")
def test_a_dodge_is_one_die_against_all_and_a_template_asks_a_normal_roll() -> None:
    table = ready(side=1)
    flame = c.Declare("thurible", "bs", "heavy_flame", targets=(Target("fen", 1),))
    act(table, bs("nahl", "carbine", ("fen", 3)), c.React("fen", "dodge"), servant=flame)
    table.give(c.Measured("nahl", "fen", 300), c.Measured("thurible", "fen", 50)).dice(3, 4, 14).dice(5)
    assert table.saves() == [("fen", "arm", 2, 13, 1, 0)], "14 stands against 5; the flame is dodged"


@pytest.mark.rule("K-017")
def test_a_reset_answers_hacking_and_a_dodge_does_not() -> None:
    for answer, left in (("reset", False), ("dodge", True)):
        table = exchange(Table("bench"), c.Exchange("okafor", "hack", "vex", "stinger", "", answer))
        table.dice(3).dice(9)
        assert bool(table.saves()) is left


@pytest.mark.rule("K-018")
@pytest.mark.parametrize(
    ("states", "skill", "code"),
    [
        (("immobilised_1",), "move", "immobilised"),
        (("immobilised_1",), "reset", ""),
        (("stunned",), "bs", "stunned"),
        (("isolated",), "hack", "isolated"),
        (("targeted",), "move", ""),
    ],
)
def test_what_a_state_forbids(states: tuple[str, ...], skill: str, code: str) -> None:
    table = ready().put("okafor", states=states).give(c.Activate("okafor"))
    commands = {
        "bs": bs("okafor", "carbine", ("tolle", 3)),
        "hack": c.Declare("okafor", "hack", "lockdown", targets=(Target("tolle"),)),
    }
    command = commands.get(skill, c.Declare("okafor", skill))
    if code:
        assert table.refused(command).code == code
    else:
        table.give(command)


@pytest.mark.rule("K-018")
@pytest.mark.parametrize(
    ("declared", "amounts"),
    [
        (bs("ruiz", "carbine", ("tolle", 3)), [3]),
        (c.Declare("okafor", "hack", "lockdown", targets=(Target("tolle"),)), [3]),
        (cc("brandt", "breaching_blade", "tolle"), []),
    ],
)
def test_who_fires_at_a_targeted_troop_or_hacks_it_has_three_more(declared: c.Declare, amounts: list[int]) -> None:
    table = act(ready().put("tolle", states=("targeted",)), declared)
    if declared.skill == "bs":
        table.give(c.Measured("ruiz", "tolle", 300))
    (roll,) = table.rolls()
    assert [step.amount for step in roll.steps if step.why == "targeted"] == amounts


@pytest.mark.rule("K-018")
def test_a_reset_ends_a_state_and_the_turn_ends_being_stunned() -> None:
    table = ready().put("ruiz", states=("immobilised_1", "targeted")).put("fen", states=("stunned",))
    table.give(c.Activate("ruiz"), c.Declare("ruiz", "reset"), c.NoReactions())
    table.give(c.Declare("ruiz", "idle"), c.NoReactions()).dice(5)
    assert table.troop("ruiz").states == ()
    table.give(c.EndTurn())
    assert table.troop("fen").states == ()


@pytest.mark.rule("K-019")
def test_guts_are_asked_of_who_survived_and_has_no_courage() -> None:
    for target, asked in (("tolle", True), ("kael", False)):
        table = act(ready(), bs("fen", "marksman_rifle", (target, 2))).give(c.Measured("fen", target, 300))
        table.dice(2, 20)
        if target == "kael":
            table.give(c.ChooseSave("arm"))
        table.dice(20)
        assert bool(table.of(e.GutsAsked)) is asked
        if asked:
            table.dice(20)
            assert [event.passed for event in table.of(e.GutsRolled)] == [False]
        assert table.state.order is None


@pytest.mark.rule("K-020")
def test_a_fireteam_of_three_has_one_die_more() -> None:
    table = ready()
    act(table, bs("adeyemi", "carbine", ("tolle", 4)), together=("ruiz", "okafor"))
    table.give(c.Measured("adeyemi", "tolle", 300))
    assert table.rolls()[0].dice == 4
    assert ready().refused(c.Activate("adeyemi", ("fen",))).rule == "K-020"


@pytest.mark.rule("K-012", "K-018")
def test_a_reset_leaves_immobilized_2() -> None:
    table = ready().give(c.Activate("ruiz"), c.Declare("ruiz", "reset"), c.NoReactions(), c.Declare("ruiz", "move"))
    table.put("ruiz", states=("immobilised_2", "isolated")).give(c.NoReactions()).dice(2)
    assert table.troop("ruiz").states == ("immobilised_2",)


@pytest.mark.rule("K-017", "N-072")
@pytest.mark.parametrize(("die", "saves"), [(11, 0), (12, 1)])
def test_a_hatch_evades_a_direct_template(die: int, saves: int) -> None:
    table = ready().put("ruiz", weapons=("heavy_flame",)).put("sedge", ph=11, marker="embryo")
    act(table, bs("ruiz", "heavy_flame", ("sedge", 1)), c.React("sedge", "hatch"))
    table.give(c.Measured("ruiz", "sedge", 50)).dice(die)
    assert len(table.of(e.SaveAsked)) == saves


@pytest.mark.rule("N-073")
@pytest.mark.parametrize(("skill", "marker"), [("idle", "camouflage"), ("move", "camouflage"), ("dodge", "")])
def test_a_marker_that_moves_or_waits_stays_one(skill: str, marker: str) -> None:
    table = ready().put("fen", marker="camouflage").give(c.Activate("fen"), c.Declare("fen", skill))
    assert table.troop("fen").marker == marker


@pytest.mark.rule("K-020")
@pytest.mark.parametrize(("more", "sv"), [((), 15), (("fen",), 15), (("fen", "silva"), 18)])
def test_a_fireteam_of_five_has_three_more_to_bs_and_no_smaller_one(more: tuple[str, ...], sv: int) -> None:
    table = ready()
    for id in more:
        table.put(id, fireteam="first")
    act(table, bs("adeyemi", "carbine", ("tolle", 4)), together=("ruiz", "okafor", *more))
    table.give(c.Measured("adeyemi", "tolle", 300))
    assert table.rolls()[0].sv == sv


@pytest.mark.rule("K-020")
def test_the_servant_of_a_leader_has_no_bonus_of_the_fireteam() -> None:
    table = ready().put("adeyemi", controls="mule").put("mule", weapons=("carbine",))
    table.give(c.Activate("adeyemi", ("ruiz", "okafor", "mule")))
    assert table.refused(bs("mule", "carbine", ("tolle", 4))).code == "burst"
    table.give(bs("mule", "carbine", ("tolle", 3)))


@pytest.mark.rule("K-010")
def test_a_critical_of_ammunition_that_costs_no_wound_sets_its_state_at_once() -> None:
    table = exchange(Table("bench"), c.Exchange("sedge", "bs", "fen", "pulse_thrower"), 100)
    table.dice(table.rolls()[0].sv, 20)
    assert table.of(e.StateSet)[0].state == "isolated"
    assert table.of(e.SaveAsked) == []
    table = exchange(Table("bench"), c.Exchange("okafor", "hack", "vex", "lockdown")).dice(15)
    assert table.of(e.StateSet)[0].state == "immobilised_1"
    assert [event.save.wounds for event in table.of(e.SaveAsked)] == [0]


@pytest.mark.rule("K-021")
@pytest.mark.parametrize(
    ("weapon", "dice", "lost", "form", "states"),
    [
        ("test_normal", (1, 20), 1, "", ()),
        ("test_normal", (1, 1), 0, "inactive", ()),
        ("test_da", (1, 1, 1, 20), 1, "inactive", ("unconscious",)),
        ("test_fire", (1, 20), 0, "inactive", ()),
    ],
)
def test_symbiont_armour(weapon: str, dice: tuple[int, ...], lost: int, form: str, states: tuple[str, ...]) -> None:
    table = exchange(Table("bench"), c.Exchange("ruiz", "bs", "thorn", weapon)).dice(2, 3, 20)
    table.dice(*dice)
    while table.state.asked:
        table.dice(*(20,) * table.state.asked[0].dice)
    thorn = table.troop("thorn")
    assert (thorn.lost, thorn.form, thorn.states) == (lost, form, states)


@pytest.mark.rule("K-021", "N-209")
def test_fire_comes_first_on_symbiont_armour() -> None:
    table = (
        ready(side=1).put("thorn", mate="").put("fen", weapons=("test_normal",)).put("silva", weapons=("test_fire",))
    )
    act(table, c.Declare("thorn", "move"), shot("fen", "test_normal", "thorn"), shot("silva", "test_fire", "thorn"))
    table.give(c.Measured("thorn", "fen", 300), c.Measured("thorn", "silva", 300)).dice(2).dice(2)
    assert [event.save.again for event in table.of(e.SaveAsked)] == [True, False]


@pytest.mark.rule("K-022")
def test_orders_are_counted_and_used() -> None:
    table = ready()
    assert (table.state.pool, table.state.lieutenant) == (9, ("adeyemi",))
    act(table, c.Declare("fen", "move"))
    assert table.state.pool == 8
    table.give(c.Activate("adeyemi", (), "lieutenant"))
    assert (table.state.pool, table.state.lieutenant) == (8, ())
    assert table.state.order is not None
    table = ready().put("fen", states=("dead",), lost=2)
    assert table.refused(c.Activate("fen")).rule == "K-024"
    assert table.refused(c.Activate("ruiz", (), "irregular")).rule == "K-022"
    assert table.refused(c.Activate("vex")).rule == "K-022"


@pytest.mark.rule("N-121")
def test_a_doctor_heals_who_is_unconscious() -> None:
    table = ready().put("brandt", states=("unconscious",), lost=2)
    act(table, c.Declare("marsh", "doctor", targets=(Target("brandt"),))).dice(3)
    assert (table.troop("brandt").lost, table.troop("brandt").states) == (1, ())
    table.give(c.Activate("marsh"))
    assert table.refused(c.Declare("marsh", "doctor", targets=(Target("brandt"),))).code == "not_unconscious"


def test_the_game_ends_after_its_rounds_and_points_decide() -> None:
    table = ready("causeway", rounds=1).give(c.Score("case", 0, "fen"))
    assert table.troop("fen").states == ("targeted",)
    assert table.refused(c.Score("case", 0, "fen")).code == "scored"
    table.give(c.EndTurn(), c.EndTurn())
    assert table.state.result == "victory"
    assert ready(rounds=1).give(c.EndTurn(), c.EndTurn()).state.result == "draw"


def test_a_marker_is_discovered_before_it_is_attacked() -> None:
    table = ready().give(c.Activate("fen"))
    assert table.refused(bs("fen", "marksman_rifle", ("wisp", 2))).code == "marker"
    assert table.refused(c.Declare("fen", "discover", targets=(Target("vex"),))).code == "no_marker"


@pytest.mark.parametrize("faces", [(), (0,), (21, 1), (1,)])
def test_dice_that_cannot_be_are_refused(faces: tuple[int, ...]) -> None:
    table = exchange(Table("bench"), c.Exchange("fen", "bs", "tolle", "marksman_rifle"))
    with pytest.raises(Illegal) as found:
        table.dice(*faces)
    assert found.value.code == "wrong_dice"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Exchange("fen", "bs", "tolle", "spoon"), "no_weapon"),
        (c.Exchange("fen", "move", "tolle"), "no_exchange"),
        (c.Exchange("fen", "bs", "ruiz", "carbine"), "own_troop"),
        (c.Exchange("nobody", "bs", "tolle", "carbine"), "no_such_troop"),
        (c.Exchange("fen", "bs", "tolle", "carbine", "", "move"), "no_answer"),
        (c.Exchange("fen", "bs", "tolle", "phero_booster"), "no_mode"),
        (c.Exchange("fen", "bs", "tolle", "carbine", zones=("moon",)), "no_such_zone"),
        (c.Exchange("fen", "hack", "tolle", "spoon"), "no_program"),
    ],
)
def test_an_exchange_that_cannot_be_is_refused(command: c.Exchange, code: str) -> None:
    assert Table("bench").refused(command).code == code


def test_the_dice_of_a_fight_have_reasons_too() -> None:
    table = act(ready(), cc("fen", "blade", "kael"), c.React("kael", "dodge"))
    assert [roll.sv for roll in table.rolls()] == [16, 15]
