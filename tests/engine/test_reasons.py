"""Why things happened, in words: rolls step by step, Damage, Enemies by the rulebook's own example, and every event."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.content.words import LANGUAGES, Words
from defiance_qt.core.session import Told
from defiance_qt.engine import events as e
from defiance_qt.engine.hooks import Hooks, RollModifier
from defiance_qt.engine.state import State
from defiance_qt.engine.words import narrate
from defiance_qt.engine.words.reasons import explain, explain_activation
from defiance_qt.extend import builtin
from defiance_qt.extend.sessions import Session
from tests.engine.positions import Play, position

SPOKEN = {language: Words(language) for language in LANGUAGES}
EN = SPOKEN["en"]
EXPLAINED = Path(__file__).parent / "explained"


def told(play: Play, before: State) -> list[Told]:
    """The events of the last `do`, with the states around them."""
    found: list[Told] = []
    for event in play.events:
        after = play.game.evolve(before, event)
        found.append(Told(0, len(found), event, before, after))
        before = after
    return found


def why(play: Play, before: State, kind: type, language: str = "en", place: int = 0) -> list[str]:
    """The lines for an event of that kind among the events of the last `do`, without what happened."""
    one = [one for one in told(play, before) if isinstance(one.event, kind)][place]
    lines = explain(one.event, one.before, one.after, SPOKEN[language], play.game.rules)
    sentence = narrate(one.event, one.after, SPOKEN[language], play.game.wounds)
    assert not sentence or lines[0] == sentence
    return list(lines[1:] if sentence else lines)


def activation(text: str, language: str = "en", **answers: Any) -> list[str]:
    """Cadin does nothing, and then the Enemy's turn is told as a whole."""
    game = position(text).do("activate cadin")
    before = game.state
    game.do("end_activation cadin")
    events = told(game, before)
    before = game.state
    game.pass_on(**answers)
    return list(explain_activation([*events, *told(game, before)], SPOKEN[language], game.game.rules))


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

ORDERS = """
    [[ai_cards]]
    id = "orders"
    blue = [{entries}]
    red = ["focused"]
    """


def orders(*entries: str) -> str:
    return ORDERS.format(entries=", ".join(f'"{entry}"' for entry in entries))


def turn(text: str, *entries: str, cards: str = "", foe: str = "dummy 1 -", **answers: Any) -> list[str]:
    """One Enemy's turn by these Instructions, without the line about its column. Cadin does nothing before it."""
    unit = foe.split()[0]
    text = f"{text}\n{foe} ai=orders\ninitiative {unit}"
    game = position(text, orders(*entries) + cards).do("activate cadin")
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
            "Aggro is Uma (2). It attacks Uma with an Attack of its own. Instructions performed: 1 of 2."
        ),
        "Cadin: Distance 7, Aggro 3, Damage 0, out of sight; passed over, not in Range and Line of Sight of any Attack",
        "Uma: Distance 6, Aggro 2, Damage 0, in Line of Sight",
        "Qiang: Distance 4, Aggro 1, Damage 0, in Line of Sight; passed over, less Aggro",
    ]


@pytest.mark.rule("R-188")
def test_each_is_told_the_tie_break_that_it_lost_by() -> None:
    text = "Q . . . C\n . U 1 .\n\ncadin damage=2 aggro=1\numa damage=2\nqiang activated"
    lines = turn(text, "attack least_aggro", team="-", enemy="-")
    assert "Several fit equally well: the tie goes to who has not been activated yet." in lines[0]
    assert lines[1:4] == [
        (
            "Qiang: Distance 3, Aggro 0, Damage 0, in Line of Sight; passed over, the tie goes to who has not been "
            "activated yet"
        ),
        "Cadin: Distance 2, Aggro 1, Damage 2, in Line of Sight; passed over, more Aggro",
        "Uma: Distance 1, Aggro 0, Damage 2, in Line of Sight",
    ]


@pytest.mark.rule("R-188")
def test_chance_among_equals() -> None:
    lines = turn("C 1 U\n\numa activated", "attack least_distance", team="-", enemy="-", pick="uma")
    assert lines[0] == "Chance picks Uma (out of Cadin, Uma)."
    assert "Several fit equally well: picked by chance among equals." in lines[1]
    assert lines[2].endswith("in Line of Sight; passed over, picked by chance among equals")


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
        "Uma: Distance 4, Aggro 0, Damage 0, out of sight; passed over, out of sight, and those in sight come first"
    )


