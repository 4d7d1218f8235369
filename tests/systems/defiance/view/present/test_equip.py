"""Who takes part in the Equip Action."""

from __future__ import annotations

from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.seated import at


def test_all_who_could_give_or_take_a_card_are_shown_after_who_equips() -> None:
    text = "C U J . Q\n . . . . .\n\numa carries=pistol\ncadin carries=knife\njazz\nqiang"
    board, _ = table(at(text, "activate uma", "equip uma"))
    holders = board.equip().holders
    assert [(one.id, one.giving) for one in holders] == [("uma", False), ("cadin", True), ("jazz", True)]
