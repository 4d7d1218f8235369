"""Switches: costs, sources, the order of both sides, and what is not paid for (R-099 … R-106)."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from tests.engine.positions import Play, position
from tests.engine.rules.turns import foes_turn

CARDS = """
    [[equipment]]
    id = "blaster"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "shot"
      dice = ["any", "any", "any", "any", "any", "any"]
      range = [1, 5]
      switches = [
        { cost = "S !", effects = [{ do = "suffer", amount = 2 }] },
        { cost = "!", effects = [{ do = "impose", state = "stunned" }] },
        { cost = "! !", effects = [{ do = "add_symbols", symbols = "S S" }] },
      ]

      [[equipment.attacks]]
      id = "burst"
      dice = ["any", "any", "any", "any", "any", "any"]
      range = [1, 5]
      switches = [{ cost = "B", effects = [{ do = "suffer", amount = 1 }] }]

    [[software]]
    id = "spike"
    kind = "antipersonnel"
    targets = "enemy"
    switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 1 }
    software = ["spike"]

    # Passive cards: one is used in defence, one in attack.
    [[equipment]]
    id = "charm"
    modifiers = [{ rolls = ["defense"], switches = [{ cost = "!", effects = [{ do = "heal", amount = 1 }] }] }]

    [[equipment]]
    id = "scope"
    modifiers = [{ rolls = ["attack"], switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }] }]

    [[equipment]]
    id = "buckler"
    modifiers = [{ rolls = ["defense"], dice = ["black"], close = true }]

    # Under its beam a Switch of the beam; below, one that goes with everything.
    [[units]]
    id = "switcher"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      defense = ["any", "any", "any", "any"]
      biotech = ["any", "any"]
      abilities = ["hackable"]
      switches = [{ cost = "!", effects = [{ do = "reinforce", amount = 1 }] }]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [{ cost = "S", effects = [{ do = "impose", state = "stunned" }] }]

    [[units]]
    id = "reader"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "! !", effects = [{ do = "suffer", amount = 3 }] },
          { cost = "!", effects = [{ do = "reinforce", amount = 1 }] },
        ]

    # What an Enemy may do to others than its rival.
    [[units]]
    id = "spreader"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "spray"
        dice = ["any", "any", "any", "any"]
        range = [1, 4]
        switches = [{ cost = "!", effects = [{ do = "suffer", amount = 2, on = "other_character" }] }]

    [[units]]
    id = "tormentor"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "cry"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "!", effects = [{ do = "impose", state = "stunned", on = "other_character" }] },
          { cost = "B", effects = [{ do = "relieve", on = "user" }] },
        ]

    [[units]]
    id = "chorister"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "song"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "!", effects = [{ do = "impose", state = "suppressed", on = "team" }] },
          { cost = "B", effects = [{ do = "heal", amount = 1, on = "user" }] },
          { cost = "S S", effects = [{ do = "impose", state = "focused", on = "other_enemy" }] },
        ]
    """


def shooting(board: str = "U . 1", figures: str = "switcher 1 -", attack: str = "blaster.shot", **dice: str) -> Play:
    """Uma fires the blaster at the first Enemy."""
    unit = figures.split()[0]
    text = f"{board}\n\numa carries=blaster,stun_pistol\n{figures}"
    return position(text, CARDS).do("activate uma", f"attack uma {attack} {unit}.1", **dice)


def under_fire(unit: str, board: str, figures: str = "", mate: str = "-", **dice: str) -> Play:
    """The Unit's first Miniature attacks whom it finds closest."""
    text = f"{board}\n\n{unit} 1 {mate} ai=attack_twice\ninitiative {unit}\n{figures}"
    return foes_turn(text, CARDS).do("proceed", **dice)


def open_switches(game: Play) -> list[tuple[str, str]]:
    """The Switches of the team in the roll in progress: whose, and at what cost."""
    side = game.roll().team
    assert side is not None
    return [(offer.source, offer.switch.cost) for offer in side.offers]


@pytest.mark.rule("R-099", "R-101")
def test_the_symbols_are_paid_and_the_effect_is_had() -> None:
    game = shooting(team="S S ! !", enemy="-")
    assert game.options() == ["use_switch 0", "use_switch 1", "use_switch 2", "let_stand"]
    game.do("use_switch 0")
    assert game.shown("team") == "S !"
    game.do("let_stand")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+! - 3 0 [R-093]"]
    assert game.foe("switcher.1").damage == 3


@pytest.mark.rule("R-101")
def test_what_was_paid_is_gone_for_other_switches_and_for_the_result() -> None:
    game = shooting(team="S !", enemy="-").do("use_switch 0")
    assert game.told("symbols_cancelled") == ["symbols_cancelled - - 2 0 [R-093]"]


