"""What the command palette holds and finds, without a window."""

from __future__ import annotations

import pytest

from defiance_qt.shell.present.palette import PaletteEntry, action_entries, find, play_entries
from defiance_qt.shell.present.values import ActionState
from tests.systems.defiance.view.positions import activated, deployed, english, new_game, table, until

ENTRIES = (
    PaletteEntry("play", "Uma Sorensen attacks Nox Hacker #2", 1),
    PaletteEntry("play", "Move", 2, "M"),
    PaletteEntry("action", "Remove the note", "note"),
    PaletteEntry("action", "Switch theme", "look.theme"),
)
RULES = tuple(english().rules.values())


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("move", 2),  # the whole word before a part of one
        ("hacker uma", 1),  # words in any order
        ("att nox", 1),  # beginnings of words
        ("thm", "look.theme"),  # letters left out
        ("SWITCH", "look.theme"),
    ],
)
def test_the_best_match_of_all_words_comes_first(text: str, first: object) -> None:
    assert find(text, ENTRIES, ())[0].act == first


def test_what_has_an_effect_comes_before_what_has_none() -> None:
    off, on = PaletteEntry("action", "Rest", "off", why="not now"), PaletteEntry("action", "Rest now", "on")
    assert [entry.act for entry in find("rest", (off, on), ())] == ["on", "off"]


def test_every_word_must_match() -> None:
    assert find("uma theme", ENTRIES, ()) == ()
    assert find("tm", ENTRIES, ()) == ()  # two letters are too few to be scattered


def test_without_words_everything_but_the_rules_is_there() -> None:
    assert find("", ENTRIES, RULES) == ENTRIES
    assert find("  ", ENTRIES, RULES, most=2) == ENTRIES[:2]


@pytest.mark.parametrize("text", ["R-087", "r87", "87"])
def test_a_rule_is_found_by_its_id(text: str) -> None:
    assert [entry.act for entry in find(text, ENTRIES, RULES)] == ["R-087"]


def test_rules_are_found_by_their_words_after_what_can_be_done() -> None:
    found = find("move", ENTRIES, RULES)
    kinds = [entry.kind for entry in found]
    assert kinds.index("rule") == kinds.count("play") + kinds.count("action") == 2
    rule = next(entry for entry in found if entry.kind == "rule")
    assert "move" in english().rules[rule.act].text.casefold() or "move" in english().rules[rule.act].area.casefold()


def test_every_legal_command_is_there_by_its_label_with_its_key() -> None:
    session = activated()
    plays = play_entries(session, english(), [(session.legal()[0], "1")])
    labels = {session.game.label(one, session.state, english()) for one in session.legal()}
    assert {entry.text for entry in plays} == labels
    assert all(entry.act in session.legal() for entry in plays)
    assert plays[0].key == "1"


def test_no_command_is_offered_while_real_dice_are_entered() -> None:
    session = until(
        deployed(answers={"team.dice": "person"}),
        lambda one: one.game.entry(one.state, english()) is not None,
    )
    assert play_entries(session, english()) == ()


def why(id: str, enabled: bool, playing: bool) -> str:
    (entry,) = action_entries([ActionState(id, "text", "K", enabled)], english(), playing, lambda action: "")
    return entry.why


def test_a_disabled_action_says_why() -> None:
    assert why("time.undo", False, True) == "Nothing has been done yet."
    assert why("time.redo", False, True) == "Nothing comes after this step."
    assert why("turn.proceed", False, True).startswith("There is nothing to confirm")
    assert why("look.why", False, False) == "Needs an open game."
    assert why("time.undo", True, True) == ""


def test_an_action_of_the_view_says_what_comes_first() -> None:
    board, _ = table(activated("uma"))
    assert board.why_no_effect("attack") == board.why_not.action("attack").text != ""
    assert board.why_no_effect("move") == ""
    before, _ = table(new_game())
    assert before.why_no_effect("end") != ""
    assert before.why_no_effect("card") == f"First: {before.session.game.question(before.state, english())}"
