"""The counters of missions: those that only keep a mission's own account are told to no player."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance import tell as w
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.texts import text_keys
from tests.systems.defiance.content.missions.table import Table
from tests.systems.defiance.engine.positions import catalog
from tests.texts import defiance_words

COUNTERS = [
    (mission.id, id, counter.shown)
    for mission in catalog().missions.values()
    for id, counter in mission.counters.items()
]


def test_some_counters_are_shown_and_some_are_not() -> None:
    assert {shown for _, _, shown in COUNTERS} == {True, False}


@pytest.mark.parametrize(("mission", "id", "shown"), COUNTERS)
def test_a_counter_has_a_name_if_it_is_shown(mission: str, id: str, shown: bool) -> None:
    key = f"mission.{mission}.counter.{id}"
    assert (key in text_keys(catalog())) is shown
    assert [language for language in ("en", "es", "ru") if (key in defiance_words(language)) is not shown] == []


@pytest.mark.parametrize(("id", "told"), [("charges", True), ("armed_1", False)])
def test_only_what_is_shown_is_told(id: str, told: bool) -> None:
    table = Table("slow_burn")
    said = w.narrate(e.CounterChanged(id, 1, 1), table.state, defiance_words("en"))
    assert bool(said) is told
