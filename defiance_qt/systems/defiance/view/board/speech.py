"""The board in words for screen readers: the contents of a space and its legal actions. Plain text, no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.engine.state import State

TERRAIN = ("blocked", "low_visibility", "difficult", "mission")


class Words(Protocol):
    """Texts by key; a key without a text is returned unchanged."""

    def __call__(self, key: str, /, **values: Any) -> str: ...


def _no_words(key: str, /, **values: Any) -> str:
    return " ".join([key, *map(str, values.values())])


class Speech:
    """Descriptions of a board in the language of `words`."""

    def __init__(self, words: Words = _no_words) -> None:
        self._words = words

    @property
    def title(self) -> str:
        return self._words("view.board.title")

    @property
    def hint(self) -> str:
        """The keyboard instructions for the board."""
        return self._words("view.board.hint")

    def space(
        self,
        board: Board,
        name: str,
        state: State | None,
        reach: Mapping[str, int],
        choices: frozenset[str],
        targets: frozenset[str],
    ) -> str:
        """Describe a space and everything relevant on it, the most important first."""
        words = self._words
        parts = [words("view.board.space", space=name)]
        if state is not None:
            parts += self._figures(state, name, targets)
            parts += self._things(board, state, name, targets)
        kind = board.kind(board.cell(name))
        if kind in TERRAIN:
            parts.append(words(f"view.board.terrain.{kind}"))
        if name in choices:
            parts.append(words("view.board.choice"))
        if name in reach:
            parts.append(words("view.board.reach", cost=reach[name]))
        return ", ".join(parts)

    def _figures(self, state: State, name: str, targets: frozenset[str]) -> list[str]:
        parts = []
        for character in state.team.values():
            if character.space == name:
                parts.append(self._figure(state, character.id, character.damage, character.wounds, character.states))
                if character.id in targets:
                    parts.append(self._words("view.board.target"))
        for enemy in state.enemies.values():
            if enemy.space == name:
                wounds = state.units[enemy.unit].profile.wounds if enemy.unit in state.units else enemy.damage
                parts.append(self._figure(state, enemy.id, enemy.damage, wounds, enemy.states))
                if enemy.id in targets:
                    parts.append(self._words("view.board.target"))
        return parts

    def _figure(self, state: State, id: str, damage: int, wounds: int, states: Sequence[str]) -> str:
        words = self._words
        text = words("view.board.figure", name=self.figure(state, id), damage=damage, wounds=wounds)
        return ", ".join([text, *(words(f"state.{one}.name") for one in states)])

    def figure(self, state: State | None, id: str) -> str:
        """Return the name of a figure: a Character's name, or a Unit's name with the Miniature's number."""
        if state is not None and id in state.enemies:
            enemy = state.enemies[id]
            return self._words("view.miniature", unit=self._words(f"unit.{enemy.unit}.name"), number=enemy.number)
        return self._words(f"character.{id}.name")

    def _things(self, board: Board, state: State, name: str, targets: frozenset[str]) -> list[str]:
        words, here = self._words, board.cell(name)
        parts = []
        for id, door in state.doors.items():
            cell, direction = board.side(door.side)
            if here in (cell, cell + board.shifts[direction]):
                kind = "security_door" if door.security else "door"
                parts.append(words(f"view.board.{kind}.{'open' if door.open else 'closed'}"))
                parts += [words("view.board.target")] if id in targets else []
        for id, container in state.containers.items():
            if board.space(container.space) == here:
                parts.append(words(f"view.board.container.{'empty' if container.empty else 'full'}"))
                parts += [words("view.board.target")] if id in targets else []
        for number, (id, console) in enumerate(state.consoles.items(), 1):
            if board.space(console.space) == here:
                parts.append(words("view.board.console", number=number))
                parts += [words("view.board.target")] if id in targets else []
        for id, neutral in state.neutrals.items():
            if neutral.space and board.space(neutral.space) == here:
                parts.append(words("view.board.neutral", name=words(f"character.{neutral.ally.id}.name")))
                parts += [words("view.board.target")] if id in targets else []
        return parts
