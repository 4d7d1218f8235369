"""Every refusal: its code and rule where it is raised, and its sentence in each language.

Spans `legal` and `rules`.
"""

from __future__ import annotations

import ast
import random
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.pofile import read_po
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.agenda import KINDS
from defiance_qt.systems.defiance.engine.board.movement import reach
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.content import Condition
from defiance_qt.systems.defiance.engine.decide import AT_TABLE
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import FigureLeft
from defiance_qt.systems.defiance.engine.frames import Console
from defiance_qt.systems.defiance.engine.hooks import Hooks, Veto
from defiance_qt.systems.defiance.engine.legal import check
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.rules.campaign import course
from defiance_qt.systems.defiance.engine.rules.rolls import QUESTIONS
from defiance_qt.systems.defiance.engine.rules.storing import STORING
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import refused
from defiance_qt.words.languages import LANGUAGES
from tests.sources import tree as syntax
from tests.systems.defiance.engine.positions import Play, opening, position, start
from tests.systems.defiance.engine.refusals.between import CASES as BETWEEN
from tests.systems.defiance.engine.refusals.between import Between, carrying, on
from tests.systems.defiance.engine.refusals.cases import CARDS, CASES, DUMMY, Case, shown, uma
from tests.texts import defiance_words

ROOT = Path(__file__).resolve().parents[5] / "defiance_qt"
ENGINE = "systems/defiance/engine"

IDS = re.compile(r"[a-z]_[a-z]|\{|\.name|\bNone\b")
ENGLISH = defiance_words("en")


def claiming(case: Case | Between) -> Any:
    """The case, claiming the rule by which it is refused."""
    rule = case.refusal.partition(" ")[2]
    return pytest.param(case, id=shown(case), marks=[pytest.mark.rule(rule)] if rule.startswith("R-") else [])


@pytest.mark.parametrize("case", [claiming(case) for case in CASES])
def test_the_first_check_that_fails(case: Case) -> None:
    assert case.play().refused(case.command) == case.refusal


@pytest.mark.parametrize("case", [claiming(case) for case in BETWEEN])
def test_the_first_check_that_fails_between_missions(case: Between) -> None:
    assert case.begin().refused(case.command) == case.refusal


@pytest.mark.rule("R-012")
def test_a_character_is_deployed_once_on_any_free_deployment_space() -> None:
    game = start("U J . .\n . . . .")
    assert game.refused("deploy uma C1") == "no_deployment_space R-012"
    game.do("deploy uma B1")
    assert game.refused("deploy uma A1") == "already_deployed R-012"
    assert game.refused("deploy jazz B1") == "deployment_taken R-012"
    assert game.refused("deploy jazz D2") == "no_deployment_space R-012"
    assert game.options() == ["deploy jazz A1"]


@pytest.mark.rule("R-012")
def test_a_group_deploys_on_its_own_free_spaces_and_takes_its_allies_along() -> None:
    groups = (k.Group("west", ("A1", "A2", "B2"), 2), k.Group("east", ("D1", "D2")))
    text = "U X . .\n. . . .\n\numa A1\njazz A2\ncadin B2\nqiang D1\nbillie D2\ncontainer crate A2"
    game = start(text, groups=groups)
    assert game.refused("deploy billie D1") == "group_first R-012"
    assert game.refused("deploy uma A2") == "deployment_taken R-012", "a Container is there"
    game.do("deploy uma A1")
    assert game.refused("deploy jazz A1") == "deployment_taken R-012"
    game.do("deploy jazz B2")
    assert game.refused("deploy billie D1") == "group_of_controller R-012"
    game.do("deploy qiang D1")
    assert game.refused("deploy cadin D1") == "deployment_taken R-012"
    game = start("U . . .\n. . . .\n\numa A1\njazz B2\ncadin A2", groups=groups)
    game.do("deploy uma A1", "deploy jazz B2")
    assert game.refused("deploy cadin A2") == "group_full R-012"


@pytest.mark.rule("R-003", "R-041")
def test_only_between_missions_is_anybody_enlisted() -> None:
    assert position("U . .").refused("enlist cadin") == "not_asked R-041"


