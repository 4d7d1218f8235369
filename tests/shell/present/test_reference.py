"""The reference of the rules: found by id and words, and what a game knows of each."""

from __future__ import annotations

import pytest

from defiance_qt.shell.present.reference import find_rules, rows, rule_view
from defiance_qt.shell.reader import MOST
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.positions import deployed, english, table, until
from tests.texts import defiance_words

RULES = tuple(defiance_words("en").rules.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_stand_under_their_headings(language: str) -> None:
    words = defiance_words(language)
    found, rules = rows("", words), words.rules
    assert sorted(row.id for row in found if row.id) == sorted(rules)
    headings = [row.text for row in found if not row.id]
    assert len(headings) == len(set(headings))
    area = ""
    for row in found:
        area = row.text if not row.id else area
        assert not row.id or rules[row.id].area == area


@pytest.mark.parametrize("text", ["R-087", "r87", "87", "087", " R 87 "])
def test_a_rule_is_found_by_its_id(text: str) -> None:
    assert [rule.id for rule in find_rules(text, RULES)] == ["R-087"]


def test_rules_are_found_by_words_in_any_order() -> None:
    found = find_rules("roll face", RULES)
    assert found
    assert all("roll" in f"{rule.area} {rule.text}".lower() and "face" in rule.text.lower() for rule in found)
    assert found == find_rules("face roll", RULES)
    assert find_rules("xylophone", RULES) == ()
    assert rows("xylophone", english()) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_with_how_the_editions_differ_and_where_the_game_cites_it(language: str) -> None:
    session = until(deployed(), lambda one: one.state.round == 2)
    words = defiance_words(language)
    presenter, _ = table(session, words=words)
    cited = {
        rule
        for step in session.timeline.path
        for event in session.timeline.step(step).events
        for rule in getattr(event, "rules", ())
    }
    assert "R-046" in cited
    view = rule_view("R-046", session, words, presenter.table.reader)
    assert view is not None
    assert view.cited > 0
    assert 0 < len(view.lines) <= MOST
    assert [line.step for line in view.lines] == sorted((line.step for line in view.lines), reverse=True)
    assert any(name == words("switch.rest.name") for name, _ in view.switches)
    for line in view.lines:
        assert "R-046" in session.timeline.step(line.step).events[line.index].rules


def test_a_rule_that_nothing_cites_and_one_that_no_index_knows() -> None:
    presenter, _ = table(deployed())
    view = rule_view("R-300", presenter.session, english(), presenter.table.reader)
    assert view is not None
    assert (view.cited, view.lines) == (0, ())
    assert rule_view("X-001", presenter.session, english(), presenter.table.reader) is None


def test_only_events_on_the_way_to_the_head_count() -> None:
    session = deployed()
    presenter, _ = table(session)
    before = presenter.table.reader.citing("R-012")[1]
    assert before
    assert any(isinstance(event, e.CharacterDeployed) for event in session.timeline.step(session.head).events)
    presenter.table.undo()
    assert presenter.table.reader.citing("R-012")[1] < before
