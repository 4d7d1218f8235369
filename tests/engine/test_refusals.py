"""Every refusal: its code and rule where it is raised, and its sentence in each language."""

from __future__ import annotations

import ast
import random
import re
import string
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import pytest
from babel.messages.pofile import read_po
from msgspec.structs import replace

from defiance_qt.content.words import LANGUAGES, Words
from defiance_qt.core.errors import Illegal
from defiance_qt.engine import commands as c
from defiance_qt.engine.abilities import Ability
from defiance_qt.engine.board.movement import reach
from defiance_qt.engine.hooks import Hooks, Veto
from defiance_qt.engine.notation import parse_command
from defiance_qt.engine.refusals.actions import ACTIONS
from defiance_qt.engine.refusals.console import CONSOLE
from defiance_qt.engine.refusals.equip import EQUIP
from defiance_qt.engine.refusals.rolls import ROLLS
from defiance_qt.engine.rules.rolls import QUESTIONS, STORING
from defiance_qt.engine.state import State
from defiance_qt.engine.words import refused
from defiance_qt.extend import builtin
from defiance_qt.extend.sessions import Session
from tests.engine.positions import Play, opening, position

ROOT = Path(__file__).resolve().parents[2] / "defiance_qt"

CARDS = """
    [[software]]
    id = "bless"
    kind = "controller"
    targets = "enemy"
    effects = [{ do = "impose", state = "suppressed" }]

    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    dice = ["any"]

    [[software]]
    id = "overclock"
    kind = "demon"
    modifiers = [{ rolls = ["hacking"], dice = ["any"] }]

    [[software]]
    id = "ward"
    kind = "controller"
    targets = "any"
    effects = [{ do = "impose", state = "focused" }]
    switches = [
        { cost = "! !", effects = [{ do = "calm", amount = -1, on = "user" }] },
        { cost = "S", effects = [{ do = "impose", state = "focused", on = "other_character" }] },
    ]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 3], slots = 5 }
    software = ["bless", "bite", "overclock", "ward"]

    [[equipment]]
    id = "tiny_deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["ward"]

    [[equipment]]
    id = "heirloom"
    tabs = [["hand"]]
    owner = "uma"

    [[equipment]]
    id = "dice_cup"
    modifiers = [{ rolls = ["attack"], reroll = 1 }]

    [[equipment]]
    id = "satchel"
    abilities = ["satchel"]

    [[equipment]]
    id = "beacon"

      [[equipment.actions]]
      id = "mark"
      target = "enemy"
      range = [1, 4]
      sight = true
      effects = [{ do = "impose", state = "suppressed" }]

      [[equipment.actions]]
      id = "call"
      use = "flip"
      effects = [{ do = "calm", amount = -1, on = "user" }]

    [[consequences]]
    id = "wrecked"
    wounds = -9
    """

IDS = re.compile(r"[a-z]_[a-z]|\{|\.name|\bNone\b")
ENGLISH = Words("en")
ROOM = "C U . . . . . . . 1\n . . . . . .\n\n"
BESIDE = "U J . 1\n\n"
FOE = "nox_spec_ops 1\n"
DUMMY = "dummy 1 -\n"


class Case(NamedTuple):
    """A position, what is done there, the command that is refused, and how."""

    table: str
    done: tuple[str, ...]
    command: str
    refusal: str
    answers: Mapping[str, Any] = MappingProxyType({})

    def play(self) -> Play:
        hooks = Hooks(abilities=(*builtin.contribute_abilities(), Ability("satchel", stores=1)))
        return position(self.table, CARDS, hooks).do(*self.done, **self.answers)


def cadin(then: str, refusal: str, more: str = "", *done: str, table: str = ROOM + FOE, **answers: Any) -> Case:
    """Cadin is activated, and then wants something."""
    return Case(table + more, ("activate cadin", *done), then, refusal, answers)


def uma(then: str, refusal: str, more: str = "", *done: str, table: str = BESIDE + DUMMY, **answers: Any) -> Case:
    return Case(table + more, ("activate uma", *done), then, refusal, answers)


def hacker(then: str, refusal: str, more: str = "", *done: str, **answers: Any) -> Case:
    """Jazz with a deck, and the Enemies within its reach."""
    table = f"J U 1 . . . . 2\n\njazz carries=deck\n{more}\ndummy 1 2\n"
    return Case(table, ("activate jazz", *done), then, refusal, answers)


