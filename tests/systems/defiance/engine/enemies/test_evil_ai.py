"""Evil AI: of several options the one most harmful to the Characters, by exact expectation (R-192, R-193)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Effect, Impose, Suffer, Switch
from defiance_qt.systems.defiance.engine.enemies.evil_ai import switch_value
from defiance_qt.systems.defiance.engine.frames import Offer
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.cards import MARK
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.switches import under_fire
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    MARK
    + """
    [dice]
    steady = ["S", "S", "S", "S", "S", "-"]
    wild = ["S S", "S S", "S S", "-", "-", "-"]
    burst = ["S S S S S S S", "-", "-", "-", "-", "-"]
    even = ["S S", "S", "S", "S", "S", "-"]
    always = ["!", "!", "!", "!", "!", "!"]
    shield = ["S B", "S B", "S B", "S B", "S B", "-"]
    spear = ["S", "S", "S", "S", "S", "S"]

    # An Ally that always strikes back.
    [[characters]]
    id = "thorn"
    ally = true
    automedikit = false
    speed = 4
    wounds = 9
    defense = ["spear"]

    [[units]]
    id = "chooser"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "steady", dice = ["steady"], range = [1, 8] },
        { id = "wild", dice = ["wild"], range = [1, 8] },
      ]

    [[units]]
    id = "burster"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "burst", dice = ["burst"], range = [1, 8] },
        { id = "even", dice = ["even"], range = [1, 8] },
      ]

    [[units]]
    id = "careful"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "bare", dice = ["steady"], range = [1, 8] },
        { id = "guarded", dice = ["shield"], range = [1, 8] },
      ]

    [[units]]
    id = "twister"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "plain"
        dice = ["steady", "always"]
        range = [1, 8]

        [[units.faces.attacks]]
        id = "stunning"
        dice = ["steady", "always"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]

    [[units]]
    id = "booster"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "plain"
        dice = ["steady", "always"]
        range = [1, 8]

        [[units.faces.attacks]]
        id = "boosted"
        dice = ["steady", "always"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] }]

    [[units]]
    id = "cutter"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "plain"
        dice = ["steady", "always"]
        range = [1, 8]

        [[units.faces.attacks]]
        id = "cutting"
        dice = ["steady", "always"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }]

    [[units]]
    id = "twin"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "first", dice = ["steady"], range = [1, 8] },
        { id = "second", dice = ["steady"], range = [1, 8] },
        { id = "far", dice = ["wild", "wild"], range = [5, 8] },
      ]
    """
)


GUARDED = """
    [[equipment]]
    id = "guard"
    modifiers = [{ rolls = ["defense"], dice = ["wall", "wall"], close = true }]

    [dice]
    wall = ["B B B", "B B B", "B B B", "B B B", "B B B", "B B B"]

    [[units]]
    id = "dart"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      attacks = [{ id = "dart", dice = ["any", "any", "any"], range = [1, 8] }]
    """


TRICKS = (
    MARK
    + orders("attack greatest_distance")
    + """
    [dice]
    sure = ["S", "S", "S", "S", "S", "S"]
    bang = ["!", "!", "!", "!", "!", "!"]
    coin = ["!", "!", "!", "-", "-", "-"]
    all_four = ["! ! ! S B", "! ! ! S B", "! ! ! S B", "! ! ! S B", "! ! ! S B", "! ! ! S B"]

    [[units]]
    id = "schemer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5

        [[units.faces.attacks]]
        id = "plain"
        dice = ["sure"]
        range = [1, 4]

        [[units.faces.attacks]]
        id = "trick"
        dice = [{dice}]
        range = [1, 4]
        switches = [{{ cost = "!", effects = [{effects}] }}]
    """
)


def weighed(effects: str, figures: str = "", bangs: int = 1, board: str = "A . 1\n . . .") -> str:
    """The harm of one sure Damage on the mark, and of a Switch that is sure to be paid so many times."""
    dice = ", ".join(['"sure"', *['"bang"'] * bangs])
    return harm_of_the_trick(TRICKS.format(dice=dice, effects=effects), figures, board)


def weighed_together(switches: str, dice: str, figures: str = "") -> str:
    """The harm of an Attack with several Switches, as "cost: effect; …", and of dice that always show the same."""
    listed = [one.partition(": ") for one in switches.split("; ")]
    text = ", ".join(f'{{{{ cost = "{cost}", effects = [{effects}] }}}}' for cost, _, effects in listed)
    cards = TRICKS.replace('{{ cost = "!", effects = [{effects}] }}', text.replace("{{", "{").replace("}}", "}"))
    cards = cards.replace("{dice}", ", ".join(f'"{die}"' for die in dice.split()))
    return harm_of_the_trick(cards, figures)


def harm_of_the_trick(cards: str, figures: str, board: str = "A . 1\n . . .") -> str:
    text = f"{board}\n\nschemer 1 ai=orders\ninitiative schemer\nmark A printed\nanswers enemy.dice=person\n{figures}"
    (line,) = foes_turn(text, cards).do("proceed").told("instruction_chosen")
    return line.partition("{option=trick harm=")[2].partition("}")[0]


OTHER = '{ do = "suffer", amount = 2, on = "other_character" }'


STUN = '{ do = "impose", state = "stunned" }'


STUN_OTHER = '{ do = "impose", state = "stunned", on = "other_character" }'


TOKEN = '{ do = "reinforce" }'


CUT = '{ do = "suffer", amount = 1 }'


def attack_by(unit: str, figures: str) -> str:
    """With which Attack the Unit goes at the one who stands two spaces away."""
    game = foes_turn(f"A . 1\n\n{unit} 1 ai=attack_twice\ninitiative {unit}\n{figures}", CARDS)
    defence = {"team": "S"} if "thorn" in figures else {}
    faces = " ".join("6" for _ in game.unit(unit).profile.attacks[0].dice)
    return game.do("proceed", enemy=faces, **defence).told("attack_declared")[0].split()[3].partition(".")[2]


@pytest.mark.rule("R-192", "R-193")
@pytest.mark.parametrize(("damage", "attack"), [(0, "wild"), (7, "wild"), (8, "steady")])
def test_to_bring_down_comes_before_expected_damage(damage: int, attack: str) -> None:
    """One deals 1 on average, the other 5/6; with one Wound left the other brings down in five cases of six."""
    assert attack_by("chooser", f"mark A printed damage={damage}") == attack


@pytest.mark.rule("R-192", "R-225")
@pytest.mark.parametrize(
    ("damage", "attack", "harm"), [(7, "even", "harm=166,1000,0,0,0"), (0, "burst", "harm=0,1166,0,0,0")]
)
def test_damage_beyond_the_wounds_harms_nobody(damage: int, attack: str, harm: str) -> None:
    """With two Wounds left both bring down in one case of six. One deals 7/6 on average, and 2/6 of it lasts."""
    text = f"A . 1\n\nburster 1 ai=attack_twice\ninitiative burster\nmark A printed damage={damage}"
    (line,) = foes_turn(text, CARDS).do("proceed", enemy="1").told("instruction_chosen")
    assert harm in line
    assert attack_by("burster", f"mark A printed damage={damage}") == attack


@pytest.mark.rule("R-192", "R-103")
@pytest.mark.parametrize(("unit", "attack"), [("booster", "boosted"), ("cutter", "cutting")])
def test_what_a_switch_adds_is_reckoned_with(unit: str, attack: str) -> None:
    assert attack_by(unit, "mark A printed") == attack


@pytest.mark.rule("R-192")
def test_then_states_imposed() -> None:
    assert attack_by("twister", "mark A printed") == "stunning"


@pytest.mark.rule("R-192", "R-104")
def test_a_state_that_is_there_already_counts_for_nothing() -> None:
    assert attack_by("twister", "mark A printed stunned") == "plain"


@pytest.mark.rule("R-192")
@pytest.mark.parametrize(("who", "attack"), [("thorn", "guarded"), ("mark", "bare")])
def test_then_damage_that_is_not_suffered(who: str, attack: str) -> None:
    assert attack_by("careful", f"{who} A printed") == attack


@pytest.mark.rule("R-192")
def test_of_equals_the_one_printed_first_and_of_those_in_range_only() -> None:
    assert attack_by("twin", "mark A printed") == "first"


@pytest.mark.rule("R-192")
def test_the_expectation_is_exact_and_recorded() -> None:
    game = foes_turn("A . 1\n\nchooser 1 ai=attack_twice\ninitiative chooser\nmark A printed", CARDS)
    (line,) = game.do("proceed", enemy="-").told("instruction_chosen")
    assert "harm=0,1000,0,0,0" in line


@pytest.mark.rule("R-192", "R-188", "R-103")
@pytest.mark.parametrize(
    ("figures", "hurt"),
    [("uma aggro=1\nqiang aggro=2", "qiang"), ("uma aggro=2\nqiang aggro=1", "uma"), ("uma\nqiang damage=1", "qiang")],
    ids=["Aggro", "Aggro of the other", "Damage"],
)
def test_whom_else_a_switch_takes_goes_by_the_tie_breaks_wherever_they_stand(figures: str, hurt: str) -> None:
    game = under_fire("spreader", "C 1 . U\n . . Q . .", figures, enemy="!", team="-")
    (line,) = game.told("switch_used")
    assert line.endswith(f"target={hurt} [R-091 R-103 R-106]")


@pytest.mark.rule("R-192", "R-103")
def test_whom_else_a_switch_takes_falls_by_it_if_anybody_does() -> None:
    """It deals 2. Uma has drawn more Aggro and has more Wounds left."""
    game = under_fire("spreader", "C 1 . U\n . . Q . .", "uma aggro=3\nqiang damage=8", enemy="!", team="-")
    assert not game.one("qiang").conscious
    game = under_fire("spreader", "C 1 . U\n . . Q . .", "uma aggro=3\nqiang damage=7", enemy="!", team="-")
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-192", "R-193", "R-198")
@pytest.mark.parametrize(("carries", "space"), [("stick", "E1"), ("guard", "D2")])
def test_a_threat_weighs_what_the_target_can_do_in_contact(carries: str, space: str) -> None:
    """E1 is beside Cadin, D2 is not; his guard helps him in Contact only."""
    figures = f"uma aggro=2 hidden\ncadin carries={carries}"
    game = turn("U 1 . . . C\n . . . . .", "withdraw most_aggro", figures, unit="dart 1", more=GUARDED).pass_on()
    assert game.foe("dart.1").space == space


@pytest.mark.rule("R-192", "R-103")
@pytest.mark.parametrize(
    ("unit", "figures", "hurt"),
    [
        ("spreader", "uma aggro=3\nqiang damage=9", "qiang"),
        ("spreader", "uma aggro=3 damage=9\nqiang damage=8", "uma"),
        ("binder", "uma aggro=3 stunned\nqiang", "qiang"),
        ("binder", "uma aggro=3 suppressed\nqiang", "qiang"),
        ("binder", "uma aggro=3\nqiang", "uma"),
    ],
    ids=["more than enough", "both would fall", "the second effect", "the third", "none has any"],
)
def test_whom_else_a_switch_takes_is_who_is_hit_hardest(unit: str, figures: str, hurt: str) -> None:
    binder = """
        [[units]]
        id = "binder"

          [[units.faces]]
          colour = "blue"
          number = 1
          speed = 4
          wounds = 5
          defense = ["any", "any"]

            [[units.faces.attacks]]
            id = "net"
            dice = ["any", "any", "any", "any"]
            range = [1, 4]

              [[units.faces.attacks.switches]]
              cost = "!"
              effects = [
                { do = "suffer", amount = 1, on = "other_character" },
                { do = "impose", state = "stunned", on = "other_character" },
                { do = "impose", state = "suppressed", on = "other_character" },
              ]
        """
    game = under_fire(unit, "C 1 . U\n . . Q . .", figures, more=binder, enemy="!", team="-")
    (line,) = game.told("switch_used")
    assert f"target={hurt} " in line


@pytest.mark.rule("R-192")
@pytest.mark.parametrize(
    ("effects", "bangs", "harm"),
    [
        ('{ do = "reinforce" }', 1, "0,1000,0,0,1000"),
        ('{ do = "reinforce", amount = 2 }', 2, "0,1000,0,0,4000"),
        ('{ do = "suffer", amount = 2 }', 1, "0,3000,0,0,0"),
        ('{ do = "suffer", amount = 2, on = "user" }', 1, "0,1000,0,0,0"),
        ('{ do = "impose", state = "stunned" }', 2, "0,1000,1000,0,0"),
        ('{ do = "impose", state = "stunned" }, { do = "impose", state = "suppressed" }', 1, "0,1000,2000,0,0"),
        ('{ do = "impose", state = "stunned" }, { do = "impose", state = "suppressed" }', 3, "0,1000,2000,0,0"),
        ('{ do = "suffer", amount = 1 }, { do = "reinforce" }', 2, "0,3000,0,0,2000"),
        ('{ do = "heal", amount = 1 }', 1, "0,1000,0,0,0"),
    ],
    ids=[
        "a token",
        "tokens",
        "Damage",
        "its own",
        "a State",
        "two States",
        "two States, three times",
        "Damage and a token",
        "nothing",
    ],
)
def test_each_effect_of_a_switch_counts_as_what_it_is(effects: str, bangs: int, harm: str) -> None:
    """A State is imposed once, however often it could be paid for."""
    assert weighed(effects, bangs=bangs) == harm


@pytest.mark.rule("R-192", "R-104")
@pytest.mark.parametrize(
    ("held", "harm"),
    [("suppressed", "0,1000,1000,0,0"), ("stunned", "0,1000,1000,0,0"), ("stunned suppressed", "0,1000,0,0,0")],
    ids=["the second", "the first", "both"],
)
def test_states_that_the_target_has_count_for_nothing(held: str, harm: str) -> None:
    effects = '{ do = "impose", state = "stunned" }, { do = "impose", state = "suppressed" }'
    assert weighed(effects, f"mark A printed {held}") == harm


@pytest.mark.rule("R-192", "R-103")
@pytest.mark.parametrize(
    ("figures", "harm"),
    [
        ("", "0,1000,0,0,0"),
        ("uma B2 damage=7", "0,3000,0,0,0"),
        ("uma B2 damage=8", "1000,3000,0,0,0"),
        ("uma B2 damage=10 unconscious", "0,1000,0,0,0"),
        ("uma B2 damage=8\nqiang C2 damage=8", "1000,3000,0,0,0"),
        ("mark A printed damage=8\numa B2 damage=8", "2000,3000,0,0,0"),
    ],
    ids=["nobody", "one", "one that falls", "one that lies there", "two of whom one falls", "the target falls too"],
)
def test_damage_on_another_one_counts_as_damage_and_as_a_fall(figures: str, harm: str) -> None:
    assert weighed('{ do = "suffer", amount = 2, on = "other_character" }', figures) == harm


@pytest.mark.rule("R-192", "R-104")
@pytest.mark.parametrize(
    ("effects", "figures", "bangs", "harm"),
    [
        (OTHER, "uma B2 damage=8", 3, "1000,3000,0,0,0"),
        (OTHER, "uma B2 damage=6", 2, "1000,5000,0,0,0"),
        (OTHER, "uma B2 damage=9", 1, "1000,2000,0,0,0"),
        ('{ do = "suffer", amount = 1, on = "team" }', "uma B2", 1, "0,3000,0,0,0"),
        ('{ do = "suffer", amount = 1, on = "characters" }', "uma B2\ngoldstein C2", 1, "0,2000,0,0,0"),
        ('{ do = "impose", state = "stunned" }, { do = "suffer", amount = 1 }', "", 2, "0,3000,1000,0,0"),
        ('{ do = "impose", state = "stunned", on = "other_character" }', "", 1, "0,1000,0,0,0"),
        ('{ do = "impose", state = "stunned", on = "other_character" }', "uma B2 stunned", 1, "0,1000,0,0,0"),
        ('{ do = "impose", state = "stunned", on = "other_character" }', "uma B2\nqiang C2", 3, "0,1000,2000,0,0"),
        ('{ do = "impose", state = "focused", on = "user" }', "", 1, "0,1000,0,0,0"),
    ],
    ids=["nobody left to pay for", "two uses together", "no more than its Wounds take", "everybody", "no Ally",
         "a State once", "nobody there", "who has it already", "as many as there are", "not on itself"],
)  # fmt: skip
def test_every_use_is_reckoned_with_as_it_will_come(effects: str, figures: str, bangs: int, harm: str) -> None:
    assert weighed(effects, figures, bangs) == harm


@pytest.mark.rule("R-192", "R-103")
def test_two_payments_bring_down_two_others() -> None:
    figures = "uma B2 damage=8\nqiang C2 damage=8"
    harm = weighed('{ do = "suffer", amount = 2, on = "other_character" }', figures, bangs=2)
    assert harm == "2000,5000,0,0,0"


@pytest.mark.rule("R-192", "R-226")
def test_nobody_falls_twice_however_often_it_is_paid() -> None:
    harm = weighed('{ do = "suffer", amount = 2, on = "other_character" }', "uma B2 damage=8", bangs=3)
    assert harm.split(",")[0] == "1000"


@pytest.mark.rule("R-192")
@pytest.mark.parametrize("effect", ['{ do = "suffer", amount = 2, on = "user" }', '{ do = "suffer", amount = 2 }'])
def test_what_others_do_not_suffer_does_not_count_for_them(effect: str) -> None:
    """Uma, beside the Enemy, is as good as gone."""
    dealt = 1 if "user" in effect else 3
    assert weighed(effect, "uma B2 damage=9") == f"0,{dealt}000,0,0,0"


@pytest.mark.rule("R-192", "R-104")
def test_damage_beside_a_state_is_paid_for_again() -> None:
    harm = weighed('{ do = "impose", state = "stunned" }, { do = "suffer", amount = 1 }', bangs=2)
    assert harm.split(",")[1] == "3000"


@pytest.mark.rule("R-192", "R-104")
@pytest.mark.parametrize(("held", "harm"), [("", "0,0,1000,0,0"), ("stunned", "0,1000,0,0,0")])
def test_what_is_not_paid_in_vain_is_dealt(held: str, harm: str) -> None:
    """The State costs the S; who has it already suffers by it."""
    cards = TRICKS.replace('cost = "!"', 'cost = "S"')
    text = f"A . 1\n\nschemer 1 ai=orders\ninitiative schemer\nmark A printed {held}\nanswers enemy.dice=person"
    game = foes_turn(text, cards.format(dice='"sure"', effects='{ do = "impose", state = "stunned" }')).do("proceed")
    (line,) = game.told("instruction_chosen")
    assert f"{{option=trick harm={harm}}}" in line


@pytest.mark.rule("R-192")
@pytest.mark.parametrize("damage", [0, 1, 3])
def test_what_heals_the_target_counts_for_nothing(damage: int) -> None:
    harm = weighed('{ do = "heal", amount = 1, on = "target" }', f"mark A printed damage={damage}")
    assert harm == "0,1000,0,0,0"


@pytest.mark.rule("R-192", "R-103", "R-104")
@pytest.mark.parametrize(
    ("switches", "dice", "figures", "harm"),
    [
        (f"!: {STUN}; !: {TOKEN}", "sure bang bang", "", "0,1000,1000,0,1000"),
        (f"!: {STUN}; !: {TOKEN}", "sure bang bang", "mark A printed stunned", "0,1000,0,0,2000"),
        (f"!: {TOKEN}; !: {STUN}", "sure bang bang", "", "0,1000,0,0,2000"),
        (f"S: {STUN}; !: {TOKEN}", "sure sure bang", "", "0,1000,1000,0,1000"),
        (f"S: {STUN_OTHER}", "sure sure sure", "uma B2", "0,2000,1000,0,0"),
        (f"S: {STUN_OTHER}", "sure sure sure", "uma B2\nqiang C2", "0,1000,2000,0,0"),
        (f"S: {STUN_OTHER}", "sure sure sure", "", "0,3000,0,0,0"),
        (f"S: {STUN_OTHER}; !: {CUT}", "sure sure bang bang", "uma B2", "0,3000,1000,0,0"),
        (f"!: {CUT}; !: {TOKEN}", "sure bang bang", "", "0,3000,0,0,0"),
        (f"! !: {CUT}; !: {TOKEN}", "sure bang bang bang", "", "0,2000,0,0,1000"),
        (f"!: {TOKEN}; S: {STUN}", "sure sure bang", "", "0,1000,1000,0,1000"),
        (f"! !: {CUT}; S: {TOKEN}; B: {STUN}; !: {STUN_OTHER}", "all_four", "uma B2", "0,1000,2000,0,1000"),
        (f"!: {TOKEN}", "sure coin", "", "0,1000,0,0,500"),
        (f"!: {STUN}; !: {TOKEN}", "sure coin coin", "", "0,1000,750,0,250"),
    ],
    ids=["a State and a token", "the State is there", "tokens first", "the State costs a Success", "one other",
         "two others", "no other", "another and the target", "Damage takes all", "what is left pays for the token",
         "a token and a State",         "four Switches", "by chance", "both by chance"],
)  # fmt: skip
def test_all_switches_of_an_attack_are_reckoned_with(switches: str, dice: str, figures: str, harm: str) -> None:
    """They are paid in printed order, each as long as it has an effect; what pays for a State deals no Damage."""
    assert weighed_together(switches, dice, figures) == harm


@pytest.mark.rule("R-192", "R-103")
@pytest.mark.parametrize(
    ("figures", "who"),
    [
        ("dummy 2 3", "dummy.1"),
        ("dummy 3 2", "dummy.2"),
        ("dummy 2 3\ndummy.2 damage=1", "dummy.2"),
        ("dummy 2 3\ndummy.1 focused", "dummy.2"),
        ("dummy 2 3\ndummy.1 damage=1 focused", "dummy.2"),
    ],
    ids=["smallest coordinates", "the other way round", "hurt", "has it already", "hurt, but has it already"],
)
def test_another_enemy_is_one_it_does_most_for(figures: str, who: str) -> None:
    game = under_fire("chorister", "C 1 2\n . 3 .", figures, enemy="S S", team="-")
    assert game.told("switch_used")[0].split()[5] == f"target={who}"


@pytest.mark.rule("R-192", "R-188")
@pytest.mark.parametrize("figures", ["qiang C2\numa D1", "uma D1\nqiang C2"])
def test_between_equal_others_the_smallest_coordinates_decide(figures: str) -> None:
    game = under_fire("spreader", "C 1 . .\n . . . .", figures, enemy="!", team="-")
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-192", "R-103")
@pytest.mark.parametrize(("damage", "hurt"), [(7, "qiang"), (9, "uma")])
def test_what_the_target_suffers_brings_nobody_else_down(damage: int, hurt: str) -> None:
    """The Switch deals 2 to the mark and 1 to another; Qiang has drawn more Aggro than Uma."""
    effects = '{ do = "suffer", amount = 2 }, { do = "suffer", amount = 1, on = "other_character" }'
    text = "A . 1\n . . .\n\nschemer 1 ai=orders\ninitiative schemer\nmark A printed\nqiang C2 aggro=1\numa B2"
    game = foes_turn(f"{text} damage={damage}", TRICKS.format(dice='"sure", "bang"', effects=effects))
    game.do("proceed", enemy="1 1")
    assert game.told("switch_used")[0].split()[5] == f"target={hurt}"


@pytest.mark.rule("R-192", "R-103")
def test_a_state_of_the_target_does_not_choose_the_other() -> None:
    """Qiang is Stunned already and has drawn more Aggro; only the mark is to be Stunned, another is to suffer."""
    effects = f'{STUN}, {{ do = "suffer", amount = 1, on = "other_character" }}'
    text = "A . 1\n . . .\n\nschemer 1 ai=orders\ninitiative schemer\nmark A printed\nqiang C2 aggro=1 stunned\numa B2"
    game = foes_turn(text, TRICKS.format(dice='"sure", "bang"', effects=effects)).do("proceed", enemy="1 1")
    assert game.told("switch_used")[0].split()[5] == "target=qiang"


@pytest.mark.rule("R-192", "R-104")
@pytest.mark.parametrize(
    ("effects", "worth", "uses"),
    [
        ((Impose("stunned"),), 1, 1),
        ((Impose("suppressed"),), 0, 0),
        ((Impose("stunned"), Impose("focused")), 2, 1),
        ((Impose("stunned", "user"),), 0, 1),
        ((Impose("stunned"), Suffer(1)), 1, None),
        ((Suffer(1),), 0, None),
    ],
)
def test_the_worth_of_a_switch_is_the_states_that_the_rival_does_not_have(
    effects: tuple[Effect, ...], worth: int, uses: int | None
) -> None:
    state = position("U . 1\n\ndummy 1 -\ndummy.1 suppressed").state
    value = switch_value(state, Offer("", Switch("!", effects)), "dummy.1")
    assert (value.worth, value.uses) == (worth, uses)