@pytest.mark.rule("R-196")
def test_nobody_can_be_acquired_so_it_closes_in() -> None:
    lines = short("C . . . . . . . 1\n\n", "acquire most_aggro")
    assert lines == [
        (
            "short #1, Instruction 1: Acquire Target, Most Aggro. Nobody is in Range (1–3, 1) and Line of Sight yet, "
            "so it has to move. No space within its Speed would let it attack anybody. Of all conscious Characters and "
            "Allies, the closest is Cadin (Distance 8). It moves 2 spaces, from I1 to G1. Now Cadin is at Distance 6, "
            "as close as it can get. Instructions performed: 1 of 2."
        ),
        "The column ends here, and so does the Activation of short #1. Instructions performed: 1.",
    ]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            "assault most_aggro",
            (
                "Nobody is in Contact yet, so it has to move. Of all conscious Characters and Allies, the one with the "
                "most Aggro is Cadin (0). It moves 2 spaces, from E1 to C1. Now Cadin is at Distance 2."
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
            "It is skipped: nobody is in Range and Line of Sight of any Attack. A skipped Instruction does not count.",
        ),
    ],
)
def test_what_each_kind_of_instruction_does(entry: str, said: str) -> None:
    lines = short("C . . . 1 . .\n\n", entry)
    assert said in lines[0]
    ends = {"retreat": "short #1 is no longer on the board, and does nothing more."}
    assert lines[-1].startswith(ends.get(entry, "The column ends here"))


def test_what_is_skipped_and_why() -> None:
    lines = short("C 1\n\n", "assault most_aggro", "withdraw least_distance")
    assert lines[0].endswith("It is skipped: Cadin is in Contact already. A skipped Instruction does not count.")
    assert "It is skipped: no space in reach would be better." in lines[1]
    assert lines[2].endswith("passed over, no space in reach would be better")


@pytest.mark.rule("R-184")
def test_a_group_counts_as_one() -> None:
    lines = short("C . . . . 1\n\n", "acquire least_distance + attack least_distance", "focused", team="-", enemy="-")
    assert lines[0].endswith("It belongs to a group, which counts as one Instruction.")
    assert lines[1].endswith("It belongs to a group, which counts as one Instruction. Instructions performed: 1 of 2.")
    assert lines[2].endswith("Instructions performed: 2 of 2.")


@pytest.mark.rule("R-192")
def test_evil_ai_gives_the_figures_of_every_attack_it_weighed() -> None:
    lines = short("C 1\n\n", "attack least_distance", team="-", enemy="-")
    start = "an Attack of its own: 0.0 % to knock the target Unconscious; on average "
    assert re.fullmatch(re.escape(start) + r"0\.\d\d Damage, 0\.00 States, \d\.\d\d Damage to itself", lines[1])
    assert lines[2].startswith(f"The most harmful by Evil AI, {start}")
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
    assert lines[0] == "lurker appears beside Cadin, who was activated last, and attacks nobody else."
    assert lines[1].startswith("lurker #1, its only Instruction: Attack, Least Distance. It attacks Cadin with ")
    fallen = "C . U\n . .\n\numa activated\ncadin damage=10 unconscious carries="
    lines = turn(fallen, "focused", cards=LURKER, foe="lurker away", team="-", enemy="-")
    assert lines[0] == ("lurker appears beside Uma: Evil AI takes whoever is nearest to falling Unconscious.")


def test_a_stunned_enemy_does_less() -> None:
    lines = turn("C 1\n\ndummy.1 stunned", "focused", "attack least_distance")
    assert lines[0] == "dummy #1 (Stunned) performs 1 Instruction at most."
    assert lines[-1] == "dummy #1 has performed its one Instruction, and is done."


# ---- rolls, step by step ----