@pytest.mark.rule("R-048", "R-073", "R-109")
@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ("attack uma stick.point ghost", "unknown_target R-073"),
        ("attack uma stick.point gate", "unknown_target R-073"),
        ("attack uma stick.point B1", "unknown_target R-073"),
        ("attack uma stick.point jazz", "not_an_enemy R-078"),
        ("attack uma stick.point goldstein", "not_an_enemy R-078"),
        ("hack uma bite ghost", "unknown_target R-109"),
        ("hack uma bite B1", "unknown_target R-109"),
        ("hack uma bite gate", "wrong_target R-113"),
        ("use_card uma beacon.mark ghost", "unknown_target R-048"),
        ("use_card uma beacon.mark gate", "wrong_target R-048"),
        ("use_card uma beacon.mark B1", "wrong_target R-048"),
    ],
)
def test_an_attack_wants_a_figure_a_hack_a_figure_or_door_and_a_card_any_of_them_or_a_space(
    command: str, refusal: str
) -> None:
    items = "deck" if command.startswith("hack") else "stick,beacon"
    text = f"U . J X 1\n\numa carries={items}\nneutral goldstein X\ndoor gate A1:e\n" + DUMMY
    assert Case(text, ("activate uma",), "", "").play().refused(command) == refusal


DOORS_AND_SPACES = """
    [[equipment]]
    id = "ram"

      [[equipment.actions]]
      id = "break"
      target = "door"
      range = [1, 3]
      effects = [{ do = "door" }]

    [[equipment]]
    id = "smoke"

      [[equipment.actions]]
      id = "throw"
      target = "space"
      range = [1, 3]
      effects = [{ do = "ground", rule = "low", radius = 1 }]
    """


@pytest.mark.rule("R-048", "R-069", "R-127", "R-128")
@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ("ram.break vault", "security_door R-127"),
        ("ram.break near", "out_of_range R-069"),
        ("ram.break far", "out_of_range R-069"),
        ("ram.break open_near", "already_open R-128"),
        ("ram.break open_far", "already_open R-128"),
        ("ram.break G1", "wrong_target R-048"),
        ("ram.break uma", "wrong_target R-048"),
        ("smoke.throw A1", "out_of_range R-069"),
        ("smoke.throw E1", "out_of_range R-069"),
        ("smoke.throw A2", "wrong_target R-048"),
        ("smoke.throw C2", "wrong_target R-048"),
        ("smoke.throw vault", "wrong_target R-048"),
        ("smoke.throw uma", "wrong_target R-048"),
    ],
)
def test_what_a_card_for_doors_or_for_spaces_cannot_be_aimed_at(command: str, refusal: str) -> None:
    doors = ("security vault C1:e", "door near A1:e", "door far E1:e", "open open_near B1:e", "open open_far D1:e")
    text = "U . . . . . .\n # . # . . .\n\numa carries=ram,smoke\n" + "\n".join(doors)
    game = position(text, DOORS_AND_SPACES).do("activate uma")
    assert game.refused(f"use_card uma {command}") == refusal


@pytest.mark.rule("R-037", "R-069")
@pytest.mark.parametrize(("board", "refusal"), [("U 1", "in_fog fog-1"), ("U . 1", "out_of_range R-069")])
def test_a_house_rule_keeps_a_card_from_its_target_where_the_rules_do_not(board: str, refusal: str) -> None:
    def hidden(context: object, attacker: str, target: str, distance: int) -> Veto | None:
        return Veto("in_fog", "fog-1", "The fog hides it")

    cards = """
        [[equipment]]
        id = "brand"

          [[equipment.actions]]
          id = "mark"
          target = "enemy"
          range = [0, 1]
          effects = [{ do = "impose", state = "suppressed" }]
        """
    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()), check_target=(hidden,))
    game = position(f"{board}\n\numa carries=brand\n{DUMMY}", cards, hooks).do("activate uma")
    assert game.refused("use_card uma brand.mark dummy.1") == refusal


@pytest.mark.rule("R-112", "R-212")
def test_a_house_rule_about_targets_is_not_asked_about_ones_own_side() -> None:
    def hidden(context: object, attacker: str, target: str, distance: int) -> Veto | None:
        return Veto("in_fog", "fog-1", "The fog hides it")

    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()), check_target=(hidden,))
    game = position(f"J U 1\n\njazz carries=tiny_deck\n{DUMMY}", CARDS, hooks).do("activate jazz")
    assert game.refused("hack jazz ward dummy.1") == "in_fog fog-1"
    assert check(game.game.rules, game.state, parse_command("hack jazz ward uma")) is None


