"""The reference of the rules: all of them under their headings, found by id or words, and what a game knows of each."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from defiance_qt.core.session import Session
from defiance_qt.core.system import Rule, Words
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.reader import Reader

_NUMBER = re.compile(r"^[rRрР]?\s*-?\s*(\d{1,3})$")


class RowView(msgspec.Struct, frozen=True):
    """A row of the list: a heading, or a rule with its id."""

    text: str
    id: str = ""


class RuleView(msgspec.Struct, frozen=True):
    """One rule: under which heading, on which page; how the editions differ about it and what this game goes by; the
    latest lines of the log that cite it, of `cited` in all."""

    id: str
    area: str
    text: str
    page: str = ""
    switches: tuple[tuple[str, str], ...] = ()
    lines: tuple[LineView, ...] = ()
    cited: int = 0


def rows(text: str, words: Words) -> tuple[RowView, ...]:
    """The rules that a text finds, each heading once above its own, both in the order of the rulebook."""
    areas: dict[str, list[RowView]] = {}
    for rule in find_rules(text, tuple(words.rules.values())):
        areas.setdefault(rule.area, [RowView(rule.area)]).append(RowView(rule.text, rule.id))
    return tuple(row for area in areas.values() for row in area)


def find_rules(text: str, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """By id ("R-087", "r87", "87"), else those whose text or heading holds every word."""
    number = _NUMBER.match(text.strip())
    if number is not None:
        by_id = tuple(rule for rule in rules if int(rule.id.partition("-")[2]) == int(number[1]))
        if by_id:
            return by_id
    chosen = text.casefold().split()
    return tuple(one for one in rules if all(word in f"{one.id} {one.area} {one.text}".casefold() for word in chosen))


def rule_view(id: str, session: Session, words: Words, reader: Reader) -> RuleView | None:
    """What there is to know of a rule; None for one that no index knows."""
    rule = words.rules.get(id)
    if rule is None:
        return None
    switches = tuple(
        (words(switch.title), words(switch.values[value]))
        for switch, value in session.game.switches()
        if id in switch.rules
    )
    lines, cited = reader.citing(id)
    page = "" if rule.page is None else words("ui.rules.page", n=rule.page)
    return RuleView(id, rule.area, rule.text, page, switches, lines, cited)