FOE = """
    [[units]]
    id = "foe"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      defense = ["any", "any", "any"]
      abilities = [{abilities}]
      switches = [{{ cost = "! !", effects = [{{ do = "impose", state = "stunned" }}] }}]
      attacks = [{{ id = "beam", dice = ["any"], range = [1, 8] }}]

    [[equipment]]
    id = "scope"
    modifiers = [{{ rolls = ["attack"], symbols = "S" }}]

    [[equipment]]
    id = "dice_cup"
    modifiers = [{{ rolls = ["attack"], reroll = 1 }}]
    """


def attack(
    *done: str, table: str = "", abilities: str = "", hooks: Hooks | None = None, **dice: Any
) -> tuple[Play, State]:
    """Uma attacks the Enemy beside her; `told` and `why` start from the state before."""
    game = position(f"U 1 . 2\n\numa carries=stick\n{table}\nfoe 1 2", FOE.format(abilities=abilities), hooks)
    game.do("activate uma")
    before = game.state
    return game.do("attack uma stick.point foe.1", *done, **dice), before


def test_every_die_with_the_card_that_gave_it() -> None:
    game, before = attack(table="uma carries=stick,scope,dice_cup focused suppressed", team="S", enemy="-")
    assert why(game, before, e.RollOpened) == [
        "Uma rolls any ×6 (stick)",
        "Uma has 1 Success without rolling, from scope",
        "Uma may roll 1 die again, by dice cup",
        "Uma: 1 die fewer because of Suppressed",
        "Uma: the State Focused is used up by this roll",
        "foe #1 rolls any ×3 (foe)",
        "foe #1 can pay 2 Specials for this: target: Stunned (foe)",
    ]


@pytest.mark.rule("R-210")
def test_who_is_silenced_and_by_what() -> None:
    game, before = attack(abilities='"natural_born_warrior"', team="S", enemy="-")
    assert "Uma can use no Switches: Natural Born Warrior" in why(game, before, e.RollOpened)
    opened = next(event for event in game.events if isinstance(event, e.RollOpened))
    assert "R-210" in opened.rules


def test_what_a_plugin_adds_is_told_with_its_source_and_its_rules() -> None:
    def modify(context: object, roll: object) -> Sequence[RollModifier]:
        return (RollModifier("equipment.knife.name", "team", ("any",), "B", 0, 1, ("X-007",)),)

    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()), modify_roll=(modify,))
    game, before = attack(hooks=hooks, team="S B", enemy="-")
    opened = next(event for event in game.events if isinstance(event, e.RollOpened))
    assert "X-007" in opened.rules
    assert why(game, before, e.RollOpened)[:3] == [
        "Uma rolls any ×6 (stick); any (Knife)",
        "Uma has 1 Block without rolling, from Knife",
        "Uma may roll 1 die again, by Knife",
    ]


def test_each_face_and_each_die_rolled_again() -> None:
    game, before = attack("roll_again 0", table="uma carries=stick,scope,dice_cup", team=["S S CB", "!"], enemy="-")
    lines = why(game, before, e.DiceRolled)
    assert lines[0] == "any (stick), face 1: 1 Success"
    assert lines[-1] == "Without rolling: 1 Success"
    assert why(game, before, e.DieRolledAgain) == [
        "any (stick), face 5: 1 Special",
        "Uma: 2 Successes, 1 Critical Block → 1 Success, 1 Critical Block, 1 Special",
    ]


@pytest.mark.rule("R-087", "R-088", "R-090")
def test_what_both_sides_had_and_have() -> None:
    game, before = attack("spend_critical success nullify", team="S CS B", enemy="B B")
    assert why(game, before, e.SymbolsNullified) == [
        "Uma: 1 Success, 1 Critical Success, 1 Block → 1 Success, 1 Block",
        "foe #1: 2 Blocks → no symbols",
    ]
    game, before = attack("spend_critical success add", team="CS", enemy="B")
    assert why(game, before, e.CriticalAdded) == ["Uma: 1 Critical Success → 2 Successes"]
    game, before = attack(team="S CS B", enemy="CB S")
    assert why(game, before, e.SymbolsNullified) == [
        "Uma: 1 Success, 1 Critical Success, 1 Block → 1 Block",
        "foe #1: 1 Success, 1 Critical Block → 1 Success",
    ]


