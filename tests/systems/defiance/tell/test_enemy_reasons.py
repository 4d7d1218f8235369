"""Why Enemies do what they do: by the rulebook's own example, candidates, tie-breaks, groups, Evil AI."""

from __future__ import annotations

import re
from typing import Any

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.tell.reasons import explain, explain_activation
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import orders
from tests.systems.defiance.tell.why import EN, EXPLAINED, SPOKEN, activation, told

# ---- the rulebook's own example of an Enemy's turn ----

EX_20 = """
    C . . . . . . . . 1
     . . . . . . . 2 . .

    nox_spec_ops 1 2 ai=hold_the_line
    initiative nox_spec_ops
    """


@pytest.mark.rule("R-179", "R-180", "R-181", "R-190")
@pytest.mark.parametrize("language", LANGUAGES)
def test_ex_20_reads_like_the_rulebook(language: str) -> None:
    """A paragraph an Instruction: who is closest, why it moves and how far, why it attacks or skips, how many count."""
    expected = (EXPLAINED / f"ex_20.{language}.txt").read_text(encoding="utf-8").splitlines()
    assert activation(EX_20, language, enemy=["-"] * 3, team=["-"] * 3) == expected


# ---- Enemies: candidates, tie-breaks, groups, Evil AI ----


def turn(text: str, *entries: str, cards: str = "", foe: str = "dummy 1 -", **answers: Any) -> list[str]:
    """One Enemy's turn by these Instructions, without the line about its column. Cadin does nothing before it."""
    unit = foe.split()[0]
    text = f"{text}\n{foe} ai=orders\ninitiative {unit}"
    game = position(text, orders(*entries, red=("focused",)) + cards).do("activate cadin")
    before = game.state
    game.do("end_activation cadin")
    events = told(game, before)
    before = game.state
    game.pass_on(**answers)
    lines = explain_activation([*events, *told(game, before)], EN, game.game.rules)
    return [line for line in lines if "numeric order" not in line]


def test_everyone_it_looked_at_and_why_they_were_passed_over() -> None:
    text = (
        "C U . . . . . 1\n . . . Q . . . .\n\numa activated aggro=2\nqiang activated aggro=1\ncadin aggro=3\nwall C1:e"
    )
    lines = turn(text, "attack most_aggro", team="-", enemy="-")
    assert lines[:4] == [
        (
            "dummy #1, Instruction 1: Attack, Most Aggro. Of those in Range and Line of Sight, the one with the most "
            "Aggro is Uma (2). It attacks Uma with its own Attack. Instructions performed: 1 of 2."
        ),
        (
            "Cadin: Distance 7, Aggro 3, Damage 0, no Line of Sight; passed over, in Range, but its Line of Sight is "
            "cut by: a wall, Uma"
        ),
        "Uma: Distance 6, Aggro 2, Damage 0, in Line of Sight",
        "Qiang: Distance 4, Aggro 1, Damage 0, in Line of Sight; passed over, less Aggro",
    ]


@pytest.mark.rule("R-188")
def test_each_is_told_the_tie_break_that_it_lost_by() -> None:
    text = "Q . . . C\n . U 1 .\n\ncadin damage=2 aggro=1\numa damage=2\nqiang activated"
    lines = turn(text, "attack least_aggro", team="-", enemy="-")
    assert "Qiang, Uma fit equally well: the tie goes to the one not yet activated." in lines[0]
    assert lines[1:4] == [
        (
            "Qiang: Distance 3, Aggro 0, Damage 0, in Line of Sight; passed over, the tie goes to the one not yet "
            "activated"
        ),
        "Cadin: Distance 2, Aggro 1, Damage 2, in Line of Sight; passed over, more Aggro",
        "Uma: Distance 1, Aggro 0, Damage 2, in Line of Sight",
    ]


@pytest.mark.rule("R-188")
def test_chance_among_equals() -> None:
    lines = turn("C 1 U\n\numa activated", "attack least_distance", team="-", enemy="-", pick="uma")
    assert lines[0] == "Random pick: Uma (from Cadin, Uma)."
    assert "Cadin, Uma fit equally well: chosen at random among equals." in lines[1]
    assert lines[2].endswith("in Line of Sight; passed over, chosen at random among equals")


SHORT = """
    [[units]]
    id = "short"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 2
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any"]
        range = [1, 3]

        [[units.faces.attacks]]
        id = "saw"
        dice = ["any", "any"]
        range = [1, 1]
        cc = true
    """


def short(text: str, *entries: str, **answers: Any) -> list[str]:
    """The turn of an Enemy with Speed 2 and two Attacks, one of them for Contact only."""
    return turn(text, *entries, cards=SHORT, foe="short 1", **answers)