@pytest.mark.rule("R-313")
def test_who_may_take_any_action_by_a_card_takes_none_that_is_free() -> None:
    text = "U C . . 1\n\numa specialties=hold_fast\ncadin specialties=calm_voice,field_dressing damage=2\n" + DUMMY
    game = position(text).do("activate uma", "use_card uma hold_fast.spur cadin")
    assert game.options("use_card") == ["use_card cadin calm_voice.soothe uma"]
    assert game.refused("use_card cadin field_dressing.dress cadin") == "granted_only R-313"
    assert game.refused("use_card cadin calm_voice.soothe dummy.1") == "wrong_target R-048"
    assert game.refused("attack cadin rippers.slash dummy.1") == "out_of_range R-069"
    assert game.refused("step_to cadin C1") == "no_points R-052"


@pytest.mark.rule("R-230", "R-313")
@pytest.mark.parametrize(
    ("card", "commands"),
    [("orders.order", []), ("hold_fast.spur", []), ("hold_fast.spur", ["move cadin"])],
    ids=["points", "an Action", "a Move"],
)
def test_a_figure_that_acts_by_a_card_drags_nobody(card: str, commands: list[str]) -> None:
    """In its own Activation it could: the card is the reason, not the spaces."""
    text = f"U . Q C . .\n . . . . .\n\nqiang damage=10 unconscious\numa specialties={card.partition('.')[0]}"
    game = position(text).do("activate uma", f"use_card uma {card} cadin", *commands)
    assert game.refused("drag cadin E1 qiang D1") == "granted_only R-313"
    assert position(text).do("activate cadin", "move cadin").can("drag cadin E1 qiang D1")


GRANTS = """
    [[specialties]]
    id = "plug_in"
    actions = [{ id = "run", use = "flip", effects = [{ do = "act", actions = 1, only = "hack" }] }]
    """


@pytest.mark.rule("R-313")
@pytest.mark.parametrize(
    ("card", "command", "refusal"),
    [
        ("one_shot.aim", "attack uma stun_pistol.shot dummy.2", "out_of_range R-069"),
        ("one_shot.aim", "hack uma skullbuster dummy.2", "granted_only R-313"),
        ("one_shot.aim", "use_card uma calm_voice.soothe dummy.1", "granted_only R-313"),
        ("one_shot.aim", "step_to uma A2", "no_points R-052"),
        ("wulver_rage.rage", "attack uma stun_pistol.shot dummy.1", "granted_only R-313"),
        ("wulver_rage.rage", "rest uma", "granted_only R-313"),
        ("plug_in.run", "hack uma skullbuster dummy.2", "wrong_target R-113"),
        ("plug_in.run", "attack uma stun_pistol.shot dummy.2", "granted_only R-313"),
    ],
)
def test_a_card_that_allows_one_kind_of_action_refuses_the_others(card: str, command: str, refusal: str) -> None:
    items = "hacking_device,stun_pistol" if "plug_in" in card else "club,stun_pistol"
    text = (
        f"U 1 . . . . . . . 2\n . . .\n\numa carries={items} specialties=calm_voice,{card.partition('.')[0]}\ndummy 1 2"
    )
    game = position(text, GRANTS).do("activate uma", f"use_card uma {card} uma")
    assert game.refused(command) == refusal


@pytest.mark.rule("R-117", "R-118")
def test_what_was_received_is_rearranged_as_long_as_it_is_near() -> None:
    game = position("U J C .\n\numa carries=pistol,knife\njazz carries=club\ncadin carries=stick").do(
        "activate uma", "equip uma"
    )
    assert game.refused("place uma pistol 0") == "already_there R-116"
    assert game.refused("place jazz club 0") == "nothing_received R-118"
    game.do("give uma jazz knife", "place jazz knife 0")
    assert game.refused("place jazz club 0") == "already_there R-116"
    assert game.refused("place cadin stick 0") == "nothing_received R-118"
    far = replace(game.one("jazz"), space="D1")
    game.state = replace(game.state, team={**game.state.team, "jazz": far})
    assert game.refused("place jazz club backpack") == "nothing_received R-118"