def console(then: str, refusal: str, inputs: str, dice: str, more: str = "", *done: str) -> Case:
    """Jazz has rolled at a Console."""
    text = f"J X\n\njazz carries=deck\nconsole one X {inputs}\n{more}"
    steps = ("activate jazz", "interact jazz one using=deck", *done)
    return Case(text, steps, then, refusal, {"team": dice})


def stepping(then: str, refusal: str, board: str, points: bool = True) -> Case:
    return Case(board, ("activate cadin", *(["move cadin"] if points else [])), then, refusal)


def attacking(then: str, refusal: str, *done: str, team: str, items: str = "stick", **answers: Any) -> Case:
    """Uma has rolled an Attack on the dummy."""
    text = f"U . 1\n\numa carries={items}\n{DUMMY}"
    steps = ("activate uma", "attack uma stick.point dummy.1", *done)
    return Case(text, steps, then, refusal, {"team": team, "enemy": "-", **answers})


def exchange(then: str, refusal: str, uma: str, jazz: str, *done: str, more: str = "") -> Case:
    """Uma equips beside Jazz; Cadin is far away."""
    text = f"U J . . C\n\numa carries={uma}\njazz carries={jazz}\n{more}"
    return Case(text, ("activate uma", "equip uma", *done), then, refusal)


