"""Clauses of what a roll is made of, and by which rules, that no other file's positions bring about (R-075 … R-115)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Roll
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    dice = ["any"]

    [[software]]
    id = "help"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 6], slots = 3 }
    software = ["bite", "help"]

    [[equipment]]
    id = "scope"
    modifiers = [{ rolls = ["attack"], symbols = "S" }]

    [[equipment]]
    id = "booster"
    modifiers = [{ rolls = ["hacking", "console"], symbols = "S" }]

    [[equipment]]
    id = "dagger"
    tabs = [["hand"]]
    attacks = [{ id = "stab", dice = ["any"], range = [1, 1], cc = true }]

    [[states]]
    id = "inspired"
    modifiers = [{ rolls = ["attack"], dice = ["any"] }]

    [[states]]
    id = "steady"
    modifiers = [{ rolls = ["attack"], dice = ["any"], spent = true }]

    [[states]]
    id = "encrypted"
    modifiers = [{ rolls = ["biotech"], dice = ["any"] }]

    [[equipment]]
    id = "dampener"
    modifiers = [{ rolls = ["attack"], fewer = 9 }]

    [[equipment]]
    id = "firewall"
    tabs = [["torso"]]
    hackable = true
    modifiers = [{ rolls = ["biotech"], dice = ["any"] }]

    [[characters]]
    id = "android"
    ally = true
    automedikit = false
    speed = 4
    wounds = 9
    abilities = ["hackable"]
    modifiers = [{ rolls = ["biotech", "defense"], dice = ["any"] }]

    # A Switch of its own; two Attacks, each with a Switch; a Hack Attack by the Range of the first.
    [[units]]
    id = "drone"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any", "any"]
      biotech = ["any"]
      abilities = ["hackable", "cc_specialist"]
      hack_attack = { dice = ["any", "any"] }
      switches = [
        { cost = "!", effects = [{ do = "reinforce" }] },
        { cost = "B", effects = [{ do = "heal", amount = 1, on = "user" }, { do = "impose", state = "stunned" }] },
      ]
      attacks = [
        { id = "dart", dice = ["any"], range = [2, 3] },
        { id = "claw", dice = ["any"], range = [1, 1], cc = true },
      ]

    [[units]]
    id = "husk"
    faces = [{ colour = "blue", number = 1, speed = 4, wounds = 5, switches = [
      { cost = "!", effects = [{ do = "reinforce" }] },
    ] }]

    [[units]]
    id = "fighter"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any"]
      abilities = ["big", "natural_born_warrior"]
      attacks = [{ id = "axe", dice = ["any"], range = [1, 1], cc = true }]

    # Two CC Attacks to answer with, and one from afar.
    [[units]]
    id = "duelist"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any", "any"]
      abilities = ["cc_specialist"]
      attacks = [
        { id = "jab", dice = ["any"], range = [1, 1], cc = true },
        { id = "cut", dice = ["any", "any", "any"], range = [1, 1], cc = true },
        { id = "parry", dice = ["any", "any"], range = [1, 1], cc = true },
        { id = "throw", dice = ["any", "any", "any", "any"], range = [2, 3] },
      ]

    [[equipment]]
    id = "shocker"
    modifiers = [{ rolls = ["defense"], switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }] }]

    [[specialties]]
    id = "fencing"
    abilities = ["cc_specialist"]
    """


def opened(game: Play) -> tuple[Roll, str]:
    """The roll that was opened last, and the rules that its event cites."""
    return game.roll(), game.told("roll_opened")[-1].rpartition("[")[2].rstrip("]")


def attacking(figures: str, board: str = "U . 1", shot: str = "stick.point") -> Play:
    game = position(f"{board}\n\n{figures}", CARDS).do("activate uma")
    foe = next(iter(game.state.enemies))
    game.do("set_answer team dice person", "set_answer enemy dice person", f"attack uma {shot} {foe}")
    return game


def attacked(figures: str, unit: str, board: str = "U . 1") -> Play:
    """The Unit attacks; the team's dice are asked for."""
    text = f"{board}\n\n{unit} 1 ai=attack_twice\ninitiative {unit}\n{figures}"
    return foes_turn(text, CARDS).do("set_answer team dice person", "set_answer enemy dice person", "proceed")


