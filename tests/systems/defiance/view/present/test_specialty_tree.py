"""What the tree of Specialties says of a made state."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.specialty_tree import NodeView, TreeView, tree_view
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from tests.systems.defiance.view.aboard import aboard, campaign, figure
from tests.systems.defiance.view.positions import english


def seen(session: Session) -> TreeView:
    rules = rules_of(session)
    names = Names(english(), rules.catalog)
    return tree_view(session.state, rules, names, session.legal(), WhyNot(session, names, {}).command)


def node(view: TreeView, id: str) -> NodeView:
    return next(one for group in view.pupils[0].groups for one in group.nodes if one.id == id)


@pytest.fixture
def learned() -> Session:
    """After four missions Uma has two Specialties."""
    return figure(aboard("specialties"), "uma", specialties=("orders", "field_dressing"))


def test_the_three_groups_of_a_character_are_shown_by_level(learned: Session) -> None:
    uma = seen(learned).pupils[0]
    assert [group.name for group in uma.groups] == ["Command", "Marksmanship", "Survival"]
    assert all([one.level for one in group.nodes] == sorted(one.level for one in group.nodes) for group in uma.groups)
    assert (uma.held, uma.count) == ("2 of 8", "2 of 8 · 4 to choose from, one may be taken")


@pytest.mark.rule("R-299", "R-301", "R-311")
def test_each_specialty_is_owned_open_or_closed_for_a_reason(learned: Session) -> None:
    view = seen(learned)
    assert (node(view, "orders").state, node(view, "orders").command) == ("owned", None)
    assert node(view, "focus_fire").command == c.Acquire("uma", "focus_fire")
    locked = node(view, "double_tap")
    assert (locked.state, locked.why.endswith("[R-311]")) == ("locked", True)
    later = node(view, "stubborn")
    assert (later.state, later.why.endswith("[R-301]")) == ("later", True)


def test_requirements_are_ticked(learned: Session) -> None:
    needs = node(seen(learned), "double_tap").needs
    assert [(one.text, one.met) for one in needs] == [
        ("Steady hand", False),
        ("level II open", True),
        ("took part in the last mission", True),
        ("none taken after this mission yet", True),
    ]


def test_any_one_of_several_requirements_is_enough(learned: Session) -> None:
    first = node(seen(learned), "focus_fire").needs[0]
    assert (first.text, first.met) == ("Orders or Calm voice", True)


def test_a_line_says_when_the_next_levels_open(learned: Session) -> None:
    view = seen(learned)
    assert (view.level, view.opens) == (2, "III opens after mission 5 · IV opens after mission 7")
    assert seen(campaign(aboard("specialties", number=9), number=9)).opens == ""


@pytest.mark.rule("R-302")
def test_whoever_was_absent_is_told_so() -> None:
    view = seen(campaign(aboard("specialties"), participants=("cadin",)))
    found = node(view, "orders")
    assert (found.state, found.command) == ("locked", None)
    assert ("took part in the last mission", False) in [(one.text, one.met) for one in found.needs]
    assert found.why.endswith("[R-302]")


@pytest.mark.rule("R-299")
def test_only_one_is_taken_after_a_mission(learned: Session) -> None:
    view = seen(campaign(learned, learned=("uma",)))
    assert view.pupils[0].open == 0
    assert view.pupils[0].count == "2 of 8 · none to take now"
    assert node(view, "calm_voice").why.endswith("[R-299]")


@pytest.mark.rule("R-300")
def test_eight_are_the_most(learned: Session) -> None:
    eight = (
        "orders",
        "field_dressing",
        "calm_voice",
        "steady_hand",
        "double_tap",
        "thick_skin",
        "focus_fire",
        "stubborn",
    )
    found = node(seen(figure(learned, "uma", specialties=eight)), "second_wind")
    assert ("fewer than 8", False) in [(one.text, one.met) for one in found.needs]
    assert "R-300" in found.why


def test_a_specialty_knows_what_it_leads_to(learned: Session) -> None:
    found = node(seen(learned), "orders")
    assert (found.requires, found.leads, found.needs) == ((), ("focus_fire",), ())
