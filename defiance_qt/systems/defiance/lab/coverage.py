"""Reports the coverage of Infinity Defiance's rules, on the command line and as docs/rules.md.

    python -m defiance_qt.systems.defiance.lab.coverage [--write]

prints the rules without enforcing code, a citation or a test; `--write` writes the page. `make rules-map` first
measures which code the tests run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from defiance_qt.lab import coverage
from defiance_qt.lab.coverage.sources import EditionOption, RuleSources
from defiance_qt.systems.defiance import content
from defiance_qt.words.rules import rules

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent.parent
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
        document=ROOT / "docs" / "rules.md",
        measured=PACKAGE / "rules" / "enforced.json",
        system="infinity-defiance",
        scenario="extraction",
        editions=("en", "es", "en-print"),
        holding=("engine", "game.py", "tell"),
        describing=("tell", "events", "notation.py"),
        options=_options(),
        option_table="switches",
        makers=(("Roll", "RollOpened"),),
        citing=(("Illegal", "refusal"), ("Ability", "ability")),
    )


def _options() -> tuple[EditionOption, ...]:
    listed = msgspec.toml.decode(content.files()["switches.toml"])["switches"]
    return tuple(EditionOption(one["id"], one["name"], tuple(one.get("rules", ()))) for one in listed)


def main(arguments: Sequence[str] | None = None) -> int:
    return coverage.run(sources(), OPENING, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