@pytest.mark.rule("R-186", "R-195")
def test_those_in_sight_come_first_where_the_closest_is_wanted() -> None:
    text = "C . . . . 1 D . . U\n . . . . . . . . . .\n\numa activated\ndummy D -"
    lines = short(text, "acquire least_distance")
    assert "Of those in Line of Sight, the closest is Cadin (Distance 5). It moves 2 spaces, from F1 to D1." in lines[0]
    assert lines[2] == (
        "Uma: Distance 4, Aggro 0, Damage 0, no Line of Sight; passed over, those in Line of Sight come first"
    )


@pytest.mark.rule("R-196")
def test_nobody_can_be_acquired_so_it_closes_in() -> None:
    lines = short("C . . . . . . . 1\n\n", "acquire most_aggro")
    assert lines == [
        (
            "short #1, Instruction 1: Acquire Target, Most Aggro. No target is in Range (1–3, 1) and Line of Sight "
            "yet, so it must move. No space within its Speed allows an Attack. Of all conscious Characters and "
            "Allies, the closest is Cadin (Distance 8). It moves 2 spaces, from I1 to G1. Now Cadin is at Distance 6, "
            "as close as it can get. Instructions performed: 1 of 2."
        ),
        "End of the column: short #1's Activation ends. Instructions performed: 1.",
    ]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            "assault most_aggro",
            (
                "No Character is in Contact yet, so it must move. Of all conscious Characters and Allies, the one with "
                "the most Aggro is Cadin (0). It moves 2 spaces, from E1 to C1. Now Cadin is at Distance 2, as close "
                "as this Move takes it."
            ),
        ),
        (
            "withdraw least_distance",
            (
                "Of all conscious Characters and Allies, the closest is Cadin (Distance 4). It moves 2 spaces, from E1 "
                "to G1. Now Cadin is at Distance 6, as far away as it can get."
            ),
        ),
        ("retreat", "It leaves the board."),
        ("focused", "It gains the State Focused."),
        (
            "attack least_distance",
            "Skipped: no target is in reach of its Attacks. A skipped Instruction does not count.",
        ),
    ],
)
def test_what_each_kind_of_instruction_does(entry: str, said: str) -> None:
    lines = short("C . . . 1 . .\n\n", entry)
    assert said in lines[0]
    ends = {"retreat": "short #1 is no longer on the board and does nothing more."}
    assert lines[-1].startswith(ends.get(entry, "End of the column"))


def test_what_is_skipped_and_why() -> None:
    lines = short("C 1\n\n", "assault most_aggro", "withdraw least_distance")
    assert lines[0].endswith("Skipped: Cadin is already in Contact. A skipped Instruction does not count.")
    assert "Skipped: no reachable space is better." in lines[1]
    assert lines[2].endswith("passed over, no reachable space is better")


@pytest.mark.rule("R-184")
def test_a_group_counts_as_one() -> None:
    lines = short("C . . . . 1\n\n", "acquire least_distance + attack least_distance", "focused", team="-", enemy="-")
    assert lines[0].endswith("It belongs to a group, which counts as one Instruction.")
    assert lines[1].endswith("It belongs to a group, which counts as one Instruction. Instructions performed: 1 of 2.")
    assert lines[2].endswith("Instructions performed: 2 of 2.")


@pytest.mark.rule("R-192")
def test_evil_ai_gives_the_figures_of_every_attack_it_weighed() -> None:
    lines = short("C 1\n\n", "attack least_distance", team="-", enemy="-")
    start = "its own Attack: 0.0% chance to knock a Character Unconscious; on average "
    assert re.fullmatch(re.escape(start) + r"0\.\d\d Damage, 0\.00 States, \d\.\d\d Damage to itself", lines[1])
    assert lines[2].startswith(f"Evil AI's choice, {start}")
    damage = [float(line.partition("on average ")[2].partition(" ")[0]) for line in lines[1:3]]
    assert damage[1] > damage[0]


@pytest.mark.rule("R-192")
@pytest.mark.parametrize(("language", "figure"), [("en", "0.03"), ("es", "0,03"), ("ru", "0,03")])
def test_figures_are_written_as_the_language_does(language: str, figure: str) -> None:
    game = position("C 1\n\nshort 1", SHORT)
    event = e.InstructionChosen(
        "short.1",
        "attack",
        "least_distance",
        "cadin",
        harm=(5, 30, 0, -10),
        weighed=(e.Weighed("beam", (5, 30, 0, -10)),),
    )
    lines = explain(event, game.state, game.state, SPOKEN[language], game.game.rules)
    assert any(figure in line and ("0.5" in line or "0,5" in line) for line in lines)


LURKER = """
    [[units]]
    id = "lurker"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      abilities = ["surprise_attack"]
      attacks = [{ id = "blade", dice = ["any"], range = [1, 1], cc = true }]
    """


