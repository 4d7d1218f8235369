"""Switches of Enemies: what they pay for and in which order, what they do not pay for, what they do (R-103 … R-106).

Spans `rules.rolls`, `rules.effects` and `rules.harm`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.switches import CARDS, shooting, under_fire
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

DRONE = pack("drone")


VEST = (
    orders("attack least_distance")
    + pack("vest", "conductor")
    + """
    # A Switch for somebody else besides the target.
    [[units]]
    id = "howitzer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5

        [[units.faces.attacks]]
        id = "shell"
        dice = ["any"]
        range = [1, 3]
        sight = false
        switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned", on = "other_character" }] }]
    """
)


UNIT = (
    orders("attack least_distance")
    + """
    [[states]]
    id = "dazzled"
    modifiers = [{{ rolls = ["attack"], fewer = 1 }}]

    [[units]]
    id = "payer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{{ id = "cry", dice = ["any", "any", "any"], range = [1, 8], switches = [
        {{ cost = "!", effects = [{}] }},
      ] }}]
    """
)


HERALD = (
    orders("attack least_distance")
    + """
    [[units]]
    id = "herald"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{ id = "cry", dice = ["any", "any", "any"], range = [1, 8], switches = [
        { cost = "S", effects = [{ do = "alert" }] },
      ] }]

    [[units]]
    id = "sulker"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{ id = "poke", dice = ["any", "any"], range = [1, 8], switches = [
        { cost = "S", effects = [{ do = "calm", amount = -1 }] },
      ] }]
    """
)


THIEF = (
    orders("attack least_distance")
    + """
    [[units]]
    id = "thief"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5

        [[units.faces.attacks]]
        id = "snatch"
        dice = ["any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "!", effects = [{ do = "relieve", state = "*" }] },
          { cost = "B", effects = [{ do = "suffer", amount = 1, on = "team" }] },
          { cost = "CB", effects = [{ do = "suffer", amount = 1 }] },
        ]
    """
)


def paid(effect: str, figures: str = "", enemy: str = "! !") -> tuple[int, list[str]]:
    """How often the Enemy pays, and why no more."""
    text = f"U . 1\n\n{figures}\npayer 1 ai=orders\ninitiative payer"
    game = foes_turn(text, UNIT.format(effect)).do("proceed", enemy=enemy, team="-")
    return len(game.told("switch_used")), [line.split()[-2] for line in game.told("switch_spared")]


@pytest.mark.rule("R-103", "R-091", "R-096")
def test_the_enemy_pays_before_the_team_may() -> None:
    game = shooting(team="!", enemy="!")
    assert game.told("switch_used") == ["switch_used enemy 0 unit.switcher.name ! [R-091 R-103 R-106]"]
    assert game.options() == ["use_switch 1", "let_stand"]


@pytest.mark.rule("R-103")
def test_the_enemy_pays_as_often_as_it_can() -> None:
    game = shooting(team="-", enemy="! ! !")
    assert len(game.told("switch_used")) == 3
    assert game.state.reserve == 3


@pytest.mark.rule("R-103")
def test_the_enemy_reads_its_card_from_the_top() -> None:
    """With three "!" the first Switch is paid once, then the second takes what is left."""
    game = under_fire("reader", "U . 1", enemy="! ! !", team="-")
    assert [line.split()[2] for line in game.told("switch_used")] == ["0", "1"]
    assert game.one("uma").damage == 3
    assert game.state.reserve == 1


@pytest.mark.rule("R-104")
def test_an_enemy_imposes_a_state_once_and_keeps_the_other_symbols() -> None:
    game = under_fire("switcher", "U . 1", enemy="S S S", team="-")
    assert len(game.told("switch_used")) == 1
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.switcher.name reason.has_state [R-104]"]
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-105")
def test_only_switches_that_hang_on_no_attack_work_in_defence() -> None:
    game = shooting(team="-", enemy="S !")
    assert game.told("switch_used") == ["switch_used enemy 0 unit.switcher.name ! [R-091 R-103 R-106]"]
    assert (game.one("uma").states, game.one("uma").damage) == ((), 1)


@pytest.mark.rule("R-105")
def test_both_kinds_of_switch_work_with_the_attack() -> None:
    game = under_fire("switcher", "U . 1", enemy="S !", team="-")
    assert [line.split()[4] for line in game.told("switch_used")] == ["S", "!"]
    assert (game.one("uma").states, game.state.reserve) == (("stunned",), 1)


@pytest.mark.rule("R-105", "R-113")
def test_switches_of_the_unit_work_when_it_is_hacked() -> None:
    game = position(
        """
        J . 1

        jazz carries=deck
        switcher 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz test_spike switcher.1", team="-", enemy="!")
    assert game.state.reserve == 1


