"""Where Infinity Defiance keeps its rules, for `tests.workshop.coverage`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import get_args

import msgspec

from defiance_qt.lab.coverage import file_of
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.words.rules import rules
from tests.workshop.coverage.sources import EditionOption, RuleSources

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "defiance_qt" / "systems" / "defiance"
OPENING = (
    "# The rules, one by one",
    "",
    "Written by `make rules-map`. Each rule of the book in our own words, then where the program enforces it: the code",
    "that names the rule and that a test claiming the rule runs. Then all code that names it, the events that cite it,",
    "and the tests that claim it. R-280 to R-318 are the campaign's.",
)


@cache
def sources() -> RuleSources:
    """Return the locations of Infinity Defiance's rules, and the ways its engine cites them."""
    return RuleSources(
        module="defiance_qt.systems.defiance",
        package=PACKAGE,
        rules=lambda language: rules(PACKAGE / "rules", language),
        root=ROOT,
        tests=ROOT / "tests",
        document=ROOT / "docs" / "rules.md",
        opening=OPENING,
        measured=file_of(PACKAGE),
        system="infinity-defiance",
        scenario="extraction",
        editions=("en", "es", "en-print"),
        holding=("engine", "game.py", "tell"),
        describing=("tell", "events", "notation.py"),
        events=frozenset(kind.__name__ for kind in get_args(Event)),
        options=_options(),
        makers=(("Roll", "RollOpened"),),
        citing=(("Illegal", "refusal"), ("Ability", "ability")),
    )


def _options() -> tuple[EditionOption, ...]:
    listed = msgspec.toml.decode(content.files()["switches.toml"])["switches"]
    return tuple(EditionOption(one["id"], one["name"], tuple(one.get("rules", ()))) for one in listed)
