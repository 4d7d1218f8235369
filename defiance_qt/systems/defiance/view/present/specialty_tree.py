"""View model of the Specialties of the four: what each has, what it can acquire, and what is lacking for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from defiance_qt.shell.present.values import RefusedView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.content import Specialty
from defiance_qt.systems.defiance.engine.rules.campaign import shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names
from defiance_qt.systems.defiance.view.present.values import MemberView

Ask = Callable[[Any], RefusedView]
ROMAN = ("I", "II", "III", "IV")
OWNED, OPEN, LATER, LOCKED = "owned", "open", "later", "locked"


class NeedView(msgspec.Struct, frozen=True):
    """A requirement of a Specialty, met or not."""

    text: str
    met: bool


class NodeView(msgspec.Struct, frozen=True):
    """A Specialty. `state`: "owned", "open" it can be acquired now, "later" its level is not open yet, "locked" for
    another reason, which `why` tells. `requires` and `leads` are ids of the same group."""

    id: str
    name: str
    text: str
    level: int
    state: str
    status: str
    why: str
    needs: tuple[NeedView, ...]
    requires: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    command: Any = None


class GroupView(msgspec.Struct, frozen=True):
    id: str
    name: str
    nodes: tuple[NodeView, ...]


class PupilView(MemberView, frozen=True):
    """One of the four with its three groups. `held` tells how many it has, `count` also how many it may take. `open`
    counts what it can acquire now."""

    held: str
    count: str
    open: int
    groups: tuple[GroupView, ...]


class TreeView(msgspec.Struct, frozen=True):
    """The Specialties of the four. `level` is the highest open one; `opens` tells when the next ones open."""

    pupils: tuple[PupilView, ...]
    level: int
    opens: str


def tree_view(state: State, rules: Rules, names: Names, legal: Iterable[Any], why: Ask) -> TreeView:
    """Build the view. `legal` are the legal commands, `why` explains why one is refused."""
    allowed = set(legal)
    top = shop.level(rules, state)
    pupils = tuple(_pupil(one, state, rules, names, allowed, why) for one in shop.team(state))
    return TreeView(pupils, top, _opens(rules, state, names, top))


def _opens(rules: Rules, state: State, names: Names, top: int) -> str:
    """Return when the levels open that are not open yet (R-301): "III opens after mission 5"."""
    levels, words = card_of(rules).levels, names.words
    parts = []
    for level in range(top + 1, len(ROMAN) + 1):
        number = next((place + 1 for place, there in enumerate(levels) if there >= level), None)
        if number is not None:
            parts.append(words("view.tree.opens", level=ROMAN[level - 1], number=number))
    return SEPARATOR.join(parts)


def _pupil(one: Character, state: State, rules: Rules, names: Names, allowed: set[Any], why: Ask) -> PupilView:
    words, card = names.words, rules.catalog.characters[one.id]
    groups = tuple(
        GroupView(
            group,
            names.named(f"specialty.{group}", group),
            tuple(_nodes(group, one, state, rules, names, allowed, why)),
        )
        for group in card.specialties
    )
    opened = sum(node.state == OPEN for group in groups for node in group.nodes)
    held, most = len(one.specialties), card_of(rules).specialties
    count = words("view.tree.count", n=held, most=most)
    more = words.count("view.tree.open", opened) if opened else words("view.tree.none")
    return PupilView(
        *names.shown(one.id),
        names.short(one.id),
        count,
        SEPARATOR.join((count, more)),
        opened,
        groups,
    )


def _nodes(
    group: str, one: Character, state: State, rules: Rules, names: Names, allowed: set[Any], why: Ask
) -> Iterator[NodeView]:
    cards = [card for card in rules.catalog.specialties.values() if card.group == group]
    for card in sorted(cards, key=lambda card: card.level):
        command = c.Acquire(one.id, card.id)
        lacks = shop.lacking(rules, state, one, card)
        found = OWNED if lacks == "owned" else LATER if lacks == "level" else LOCKED
        if command in allowed:
            found = OPEN
        refused = "" if found in (OWNED, OPEN) else why(command).tip
        yield NodeView(
            card.id,
            names.named(f"specialty.{card.id}.name", card.id),
            names.text(f"specialty.{card.id}.text"),
            card.level,
            found,
            names.words(f"view.tree.state.{found}"),
            refused,
            () if found == OWNED else tuple(_needs(card, one, state, rules, names)),
            card.requires,
            tuple(other.id for other in cards if card.id in other.requires),
            command if found == OPEN else None,
        )


def _needs(card: Specialty, one: Character, state: State, rules: Rules, names: Names) -> Iterator[NeedView]:
    """Yield what a Specialty requires of the Character (R-299…R-302, R-311)."""
    words, campaign, most = names.words, campaign_of(state), card_of(rules).specialties
    if card.requires:
        either = names.either(names.named(f"specialty.{id}.name", id) for id in card.requires)
        yield NeedView(either, any(id in one.specialties for id in card.requires))
    level = words("view.tree.need.level", level=ROMAN[card.level - 1])
    yield NeedView(level, card.level <= shop.level(rules, state))
    if rules.switches["specialty_for"] == "participants":
        yield NeedView(words("view.tree.need.took_part"), one.id in campaign.participants)
    yield NeedView(words("view.tree.need.once"), one.id not in campaign.learned)
    if len(one.specialties) >= most:
        yield NeedView(words("view.tree.need.room", most=most), False)