@pytest.mark.rule("R-106")
def test_a_state_is_there_before_the_roll_is_resolved_and_damage_is_dealt_with_it() -> None:
    game = shooting(team="S S ! !", enemy="-").do("use_switch 1")
    assert game.foe("switcher.1").states == ("stunned",)
    game.do("use_switch 0")
    tags = [line.split()[0] for line in game.told()]
    assert tags.index("roll_boosted") < tags.index("symbols_cancelled") < tags.index("damage_suffered")
    assert game.foe("switcher.1").damage == 3


@pytest.mark.rule("R-103", "R-192")
def test_another_character_is_another_one_and_evil_ai_finds_the_one_that_falls() -> None:
    """Cadin is the target; of the others in Range and sight it is Qiang who would fall."""
    game = under_fire(
        "spreader", "C 1 . U\n . . Q . J", "uma aggro=3\nqiang damage=8\njazz damage=9\nwall E2:w", enemy="!", team="-"
    )
    assert game.told("switch_used") == ["switch_used enemy 0 unit.spreader.name ! target=qiang [R-091 R-103 R-106]"]
    assert game.told("damage_suffered") == [
        "damage_suffered qiang 2 10 source=spreader.1 [R-106]",
    ]
    assert not game.one("qiang").conscious


@pytest.mark.rule("R-103", "R-192", "R-188")
def test_another_character_where_none_falls_goes_by_the_tie_breaks() -> None:
    game = under_fire("spreader", "C 1 . U\n . . Q . .", "uma aggro=2\nqiang aggro=1", enemy="!", team="-")
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("board", "figures"),
    [
        ("C 1 . .", ""),
        ("C 1 . U", "uma damage=10 unconscious"),
        ("C 1 . . . . U", ""),
        ("C 1 . U", "wall C1:e C1:ne C1:se D1:w D1:nw D1:sw"),
    ],
    ids=["nobody", "unconscious", "out of Range", "out of sight"],
)
def test_an_enemy_does_not_pay_for_another_character_where_there_is_none(board: str, figures: str) -> None:
    game = under_fire("spreader", board, figures, enemy="! !", team="-")
    assert game.told("switch_used") == []
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.spreader.name reason.nobody_in_reach [R-104]"]
    assert game.one("cadin").damage == 0


@pytest.mark.rule("R-104")
def test_a_switch_on_the_whole_team_is_paid_for_as_long_as_it_reaches_anybody() -> None:
    game = under_fire("chorister", "C 1 . U", "cadin suppressed", enemy="! !", team="-")
    assert len(game.told("switch_used")) == 1
    assert game.one("uma").states == ("suppressed",)
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.chorister.name reason.has_state [R-104]"]


@pytest.mark.rule("R-192", "R-104")
def test_another_character_is_one_who_has_not_got_the_state_yet() -> None:
    """Qiang has most Aggro and is Stunned already."""
    game = under_fire("tormentor", "C 1 . U\n . . Q . .", "qiang aggro=3 stunned", enemy="! !", team="-")
    assert game.one("uma").states == ("stunned",)
    assert len(game.told("switch_used")) == 1


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("states", "paid"), [("suppressed", 1), ("", 0)])
def test_an_enemy_without_a_state_does_not_pay_to_lose_one(states: str, paid: int) -> None:
    mine = f"tormentor.1 {states}" if states else ""
    game = under_fire("tormentor", "C 1 .", mine, enemy="B", team="-")
    assert len(game.told("switch_used")) == paid
    assert game.foe("tormentor.1").states == ()


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("damage", "healed"), [(0, 0), (1, 1), (2, 2)])
def test_an_unhurt_enemy_does_not_pay_to_be_healed(damage: int, healed: int) -> None:
    game = under_fire("chorister", "C 1 .", f"chorister.1 damage={damage}", enemy="B B", team="-")
    assert len(game.told("damage_healed")) == healed
    assert len(game.told("switch_spared")) == (healed < 2)