@pytest.mark.rule("R-117")
def test_equipment_and_programs_change_hands_between_neighbors_only() -> None:
    text = "U J . . C\n\numa carries=tiny_deck\njazz carries=deck\ncadin carries=tiny_deck"
    game = Case(text, ("activate uma", "equip uma"), "", "").play()
    assert game.refused("give uma jazz deck") == "not_held R-116"
    assert game.refused("install uma bite jazz/deck tiny_deck") == "device_full R-108"
    assert game.refused("install uma ward uma/tiny_deck tiny_deck") == "same_device R-114"
    assert game.refused("install jazz ward uma/tiny_deck deck") == "same_device R-114"
    assert game.refused("install cadin ward uma/tiny_deck tiny_deck") == "not_adjacent_to R-117"
    assert game.refused("install uma ward cadin/tiny_deck tiny_deck") == "not_adjacent_to R-117"
    assert game.refused("install uma ward ghost/deck tiny_deck") == "unknown_character R-003"


@pytest.mark.rule("R-117", "R-307")
@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ("give uma cadin knife", "not_held R-116"),
        ("give uma cadin automedikit", "personal_card R-307"),
        ("give cadin uma axe", "not_its_card R-307"),
        ("give cadin cadin axe", "not_in_exchange R-117"),
        ("give cadin billie axe", "not_in_team R-280"),
    ],
)
def test_between_missions_too_one_gives_only_what_one_has_and_may_pass_on(command: str, refusal: str) -> None:
    team = {"uma": carrying("pistol", "automedikit"), "cadin": carrying("pistol", "axe")}
    assert on("equipment", command, refusal, team=team).begin().refused(command) == refusal


@pytest.mark.rule("R-304", "R-286")
def test_who_cannot_pay_is_told_the_price() -> None:
    game = on("intel", "", "", crew={"goldstein": "bridge"}, team={"uma": {"intel": 1}}).begin()
    price = game.game.rules.catalog.equipment["medikit"].value
    assert price == 3
    error, _ = _refused(game, "buy uma medikit")
    assert (error.code, error.values) == ("too_dear", {"figure": "uma", "given": 1, "asked": price})
    error, _ = _refused(game, "buy cadin medikit using=goldstein")
    assert (error.code, error.values) == ("too_dear", {"figure": "cadin", "given": 0, "asked": price - 2})


@pytest.mark.rule("R-107", "R-212")
def test_of_two_devices_the_one_that_is_named_is_used() -> None:
    """The dummy is Hidden: that it cannot be chosen is the reason, and not which device."""
    text = "J . . 1\n\njazz carries=deck,tiny_deck\ndummy 1 -\ndummy.1 hidden"
    game = Case(text, ("activate jazz",), "", "").play()
    assert game.refused("hack jazz ward dummy.1 using=deck") == "untargetable R-212"
    assert game.refused("hack jazz ward dummy.1") == "which_device R-107"
    assert _refused(game, "hack jazz ward dummy.1")[0].values["cards"] == ("deck", "tiny_deck")
    assert game.refused("hack jazz bless dummy.1 using=deck") == "one_device R-107"
    assert game.refused("hack jazz bless dummy.1") == "untargetable R-212"


@pytest.mark.rule("R-056", "R-220")
def test_only_where_nobody_may_stop_one_must_move_on() -> None:
    game = position("C U . .\n . . . .\n\ncadin stunned").do("activate cadin", "move cadin")
    assert game.refused("rest cadin state=focused") == "no_actions R-046"
    game = position("C U . .\n . . . .").do("activate cadin", "move cadin")
    assert game.refused("rest cadin state=focused") == "no_such_state R-121"
    game.do("step_to cadin B1")
    assert game.refused("rest cadin state=focused") == "must_move_on R-056"
    assert game.refused("step_to cadin Z9") == "no_space R-035"
    game.do("step_to cadin C1")
    assert game.refused("rest cadin state=focused") == "no_such_state R-121"


@pytest.mark.rule("R-212", "R-056")
def test_what_keeps_a_figure_from_moving_does_so_only_where_it_may_stay() -> None:
    game = position("C U . .\n . . . .").do("activate cadin", "move cadin")
    assert game.refused("step_to cadin Z9") == "no_space R-035"
    game.do("step_to cadin B1")
    game.state = replace(game.state, team={**game.state.team, "cadin": replace(game.one("cadin"), states=("pinned",))})
    assert game.refused("step_to cadin Z9") == "no_space R-035"
    game.do("step_to cadin C1")
    assert game.refused("step_to cadin Z9") == "pinned R-212"


@pytest.mark.rule("R-140", "R-123", "R-124", "R-128")
def test_what_is_not_used_up_is_only_too_far_away() -> None:
    text = 'U . X Y . .\n\nconsole one X "!" "B"\ncontainer crate Y\ndoor gate E1:e'
    game = position(text).do("activate uma")
    for element in ("one", "crate", "gate"):
        assert game.refused(f"interact uma {element}") == "not_in_contact R-123"


