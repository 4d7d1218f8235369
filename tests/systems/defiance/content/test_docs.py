"""The page on writing content tells the truth: its examples are read, its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.abilities.effects import EFFECTS
from defiance_qt.systems.defiance.engine.abilities.keywords import KEYWORDS
from defiance_qt.systems.defiance.engine.abilities.states import STATES
from defiance_qt.systems.defiance.engine.abilities.units import UNITS
from defiance_qt.systems.defiance.engine.catalog import content_faults
from defiance_qt.systems.defiance.engine.checks.effects import GAINS
from defiance_qt.systems.defiance.engine.checks.facts import OBSERVED, REPORTED
from defiance_qt.systems.defiance.engine.checks.shared import ACTION_TARGETS, INSTRUCTION_KINDS, ROLLS, SELECTORS, WHO
from defiance_qt.systems.defiance.engine.ruleset import TERRAIN

PAGE = (Path(__file__).parents[4] / "docs" / "content.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_all_examples_together_are_sound() -> None:
    examples = {f"example {number}": text.encode() for number, text in enumerate(EXAMPLES, 1)}
    assert len(examples) >= 9
    assert content_faults({**files(), **examples}) == ()


def test_every_table_has_an_example() -> None:
    shown = set(re.findall(r"^\[+(\w+)", "".join(EXAMPLES), re.MULTILINE))
    assert set(content.ContentFile.__struct_fields__) <= shown


def test_every_effect_is_listed() -> None:
    listed = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    tags = {kind.__struct_config__.tag for kind in content.Effect.__args__}
    assert listed == tags


def test_every_word_of_the_vocabulary_is_named() -> None:
    abilities = [ability.id for ability in (*KEYWORDS, *STATES, *UNITS, *EFFECTS)]
    for word in (
        *WHO,
        *ACTION_TARGETS,
        *ROLLS,
        *INSTRUCTION_KINDS,
        *SELECTORS,
        *REPORTED,
        *OBSERVED,
        *GAINS,
        *TERRAIN,
        *abilities,
    ):
        assert re.search(rf"\b{word}\b", PAGE), word


def test_every_field_of_content_is_named() -> None:
    """Printed instructions and Samples of a Unit, a mission's abilities and Intel, the rotation of a tile."""
    unnamed = {
        f"{kind.__name__}.{field.encode_name}"
        for kind in structs(content.ContentFile, set())
        for field in msgspec.structs.fields(kind)
        if not re.search(rf"\b{field.encode_name}\b", PAGE)
    }
    assert unnamed == set()


def structs(kind: Any, found: set[Any]) -> set[Any]:
    """Return the structs in a type, and in their fields."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in found:
            found.add(kind)
            for field in msgspec.structs.fields(kind):
                structs(field.type, found)
    else:
        for part in get_args(kind):
            structs(part, found)
    return found