@pytest.mark.rule("R-226", "R-104")
def test_a_switch_on_the_whole_team_passes_the_unconscious_over() -> None:
    game = under_fire("chorister", "C 1 . U", "uma damage=10 unconscious", enemy="!", team="-")
    assert game.one("uma").states == ("unconscious",)
    assert game.one("cadin").states == ("suppressed",)


@pytest.mark.rule("R-103", "R-104")
@pytest.mark.parametrize(("board", "others"), [("C 1 . 2", ["focused"]), ("C 1", [])])
def test_another_enemy_is_not_the_one_that_pays(board: str, others: list[str]) -> None:
    game = under_fire("chorister", board, enemy="S S", team="-", mate="2" if "2" in board else "-")
    assert game.foe("chorister.1").states == ()
    assert [state for id, foe in game.state.enemies.items() if id != "chorister.1" for state in foe.states] == others
    assert game.one("cadin").damage == (0 if others else 2)


@pytest.mark.rule("R-103", "R-104", "R-091")
@pytest.mark.parametrize(("shown", "target"), [("B", "uma"), ("!", "")])
def test_a_switch_names_whom_it_is_aimed_at_by_any_of_its_effects(shown: str, target: str) -> None:
    game = foes_turn("U . 1\n\ndrone 1 ai=attack_twice\ndrone.1 damage=1\ninitiative drone", DRONE)
    game.do("proceed", enemy=shown, team="-")
    (line,) = game.told("switch_used")
    assert (f"target={target}" in line) if target else ("target=" not in line)


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("held", "because"), [("stunned", "reason.unhurt"), ("", "")], ids=["both in vain", "one of two"]
)
def test_what_is_spared_says_the_first_reason(held: str, because: str) -> None:
    text = f"U . 1\n\numa {held}\ndrone 1 ai=attack_twice\ninitiative drone"
    game = foes_turn(text, DRONE).do("proceed", enemy="B", team="-")
    assert [line.split()[4] for line in game.told("switch_spared")] == ([because] if because else [])
    assert bool(game.told("switch_used")) == (not because)


@pytest.mark.rule("R-103", "R-104", "R-192", "R-226")
@pytest.mark.parametrize(
    ("sight", "board", "figures", "stunned"),
    [
        ("false", "Q U . 1", "", ["qiang"]),
        ("true", "Q U . 1", "", []),
        ("true", ". U . 1 . . Q", "", ["qiang"]),
        ("false", "Q . U . 1", "", []),
        ("false", "Q U . 1", "qiang damage=10 unconscious", []),
        ("false", ". U . 1", "qiang", []),
    ],
    ids=["through a wall", "out of sight", "in sight", "out of Range", "Unconscious", "off the board"],
)
def test_an_enemys_switch_finds_another_as_its_attack_would(
    sight: str, board: str, figures: str, stunned: list[str]
) -> None:
    cards = VEST.replace("sight = false\n        switches", f"sight = {sight}\n        switches")
    text = f"{board}\n\nwall A1:e\nhowitzer 1 ai=orders\ninitiative howitzer\n{figures}"
    game = foes_turn(text, cards).do("proceed", enemy="!", team="-")
    assert [line.split()[1] for line in game.told("state_gained")] == stunned