@pytest.mark.rule("R-204", "R-205")
def test_a_surprise_says_beside_whom_and_why() -> None:
    lines = turn("C . .\n . .\n\n", "focused", cards=LURKER, foe="lurker away", team="-", enemy="-")
    assert lines[0] == "lurker makes a Surprise Attack: its AI card is only discarded."
    assert lines[1] == "lurker appears beside Cadin, who was activated last."
    assert lines[2].startswith("lurker #1, its only Instruction: Attack. It attacks Cadin with ")
    fallen = "C . U\n . .\n\numa activated\ncadin damage=10 unconscious carries="
    lines = turn(fallen, "focused", cards=LURKER, foe="lurker away", team="-", enemy="-")
    assert lines[1] == ("lurker appears beside Uma: Evil AI picks the target its Attack would harm most.")


def test_a_stunned_enemy_does_less() -> None:
    lines = turn("C 1\n\ndummy.1 stunned", "focused", "attack least_distance")
    assert lines[0] == "dummy #1 (Stunned) performs 1 Instruction at most."
    assert lines[-1] == "dummy #1 has performed its only Instruction and is done."


@pytest.mark.rule("R-206")
def test_the_card_of_a_unit_in_hiding_is_said_to_be_discarded() -> None:
    game = position("C . .\n\nlurker away", LURKER)
    event = e.AiCardRevealed("lurker", "take_aim", "", False)
    assert explain(event, game.state, game.state, SPOKEN["en"], game.game.rules)[1:] == (
        "lurker makes a Surprise Attack: its AI card is only discarded",
    )


BLIND = """
    [[units]]
    id = "mortar"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 1
      wounds = 5
      attacks = [{ id = "shell", dice = ["any"], range = [1, 4], sight = false }]
    """


@pytest.mark.rule("R-193", "R-194")
def test_what_needs_no_sight_is_not_said_to_see() -> None:
    """The record says that the target is out of sight, and so do the words."""
    board = "C . 1\n\nwall A1:e A1:ne A1:se"
    lines = turn(
        f"{board}\n",
        "acquire least_distance",
        "attack least_distance",
        cards=BLIND,
        foe="mortar 1",
        team="-",
        enemy="-",
    )
    assert "Cadin is already in Range (1–4), at Distance 2; no Line of Sight is needed" in lines[0]
    assert "Of those that its Attacks reach, the closest is Cadin" in lines[1]
    assert not any("in Line of Sight" in line and "no Line" not in line for line in lines)


NETTER = """
    [[units]]
    id = "netter"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 1
      wounds = 5
      hack_attack = { dice = ["any"] }
      attacks = [{ id = "dart", dice = ["any"], range = [2, 4] }, { id = "rifle", dice = ["any"], range = [1, 8] }]

    [[equipment]]
    id = "vest"
    tabs = [["torso"]]
    hackable = true
    biotech = ["any"]
    """


@pytest.mark.rule("R-193", "R-200")
def test_a_hack_attack_without_a_range_is_said_to_reach_as_far_as_the_first_attack() -> None:
    lines = turn("C . . 1\n\ncadin carries=vest", "acquire least_distance", cards=NETTER, foe="netter 1")
    assert "Cadin is already in Range (2–4) and Line of Sight, at Distance 3" in lines[0]


PREY = """
    C U . 1 . . . . . . . .

    quarry 1 ai=rush
    zone pad L1
    initiative quarry
    {}
    """


def fled(more: str = "", flags: str = "[]", language: str = "en", **answers: Any) -> list[str]:
    game = position(PREY.format(more)).do(f"overrule flags {flags}", "activate cadin")
    before = game.state
    game.do("end_activation cadin")
    events = told(game, before)
    before = game.state
    game.pass_on(**answers)
    return list(explain_activation([*events, *told(game, before)], SPOKEN[language], game.game.rules))


def test_an_enemy_that_rests_says_so() -> None:
    assert fled()[0] == "The Quarry rests and performs no Instruction."


def test_an_enemy_that_bolts_says_where_to_and_why_not() -> None:
    lines = fled(flags='["spooked"]', enemy="-", team="-")
    assert lines[1].startswith(
        "The Quarry #1, Instruction 1: Bolt. It runs by its whole Speed along the shortest open way. "
        "It moves 5 spaces, from D1 to I1."
    )
    shut = fled("door gate H1:e", '["spooked"]', enemy=["-", "-"], team=["-", "-"])
    assert "Bolt. Skipped: no way is open." in shut[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_left_in_what_a_bolting_enemy_is_told(language: str) -> None:
    lines = fled(flags='["spooked"]', language=language, enemy="-", team="-") + fled(language=language)
    assert not [line for line in lines if re.search(r"(why|reason|ability)\.[a-z]", line)]


def test_a_door_that_is_opened_on_the_way_is_told() -> None:
    lines = activation("C U . . . 1\n\nsapper 1 - ai=rush\ndoor gate D1:e\ninitiative sapper", enemy="-", team="-")
    assert "It opens the Door. It moves" in lines[1]
