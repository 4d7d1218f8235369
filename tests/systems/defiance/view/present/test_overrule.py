"""Corrections by hand: what is offered for this game, what its editors read, and the commands it becomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Field, Subject
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.panels.editors import Editor, NumberEditor, changed_values, editor
from defiance_qt.shell.present.corrections import find_subjects
from defiance_qt.shell.theme import DARK
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.overrule import value_at
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.panels.editors import EDITORS
from tests.systems.defiance.view.positions import activated, deployed, table
from tests.texts import OTHERS_SLOW, defiance_words

Make = Callable[[Field, str], Editor]


@pytest.fixture
def make(qtbot) -> Make:
    """Makes the editor of a field, as the table does."""

    def made(field: Field, language: str = "en") -> Editor:
        words = defiance_words(language)
        found = editor(field, words, DARK) or EDITORS[field.kind](field, words, DARK)
        qtbot.addWidget(found)
        return found.settle()

    return made


def subjects(session: Session, language: str = "en") -> dict[str, Subject]:
    found = session.game.subjects(session.state, defiance_words(language))
    assert len({one.id for one in found}) == len(found)
    return {one.id: one for one in found}


def field(subject: Subject, name: str) -> Field:
    return next(one for one in subject.fields if one.path.endswith(name))


def test_everything_on_the_table_is_there() -> None:
    session = deployed()
    state: State = session.state
    found = subjects(session)
    for table_ in (state.team, state.enemies, state.doors, state.containers, state.consoles):
        assert set(table_) <= set(found)
    assert {f"unit:{id}" for id in state.units} <= set(found)
    assert {"table", "units", "initiative", "deck:ai", "deck:loot", "deck:consequence"} <= set(found)


@pytest.mark.parametrize("language", OTHERS_SLOW)
def test_every_value_has_a_path_a_name_and_is_what_is_there(language: str, make: Make) -> None:
    session = activated()
    before = session.state
    for subject in subjects(session, language).values():
        assert subject.name
        assert subject.fields
        for one in subject.fields:
            assert not one.name.startswith(("event.", "ui.", "subject.")), one
            assert all(text and not text.startswith(("event.", "ui.", "state.")) for _, text in one.options)
            value_at(session.state, one.path)
            unchanged = make(one, language)
            assert not unchanged.changed
            session.submit(*session.game.overrule({one.path: unchanged.read()}, ""))
            assert value_at(session.state, one.path) == value_at(before, one.path)


def test_only_what_is_different_becomes_a_command(make: Make) -> None:
    session = deployed()
    editors = [make(one, "en") for one in subjects(session)["cadin"].fields]
    assert changed_values(editors) == {}
    damage = next(one for one in editors if isinstance(one, NumberEditor) and one.field.path.endswith(".damage"))
    damage.spin.setValue(3)
    assert changed_values(editors) == {"team.cadin.damage": 3}
    values: dict[str, Any] = {"team.cadin.damage": 3, "team.cadin.states": ["focused"]}
    assert session.game.overrule(values, "we forgot") == (
        c.Overrule("team.cadin.damage", 3, "we forgot"),
        c.Overrule("team.cadin.states", ["focused"], "we forgot"),
    )


def test_nothing_corrected_is_refused_and_nothing_has_happened() -> None:
    presenter, _ = table(deployed())
    head = presenter.session.head
    assert presenter.table.overrule({}, "why not").text == presenter.words("ui.overrule.nothing")
    assert presenter.session.head == head


def test_corrections_one_by_one_else_all_at_once() -> None:
    presenter, notes = table(deployed())
    state, head = presenter.state, presenter.session.head
    cadin, uma = state.team["cadin"].space, state.team["uma"].space
    swap = {"team.cadin.space": uma, "team.uma.space": cadin}
    assert presenter.session.game.overrule(swap, "swapped", together=True) == (
        c.Overrule("team.cadin.space,team.uma.space", [uma, cadin], "swapped"),
    )
    assert presenter.table.overrule(swap, " swapped ").text == ""
    assert presenter.state.team["cadin"].space == uma
    assert presenter.session.head == head + 1
    assert any("swapped" in text for text in presenter.table.log.sentences(presenter.session.head))
    assert notes.told == []
    presenter.table.undo()
    assert presenter.state.team["cadin"].space == cadin


def test_a_refusal_says_what_the_table_could_not_be_like() -> None:
    presenter, notes = table(deployed())
    there = presenter.state.team["uma"].space
    refused = presenter.table.overrule({"team.cadin.space": there}, "")
    assert "both" in refused.text
    assert there in refused.text
    assert notes.told == []


def test_a_pile_gives_a_card_to_another() -> None:
    session = deployed()
    units = subjects(session)["units"].fields[0]
    assert units.kind == "piles"
    selected, available, removed = ([*pile] for pile in units.value)
    card = selected.pop()
    value = [selected, [*available, card], removed]
    session.submit(*session.game.overrule({units.path: value}, ""))
    assert session.state.available[-1] == card


def test_the_initiative_has_a_pile_of_units_that_are_elsewhere(make: Make) -> None:
    session = deployed()
    waiting = subjects(session)["initiative"].fields[0]
    assert len(waiting.value) == 2
    assert make(waiting, "en").read() == list(session.state.initiative)


def test_the_face_of_an_available_unit_can_be_corrected() -> None:
    """What the State records of a card can be set by hand."""
    session = deployed()
    face = subjects(session)["unit:nox_hacker"].fields[0]
    assert (face.kind, face.value, [value for value, _ in face.options]) == ("choice", 0, ["0", "1"])
    assert session.game.label(c.Overrule(face.path, 1), session.state, defiance_words("en")) == (
        "Correct Nox Hacker: Card side → 1"
    )
    session.submit(*session.game.overrule({face.path: 1}, ""))
    assert session.state.face("nox_hacker") == 1
    session.submit(*session.game.overrule({face.path: 0}, ""))
    assert session.state.face("nox_hacker") == 0
    for wrong in (2, -1):
        with pytest.raises(Illegal):
            session.submit(*session.game.overrule({face.path: wrong}, ""))


def test_a_console_holds_symbols() -> None:
    session = deployed()
    console = next(iter(session.state.consoles))
    symbols = field(subjects(session)[console], ".assigned")
    none = [0, 0, 0, 0, 0]
    session.submit(*session.game.overrule({symbols.path: [[1, 0, 1, 0, 0], none, none]}, ""))
    assert session.state.consoles[console].assigned[0].text == "S B"
    too_many = session.game.overrule({symbols.path: [[2, 0, 1, 0, 0], none, none]}, "")
    with pytest.raises(Illegal):
        session.submit(*too_many)


def test_subjects_are_found_by_name_and_heading() -> None:
    found = tuple(subjects(deployed()).values())
    assert [one.id for one in find_subjects("cadin", found)] == ["cadin"]
    assert {one.group for one in find_subjects("miniat", found)} == {"Miniatures"}
    assert find_subjects("", found) == found