@pytest.mark.rule("R-103", "R-104", "R-192")
@pytest.mark.parametrize(("mate", "states"), [("2", ("focused",)), ("-", ())])
def test_another_enemy_is_never_the_one_that_pays_whatever_its_range(mate: str, states: tuple[str, ...]) -> None:
    board = "U 1 2" if mate == "2" else "U 1 ."
    text = f"{board}\n\numa carries=vest\nconductor 1 {mate} ai=orders\ninitiative conductor"
    game = foes_turn(text, VEST).do("proceed", enemy="!")
    assert game.foe("conductor.1").states == ()
    assert [foe.states for id, foe in game.state.enemies.items() if id != "conductor.1"] == ([states] if states else [])


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("flags", "times"), [("flags other", 1), ("flags seen", 0)])
def test_an_enemy_pays_once_for_what_happens_once(flags: str, times: int) -> None:
    assert paid('{ do = "flag", flag = "seen" }', flags) == (times, ["reason.no_change"])


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("aggro", "times"), [(0, 0), (1, 1), (2, 2)])
def test_an_enemy_pays_for_aggro_to_go_only_while_there_is_some(aggro: int, times: int) -> None:
    effect = '{ do = "calm", amount = -1, on = "target" }'
    assert paid(effect, f"uma aggro={aggro}") == (times, ["reason.no_change"] * (times < 2))


@pytest.mark.rule("R-104")
def test_an_enemy_pays_for_aggro_to_come_as_often_as_it_can() -> None:
    assert paid('{ do = "calm", amount = 1, on = "target" }') == (2, [])


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("state", "held", "times"),
    [
        ("dazzled", "dazzled", 1),
        ("dazzled", "suppressed", 0),
        ("*", "suppressed", 1),
        ("*", "dazzled suppressed", 2),
        ("*", "", 0),
    ],
)
def test_an_enemy_pays_only_to_lose_what_it_has(state: str, held: str, times: int) -> None:
    left = 3 - len(held.split())  # each takes a die away
    effect = f'{{ do = "relieve", state = "{state}", on = "user" }}'
    enemy = " ".join("!" * min(left, 2)) if times < 2 else "!"
    mine = f"payer.1 {held}" if held else ""
    found, why = paid(effect, mine, enemy)
    assert found == min(times, len(enemy.split()))
    assert why == (["reason.no_state"] if found < len(enemy.split()) else [])


@pytest.mark.rule("R-104", "R-259")
@pytest.mark.parametrize(("alert", "left"), [(3, 0), (4, 1), (5, 2)])
def test_an_enemy_pays_for_no_alert_above_the_maximum(alert: int, left: int) -> None:
    game = foes_turn(f"U . 1\n\nherald 1 - ai=orders\ninitiative herald\nalert {alert}", HERALD)
    game.do("proceed", enemy="S S", team="-")
    assert game.one("uma").damage == left


@pytest.mark.rule("R-104")
def test_an_enemy_pays_for_nothing_that_only_characters_can_have() -> None:
    game = foes_turn("U . 1\n\nsulker 1 - ai=orders\ninitiative sulker", HERALD).do("proceed", enemy="S S", team="-")
    assert not game.told("switch_used")
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-192", "R-103")
def test_an_enemy_takes_the_state_that_a_character_would_rather_keep() -> None:
    game = foes_turn("U . 1\n\numa stunned focused\nthief 1 ai=orders\ninitiative thief", THIEF)
    game.do("proceed", enemy="!", team="-")
    assert game.one("uma").states == ("stunned",)


@pytest.mark.rule("R-104", "R-225")
def test_nothing_is_paid_to_hurt_who_has_fallen_in_the_same_roll() -> None:
    game = foes_turn("U . 1 C\n\numa damage=9\nthief 1 ai=orders\ninitiative thief", THIEF)
    game.do("proceed", enemy="B B", team="-")
    assert not game.one("uma").conscious
    assert game.told("switch_spared") == [] or "reason.unconscious" in game.told("switch_spared")[0]


@pytest.mark.rule("R-212", "R-192")
def test_an_enemys_switch_does_not_find_who_hides_far_away() -> None:
    text = "U . 1 . . Q\n\nqiang hidden damage=9\nnox_spec_ops 1 - - red ai=orders\ninitiative nox_spec_ops"
    game = foes_turn(text, THIEF).do("proceed", enemy="S !", team="-")
    assert game.one("qiang").damage == 9