@pytest.mark.rule("R-042", "R-050", "R-154")
def test_who_else_may_not_act_and_why() -> None:
    game = position("C U J\n\numa activated\nbillie\ngoldstein").do("activate cadin")
    assert game.refused("move uma") == "already_activated R-042"
    assert game.refused("activate cadin") == "already_activated R-042"
    assert game.refused("move billie") == "off_board R-154"
    assert game.refused("move jazz") == "not_active R-050"
    assert game.refused("move goldstein") == "not_active R-050", "an Ally off the board is no Remote"
    game = position("C U J B").do("activate cadin")
    assert game.refused("move billie") == "not_active R-050", "a Remote on the board"


@pytest.mark.rule("R-045")
def test_when_the_mission_is_over_nothing_goes_any_more() -> None:
    game = position("U .\n\nzone out A1", victory=(Condition(id="done", standing=("uma",), zone="out"),))
    game.do("activate uma", "end_activation uma")
    assert game.state.result == "victory"
    for line in ("activate uma", "move uma", "proceed", "overrule alert 2"):
        assert game.refused(line) == "game_over R-045"


@pytest.mark.rule("R-154", "R-050", "R-042")
def test_a_remote_that_left_the_board_in_its_own_activation_does_nothing_more() -> None:
    game = position("J B .").do("activate billie")
    assert game.can("move billie")
    gone = replace(game.one("billie"), space="")
    game.state = replace(game.state, team={**game.state.team, "billie": gone})
    assert game.options() == ["end_activation billie"]
    assert game.refused("move billie") == "off_board R-154"


@pytest.mark.rule("R-042", "R-154")
def test_who_has_left_the_mission_is_not_activated() -> None:
    game = position("J U .")
    game.state = game.game.evolve(game.state, FigureLeft("uma", "B1"))
    assert game.options() == ["activate jazz"]
    for line in ("activate uma", "move uma"):
        assert game.refused(line) == "off_board R-154"


@pytest.mark.rule("R-160", "R-012")
def test_nothing_is_kept_before_all_is_drawn() -> None:
    game = position("C U\n\ncadin damage=10 unconscious\nanswers team.consequence=person").do("activate cadin")
    game.do("use_automedikit cadin")
    assert game.refused("keep torn_muscle") == "not_asked R-160"
    game.do("enter_card torn_muscle", "enter_card deep_cut")
    assert game.options() == ["keep torn_muscle", "keep deep_cut"]


@pytest.mark.rule("R-152", "R-154", "R-042")
@pytest.mark.parametrize(
    ("table", "command", "refusal"),
    [
        ("J B U\n\nblock billie", "activate uma", "partner_first R-152"),
        ("J B U\n\nblock jazz", "activate billie", "partner_first R-152"),
        ("J B U\n\nblock billie\ngoldstein", "activate goldstein", "partner_first R-152"),
        ("J B U\n\nblock billie\numa activated", "activate uma", "already_activated R-042"),
        ("J U\n\nbillie", "activate billie", "off_board R-154"),
        ("J B U\n\nblock billie", "move uma", "partner_first R-152"),
        ("J U\n\nblock billie\nbillie", "move uma", "activate_first R-050"),
        ("J B U\n\nblock billie\nbillie activated", "move uma", "activate_first R-050"),
        ("J B U", "move uma", "activate_first R-050"),
    ],
)
def test_who_has_to_be_activated_first(table: str, command: str, refusal: str) -> None:
    assert position(table).refused(command) == refusal


@pytest.mark.rule("R-141", "R-048")
def test_a_refusal_names_what_it_is_about() -> None:
    game = position('J X\n\njazz carries=hacking_device\nconsole one X "S" "CS"').do("activate jazz")
    game.state = replace(
        game.state, agenda=(*game.state.agenda, Console("jazz", "one", Symbols.parse("CS !"), (), True))
    )
    error, _ = _refused(game, "split_critical CS")
    assert (error.code, error.values) == ("input_lists_it", {"input": 2})
    game = uma("", "", "uma carries=beacon", table="U . . 1\n . J . .\n\n" + DUMMY).play()
    error, _ = _refused(game, "use_card uma beacon.mark jazz")
    assert (error.code, error.values) == ("wrong_target", {"card": "beacon", "target": "jazz"})
    error, _ = _refused(game, "use_card uma beacon.mark dummy.1 other=jazz")
    assert (error.code, error.values) == ("wrong_target", {"card": "beacon", "target": "jazz"})
    game = position("U . 1 .\n . . 2 .\n\numa carries=grenade\ndummy 1 2").do("activate uma")
    error, _ = _refused(game, "use_card uma grenade.throw dummy.1")
    assert (error.code, error.values) == ("wrong_target", {"card": "grenade", "target": "dummy.1"})