CASES = (
    # who is asked, and who there is
    Case(ROOM + FOE, (), "move cadin", "not_asked R-050"),
    cadin("activate uma", "not_asked R-050"),
    cadin("move ghost", "unknown_character R-003"),
    cadin("attack cadin rippers.slash ghost", "unknown_target R-073"),
    cadin("interact cadin ghost", "unknown_element R-123"),
    cadin("use_extension ghost", "not_asked R-050"),
    cadin("move uma", "not_active R-050"),
    cadin("end_activation uma", "not_active R-050"),
    cadin("use_automedikit uma", "not_active R-050"),
    Case(ROOM + FOE, ("activate cadin", "end_activation cadin"), "keep torn_muscle", "not_asked R-050"),
    Case("C U\n\ncadin activated", (), "activate cadin", "already_activated R-042"),
    Case("J U\n\nbillie printed", (), "activate billie", "off_board R-154"),
    Case("J B U\n\nblock billie", (), "activate uma", "partner_first R-152"),
    exchange("move uma", "not_asked R-050", "pistol", "knife"),
    console("move jazz", "not_asked R-050", '"CS"', "CS !"),
    Case("C\n\ncadin A1 unconscious damage=10", ("activate cadin", "use_automedikit cadin"), "move cadin",
         "not_asked R-050"),
    Case("U . .\n . .\n\numa activated\nlast uma\ngwailos away\ninitiative gwailos\nturn enemy",
         ("overrule round 1",), "activate uma", "not_asked R-050"),
    # an Activation
    cadin("move cadin", "unconscious R-159", "cadin A1 unconscious damage=10"),
    cadin("equip cadin", "no_actions R-046", "", "move cadin", "move cadin"),
    cadin("use_automedikit cadin", "conscious R-158"),
    cadin("use_automedikit cadin", "no_automedikit R-163", "cadin A1 unconscious damage=10 carries="),
    cadin("end_activation cadin", "must_move_on R-056", "", "move cadin", "step_to cadin B1"),
    cadin("attack cadin rippers.slash nox_spec_ops.1", "must_move_on R-056", "", "move cadin", "step_to cadin B1"),
    # movement
    stepping("step_to cadin Z9", "no_space R-035", "C .\n\n"),
    stepping("step_to cadin C1", "not_adjacent R-052", "C . .\n\n"),
    stepping("step_to cadin B1", "no_points R-052", "C .\n\n", points=False),
    stepping("step_to cadin B1", "closed_door R-059", "C .\n\ndoor gate A1:e"),
    stepping("step_to cadin B1", "blocked_space R-215", "C # .\n . .\n\n"),
    stepping("step_to cadin B1", "wall R-059", "C .\n\nwall A1:e"),
    stepping("step_to cadin B1", "occupied R-056", "C U\n\ncadin speed=1"),
    # dragging
    cadin("drag cadin B2 ghost A1", "unknown_character R-003"),
    cadin("drag cadin B2 uma A1", "not_unconscious R-230", "", "move cadin"),
    cadin("drag cadin B2 uma A1", "not_adjacent_to R-230", "uma D1 unconscious damage=10", "move cadin"),
    cadin("drag cadin B2 uma A1", "no_points R-230", "uma B1 unconscious damage=10"),
    cadin("drag cadin C1 uma A1", "not_adjacent R-052", "uma B1 unconscious damage=10", "move cadin"),
    cadin("drag cadin A2 uma F2", "cannot_drag R-230", "uma B1 unconscious damage=10", "move cadin"),
    # Attack
    cadin("attack cadin pistol.shot nox_spec_ops.1", "not_equipped R-073"),
    cadin("attack cadin pistol.shot nox_spec_ops.1", "in_backpack R-032", "cadin carries=pistol@backpack"),
    cadin("attack cadin rippers.slash uma", "not_an_enemy R-078", "cadin carries=rippers"),
    cadin("attack cadin rippers.slash nox_spec_ops.1", "out_of_range R-069", "cadin carries=rippers"),
    Case("U . 1\n\nnox_spec_ops 1\nwall B1:e", ("activate uma",), "attack uma pistol.shot nox_spec_ops.1",
         "no_sight R-062"),
    uma("attack uma pistol.shot dummy.1", "untargetable R-212", "dummy.1 hidden", table="U . . 1\n\n" + DUMMY),
    # programs
    hacker("hack jazz skullbuster dummy.1", "no_program R-107"),
    hacker("hack jazz overclock dummy.1", "demon_runs R-111"),
    hacker("hack jazz bite dummy.1", "wrong_target R-113"),
    hacker("hack jazz bless uma", "wrong_target R-112"),
    hacker("hack jazz bless dummy.2", "out_of_range R-109"),
    Case("J U . 1\n\njazz carries=deck\ndummy 1 -\ndummy.1 hidden", ("activate jazz",), "hack jazz bless dummy.1",
         "untargetable R-212"),
    Case("J\n\njazz carries=deck\nbillie printed", ("activate jazz",), "hack jazz ward billie", "off_board R-109"),
    # Rest
    uma("rest uma", "no_rest R-046", "switch rest=no"),
    uma("rest uma", "enemy_adjacent R-120", table="U 1\n\n" + DUMMY),
    uma("rest uma", "name_state R-121", "uma suppressed"),
    uma("rest uma state=stunned", "no_such_state R-121"),
    # Interact
    uma("interact uma gate", "security_door R-127", "security gate A1:e"),
    uma("interact uma gate", "already_open R-128", "open gate A1:e"),
    Case("U X\n\ncontainer crate X", ("activate uma", "interact uma crate", "finish_equip"), "interact uma crate",
         "empty R-124"),
    Case('U X\n\nconsole one X "!"', ("activate uma", "interact uma one", "assign ! 0"), "interact uma one",
         "console_complete R-140", {"team": "!"}),
    uma("interact uma gate extra=yes", "console_only R-139", "door gate A1:e"),
    Case('U . X\n\nconsole one X "S"', ("activate uma",), "interact uma one", "not_in_contact R-123"),
    Case('U X\n\nconsole one X "S"', ("activate uma",), "interact uma one using=deck", "no_device R-133"),
    Case('U X\n\nconsole one X "S"\nswitch console_extra=roll', ("activate uma",), "interact uma one extra=yes",
         "no_extra R-139"),
    Case('U X\n\nconsole one X "CS"', ("activate uma", "interact uma one extra=yes"), "interact uma one extra=yes",
         "extra_used R-139", {"team": "!"}),
    # cards that offer Actions
    uma("use_card uma medikit.treat jazz", "not_equipped R-048"),
    uma("use_card uma medikit.nothing jazz", "no_card_action R-048", "uma carries=medikit"),
    uma("use_card uma beacon.nothing dummy.1", "no_card_action R-048", "uma carries=beacon"),
    uma("use_card uma beacon.mark jazz", "wrong_target R-048", "uma carries=beacon"),
    uma("use_card uma beacon.mark dummy.1", "untargetable R-212", "uma carries=beacon\ndummy.1 hidden",
        table="U . . 1\n\n" + DUMMY),
    uma("use_card uma beacon.mark dummy.1", "no_sight R-062", "uma carries=beacon\nwall B1:e C1:e"),
    uma("use_card uma beacon.mark dummy.1", "out_of_range R-069", "uma carries=beacon",
        table="U J . . . 1\n\n" + DUMMY),
    uma("use_card uma beacon.mark dummy.1", "no_actions R-046", "uma carries=beacon", "move uma", "move uma"),
    uma("use_card uma beacon.call uma", "flipped R-315", "uma carries=beacon flipped=beacon"),
    uma("use_card uma medikit.revive jazz", "tapped R-314", "uma carries=medikit tapped=medikit"),
    Case("U J\n\numa carries=grenade,medikit\nwall A1:e\njazz damage=2", ("activate uma",),
         "use_card uma medikit.treat jazz", "not_adjacent_to R-037"),
    Case("J\n\nbillie printed consequences=wrecked", ("activate jazz",), "use_card jazz jazz.redeploy billie",
         "worn_out R-155"),
    # a roll
    attacking("spend_critical success add", "not_this_step R-090", team="CB CS"),
    attacking("let_stand", "critical_first R-096", team="CB"),
    attacking("add_stored satchel S", "not_stored R-097", team="CB"),
    attacking("store_die stick 0 CB", "cannot_store R-316", team="CB"),
    attacking("store_die satchel 9 CB", "no_such_die R-316", team="CB", items="stick,satchel"),
    attacking("store_die satchel 0 S", "not_on_die R-316", team="CB", items="stick,satchel"),
    attacking("store_die satchel 1 CB", "store_full R-316", "store_die satchel 0 S", team="S CB",
              items="stick,satchel"),
    attacking("store_die satchel 1 CB", "die_spent R-316", "spend_critical block add", team="S CB",
              items="stick,satchel"),
    attacking("spend_critical block add", "no_critical R-088", team="S", items="stick,satchel"),
    attacking("roll_again 9", "no_such_die R-075", team="S", items="stick,dice_cup"),
    attacking("roll_again 0", "no_reroll R-075", team="CB"),
    attacking("keep_dice", "no_reroll R-075", team="CB"),
    hacker("spend_critical success nullify", "no_rival R-081", "", "hack jazz ward dummy.1", team="CS"),
    hacker("use_switch 9", "no_such_switch R-100", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch 0 target=uma", "no_switch_target R-100", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch 1 target=uma", "cannot_pay R-101", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch 1", "switch_needs_target R-100", "", "hack jazz ward dummy.1", team="S S"),
    hacker("use_switch 1 target=dummy.2", "wrong_switch_target R-100", "", "hack jazz ward dummy.1", team="S S"),
    hacker("use_switch 0", "not_this_step R-092", "", "hack jazz ward dummy.1", team="CS"),
    # a Console
    console("assign S 0", "symbol_not_there R-134", '"CS"', "CS !"),
    console("assign CS 9", "no_such_input R-134", '"CS"', "CS !"),
    console("assign CS 0", "input_full R-136", '"CS" "CS"', "CS CS", "", "assign CS 0"),
    console("leave_console", "assign_first R-134", '"CS"', "CS !"),
    console("split_critical S", "not_critical R-141", '"CS"', "CS !"),
    console("split_critical CB", "symbol_not_there R-141", '"CS"', "CS !"),
    console("split_critical CS", "input_lists_it R-141", '"CS"', "CS !"),
    console("console_roll_again", "no_extra_roll R-139", '"CS"', "CS !"),
    console("console_roll_again", "assign_first R-134", '"CS"', "CS !", "switch console_extra=roll"),
    # Equip
    exchange("place jazz knife 0", "nothing_received R-118", "pistol", "knife"),
    exchange("place uma knife 0", "not_held R-116", "pistol", "knife"),
    exchange("place uma automedikit backpack", "light_item R-028", "pistol,automedikit", "knife"),
    exchange("place uma pistol 0", "already_there R-116", "pistol", "knife"),
    exchange("place uma pistol 7", "no_such_tab R-027", "pistol", "knife"),
    exchange("place uma stick backpack", "no_free_tab R-031", "stick", "knife"),
    exchange("place uma pistol 0", "no_free_tab R-026", "stick,pistol@backpack", "knife"),
    exchange("give uma uma pistol", "not_in_exchange R-117", "pistol", "knife"),
    exchange("give uma cadin pistol", "not_adjacent_to R-117", "pistol", "knife"),
    exchange("give uma jazz knife", "not_held R-116", "pistol", "knife"),
    exchange("give uma jazz automedikit", "personal R-034", "pistol,automedikit", "knife"),
    exchange("give uma jazz heirloom", "owned R-034", "heirloom", "knife"),
    Case("U J\n .\n\ngoldstein A2\numa carries=pistol\n", ("activate uma", "equip uma"), "give uma goldstein pistol",
         "cannot_carry R-146"),
    exchange("install cadin ward uma/deck deck", "not_adjacent_to R-117", "deck", "knife"),
    exchange("install ghost ward uma/deck deck", "unknown_character R-003", "deck", "knife"),
    exchange("install uma ward uma/pistol deck", "no_program R-114", "pistol", "deck"),
    exchange("install uma ward jazz/deck pistol", "not_a_device R-114", "pistol", "deck"),
    exchange("install jazz ward jazz/deck deck", "same_device R-114", "pistol", "deck"),
    exchange("install uma bite jazz/deck tiny_deck", "device_full R-108", "tiny_deck", "deck"),
    # Consequences
    Case("C\n\ncadin A1 unconscious damage=10", ("activate cadin", "use_automedikit cadin"), "keep cold_anger",
         "not_drawn R-160", {"consequence": ["torn_muscle", "deep_cut"]}),
    # what chance answers, and what is corrected by hand
    cadin("enter_dice 1,2", "no_dice_asked R-080"),
    cadin("enter_card rush", "no_card_asked R-171"),
    attacking("move uma", "not_asked R-050", team="CB"),
    cadin("set_answer team weather person", "unknown_chance"),
    cadin('overrule nothing 1', "unknown_path"),
    cadin('overrule team.ghost.damage 1', "unknown_path"),
    cadin('overrule team.cadin.id "x"', "unknown_path"),
    cadin('overrule reserve "many"', "wrong_value"),
    cadin("overrule reserve -1", "impossible"),
    cadin('overrule team.uma.states ["ghost"]', "impossible"),
)  # fmt: skip


def shown(case: Case) -> str:
    return f"{case.refusal.split()[0]}: {case.command}"


@pytest.mark.parametrize("case", CASES, ids=shown)
def test_the_first_check_that_fails(case: Case) -> None:
    assert case.play().refused(case.command) == case.refusal


Raised = dict[str, tuple[Illegal, State]]


@pytest.fixture(scope="module")
def raised() -> Raised:
    """One refusal of every code, with the state it was raised in."""
    found: Raised = {}
    for error, state in (*(_refused(case.play(), case.command) for case in CASES), *elsewhere()):
        found[error.code] = (error, state)
        if error.code == "not_asked":
            found[f"not_asked.{error.values['asks']}"] = (error, state)
    return found


def elsewhere() -> Iterator[tuple[Illegal, State]]:
    """Refusals that take more than a position and a command."""
    yield from _of_deployment()
    yield from _of_chance()
    yield from _of_the_session()
    play = position("U . 1\n\n" + DUMMY)
    yield _refused(Play(play.game, replace(play.state, agenda=())), "move uma")
    board, view = play.game.rules.board, play.game.rules.view(play.state)
    with pytest.raises(Illegal) as error:
        reach(play.game.rules.ground(view, "uma", "team"), board.by_name["A1"], 1).cost(board.by_name["C1"])
    yield error.value, play.state


def _refused(play: Play, line: str) -> tuple[Illegal, State]:
    with pytest.raises(Illegal) as error:
        play.game.decide(play.state, parse_command(line))
    return error.value, play.state


def _of_deployment() -> Iterator[tuple[Illegal, State]]:
    start = opening()
    first, last = start.options("deploy cadin")[0], start.options("deploy uma")[0]
    for line in ("move cadin", "deploy cadin A99"):
        yield _refused(start, line)
    start.do(first)
    for line in (first, last):
        yield _refused(start, line)


def _of_chance() -> Iterator[tuple[Illegal, State]]:
    asked = position(f"U . 1\n\n{DUMMY}answers team.dice=person")
    asked.do("activate uma", "attack uma stun_pistol.shot dummy.1")
    dice = len(asked.game.rules.catalog.equipment["stun_pistol"].attacks[0].dice)
    for line in ("let_stand", f"enter_dice {','.join('1' * (dice + 1))}", f"enter_dice {','.join('9' * dice)}"):
        yield _refused(asked, line)
    drawing = position("U . 1\n\ndummy 1 - ai=attack_twice\nanswers enemy.initiative=person\ninitiative dummy")
    drawing.do("activate uma", "end_activation uma")
    for line in ("enter_card ghost", "activate uma"):
        yield _refused(drawing, line)
    drawing.do("enter_card dummy")
    yield _refused(drawing, "activate uma")


def _of_the_session() -> Iterator[tuple[Illegal, State]]:
    session = Session.new(mission="extraction", seed=1, journal=False)
    tries: tuple[Callable[[], object], ...] = (
        session.undo,
        session.redo,
        lambda: session.jump(99),
        lambda: session.why(99999),
        lambda: setattr(session, "dice_after_undo", "none"),
    )
    for one in tries:
        with pytest.raises(Illegal) as error:
            one()
        yield error.value, session.state


# ---- completeness ----


def codes(*folders: str) -> set[str]:
    """Every code that the source gives to an `Illegal` as a literal."""
    found = set()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Illegal":
                    code = node.args[0]
                    if isinstance(code, ast.Constant):
                        found.add(str(code.value))
                    else:
                        assert ast.unparse(code) == "veto.code", f"{path.name}: a code that cannot be read"
    return found


def test_every_code_is_raised_by_a_test(raised: Raised) -> None:
    assert codes("engine", "core") == {code.partition(".")[0] for code in raised}


def keys(language: str, start: str = "refusal.") -> dict[str, str]:
    """The texts of a catalogue that begin so, by the rest of their keys."""
    path = ROOT / "content" / "locale" / language / "LC_MESSAGES" / "engine.po"
    with path.open("rb") as source:
        texts = {
            message.id if isinstance(message.id, str) else message.id[0]: str(message.string)
            for message in read_po(source)
        }
    return {id.removeprefix(start): text for id, text in texts.items() if id.startswith(start)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_its_words_and_no_words_are_idle(language: str, raised: Raised) -> None:
    steps = {f"step.{step}" for step in (*QUESTIONS, "dice")}
    assert keys(language).keys() == codes("engine", "core") | {code for code in raised if "." in code} | steps


def test_a_refusal_is_said_in_every_language(raised: Raised) -> None:
    """In the language's own words, with names instead of ids."""
    spoken = [Words(language) for language in LANGUAGES]
    for code, (error, state) in raised.items():
        said = [refused(error, state, words) for words in spoken]
        assert len(set(said)) == len(LANGUAGES), code
        for sentence in said:
            assert not IDS.search(sentence), sentence
        assert re.search("[а-я]", said[LANGUAGES.index("ru")]), code


# ---- what cannot stand on the table ----


def faults() -> dict[str, set[str]]:
    """Every fault that the source names, with the values it has."""
    found: dict[str, set[str]] = {}
    for name in ("invariants.py", "decide.py"):
        for node in ast.walk(ast.parse((ROOT / "engine" / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "fault":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                found.setdefault(str(code.value), set()).update(str(one.arg) for one in node.keywords)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_its_words(language: str) -> None:
    texts = keys(language, "fault.")
    assert texts.keys() == faults().keys()
    for name, text in texts.items():
        assert {place for _, place, _, _ in string.Formatter().parse(text) if place} <= faults()[name], name


@pytest.mark.parametrize(
    ("line", "name", "said"),
    [
        ("reserve -1", "reserve_below_zero", "neither the Reserve (-1) nor the Round (1) goes below zero"),
        ("alert 9", "alert_off_track", "there is no Alert Level 9"),
        ('team.uma.states ["ghost"]', "unknown_state", "Uma would have what is no State"),
        ('team.uma.space "Z9"', "off_the_board", "Uma would stand on Z9, which is no space of the board"),
        ('team.uma.space "C1"', "two_on_a_space", "Uma and dummy #1 would both stand on C1"),
        ('team.uma.states ["focused","focused"]', "state_twice", "Uma would have a State twice"),
        ('team.uma.carried [{"item":"ghost","place":"0"}]', "unknown_card", "Uma would carry what is no card"),
        ('team.uma.carried [{"item":"pistol","place":"light"}]', "wrong_place",
         "Uma has no such place for this: Pistol"),
        ('team.uma.consequences ["ghost"]', "unknown_consequence", "Uma would have what is no Consequence"),
        ("team.uma.aggro -1", "damage_or_aggro", "Uma would have Damage 0 of 10 Wounds and Aggro -1"),
        ("units.dummy.face 7", "unknown_face", "dummy has no such face"),
        ('units.dummy.ai_card "ghost"', "unknown_ai_card", "dummy would have what is no AI card"),
        ('selected ["ghost"]', "unknown_unit", "there is no such Unit"),
        ('available ["dummy"]', "unit_in_two_places", "the card of the Unit would lie in 2 places: dummy"),
        ('initiative ["dummy","dummy"]', "initiative_twice", "an Initiative card would be in the deck twice"),
        ("enemies.dummy.1.damage -1", "enemy_damage", "dummy #1 would have Damage -1 of 5 Wounds"),
    ],
)  # fmt: skip
def test_an_overrule_is_refused_with_the_name_of_the_invariant(line: str, name: str, said: str) -> None:
    game = position("U J 1\n\n" + DUMMY).do("activate uma")
    error, state = _refused(game, f"overrule {line}")
    assert (error.code, error.values["invariant"]) == ("impossible", name)
    assert refused(error, state, ENGLISH).endswith(f": not possible, because {said}")


def test_a_plugin_says_its_own_refusals() -> None:
    def no_rest(context: object, command: c.Command) -> Veto | None:
        return Veto("no_rest_here", "X-001", "Nobody rests in a storm") if isinstance(command, c.Rest) else None

    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()), check_command=(no_rest,))
    game = position("U . . 1\n\n" + DUMMY, hooks=hooks).do("activate uma")
    assert game.refused("rest uma") == "no_rest_here X-001"
    reason = game.game.why_not(game.state, parse_command("rest uma"), Words("es"))
    assert (reason.rules, reason.words) == (("X-001",), ("Nobody rests in a storm",))
    assert game.refused("rest uma state=stunned") == "no_such_state R-121", "what the rules refuse is not the plugin's"


def test_a_legal_command_has_nothing_against_it() -> None:
    game = position("U . . 1\n\n" + DUMMY).do("activate uma")
    assert game.game.why_not(game.state, parse_command("rest uma"), Words("en")).words == ()


def test_every_kind_of_command_has_its_checks() -> None:
    free: set[type] = {c.FinishEquip, c.Proceed, c.UseExtension}  # refused only where they are not asked for
    asked: set[type] = {c.Deploy, c.Activate, c.Keep}
    table: set[type] = {c.EnterDice, c.EnterCard, c.SetAnswer, c.Overrule}
    assert {*ACTIONS, *ROLLS, *CONSOLE, *EQUIP, *asked, *free, *table} == set(get_args(c.Command))
    assert QUESTIONS.keys() == {*STORING, "team_switches"}


# ---- anything that anybody might click ----


def test_whatever_is_not_legal_is_refused_with_a_known_code() -> None:
    """Commands of other moments, and of other figures, in the positions of a game played at random."""
    chance = random.Random(3)
    known = codes("engine")
    for seed in (1, 2):
        session = Session.new(mission="extraction", seed=seed, edition=("en", "es")[seed % 2], journal=False)
        seen: dict[c.Command, None] = {}
        for _ in range(120):
            legal = session.legal()
            if not legal:
                break
            for command in chance.sample(list(seen), min(12, len(seen))):
                if command not in legal:
                    assert code_of(session, _varied(command, session, chance), legal) in known
            seen.update(dict.fromkeys(legal))
            session.submit(chance.choice(legal))


def _varied(command: c.Command, session: Session, chance: random.Random) -> c.Command:
    """The command, perhaps of another figure or on another target."""
    changes: dict[str, Any] = {}
    fields = command.__struct_fields__
    if chance.random() < 0.5 and "character" in fields:
        changes["character"] = chance.choice(list(session.state.team))
    if chance.random() < 0.5 and "target" in fields:
        changes["target"] = chance.choice([*session.state.team, *session.state.enemies])
    return replace(command, **changes)


def code_of(session: Session, command: c.Command, legal: tuple[c.Command, ...]) -> str:
    if command in legal:
        return "not_asked"
    with pytest.raises(Illegal) as error:
        session.game.decide(session.state, command)
    sentence = refused(error.value, session.state, ENGLISH)
    assert not IDS.search(sentence), sentence
    return error.value.code
