"""What the zones of a mission do to who stands in them, and what is known of them: for the card of a space."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names


def zone_lines(names: Names, rules: Rules, state: State, space: str) -> Iterator[str]:
    """Yield the rules of the zones of a space that are abilities, and their facts about each of these zones."""
    cell = rules.board.by_name[space]
    for zone, known in (state.mission.zones if state.mission else {}).items():
        if rules.spaces_of(zone) >> cell & 1:
            for rule in known:
                text = names.known(f"ability.{rule}.text")
                if text:
                    yield f"{names.zone_rule(rule)}: {text}"
            yield from _facts(names, state, zone)


def _facts(names: Names, state: State, zone: str) -> Iterator[str]:
    for key, value in state.facts.items():
        owner, _, about = key.partition(".")
        if about == zone and isinstance(value, str) and value.isidentifier():
            sentence = f"event.plugin_fact.{owner}.{value}"
            text = names.words(sentence, zone=names.zone(zone))
            if text != sentence:
                yield text
