"""Who takes part in the Equip Action."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.view.aboard import carrying
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.seated import at


def test_all_who_could_give_or_take_a_card_are_shown_after_who_equips() -> None:
    text = "C U J . Q\n . . . . .\n\numa carries=pistol\ncadin carries=knife\njazz\nqiang"
    board, _ = table(at(text, "activate uma", "equip uma"))
    holders = board.equip().holders
    assert [(one.id, one.giving) for one in holders] == [("uma", False), ("cadin", True), ("jazz", True)]


@pytest.mark.rule("R-117")
def test_each_of_two_cards_alike_offers_to_give_itself() -> None:
    """They differ in their programs, or one is turned."""
    cards = (
        Carried("hacking_device", "0", ("picklock",)),
        Carried("hacking_device", "1"),
        Carried("pistol", "0"),
        Carried("pistol", "backpack", turned="tap"),
    )
    board, _ = table(carrying(at("J U\n\njazz\numa", "activate jazz", "equip jazz"), "jazz", *cards))
    items = [item for row in board.equip().holders[0].rows for item in row.items]
    given = {item.key: [command for _, command, _ in item.moves if isinstance(command, c.Give)] for item in items}
    assert [given[f"jazz/{held.item}/{held.place}"] for held in cards] == [
        [c.Give("jazz", "uma", "hacking_device")],
        [c.Give("jazz", "uma", "hacking_device", copy=1)],
        [c.Give("jazz", "uma", "pistol")],
        [c.Give("jazz", "uma", "pistol", turned="tap")],
    ]
