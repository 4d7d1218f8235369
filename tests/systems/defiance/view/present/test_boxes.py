"""The Instructions of the acting Miniature as boxes: what came of each."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.view.present.boxes import _box, boxes
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from tests.systems.defiance.view.positions import english
from tests.systems.defiance.view.seated import at

FIELD = "U C . 1 2 3\n . . . . . .\n\numa\ncadin\nnox_spec_ops 1 2 ai=rush\nlamplighter 3 ai=rush"
ENTRY = "acquire most_aggro + attack most_damage"


@pytest.fixture
def session() -> Session:
    return at(FIELD)


def chosen(target: str) -> e.InstructionChosen:
    return e.InstructionChosen("nox_spec_ops.1", "attack", "most_aggro", target)


SKIPPED = e.InstructionSkipped("nox_spec_ops.1", "acquire", "most_aggro", "")


@pytest.mark.parametrize(
    ("told", "text", "mark"),
    [
        ((), "Most Aggro, Most Damage", ""),
        ((chosen("uma"),), "Most Aggro, Most Damage → Uma", "done"),
        ((SKIPPED, chosen("uma")), "Most Aggro, Most Damage → Uma", "done"),
        ((chosen("uma"), chosen("cadin"), chosen("uma")), "Most Aggro, Most Damage → Uma, Cadin", "done"),
        ((chosen(""),), "Most Aggro, Most Damage", "done"),
        ((SKIPPED,), "skipped", "skipped"),
    ],
)
def test_a_box_tells_whom_its_instructions_were_about(session: Session, told: tuple, text: str, mark: str) -> None:
    rules = rules_of(session)
    box = _box(1, ENTRY, 0, list(told), session.state, rules, Names(english(), rules.catalog))
    assert (box.title, box.text, box.mark) == ("2.\N{NO-BREAK SPACE}Acquire Target + Attack", text, mark)


def test_of_two_that_act_one_inside_the_other_the_inner_one_has_its_boxes(session: Session) -> None:
    outer = EnemyActivation("lamplighter.1", ("attack least_distance",), index=1)
    inner = EnemyActivation("nox_spec_ops.1", (ENTRY, "attack most_damage"))
    state = replace(session.state, agenda=(*session.state.agenda, outer, inner))
    session.timeline._states[session.head] = state
    rules = rules_of(session)
    found = boxes(session, rules, Names(english(), rules.catalog))
    gap = "\N{NO-BREAK SPACE}"
    assert [(one.title, one.mark) for one in found] == [
        (f"1.{gap}Acquire Target + Attack", "now"),
        (f"2.{gap}Attack", ""),
    ]