@pytest.mark.rule("R-101")
def test_a_switch_that_cannot_be_paid_is_refused() -> None:
    game = shooting(team="! ! B", enemy="-")
    assert game.options() == ["use_switch 1", "use_switch 2", "let_stand"]
    assert game.refused("use_switch 0") == "cannot_pay R-101"


@pytest.mark.rule("R-099", "R-100")
def test_a_switch_belongs_to_the_attack_it_is_printed_under() -> None:
    game = shooting(attack="blaster.burst", team="S B !", enemy="-")
    assert open_switches(game) == [("equipment.blaster.name", "B")]
    assert game.options() == ["use_switch 0", "let_stand"]


@pytest.mark.rule("R-099", "R-100")
def test_switches_of_software_stand_open_when_the_program_runs_and_those_of_a_weapon_do_not() -> None:
    game = position(
        """
        J . 1

        jazz carries=deck,blaster
        switcher 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz spike switcher.1", team="! S", enemy="-")
    assert open_switches(game) == [("software.spike.name", "!")]
    game.do("use_switch 0")
    assert game.foe("switcher.1").damage == 2


@pytest.mark.rule("R-100")
def test_a_passive_card_offers_its_switch_in_the_rolls_it_names() -> None:
    game = foes_turn(
        """
        U . . 1

        uma carries=charm,scope damage=2
        switcher 1 - ai=attack_twice
        initiative switcher
        """,
        CARDS,
    ).do("proceed", enemy="-", team="!")
    assert game.options() == ["use_switch 0", "let_stand"]
    game.do("use_switch 0")
    assert game.told("switch_used") == ["switch_used team 0 equipment.charm.name ! [R-092 R-101]"]
    assert game.one("uma").damage == 1
    attacking = position(
        """
        U . . 1

        uma carries=stick,charm,scope
        switcher 1 -
        """,
        CARDS,
    ).do("activate uma", "attack uma stick.point switcher.1", team="!", enemy="-")
    assert attacking.do("use_switch 0").foe("switcher.1").damage == 1


@pytest.mark.rule("R-075", "R-100")
@pytest.mark.parametrize(("board", "dice"), [("U 1", 5), ("U . 1", 4)])
def test_a_passive_card_may_ask_for_contact(board: str, dice: int) -> None:
    game = under_fire("switcher", board, "uma carries=buckler", enemy="-", team=" ".join("6" * dice))
    assert len(game.dice("team")) == dice


@pytest.mark.rule("R-102")
def test_a_switch_may_be_repeated_as_long_as_it_is_paid() -> None:
    game = shooting(team="S S S ! ! B", enemy="-").do("use_switch 0", "use_switch 0")
    assert len(game.told("switch_used")) == 2
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+B - 5 0 [R-093]"]


@pytest.mark.rule("R-102", "R-103")
@pytest.mark.parametrize(
    ("own", "attack", "refused"),
    [
        ('{ cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] }', "", False),
        ('{ cost = "!", effects = [{ do = "add_symbols", symbols = "!" }] }', "", True),
        ("", '{ cost = "S", effects = [{ do = "add_symbols", symbols = "S" }] }', True),
        (
            '{ cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] }',
            '{ cost = "S", effects = [{ do = "add_symbols", symbols = "!" }] }',
            True,
        ),
    ],
    ids=["fine", "of the card", "of the Attack", "both together"],
)
def test_switches_that_pay_for_themselves_are_no_content(own: str, attack: str, refused: bool) -> None:
    """An Enemy that pays as often as it can would never be done."""
    more = f"""
    [[units]]
    id = "endless"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      switches = [{own}]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any"]
        range = [1, 8]
        switches = [{attack}]
    """
    if refused:
        with pytest.raises(ContentError, match="pay for themselves"):
            position("U", more)
    else:
        assert position("U", more).options() == ["activate uma"]


@pytest.mark.rule("R-101", "R-102")
def test_symbols_that_a_switch_brings_pay_for_another() -> None:
    game = shooting(team="! ! !", enemy="-").do("use_switch 2", "use_switch 0")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S - 3 0 [R-093]"]


@pytest.mark.rule("R-103", "R-091", "R-096")
def test_the_enemy_pays_before_the_team_may() -> None:
    game = shooting(team="!", enemy="!")
    assert game.told("switch_used") == ["switch_used enemy 0 unit.switcher.name ! target=uma [R-091 R-103 R-106]"]
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
    assert game.told("switch_used") == ["switch_used enemy 0 unit.switcher.name ! target=uma [R-091 R-103 R-106]"]
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
    ).do("activate jazz", "hack jazz spike switcher.1", team="-", enemy="!")
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
