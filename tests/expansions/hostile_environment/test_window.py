"""What the window says of a hostile zone: what it does, and its conditions now."""

from __future__ import annotations

import pytest

from defiance_qt.api import Session
from defiance_qt.systems.defiance.engine.frames import PoolDie, Roll, RollSide
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.zones import zone_lines
from defiance_qt.systems.defiance.view.present.names import Names as ViewNames
from defiance_qt.systems.defiance.view.present.record import RollRecord
from defiance_qt.systems.defiance.view.present.roll_view import average

FURNACE, GALLERY = "N3", "E3"


def told(space: str, language: str = "en") -> list[str]:
    session = Session.new(mission="kiln", seed=3, plugins=["hostile_environment"], journal=False)
    rules = session.game.rules  # type: ignore[attr-defined]
    return list(zone_lines(Names(session.state, session.words(language)), rules, session.state, space))


def test_a_space_of_the_furnace_says_what_it_does_and_how_hard() -> None:
    does, level, harm = told(FURNACE)
    assert does.startswith("Hostile Environment: Each die")
    assert level.startswith("Furnace hall: Hostility Aggressive")
    assert harm == "Furnace hall: two Blocks on Defense, or 2 Damage"


def test_any_other_space_says_nothing() -> None:
    assert told(GALLERY) == []


@pytest.mark.parametrize(("language", "name"), [("es", "Sala del horno"), ("ru", "Зал печи")])
def test_it_says_it_in_every_language(language: str, name: str) -> None:
    assert [line.partition(":")[0] for line in told(FURNACE, language)][1:] == [name, name]


def test_the_tray_says_what_a_roll_against_the_furnace_needs() -> None:
    session = Session.new(mission="kiln", seed=3, plugins=["hostile_environment"], journal=False)
    rules, words = session.game.rules, session.words("en")  # type: ignore[attr-defined]
    side = RollSide("cadin", (PoolDie("green", "character.cadin.name"),))
    roll = Roll("test", "cadin", "cadin", "ability.hostile.name", side, None, needs="B B")
    names = ViewNames(words, rules.catalog)
    record = RollRecord(0, session.state, roll, None)
    said = average(record, rules, names, None).replace("\xa0", " ").replace(" %", "%")
    assert said == "needs 2 Blocks, which comes 33% of the time"
