"""Commands and events as lines of text."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from defiance_qt.core.errors import NotationError
from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Activation, PoolDie, Roll, RollSide
from defiance_qt.systems.defiance.engine.notation import format_command, format_event, parse_command
from defiance_qt.systems.defiance.engine.state import State
from tests.systems.defiance.engine import samples

COMMANDS: tuple[Any, ...] = get_args(c.Command)
EVENTS: tuple[Any, ...] = get_args(e.Event)

LINES = [
    (c.Attack("cadin", "rippers", "slash", "nox_spec_ops.2"), "attack cadin rippers.slash nox_spec_ops.2"),
    (c.StepTo("cadin", "K7"), "step_to cadin K7"),
    (c.UseCard("uma", "medikit", "treat", "cadin"), "use_card uma medikit.treat cadin"),
    (c.Rest("uma"), "rest uma"),
    (c.Rest("uma", "stunned"), "rest uma state=stunned"),
    (c.Interact("jazz", "console_1", "hacking_device", True), "interact jazz console_1 using=hacking_device extra=yes"),
    (c.Assign("!", 2), "assign ! 2"),
    (c.Place("qiang", "pistol", ""), 'place qiang pistol ""'),
    (c.LetStand(), "let_stand"),
    (c.EnterDice((1, 6, 3)), "enter_dice 1,6,3"),
    (c.EnterDice(()), "enter_dice -"),
    (c.Overrule("team.cadin.damage", 3, "we forgot one"), 'overrule team.cadin.damage 3 reason="we forgot one"'),
    (c.Overrule("team.uma.states", ["stunned"]), 'overrule team.uma.states ["stunned"]'),
    (c.Overrule("facts.note", "каше", "вручную"), 'overrule facts.note "каше" reason=вручную'),
]


@pytest.mark.parametrize(("command", "line"), LINES, ids=[line.split()[0] for _, line in LINES])
def test_a_command_reads_like_a_move(command: c.Command, line: str) -> None:
    assert format_command(command) == line
    assert parse_command(line) == command


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_command_reads_back(kind: Any) -> None:
    @given(command=samples.of(kind))
    def reads_back(command: c.Command) -> None:
        line = format_command(command)
        assert len(line.splitlines()) == 1
        assert parse_command(line) == command

    reads_back()


@pytest.mark.parametrize(
    "line",
    [
        'overrule a 1 reason="x',
        'step_to cadin "K7',
        "",
        "   ",
        "fly cadin",
        "step_to cadin",
        "step_to cadin K7 K8",
        "rest cadin state=stunned state=hidden",
        "rest cadin stunned",
        "attack cadin rippers nox.2",
        "assign ! two",
        "enter_dice 1,x",
        "spend_critical luck add",
        "interact jazz console_1 extra=perhaps",
        "overrule reserve three",
    ],
)
def test_what_is_no_command_is_refused_with_the_line(line: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_command(line)
    assert refused.value.value == line


def test_a_text_among_the_values_stands_in_quotes() -> None:
    assert parse_command('overrule team.uma.space "K7"') == c.Overrule("team.uma.space", "K7")
    with pytest.raises(NotationError, match="'K7' is not a valid value: a text stands in double quotes"):
        parse_command("overrule team.uma.space K7")


def test_an_event_closes_with_its_rules() -> None:
    moved = e.Moved("cadin", "J5", ("K7",), 1, ("R-052",))
    assert format_event(moved) == "moved cadin J5>K7 cost=1 [R-052]"
    through = e.Moved("cadin", "J5", ("J6", "J7"), 3, ("R-052", "R-057"))
    assert format_event(through) == "moved cadin J5>J6>J7 cost=3 [R-052 R-057]"


def test_events_in_full() -> None:
    rolled = e.DiceRolled("team", (0, 5), Symbols(critical=1, special=2), rules=("R-086",))
    assert format_event(rolled) == "dice_rolled team 0,5 CS+!+! [R-086]"
    assert format_event(e.DiceRolled("enemy", (), Symbols(), typed=True)) == "dice_rolled enemy - - typed=yes"
    declared = e.AttackDeclared("cadin", "nox_spec_ops.2", "rippers", "slash", 1, ("R-073",))
    assert format_event(declared) == "attack_declared cadin nox_spec_ops.2 rippers.slash 1 [R-073]"
    assert format_event(e.FrameOpened(Activation("uma"))) == "frame_opened {activation character=uma}"
    assert format_event(e.StepDone()) == "step_done"
    set_up = e.MissionSetUp(State(Setup("infinity-defiance", "extraction", 7, "en")), ("R-007",))
    assert format_event(set_up) == "mission_set_up extraction seed=7 edition=en [R-007]"


def test_a_roll_shows_where_each_die_comes_from() -> None:
    team = RollSide("uma", (PoolDie("red", "equipment.pistol.name"), PoolDie("orange", "state.focused.name")))
    line = format_event(e.RollOpened(Roll("attack", "uma", "nox.1", "pistol", team, None)))
    assert line == (
        "roll_opened {roll purpose=attack actor=uma target=nox.1 source=pistol "
        "team={figure=uma dice=red@equipment.pistol.name,orange@state.focused.name} enemy=none}"
    )


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_is_one_line(kind: Any) -> None:
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    @given(event=samples.of(kind, plain=True))
    def is_one_line(event: e.Event) -> None:
        line = format_event(event)
        assert line.startswith(kind.__struct_config__.tag)
        assert len(line.splitlines()) == 1

    is_one_line()


@given(first=samples.of(e.AttackDeclared, plain=True), second=samples.of(e.AttackDeclared, plain=True))
def test_different_events_read_differently(first: e.Event, second: e.Event) -> None:
    assert (format_event(first) == format_event(second)) == (first == second)


WORDS = ["rest", "assign", "overrule", "attack", "cadin", "a.b", '"a"."b"', '"', "state=x", "=", "3", "[1,", "{}", "-"]


@given(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join))
def test_any_line_is_a_command_or_refused(line: str) -> None:
    try:
        command = parse_command(line)
    except NotationError:
        return
    assert parse_command(format_command(command)) == command
