"""The question of the tray, arranged."""

from __future__ import annotations

import pytest

from defiance_qt.extend.systems import found_systems, system_words
from defiance_qt.shell.present.values import ChoiceView, Fold, QuestionView
from defiance_qt.words.catalogue import Words
from expansions.n3.engine import commands as c
from expansions.n3.view.present.page import page
from expansions.n3.view.present.question import arranged as arrange
from expansions.n3.view.present.question import concerns
from expansions.n3.view.present.sides import initials
from tests.expansions.n3.tables import Table, act, bs, ready


@pytest.fixture(scope="module")
def words() -> Words:
    return system_words(next(one for one in found_systems() if one.system == "n3"), "en")


def arranged(table: Table, *choices: ChoiceView) -> list[tuple[str, str]]:
    """Return the texts of the answers in their order, each with its key."""
    found = arrange(QuestionView("", "", choices=choices), table.state)
    return [(one.text, one.key) for one in found.choices]


def test_who_is_aimed_at_comes_first_and_space_lets_nobody_react() -> None:
    table = ready().give(c.Activate("ruiz"), bs("ruiz", "carbine", ("tolle", 3)))
    choices = [ChoiceView(id, Fold(f"troop.{id}.name"), group="folded") for id in ("ivo", "nahl", "tolle")]
    found = arranged(table, *choices, ChoiceView("nobody", c.NoReactions()))
    assert found == [("nobody", "⏎"), ("tolle", "1"), ("ivo", "2"), ("nahl", "3")]


def test_who_reacts_is_the_first_target() -> None:
    table = ready().give(c.Activate("ruiz"), c.Declare("ruiz", "move"), c.React("tolle", "dodge"), c.NoReactions())
    shots = [ChoiceView(id, bs("ruiz", "carbine", (id, 3)), group="inside") for id in ("ivo", "nahl", "tolle")]
    found = arranged(table, ChoiceView("BS", Fold("skill.bs.name"), group="open"), *shots)
    assert found == [("BS", ""), ("tolle", "1"), ("ivo", "2"), ("nahl", "3")]


@pytest.mark.rule("N-050")
def test_space_takes_the_better_attribute() -> None:
    table = act(ready(), bs("ruiz", "carbine", ("tolle", 3)))
    found = arranged(table, *(ChoiceView(one, c.ChooseSave(one)) for one in ("arm", "bts")))
    assert found == [("arm", "⏎"), ("bts", "1")]


def test_space_ends_the_turn_once_no_order_is_left() -> None:
    table = ready()
    end, order = ChoiceView("end", c.EndTurn()), ChoiceView("order", c.Activate("ruiz"))
    assert arranged(table, order, end) == [("order", "1"), ("end", "2")]
    assert arranged(table, end) == [("end", "⏎")]
    assert arranged(Table("bench"), end) == [("end", "1")]


def test_a_command_concerns_who_does_it_and_whom_it_is_aimed_at() -> None:
    assert concerns(bs("ruiz", "carbine", ("tolle", 2), ("nahl", 1))) >= {"ruiz", "tolle", "nahl"}
    assert concerns(c.Exchange("ruiz", "bs", "tolle")) == {"ruiz", "tolle"}
    assert concerns(c.React("tolle", "bs", target="ruiz")) >= {"ruiz", "tolle"}
    assert "ruiz" not in concerns(c.NoReactions())


def test_initials_of_a_side_differ() -> None:
    assert initials(("Thorn", "Tolle", "Thurible", "Ivo")) == ("TH", "TO", "TU", "IV")
    assert initials(("Ко", "Ко")) == ("КО", "КО")


def test_a_page_between_orders_tells_the_scenario(words: Words) -> None:
    table = ready("furnace_yard")
    found = page(table.state, table.game.rules, words, "Which troop acts?")
    assert [note.title for note in found.notes] == ["Objectives", "Zones"]
    assert found.notes[1].lines == ("Furnace: Aggressive (17+), ARM against 11",)
    setup = Table("furnace_yard")
    assert page(setup.state, setup.game.rules, words, "?").notes[0].title == "Setup"


def test_the_roll_whose_dice_are_asked_for_is_marked_and_its_distance_is_shown(words: Words) -> None:
    table = act(ready(answers={"team.dice": "person"}), bs("ruiz", "carbine", ("tolle", 3)))
    found = page(table.state, table.game.rules, words, "?")
    assert found.ruler is not None
    assert found.ruler.asks
    table.give(c.Measured("ruiz", "tolle", 300))
    found = page(table.state, table.game.rules, words, "?")
    assert found.ruler is not None
    assert ([ladder.now for ladder in found.ladders], found.ruler.at, found.ruler.asks) == ([True], 30, "")