@pytest.mark.rule("R-103", "R-104")
def test_switches_used_and_spared() -> None:
    game, before = attack(team="S", enemy="! ! B")
    assert why(game, before, e.SwitchUsed) == ["What it does: target: Stunned", "foe #1: 1 Block, 2 Specials → 1 Block"]
    game, before = attack(table="uma carries=stick stunned", team="S", enemy="! ! B")
    assert why(game, before, e.SwitchSpared) == ["It could pay 2 Specials out of 1 Block, 2 Specials"]


@pytest.mark.rule("R-093", "R-094", "R-225")
def test_what_the_damage_consists_of() -> None:
    game, before = attack(team="S S S", enemy="B S")
    mine = "Successes of Uma: 3. Blocks of foe #1: 1. Uncancelled: 2"
    theirs = "Successes of foe #1: 1. Blocks of Uma: 0. Uncancelled: 1"
    assert why(game, before, e.SymbolsCancelled) == [mine, theirs]
    assert why(game, before, e.DamageSuffered) == [mine]
    assert why(game, before, e.DamageSuffered, place=1) == [theirs]
    game, before = attack(table="uma carries=stick damage=9", team="-", enemy="S S S")
    assert why(game, before, e.DamageSuffered)[1:] == ["2 Damage beyond the Wounds is discarded"]
    assert why(game, before, e.FellUnconscious) == ["Damage 10, Wounds 10"]


@pytest.mark.rule("R-113")
def test_what_multiplies_the_damage() -> None:
    text = "J . 1\n\njazz carries=hacking_device printed\ncadmus 1 -"
    game = position(text).do("activate jazz")
    before = game.state
    game.do("hack jazz skullbuster cadmus.1", team="S S S B ! ! !", enemy="B")
    lines = why(game, before, e.DamageSuffered)
    assert lines[1:2] == ["Skullbuster multiplies this by 2: 4"]
    assert why(game, before, e.MiniatureDied) == ["Damage 4, Wounds 4"]
    assert why(game, before, e.HackDeclared) == ["Range 2; it reaches 0 to 6 and needs no Line of Sight"]
    assert "Skullbuster multiplies the Damage by 2" in why(game, before, e.RollOpened)


# ---- the rest of the table ----


def done(text: str, *lines: str, more: str = "", **answers: Any) -> tuple[Play, State]:
    """The last of the commands is what is told."""
    game = position(text, more).do(*lines[:-1])
    before = game.state
    return game.do(lines[-1], **answers), before


STEPS = "C 1 . U\n . . . .\n\ndummy 1 -\ncadin speed=6"


@pytest.mark.parametrize(
    ("table", "goal", "rules", "lines"),
    [
        (STEPS, "A2", ("R-052",), ["5 movement points are left"]),
        (STEPS, "B1", ("R-055", "R-057"), ["Two points, because an Enemy stands on B1", "4 movement points are left"]),
        (
            "C X .\n . .\n\ncontainer crate X",
            "B1",
            ("R-219",),
            ["Two points, because B1 is obstructed", "4 movement points are left"],
        ),
        (
            "C .\n . .\n\ndifficult A1:e",
            "B1",
            ("R-217",),
            ["Two points, because the side to B1 is dotted blue", "4 movement points are left"],
        ),
        ("C U .\n . .\n\n", "B1", ("R-052", "R-055"), ["5 movement points are left"]),
    ],
)
def test_what_a_step_costs_and_why(table: str, goal: str, rules: tuple[str, ...], lines: list[str]) -> None:
    game, before = done(table, "activate cadin", "move cadin", f"step_to cadin {goal}")
    assert why(game, before, e.Moved) == lines
    assert next(event for event in game.events if isinstance(event, e.Moved)).rules == rules


def test_actions_and_speed() -> None:
    game, before = done("C\n\ncadin stunned", "activate cadin")
    assert why(game, before, e.ActivationBegan) == ["Stunned: Actions −1"]
    game, before = done("C\n\n", "activate cadin", "move cadin")
    assert why(game, before, e.ActionSpent) == ["Cadin has 1 Action left"]
    assert why(game, before, e.PointsGained) == ["Speed of Cadin: 6"]
    slow = '[[consequences]]\nid = "slow"\nspeed = -2'
    game, before = done("C\n\ncadin consequences=slow", "activate cadin", "move cadin", more=slow)
    assert why(game, before, e.PointsGained) == ["Speed of Cadin: 4 (printed 6)"]


