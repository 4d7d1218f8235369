"""The command palette without Qt: its entries, and the search for some of them by words.

An entry is a legal command of the open game, a named action of the window or of the game's view, or a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from defiance_qt.core.port import Command, Rule, Words
from defiance_qt.core.session import Session
from defiance_qt.shell.present.question import asks_chance
from defiance_qt.shell.present.reference import find_rules
from defiance_qt.shell.present.values import ActionState

Kind = Literal["play", "action", "rule"]
MOST = 200
"""Maximum number of entries shown."""
EXACT, START, INSIDE, SCATTERED = 8, 4, 2, 1
SHORTEST_SCATTERED = 3
"""Words of fewer letters are not searched for letter by letter: almost everything would match."""
NO_FUTURE, NO_PAST = "ui.palette.no_future", "ui.palette.no_past"
# Why an action of the window is disabled while a game is open.
REASONS = {
    "time.undo": NO_PAST,
    "time.back": NO_PAST,
    "time.first": NO_PAST,
    "time.redo": NO_FUTURE,
    "time.forward": NO_FUTURE,
    "time.last": NO_FUTURE,
    "turn.proceed": "ui.palette.no_answer",
}


class PaletteEntry(msgspec.Struct, frozen=True):
    """One entry. `act` is the command, the id of the action, or the id of the rule. `key` is the key on the keyboard;
    `why` is the reason why the entry has no effect now, "" if it has one. `group` is the heading of the group of
    answers that it is in."""

    kind: Kind
    text: str
    act: Any
    key: str = ""
    why: str = ""
    group: str = ""


def action_entries(
    actions: Iterable[ActionState], words: Words, playing: bool, why_not: Callable[[str], str]
) -> tuple[PaletteEntry, ...]:
    """Return an entry for each action. `playing`: a game is open, whose view explains with `why_not` why one of its
    actions has no effect ("" if it has one)."""

    def why(one: ActionState) -> str:
        if one.enabled:
            return why_not(one.id)
        return words(REASONS.get(one.id, "ui.palette.not_now") if playing else "ui.palette.no_game")

    return tuple(PaletteEntry("action", one.text, one.id, one.key, why(one)) for one in actions)


def play_entries(session: Session, words: Words, keys: Sequence[tuple[Command, str]] = ()) -> tuple[PaletteEntry, ...]:
    """Return an entry for each legal command, in the game's order. `keys` are the commands that have a key now."""
    prompt, state = session.prompt, session.state
    if asks_chance(prompt):
        return ()
    found: dict[tuple[str, str], PaletteEntry] = {}
    for heading, commands in prompt.grouped():
        group = words(heading) if heading else ""
        for command in commands:
            text = session.game.label(command, state, words)
            key = next((key for other, key in keys if other == command), "")
            found.setdefault((group, text), PaletteEntry("play", text, command, key, group=group))
    return tuple(found.values())


def rule_entries(text: str, rules: Sequence[Rule]) -> tuple[PaletteEntry, ...]:
    """Return an entry for each rule that a text finds, by id or by words."""
    return tuple(PaletteEntry("rule", f"{one.id}  {one.text}", one.id) for one in find_rules(text, rules))


def find(
    text: str, entries: Sequence[PaletteEntry], rules: Sequence[Rule], most: int = MOST
) -> tuple[PaletteEntry, ...]:
    """Return the entries that match every word of the text, the best first, and then the rules. Without a text, return
    all entries and no rule."""
    wanted = text.casefold().split()
    if not wanted:
        return tuple(entries[:most])
    scored = [
        (score, entry) for entry in entries if (score := _score(wanted, f"{entry.text} {entry.group}".casefold()))
    ]
    # Stable: entries of the same score keep their order.
    scored.sort(key=lambda pair: (-pair[0], bool(pair[1].why)))
    return (*(entry for _, entry in scored), *rule_entries(text, rules))[:most]


def _score(wanted: Sequence[str], text: str) -> int:
    """Return how well a text matches, 0 if one of the words does not."""
    there = text.split()
    total = 0
    for word in wanted:
        if word in there:
            total += EXACT
        elif any(one.startswith(word) for one in there):
            total += START
        elif word in text:
            total += INSIDE
        elif len(word) >= SHORTEST_SCATTERED and any(_scattered(word, one) for one in there):
            total += SCATTERED
        else:
            return 0
    return total


def _scattered(word: str, text: str) -> bool:
    """Return whether the letters of a word occur in a text in their order, the first at its start."""
    if not text.startswith(word[0]):
        return False
    letters = iter(text)
    return all(letter in letters for letter in word)