def hacking(program: str, target: str, figures: str = "") -> Play:
    game = position(f"J U . 1\n\njazz carries=deck{figures}\ndrone 1", CARDS).do("activate jazz")
    return game.do("set_answer team dice person", f"hack jazz {program} {target}")


# ---- by which rules


@pytest.mark.rule("R-073", "R-074", "R-086", "R-075", "R-099", "R-105", "R-147", "R-208")
@pytest.mark.parametrize(
    ("figures", "board", "shot", "cited"),
    [
        ("uma carries=stick\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086"),
        ("uma carries=stick,scope\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
        ("uma carries=stick focused\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
        ("uma carries=stick\ndrone 1", "U . 1", "stick.point", "R-073 R-074 R-086 R-099 R-105"),
        ("uma carries=stick\ndrone 1", "U 1 .", "stick.point", "R-073 R-074 R-086 R-208 R-099 R-105"),
        ("uma carries=stick\nhusk 1", "U . 1", "stick.point", "R-073 R-074 R-086 R-147"),
        ("uma carries=stick,dampener\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
        ("uma carries=stick,scope,dampener\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
    ],
    ids=["plain", "a symbol", "a die", "Switches", "CC Specialist", "no Defense", "no dice left", "a symbol, no dice"],
)
def test_an_attack_cites_what_its_roll_is_made_of(figures: str, board: str, shot: str, cited: str) -> None:
    assert opened(attacking(figures, board, shot))[1] == cited


@pytest.mark.rule("R-193", "R-074", "R-086", "R-099", "R-200", "R-201", "R-208", "R-212")
@pytest.mark.parametrize(
    ("figures", "unit", "board", "cited"),
    [
        ("", "dummy", "U . 1", "R-193 R-074 R-086"),
        ("", "drone", "U . 1", "R-193 R-074 R-086 R-099"),
        ("uma carries=firewall", "drone", "U . 1", "R-200 R-201 R-086 R-099"),
        ("uma carries=firewall\ndrone.1 focused", "drone", "U . 1", "R-200 R-201 R-086 R-212 R-099"),
        ("drone.1 focused", "drone", "U . 1", "R-193 R-074 R-086 R-075 R-099"),
        ("uma carries=club specialties=fencing", "dummy", "U 1 .", "R-193 R-074 R-086 R-208"),
    ],
    ids=["plain", "Switches", "Hack Attack", "Focused, hacking", "Focused", "CC Specialist"],
)
def test_an_enemys_attack_cites_what_its_roll_is_made_of(figures: str, unit: str, board: str, cited: str) -> None:
    assert opened(attacked(figures, unit, board))[1] == cited


@pytest.mark.rule("R-107", "R-110", "R-112", "R-113", "R-080", "R-086", "R-105", "R-109")
@pytest.mark.parametrize(
    ("program", "target", "figures", "cited"),
    [
        ("help", "uma", "", "R-107 R-112 R-080"),
        ("help", "uma", ",booster", "R-107 R-112 R-080 R-110"),
        ("bite", "drone.1", "", "R-107 R-113 R-086 R-110 R-099 R-105"),
        ("bite", "drone.1", "\ndrone.1 encrypted", "R-107 R-113 R-086 R-110 R-212 R-099 R-105"),
    ],
    ids=["a Controller", "a symbol", "Antipersonnel", "more Biotech Protection"],
)
def test_a_program_cites_what_its_roll_is_made_of(program: str, target: str, figures: str, cited: str) -> None:
    roll, rules = opened(hacking(program, target, figures))
    assert rules == cited
    assert roll.sight is False


@pytest.mark.rule("R-133", "R-212", "R-110", "R-075")
@pytest.mark.parametrize(("carries", "cited"), [("deck", "R-133"), ("deck,booster", "R-133 R-212")])
def test_a_roll_at_a_console_cites_cards_by_their_own_text(carries: str, cited: str) -> None:
    game = position(f'J X\n\njazz carries={carries}\nconsole one X "S S S S"', CARDS).do("activate jazz")
    game.do("interact jazz one using=deck", team="S S" if "booster" in carries else "S")
    assert game.told("roll_opened")[-1].endswith(f"[{cited}]")
    assert game.told("dice_rolled")[-1].endswith("[R-133]")


# ---- what it is made of


@pytest.mark.rule("R-105", "R-147", "R-099")
def test_a_value_printed_as_nothing_brings_no_switches() -> None:
    roll, _ = opened(attacking("uma carries=stick\nhusk 1"))
    assert roll.enemy is not None
    assert (roll.enemy.dice, roll.enemy.offers) == ((), ())


@pytest.mark.rule("R-100", "R-075")
def test_no_more_dice_are_taken_away_than_there_are() -> None:
    roll, _ = opened(attacking("uma carries=stick,dampener\ndummy 1 -"))
    assert roll.team is not None
    assert roll.team.dice == ()


@pytest.mark.rule("R-005", "R-200", "R-147")
@pytest.mark.parametrize(
    ("figures", "board", "dice"),
    [("android A", "A . 1", []), ("uma carries=firewall", "U . 1", ["any"])],
    ids=["an Ally without any", "a Character's cards"],
)
def test_an_ally_without_biotech_protection_rolls_nothing(figures: str, board: str, dice: list[str]) -> None:
    roll, _ = opened(attacked(figures, "drone", board))
    assert roll.team is not None
    assert roll.purpose == "enemy_hack"
    assert [pool.die for pool in roll.team.dice] == dice


@pytest.mark.rule("R-200")
@pytest.mark.parametrize(
    ("board", "hacks"), [("U 1 . .", False), ("U . 1 .", True), ("U . . 1", True), ("U . . . 1", False)]
)
def test_without_a_range_of_its_own_a_hack_attack_goes_by_the_attack_printed_first(board: str, hacks: bool) -> None:
    text = f"{board}\n\numa carries=firewall\ndrone 1 ai=attack_twice\ninitiative drone"
    game = foes_turn(text, CARDS).pass_on(**({"team": ["-", "-"], "enemy": ["-", "-"]} if hacks else {}))
    assert len(game.told("attack_declared")) == 2 * hacks


@pytest.mark.rule("R-210", "R-208")
@pytest.mark.parametrize(("unit", "board", "silenced"), [("fighter", "U 1 .", True), ("dummy", "U 1 .", False)])
def test_a_natural_born_warrior_may_have_other_keywords(unit: str, board: str, silenced: bool) -> None:
    """Its target neither uses Switches nor answers with an Attack."""
    roll, _ = opened(attacked("uma carries=shocker,club specialties=fencing", unit, board))
    assert roll.team is not None
    assert bool(roll.team.silenced) == silenced
    assert [pool.die for pool in roll.team.dice] == ["any"] * (4 if silenced else 6)


@pytest.mark.rule("R-277", "R-100")
@pytest.mark.parametrize(
    ("figures", "spent"), [("", ()), (" focused", ("focused",)), (" stunned", ()), (" inspired", ())]
)
def test_only_a_state_that_helped_is_used_up(figures: str, spent: tuple[str, ...]) -> None:
    roll, _ = opened(attacking(f"uma carries=stick,scope{figures}\ndummy 1 -"))
    assert roll.team is not None
    assert roll.team.spent == spent


@pytest.mark.rule("R-075", "R-100", "R-147")
@pytest.mark.parametrize(("shot", "dice"), [("club.hit", ["any"] * 6 + ["yellow"]), ("stick.point", ["any"] * 6)])
def test_a_card_for_cc_attacks_joins_those_for_all(shot: str, dice: list[str]) -> None:
    figures = f"uma carries={shot.partition('.')[0]},scope specialties=first_strike\ndummy 1 -"
    roll, _ = opened(attacking(figures, "U 1 .", shot))
    assert roll.team is not None
    assert [pool.die for pool in roll.team.dice] == dice
    assert roll.team.fixed == Symbols.parse("S")


@pytest.mark.rule("R-208", "R-210")
@pytest.mark.parametrize(
    ("carries", "reading", "dice"),
    [
        ("dagger,club", "cc", 6),
        ("club,dagger", "cc", 6),
        ("stick,dagger", "cc", 1),
        ("dagger,stick", "attack", 6),
        ("stick", "cc", 4),
    ],
)
def test_a_cc_specialist_answers_with_the_best_of_its_attacks(carries: str, reading: str, dice: int) -> None:
    """Without a CC Attack it rolls its Defense."""
    figures = f"uma tabs=hand,hand,hand carries={carries} specialties=fencing\nswitch cc_specialist={reading}"
    roll, _ = opened(attacked(figures, "dummy", "U 1 ."))
    assert roll.team is not None
    assert len(roll.team.dice) == dice


@pytest.mark.rule("R-208", "R-086")
@pytest.mark.parametrize(("reading", "dice"), [("cc", 3), ("attack", 4)])
def test_an_enemy_answers_with_the_most_harmful_of_its_attacks(reading: str, dice: int) -> None:
    roll, _ = opened(attacking(f"uma carries=stick\nduelist 1\nswitch cc_specialist={reading}", "U 1 ."))
    assert roll.enemy is not None
    assert len(roll.enemy.dice) == dice


@pytest.mark.rule("R-277")
def test_after_an_attack_both_sides_lose_all_that_it_used_up_and_the_attacker_shows_itself() -> None:
    figures = "uma carries=stick stunned focused steady hidden\ndummy 1 -\ndummy.1 hidden marked shielded"
    game = position(f"U . 1\n\n{figures}", CARDS).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="-", enemy="-")
    assert game.one("uma").states == ("stunned",)
    assert game.foe("dummy.1").states == ("hidden", "marked")


@pytest.mark.rule("R-277", "R-234")
def test_an_enemy_that_dies_of_an_attack_loses_no_states_by_it() -> None:
    game = position("U . 1\n\numa carries=stick\ndummy 1 -\ndummy.1 shielded damage=4", CARDS).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S", enemy="-")
    assert not game.state.enemies
    assert not game.told("state_lost")


@pytest.mark.rule("R-277", "R-234", "R-193")
def test_an_attacker_that_dies_of_its_own_attack_loses_no_states_by_it() -> None:
    game = attacked("dummy.1 hidden damage=4", "dummy").do("enter_dice 1,6,6,6", "enter_dice 6,6,6,6")
    assert not game.state.enemies
    assert not game.told("state_lost")


@pytest.mark.rule("R-277", "R-112", "R-084")
@pytest.mark.parametrize(("shown", "succeeds"), [("S", "yes"), ("-", "no")])
def test_a_controller_uses_up_states_whether_it_succeeds_or_not(shown: str, succeeds: str) -> None:
    game = position("J U\n\njazz carries=deck focused", CARDS).do("activate jazz")
    game.do("hack jazz help uma", team=shown)
    assert game.told("roll_succeeded") == [f"roll_succeeded jazz {succeeds} [R-084]"]
    assert game.one("jazz").states == ()
    assert game.one("uma").states == (("focused",) if succeeds == "yes" else ())


# ---- an Enemy's Simple Roll


SIRENS = """
    [[equipment]]
    id = "siren"

      [[equipment.actions]]
      id = "wail"
      target = "enemy"
      range = [1, 8]
      effects = [{ do = "test", on = "target", dice = ["any", "any", "any"], effects = [{ do = "reinforce" }] }]
    """


def simple_roll(enemy: str, unit: str = "drone") -> Play:
    """An Enemy makes a Simple Roll."""
    cards = f"{CARDS}\n{SIRENS}"
    game = position(f"U . 1\n\numa carries=siren\n{unit} 1\n{unit}.1 damage=3", cards).do("activate uma")
    return game.do(f"use_card uma siren.wail {unit}.1", enemy=enemy)


@pytest.mark.rule("R-085", "R-081", "R-082", "R-080", "R-084")
@pytest.mark.parametrize(
    ("shown", "added", "succeeds"),
    [
        ("CS", ["critical_added enemy success S+S [R-081 R-085]"], True),
        (
            "CS CS",
            ["critical_added enemy success S+S+CS [R-081 R-085]", "critical_added enemy success S+S+S+S [R-081 R-085]"],
            True,
        ),
        ("CB", ["critical_added enemy block B+B [R-082 R-085]"], False),
        (
            "CB CB",
            ["critical_added enemy block B+B+CB [R-082 R-085]", "critical_added enemy block B+B+B+B [R-082 R-085]"],
            False,
        ),
        ("S", [], True),
        ("-", [], False),
    ],
)
def test_an_enemy_splits_every_critical(shown: str, added: list[str], succeeds: bool) -> None:
    game = simple_roll(shown, "husk")
    assert game.told("critical_added") == added
    assert (game.state.reserve == 1) == succeeds
    assert game.told("dice_rolled")[0].endswith("[R-080]")


@pytest.mark.rule("R-079", "R-085", "R-103", "R-105", "R-099")
def test_an_enemy_uses_all_switches_of_its_card_in_a_simple_roll() -> None:
    game = simple_roll("! B S")
    assert [line.split()[2] for line in game.told("switch_used")] == ["0", "1"]
    assert all(line.endswith("[R-085 R-103 R-106]") for line in game.told("switch_used"))
    assert game.told("roll_opened")[-1].endswith("[R-048 R-079 R-099]")


@pytest.mark.rule("R-079", "R-105")
@pytest.mark.parametrize(
    ("of", "target", "dice"),
    [
        ("defense", "drone.1", ["any", "any", "red"]),
        ("biotech", "drone.1", ["any", "red"]),
        ("", "drone.1", ["red"]),
        ("defense", "husk.1", ["red"]),
        ("defense", "cadin", ["any", "any", "any", "any", "red"]),
        ("biotech", "cadin", ["red"]),
    ],
)
def test_a_simple_roll_is_made_with_a_value_of_the_figure_and_the_dice_of_the_card(
    of: str, target: str, dice: list[str]
) -> None:
    """Each with the card that it comes from."""
    kind = "character" if target == "cadin" else "enemy"
    cards = CARDS + SIRENS.replace('"any", "any", "any"], effects', f'"red"], of = "{of}", effects')
    cards = cards.replace('target = "enemy"\n      range = [1, 8]', f'target = "{kind}"\n      range = [1, 8]')
    game = position("U C 1 2\n\numa carries=siren\ndrone 1\nhusk 2", cards).do("activate uma")
    game.do("set_answer team dice person", "set_answer enemy dice person", f"use_card uma siren.wail {target}")
    side = game.roll().team if target == "cadin" else game.roll().enemy
    assert side is not None
    assert (side.figure, [pool.die for pool in side.dice]) == (target, dice)
    owner = "character.cadin.name" if target == "cadin" else f"unit.{target[:-2]}.name"
    assert [pool.source for pool in side.dice] == [*[owner] * (len(dice) - 1), "equipment.siren.name"]


@pytest.mark.rule("R-079", "R-084")
@pytest.mark.parametrize(
    ("needs", "failed", "shown", "reserve"),
    [
        ("", False, "S", 1),
        ("", False, "B", 0),
        ("", True, "S", 1),
        ("", True, "B", 2),
        ("B", False, "S", 0),
        ("B", False, "B", 1),
        ("B B", True, "B", 2),
        ("B B", True, "B B", 1),
    ],
)
def test_a_card_may_say_what_a_success_is_and_what_follows_a_failure(
    needs: str, failed: bool, shown: str, reserve: int
) -> None:
    more = f', needs = "{needs}"' * bool(needs) + ', failed = [{ do = "reinforce", amount = 2 }]' * failed
    cards = CARDS + SIRENS.replace('effects = [{ do = "reinforce" }]', f'effects = [{{ do = "reinforce" }}]{more}')
    game = position("U C 1\n\numa carries=siren\ndummy 1 -", cards).do("activate uma")
    game.do("use_card uma siren.wail dummy.1", enemy=shown)
    assert game.state.reserve == reserve


@pytest.mark.rule("R-103", "R-104", "R-091")
@pytest.mark.parametrize(("shown", "target"), [("B", "uma"), ("!", "")])
def test_a_switch_names_whom_it_is_aimed_at_by_any_of_its_effects(shown: str, target: str) -> None:
    game = foes_turn("U . 1\n\ndrone 1 ai=attack_twice\ndrone.1 damage=1\ninitiative drone", CARDS)
    game.do("proceed", enemy=shown, team="-")
    (line,) = game.told("switch_used")
    assert (f"target={target}" in line) if target else ("target=" not in line)


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("held", "because"), [("stunned", "reason.unhurt"), ("", "")], ids=["both in vain", "one of two"]
)
def test_what_is_spared_says_the_first_reason(held: str, because: str) -> None:
    text = f"U . 1\n\numa {held}\ndrone 1 ai=attack_twice\ninitiative drone"
    game = foes_turn(text, CARDS).do("proceed", enemy="B", team="-")
    assert [line.split()[4] for line in game.told("switch_spared")] == ([because] if because else [])
    assert bool(game.told("switch_used")) == (not because)


# ---- the course of a roll


@pytest.mark.rule("R-106", "R-075")
def test_a_correction_by_hand_leaves_the_roll_as_it_is() -> None:
    game = position("U . 1\n\numa carries=stick\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="CS", enemy="-")
    game.do("overrule reserve 3")
    assert "keep_critical success" in game.options()
    assert not game.told("roll_closed")


@pytest.mark.rule("R-106", "R-075")
@pytest.mark.parametrize("line", ['overrule team.uma.space ""', "overrule enemies.dummy.1.damage 5"])
def test_a_roll_is_void_once_one_of_its_figures_has_been_removed_by_hand(line: str) -> None:
    game = position("U . 1 2\n\numa carries=stick\ndummy 1 2").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="CS", enemy="-")
    game.do(line)
    assert game.told("roll_closed") == ["roll_closed"]
    assert not game.told("damage_suffered")
    assert game.asks() == "team activation"


@pytest.mark.rule("R-075")
@pytest.mark.parametrize("die", [0, 2])
def test_a_die_that_a_person_rolls_again_is_asked_for(die: int) -> None:
    cup = """
        [[equipment]]
        id = "dice_cup"
        modifiers = [{ rolls = ["attack"], reroll = 1 }]
        """
    text = "U . 1\n\numa carries=stick,dice_cup\ndummy 1 -\nanswers team.dice=person"
    game = position(text, cup).do("activate uma", "attack uma stick.point dummy.1")
    game.do("enter_dice 6,6,6,6,6,6", enemy="-")
    game.do(f"roll_again {die}")
    request = game.game.request(game.state)
    assert request is not None
    assert (request.kind, len(request.sizes), request.by_app) == ("dice", 1, False)
    game.do("enter_dice 1")
    assert game.foe("dummy.1").damage == 1


@pytest.mark.rule("R-277", "R-200", "R-193")
@pytest.mark.parametrize("figures", ["", "uma carries=firewall"], ids=["Attack", "Hack Attack"])
def test_an_enemy_that_attacks_or_hacks_shows_itself(figures: str) -> None:
    text = f"U . 1\n\n{figures}\ndrone 1 ai=attack_twice\ndrone.1 hidden\ninitiative drone"
    game = foes_turn(text, CARDS).do("proceed", enemy="-", team="-")
    assert game.foe("drone.1").states == ()


@pytest.mark.rule("R-115", "R-277")
def test_a_program_is_not_an_attack_and_does_not_show_who_runs_it() -> None:
    game = position("J . 1\n\njazz carries=deck hidden\ndrone 1", CARDS).do("activate jazz")
    game.do("hack jazz bite drone.1", team="-", enemy="-")
    assert game.one("jazz").states == ("hidden",)


@pytest.mark.rule("R-100", "R-075")
@pytest.mark.parametrize(("carries", "fixed"), [("stick", "-"), ("stick,scope", "S"), ("stick,scope,scope", "S S")])
def test_symbols_that_cards_bring_are_there_whatever_is_rolled(carries: str, fixed: str) -> None:
    roll, _ = opened(attacking(f"uma carries={carries}\ndummy 1 -"))
    assert roll.team is not None
    assert roll.team.fixed == Symbols.parse(fixed)


@pytest.mark.rule("R-105", "R-075")
def test_an_enemy_rolls_no_die_again() -> None:
    lucky = '[[states]]\nid = "lucky"\nmodifiers = [{ rolls = ["attack"], reroll = 1 }]\n'
    text = "U . 1\n\ndummy 1 - ai=attack_twice\ndummy.1 lucky\ninitiative dummy"
    game = foes_turn(text, lucky).do("set_answer team dice person", "set_answer enemy dice person", "proceed")
    side = game.roll().enemy
    assert side is not None
    assert side.rerolls == 0
