"""View models of the rules reference: all rules by heading, search by id or words, and the details of one rule in a
game."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from defiance_qt.core.port import Rule, Words
from defiance_qt.core.session import Session
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.reader import Reader

_NUMBER = re.compile(r"^[rRрР]?\s*-?\s*(\d{1,3})$")


class RowView(msgspec.Struct, frozen=True):
    """A row of the list: a heading, or a rule with its id."""

    text: str
    id: str = ""


class RuleView(msgspec.Struct, frozen=True):
    """One rule with its heading and page. `switches` are its edition options with the values of this game. `lines` are
    the latest log lines that cite it, of `cited` in all."""

    id: str
    area: str
    text: str
    page: str = ""
    switches: tuple[tuple[str, str], ...] = ()
    lines: tuple[LineView, ...] = ()
    cited: int = 0


def rows(text: str, words: Words) -> tuple[RowView, ...]:
    """Return the rules that match a text, each heading once above its rules, in the order of the rulebook."""
    areas: dict[str, list[RowView]] = {}
    for rule in find_rules(text, tuple(words.rules.values())):
        areas.setdefault(rule.area, [RowView(rule.area)]).append(RowView(rule.text, rule.id))
    return tuple(row for area in areas.values() for row in area)


def find_rules(text: str, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Find rules by id ("R-087", "r87", "87"), else by all words of the text in the rule or its heading."""
    number = _NUMBER.match(text.strip())
    if number is not None:
        by_id = tuple(rule for rule in rules if rule.id.rpartition("-")[2].lstrip("0") == number[1].lstrip("0"))
        if by_id:
            return by_id
    chosen = text.casefold().split()
    return tuple(one for one in rules if all(word in f"{one.id} {one.area} {one.text}".casefold() for word in chosen))


def rule_view(id: str, session: Session, words: Words, reader: Reader) -> RuleView | None:
    """Return the details of a rule, or None if the index does not contain it."""
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