Raised = dict[str, tuple[Illegal, State]]


@pytest.fixture(scope="module")
def raised() -> Raised:
    """One refusal of every code, with the state it was raised in."""
    found: Raised = {}
    for error, state in (*(_refused(case.play(), case.command) for case in CASES), *elsewhere()):
        found[error.code] = (error, state)
        if asks := error.values.get("asks"):
            found[f"{error.code}.{asks}"] = (error, state)
    return found


def elsewhere() -> Iterator[tuple[Illegal, State]]:
    """Refusals that take more than a position and a command."""
    yield from _of_deployment()
    yield from _of_missions()
    yield from _of_specialties()
    yield from _of_house_rules()
    yield from _of_chance()
    yield from _of_the_session()
    yield from (_refused(case.begin(), case.command) for case in BETWEEN)
    active = position("U . 1\n\n" + DUMMY).do("activate uma")
    yield from (_refused(active, line) for line in ("let_stand", "leave_console", "finish_equip"))
    yield _refused(active.do("end_activation uma"), "proceed")
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
    begun = opening()
    first, last = begun.options("deploy cadin")[0], begun.options("deploy uma")[0]
    for line in ("move cadin", "deploy cadin A99"):
        yield _refused(begun, line)
    begun.do(first)
    for line in (first, last):
        yield _refused(begun, line)


def _of_missions() -> Iterator[tuple[Illegal, State]]:
    sealed = (k.Trigger("set_up", (k.Seal(("gate",)),)),)
    yield _refused(
        position("U . 1\n\ndoor gate A1:e\n" + DUMMY, triggers=sealed).do("activate uma"), "interact uma gate"
    )
    groups = (k.Group("west", ("A1", "A2"), 1), k.Group("east", ("D1", "D2")))
    text = "U . . .\n. . . .\n\numa A1\njazz A2\nbillie D1\ncadin D2"
    game = start(text, groups=groups)
    yield _refused(game, "deploy billie D1")
    game.do("deploy uma A1")
    yield _refused(game, "deploy jazz A2")
    yield _refused(game.do("deploy jazz D1"), "deploy billie A2")


def _of_specialties() -> Iterator[tuple[Illegal, State]]:
    def uma(specialty: str, board: str = "U . 1\n. . .", more: str = DUMMY) -> Play:
        words = f" specialties={specialty}" if specialty else ""
        return position(f"{board}\n\numa carries=stick{words}\n{more}").do("activate uma")

    yield _refused(uma("", more="cadin C2\n" + DUMMY), "use_card uma orders.order cadin")
    yield _refused(uma("one_shot", "U . .", ""), "use_card uma one_shot.aim uma")
    aiming = uma("one_shot", "U . 1").do("use_card uma one_shot.aim uma")
    yield _refused(aiming, "move uma")
    yield _refused(uma("walking_fire"), "use_card uma walking_fire.advance uma")
    yield _refused(uma("strike_and_go"), "use_card uma strike_and_go.move_on uma")


