"""What was meant in place of an earlier entry, parsed, and the account of a correction."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from defiance_qt.core.errors import NotationError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.correcting import Uncorrectable, asked, correction_lines, meant, report
from defiance_qt.systems.defiance.engine.commands import EnterCard, EnterDice

SAVES = Path(__file__).resolve().parents[2] / "saves"


@pytest.fixture(scope="module")
def typed() -> Iterator[Session]:
    """A game whose dice and cards were entered by hand: a card in step 22, a die in step 24, two in step 25."""
    with open_save(SAVES / "extraction-typed.defiance", read_only=True) as session:
        yield session


def test_dice_and_cards_are_read_as_they_fell(typed: Session) -> None:
    words = typed.words("en")
    assert meant(typed, 24, "5", words) == (EnterDice((5,)), 0)
    assert meant(typed, 25, "3 6", words) == (EnterDice((3, 6)), 0)
    assert meant(typed, 25, "enter_dice 3,6", words) == (EnterDice((3, 6)), None)
    card, place = meant(typed, 22, "1", words)
    assert isinstance(card, EnterCard)
    assert place == 0


def test_an_entry_that_was_none_is_no_command(typed: Session) -> None:
    with pytest.raises(NotationError):
        meant(typed, 20, "5", typed.words("en"))


@pytest.mark.parametrize(
    ("step", "text", "why"), [(24, "9", "Faces are 1 to 6"), (24, "3", "holds already"), (0, "3", "There is no")]
)
def test_what_cannot_be_is_refused_with_the_step(typed: Session, step: int, text: str, why: str) -> None:
    with pytest.raises(Uncorrectable, match=f"Step {step} cannot be corrected so: .*{why}"):
        asked(typed, step, text, typed.words("en"), None, ())


def test_the_account_says_what_becomes_of_every_later_step(typed: Session) -> None:
    words = typed.words("en")
    found = asked(typed, 24, "5", words, None, ())
    lines = list(correction_lines(typed, found, words, done=False))
    assert lines[0].startswith("Step 24: ")
    assert lines[1] == "795 of 795 later steps stay · 0 bridged · 0 lost · 0 no longer apply · 0 added"
    assert lines[-1].startswith("Nothing has been changed yet.")
    told = report(typed, found, words, done=False)
    assert (told["was"], told["now"], told["later"], told["lines"]) == ("enter_dice 3", "enter_dice 5", 795, [])