def test_aggro_reserve_and_alert_from_what_to_what() -> None:
    game, before = done("C\n\ncadin aggro=5\nreserve 1", "activate cadin", "end_activation cadin")
    assert why(game, before, e.AggroChanged) == ["Aggro 5 → 3", "Maximum Aggro: 3"]
    assert why(game, before, e.ReserveChanged) == ["From 1 to 3"]
    game, before = done("U 1\n\ndummy 1 -\nalert 0", "activate uma", "attack uma pistol.shot dummy.1",
                        team="-", enemy="-")  # fmt: skip
    assert why(game, before, e.AlertChanged) == ["From 0 to 1"]


def test_consoles_containers_and_consequences() -> None:
    game = position('U X\n\nconsole one X "! S"').do("activate uma")
    before = game.state
    game.do("interact uma one", team="!")
    assert why(game, before, e.RollOpened)[0] == "Uma rolls yellow die (the Console)"
    before = game.state
    game.do("assign ! 0")
    assert why(game, before, e.SymbolAssigned) == ["Input 1 holds 1 Special; it needs 1 Success, 1 Special"]
    game, before = done("U X\n\ncontainer crate X 2", "activate uma", "interact uma crate")
    assert why(game, before, e.ContainerEmptied) == ["The mission puts 2 Loot cards into it"]
    kit = "C\n\ncadin A1 unconscious damage=10\ndeck consequence deep_cut torn_muscle concussion"
    game, before = done(kit, "activate cadin", "use_automedikit cadin", consequence=["deep_cut", "torn_muscle"])
    assert why(game, before, e.CardDrawn) == ["One of 3 cards that could have come"]
    before = game.state
    game.do("keep deep_cut")
    assert why(game, before, e.ConsequenceSuffered) == ["Deep cut: Wounds −1.", "Wounds 10 → 9"]


def test_whose_turn_it_is() -> None:
    game, before = done("C U\n\n", "activate cadin", "end_activation cadin")
    assert why(game, before, e.TurnPassed) == ["The Enemy is next"]
    game, before = done("J B\n\n", "activate jazz", "end_activation jazz")
    assert why(game, before, e.TurnPassed) == ["Billie belongs to who was just activated and follows at once"]
    game, before = done("C\n\nalert 4", "activate cadin", "end_activation cadin")
    assert why(game, before, e.PhaseBegan, place=2)[-1] == "From Alert 4 on the Enemy is first (it is 4)"


# ---- whatever happens ----

IDS = re.compile(r"[a-z]_[a-z]|\{|\.name\b|\bNone\b|\b(?:why|event|reason|refusal)\.")


def test_every_event_of_a_game_is_explained_in_every_language() -> None:
    """No reason fails, none shows an id, and each language says it in its own words."""
    chance = random.Random(5)
    explained: dict[type, int] = {}
    for seed in (1, 2):
        with Session.new(mission="extraction", seed=seed, edition=("en", "es")[seed % 2], journal=False) as session:
            for _ in range(160):
                if not session.legal():
                    break
                session.submit(chance.choice(session.legal()))
            for one in session.tell():
                told = [session.game.why(one.event, one.before, words).words for words in SPOKEN.values()]
                assert len({len(lines) for lines in told}) == 1, one.event
                for line in (line for lines in told for line in lines):
                    assert not IDS.search(line), line
                if told[0]:
                    explained[type(one.event)] = explained.get(type(one.event), 0) + 1
    assert len(explained) > 25


def test_a_session_speaks_english_unless_told_otherwise() -> None:
    with Session.new(mission="extraction", seed=1, journal=False) as session:
        session.submit(session.legal()[0])
        place = next(one for one in session.tell((1,)) if isinstance(one.event, e.CharacterDeployed))
        english = session.why((1, place.place))
        assert english == session.why((1, place.place), EN)
        assert english.rules == ("R-012",)
        assert english.words != session.why((1, place.place), SPOKEN["ru"]).words
        assert session.why_not(session.timeline.step(1).commands[0]).words[0].endswith("has been placed already")
        assert session.undo_label() == session.undo_label(EN) != ""