def _of_house_rules() -> Iterator[tuple[Illegal, State]]:
    def dear(context: object, command: c.Command, cost: int) -> NumberChange | None:
        return NumberChange("equipment.stick.name", 1) if isinstance(command, c.Rest) else None

    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()), modify_cost=(dear,))
    yield _refused(position("U . . 1\n\n" + DUMMY, hooks=hooks).do("activate uma", "move uma"), "rest uma")


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
    session.submit(session.legal()[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session.host, "unfit_from", lambda step, newest: "Fog is off")
        with pytest.raises(Illegal) as error:
            session.undo()
    yield error.value, session.state
    session.look(0)
    with pytest.raises(Illegal) as error:
        session.undo()
    yield error.value, session.state


# ---- completeness ----


def codes(*folders: str) -> set[str]:
    """Every code that the source gives to an `Illegal` as a literal. A game whose system is not there has its own, as
    has one that leaves out a facet of the port, and one that has forms of fields; corrections have theirs."""
    others = (ROOT / "core" / "unknown.py", ROOT / "core" / "filling.py", ROOT / "core" / "correction.py")
    found = set()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path in others or path.parent == ROOT / "core" / "port":
                continue
            for node in ast.walk(syntax(path)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Illegal":
                    code = node.args[0]
                    if isinstance(code, ast.Constant):
                        found.add(str(code.value))
                    else:
                        assert ast.unparse(code) == "veto.code", f"{path.name}: a code that cannot be read"
    return found


def test_every_code_is_raised_by_a_test(raised: Raised) -> None:
    assert codes(ENGINE, "core") == {code.partition(".")[0] for code in raised}


def keys(language: str, start: str = "refusal.") -> dict[str, str]:
    """The texts of a catalogue that begin so, by the rest of their keys."""
    path = ROOT / "systems" / "defiance" / "locale" / language / "LC_MESSAGES" / "engine.po"
    with path.open("rb") as source:
        texts = {
            message.id if isinstance(message.id, str) else message.id[0]: str(message.string)
            for message in read_po(source)
        }
    return {id.removeprefix(start): text for id, text in texts.items() if id.startswith(start)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_its_words_and_no_words_are_idle(language: str, raised: Raised) -> None:
    steps = {f"step.{step}" for step in (*QUESTIONS, "dice")}
    assert keys(language).keys() == codes(ENGINE, "core") | {code for code in raised if "." in code} | steps


def test_a_refusal_is_said_in_every_language(raised: Raised) -> None:
    """In the language's own words, with names instead of ids."""
    spoken = [defiance_words(language) for language in LANGUAGES]
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
        for node in ast.walk(syntax(ROOT / "systems" / "defiance" / "engine" / name)):
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
        ("reserve -1", "reserve_below_zero", "neither the Reserve (-1) nor the Round (1) can go below zero"),
        ("alert 9", "alert_off_track", "there is no Alert Level 9"),
        ('team.uma.states ["ghost"]', "unknown_state", "Uma would have an unknown State"),
        ('team.uma.space "Z9"', "off_the_board", "Uma would stand on Z9, which is not on the board"),
        ('team.uma.space "C1"', "two_on_a_space", "Uma and dummy #1 would both stand on C1"),
        ('team.uma.states ["focused","focused"]', "state_twice", "Uma would have a State twice"),
        ('team.uma.carried [{"item":"ghost","place":"0"}]', "unknown_card", "Uma would carry an unknown card"),
        ('team.uma.carried [{"item":"pistol","place":"light"}]', "wrong_place",
         "Uma cannot carry Pistol there"),
        ('team.uma.consequences ["ghost"]', "unknown_consequence", "Uma would have an unknown Consequence"),
        ("team.uma.aggro -1", "damage_or_aggro", "Uma would have Damage 0 of 10 Wounds and Aggro -1"),
        ("units.dummy.face 7", "unknown_face", "dummy has no such side"),
        ('units.dummy.ai_card "ghost"', "unknown_ai_card", "dummy would have an unknown AI card"),
        ('selected ["ghost"]', "unknown_unit", "there is no such Unit"),
        ('available ["dummy"]', "unit_in_two_places", "dummy's card would be in 2 places"),
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
    reason = game.game.why_not(game.state, parse_command("rest uma"), defiance_words("es"))
    assert (reason.rules, reason.words) == (("X-001",), ("Nobody rests in a storm",))
    assert game.refused("rest uma state=stunned") == "no_such_state R-121", "what the rules refuse is not the plugin's"


def test_a_legal_command_has_nothing_against_it() -> None:
    game = position("U . . 1\n\n" + DUMMY).do("activate uma")
    assert game.game.why_not(game.state, parse_command("rest uma"), defiance_words("en")).words == ()


def test_every_kind_of_command_has_its_checks() -> None:
    checked = {kind for kinds in (*KINDS.values(), *course.KINDS.values()) for kind in kinds}
    assert checked | AT_TABLE.keys() == set(get_args(c.Command))
    assert QUESTIONS.keys() == {*STORING, "team_switches"}


# ---- anything that anybody might click ----


def test_whatever_is_not_legal_is_refused_with_a_known_code() -> None:
    """Commands of other moments, and of other figures, in the positions of a game played at random."""
    chance = random.Random(3)
    known = codes(ENGINE)
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
