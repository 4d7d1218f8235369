"""The abilities that cards, missions and effects name, and the words that abilities bring.

Checked apart from the other contents: which abilities there are is known only when a game is bound to its plugins, and
a save opens without one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from defiance_qt.core.errors import ContentError, Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.facts import OBSERVED, REPORTED
from defiance_qt.systems.defiance.engine.checks.shared import (
    BUILT_IN,
    INSTRUCTION_KINDS,
    SELECTORS,
    UNAIMED,
    Checks,
    Fault,
    Known,
    Vocabulary,
    find_faults,
    one_of,
    parse_instruction,
)

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.abilities import Ability


def vocabulary(abilities: Iterable[Ability]) -> Vocabulary:
    """Return the words that content can use with these abilities."""
    there = tuple(abilities)
    return Vocabulary(
        kinds=INSTRUCTION_KINDS | {one.id for one in there if one.instruct is not None},
        selectors=SELECTORS | {one.id for one in there if one.select is not None},
        facts=frozenset(one.id for one in there if one.fact is not None),
        conditions=frozenset(one.id for one in there if one.condition is not None),
        abilities=frozenset(one.id for one in there),
    )


def _exist(names: Iterable[str], known: Known, field: str) -> Iterator[Fault]:
    if known.vocabulary is not None and known.vocabulary.abilities is not None:
        for name in names:
            if name not in known.vocabulary.abilities:
                yield field, Message("content.absent", "there is no {kind} {name!r}", kind="ability", name=name)


def _listed(value: Any, known: Known) -> Iterator[Fault]:
    return _exist(value.abilities, known, "abilities")


def _mission(value: content.Mission, known: Known) -> Iterator[Fault]:
    yield from _listed(value, known)
    for zone, rules in value.zone_rules.items():
        yield from _exist(rules, known, f"zone_rules.{zone}")


def _used(value: content.UseAbility, known: Known) -> Iterator[Fault]:
    return _exist((value.id,), known, "id")


def _zone(value: content.ZoneRule, known: Known) -> Iterator[Fault]:
    return _exist((value.rule,), known, "rule")


def _instructions(field: str, entries: Iterable[str], known: Known) -> Iterator[Fault]:
    """Yield the faults of Instructions: of an ability's kind the selector may be left out."""
    words = known.vocabulary
    if words is None:
        return
    for entry in entries:
        for kind, selector in parse_instruction(entry):
            yield from one_of(field, (kind,), words.kinds)
            if selector or kind in INSTRUCTION_KINDS - UNAIMED or kind not in words.kinds:
                yield from one_of(field, (selector,), words.selectors)


def _profile(value: content.Profile, known: Known) -> Iterator[Fault]:
    yield from _listed(value, known)
    yield from _instructions("instructions", value.instructions, known)


def _ai_card(value: content.AiCard, known: Known) -> Iterator[Fault]:
    for field, column in (("blue", value.blue), ("red", value.red)):
        yield from _instructions(field, column, known)


def _facts(field: str, texts: Iterable[str], known: Known) -> Iterator[Fault]:
    """Yield the facts that neither the rules nor an ability state."""
    if known.vocabulary is not None:
        names = (text.partition(" ")[0] for text in texts)
        yield from one_of(field, names, REPORTED | OBSERVED | set(known.vocabulary.facts))


def _trigger(value: content.Trigger, known: Known) -> Iterator[Fault]:
    return _facts("on", (value.on,), known)


def _requirement(value: content.Requirement, known: Known) -> Iterator[Fault]:
    return _facts("happened", value.happened, known)


def _asked(value: content.AskAbility, known: Known) -> Iterator[Fault]:
    words = known.vocabulary
    if words is not None and words.abilities is not None:
        yield from one_of("id", (value.id,), words.conditions)


ABILITY_CHECKS: Checks = {
    content.CharacterCard: _listed,
    content.Equipment: _listed,
    content.Specialty: _listed,
    content.Profile: _profile,
    content.StateCard: _listed,
    content.AiCard: _ai_card,
    content.Mission: _mission,
    content.Trigger: _trigger,
    content.Requirement: _requirement,
    content.Condition: _requirement,
    content.Step: _requirement,
    content.AskAbility: _asked,
    content.UseAbility: _used,
    content.ZoneRule: _zone,
}
"""One entry for each struct with abilities, or with a word behind which one may stand."""


def instruction(text: str, vocabulary: Vocabulary = BUILT_IN) -> tuple[tuple[str, str], ...]:
    """Return the (kind, selector) pairs of an AI card's entry; " + " joins grouped Instructions (R-183, R-184).

    "focused", "retreat" and "bolt" may omit the selector, which is then "". Raises `ContentError`.
    """
    known = Known({}, vocabulary)
    _, fault = next(find_faults(content.AiCard("", (text,), (text,)), known, ABILITY_CHECKS), ("", None))
    if fault is not None:
        raise ContentError("content.instruction", "{text!r} is not an Instruction: {why}", text=text, why=fault)
    return parse_instruction(text)
