"""What can be corrected by hand, and the commands it becomes."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.overrule import value_at
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.overrule import (
    FieldView,
    SubjectView,
    corrections,
    find_subjects,
    given,
    subjects,
    together,
)
from defiance_qt.words.catalogue import Words
from tests.systems.defiance.view.positions import activated, deployed, table


def views(session: Session, language: str = "en") -> dict[str, SubjectView]:
    rules = rules_of(session)
    found = subjects(session.state, rules, Names(Words(language), rules.catalog))
    assert len({one.id for one in found}) == len(found)
    return {one.id: one for one in found}


def field(view: SubjectView, name: str) -> FieldView:
    return next(one for one in view.fields if one.path.endswith(name))


def test_everything_on_the_table_is_there() -> None:
    session = deployed()
    state: State = session.state
    found = views(session)
    for table_ in (state.team, state.enemies, state.doors, state.containers, state.consoles):
        assert set(table_) <= set(found)
    assert {f"unit:{id}" for id in state.units} <= set(found)
    assert {"table", "units", "initiative", "deck:ai", "deck:loot", "deck:consequence"} <= set(found)


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_every_value_has_a_path_a_name_and_is_what_stands(language: str) -> None:
    session = activated()
    for view in views(session, language).values():
        assert view.name
        assert view.fields
        for one in view.fields:
            assert not one.name.startswith(("event.", "ui.")), one
            assert all(text and not text.startswith(("event.", "ui.", "state.")) for _, text in one.options)
            value_at(session.state, one.path)
            session.submit(c.Overrule(one.path, given(one)))


def test_only_what_is_different_becomes_a_command() -> None:
    view = views(deployed())["cadin"]
    same = {one.path: given(one) for one in view.fields}
    assert corrections(view.fields, same, "") == ()
    changed: dict[str, Any] = {**same, "team.cadin.damage": 3, "team.cadin.states": ["focused"]}
    assert corrections(view.fields, changed, " we forgot ") == (
        c.Overrule("team.cadin.damage", 3, "we forgot"),
        c.Overrule("team.cadin.states", ["focused"], "we forgot"),
    )


def test_corrections_one_by_one_else_all_at_once() -> None:
    bridge, _ = table(deployed())
    state = bridge.state
    cadin, uma = state.team["cadin"].space, state.team["uma"].space
    swap = (c.Overrule("team.cadin.space", uma, "swapped"), c.Overrule("team.uma.space", cadin, "swapped"))
    assert together(swap) == c.Overrule("team.cadin.space,team.uma.space", [uma, cadin], "swapped")
    assert bridge.overrule(swap).text == ""
    assert bridge.state.team["cadin"].space == uma
    assert any("swapped" in text for text in bridge.story.sentences(bridge.session.head))
    bridge.undo()
    assert bridge.state.team["cadin"].space == cadin


def test_a_refusal_says_what_the_table_could_not_be_like() -> None:
    bridge, notes = table(deployed())
    there = bridge.state.team["uma"].space
    refused = bridge.overrule((c.Overrule("team.cadin.space", there),))
    assert "both" in refused.text
    assert there in refused.text
    assert notes.told == []


def test_a_pile_gives_a_card_to_another() -> None:
    session = deployed()
    units = views(session)["units"].fields[0]
    assert units.kind == "piles"
    selected, available, removed = ([*pile] for pile in units.value)
    card = selected.pop()
    value = [selected, [*available, card], removed]
    session.submit(corrections((units,), {units.path: value}, "")[0])
    assert session.state.available[-1] == card
    waiting = views(session)["initiative"].fields[0]
    assert given(waiting) == list(session.state.initiative)
    assert len(waiting.value) == 2


def test_a_console_holds_symbols() -> None:
    session = deployed()
    console = next(iter(session.state.consoles))
    symbols = field(views(session)[console], ".assigned")
    session.submit(c.Overrule(symbols.path, [[1, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]))
    assert session.state.consoles[console].assigned[0].text == "S B"
    with pytest.raises(Illegal):
        session.submit(c.Overrule(symbols.path, [[2, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]))


def test_subjects_are_found_by_name_and_heading() -> None:
    found = tuple(views(deployed()).values())
    assert [one.id for one in find_subjects("cadin", found)] == ["cadin"]
    assert {one.group for one in find_subjects("miniat", found)} == {"Miniatures"}
    assert find_subjects("", found) == found
