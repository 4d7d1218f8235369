"""Previews before a click, computed by the engine: paths and their cost, Range, line of sight and exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.shell.present.values import BarView, HoverRow, HoverView, percent
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.rules.ranges import armed
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import span
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.team import activation
from defiance_qt.systems.defiance.view.present.values import NO_PATH, PathView

Line = tuple[str, str, bool, tuple[str, ...]]
MOST_BARS = 4
# Kinds of sides that cut a line of sight, with the text key of the terrain.
GROUND = {"violet": "view.hover.blocked", "red": "view.hover.low_visibility"}


class Way(msgspec.Struct, frozen=True):
    """A path for the active Character. It takes `moves` Move Actions first, and then there are `points` to spend.
    `rings` are the spaces where the points of an earlier Move are used up, with what has been spent there."""

    walk: preview.Walk
    moves: int
    points: int
    rings: tuple[tuple[str, int], ...]


class PreviewService:
    """Previews of a session's current state. Reachable spaces are cached until the state changes."""

    def __init__(self, session: Session, names: Names) -> None:
        self.session = session
        self.names = names
        self._state: State | None = None
        self._budgets: tuple[int, ...] = ()
        self._ways: Mapping[str, Way] = {}

    # -- paths

    def _follow(self) -> None:
        """Find the ways of the active Character anew if the state has changed."""
        state = self.session.state
        if self._state is not state:
            self._state, self._ways, self._budgets = state, {}, ()
            frame = state.agenda[-1] if state.agenda else None
            if isinstance(frame, Activation):
                self._budgets = self._with_moves(state, frame)
                more = self._budgets[-1] - frame.points
                found = preview.potential_moves(rules_of(self.session), state, more)
                self._ways = {space: _way(walk, self._budgets) for space, walk in found.items()}

    def _with_moves(self, state: State, frame: Activation) -> tuple[int, ...]:
        """Return the movement points of the active Character, then those after each further Move that is legal."""
        budgets = [frame.points]
        with suppress(Illegal):
            for _ in range(frame.actions):
                state, _ = self.session.game.step(state, c.Move(frame.character))
                after = state.agenda[-1]
                if not isinstance(after, Activation):
                    break
                budgets.append(after.points)
        return tuple(budgets)

    @property
    def budgets(self) -> tuple[int, ...]:
        """The movement points of the active Character, then those after each further Move; () if nobody acts."""
        self._follow()
        return self._budgets

    def reach(self) -> tuple[tuple[str, int], ...]:
        """Return the spaces in reach of the active Character, with their cost: by its points, or by those of a Move."""
        first = 0 if self.budgets[:1] != (0,) else 1
        return tuple((space, way.walk.cost) for space, way in self._ways.items() if way.moves <= first)

    def beyond(self) -> tuple[tuple[str, int], ...]:
        """Return the spaces that take a further Move, with their cost."""
        near = dict(self.reach())
        return tuple((space, way.walk.cost) for space, way in self._ways.items() if space not in near)

    def way(self, space: str) -> Way | None:
        """Return the way of the active Character to a space, or None if it is out of reach."""
        self._follow()
        return self._ways.get(space)

    def path_view(self, space: str) -> PathView:
        """Return the path to a space, with what it takes and what stays over."""
        way = self.way(space)
        if way is None:
            return NO_PATH
        words, over = self.names.words, way.points - way.walk.cost
        title = words("view.price.free", space=space)
        if way.moves:
            title = words.count("view.price.actions", way.moves, n=way.moves, space=space)
        note = words.count("view.price.points", way.points, n=way.points, cost=way.walk.cost)
        if over:
            note += " · " + words.count("view.price.over", over, n=over)
        return PathView(way.walk.path, way.walk.cost, way.rings, way.moves, title, note)

    # -- attacks

    def figure(self, id: str, offers: Offers, picked: str) -> tuple[HoverView | None, Line | None]:
        """Return the floating card for a figure, and the line of sight to it. Each is None if there is none."""
        state = self.session.state
        if id not in state.enemies:
            return None, None
        commands = [one for one in offers.at(id, picked) if isinstance(one, c.Attack | c.Hack)]
        if not commands:
            return self._out_of_question(id, picked)
        words = self.names.words
        known = [(one, self._attack(one)) for one in commands]
        best, ahead = max(known, key=lambda pair: pair[1].expected_dealt - pair[1].expected_suffered)
        lines = self._lines(best, ahead)
        for other, more in known:
            if other is not best:
                lines.append(
                    words("view.hover.other", name=self._means(other), dealt=self.names.tenths(more.expected_dealt))
                )
        title = words("view.hover.title", what=self._means(best), target=self.names.figure(id))
        here = state.team[best.character].space
        sight = None if isinstance(best, c.Hack) else (here, state.enemies[id].space, ahead.clear, tuple(ahead.cut_by))
        return HoverView(id, title, "", (_rows(lines),), _bars(ahead.dealt)), sight

    def _out_of_question(self, id: str, picked: str) -> tuple[HoverView | None, Line | None]:
        """Explain why an Enemy cannot be attacked from here: out of Range, or not in sight."""
        state = self.session.state
        frame = activation(state)
        if frame is None or not isinstance(state.agenda[-1], Activation) or not state.enemies[id].space:
            return None, None
        rules = rules_of(self.session)
        here = state.team[frame.character].space
        weapons = armed(rules, state, state.team[frame.character]).weapons
        if not weapons or not here:
            return None, None
        weapon, attack = max(weapons, key=lambda pair: pair[1].range[1])
        there = state.enemies[id].space
        ahead = preview.line(rules, state, frame.character, there)
        words = self.names.words
        low, high = attack.range
        lines = [words("view.hover.range", n=ahead.distance)]
        if not low <= ahead.distance <= high:
            lines.append(words("view.hover.out_of_range", name=self.names.card(weapon), range=span(low, high)))
        if attack.sight and not ahead.clear:
            lines.append(self._cut(ahead.cut_by))
        if len(lines) == 1:
            return None, None
        return HoverView(id, self.names.figure(id), "", (_rows(lines),)), (here, there, ahead.clear, ahead.cut_by)

    def odds(self, command: Any) -> str:
        """Return the exact odds of an Attack, a Hack or the roll at a Console in a few words; "" for another
        command."""
        state = self.session.state
        if isinstance(command, c.Interact) and command.element in state.consoles:
            return console_odds(preview.console(rules_of(self.session), state, command), self.names)
        if not isinstance(command, c.Attack | c.Hack):
            return ""
        ahead = self._attack(command)
        if not ahead.enemy_dice and not ahead.dealt:
            return self.names.words("view.hover.success", share=percent(ahead.success))
        return self._deals(ahead)

    def _deals(self, ahead: preview.RollPreview) -> str:
        tenths = self.names.tenths
        return self.names.words(
            "view.hover.expected", dealt=tenths(ahead.expected_dealt), suffered=tenths(ahead.expected_suffered)
        )

    def _attack(self, command: c.Attack | c.Hack) -> preview.RollPreview:
        return preview.attack(rules_of(self.session), self.session.state, command)

    def _lines(self, command: c.Attack | c.Hack, ahead: preview.RollPreview) -> list[str]:
        words = self.names.words
        parts = [words("view.hover.range", n=ahead.distance)]
        if isinstance(command, c.Attack):
            parts.append(words("view.hover.in_sight" if ahead.clear else "view.hover.unseen"))
        if not ahead.enemy_dice and not ahead.dealt:
            return [" · ".join(parts), words("view.hover.success", share=percent(ahead.success))]
        dice = self.names.dice(die.die for die in ahead.enemy_dice)
        parts.append(words("view.hover.biotech" if isinstance(command, c.Hack) else "view.hover.defense", dice=dice))
        deals = self._deals(ahead)
        kill = words("view.hover.kill", share=percent(ahead.kill))
        if ahead.fall > 0.004:
            kill += " · " + words("view.hover.fall", share=percent(ahead.fall))
        named = [words("view.hover.house", names=", ".join(map(self.names.source, ahead.sources)))]
        return [" · ".join(parts), deals, kill, *(named if ahead.sources else [])]

    def _cut(self, cut_by: tuple[str, ...]) -> str:
        """Return a text that names the obstacles in the line of sight: figures, doors, walls and coloured sides."""
        words = self.names.words
        if not cut_by:
            return words("view.hover.unseen")
        board = rules_of(self.session).board
        found = dict.fromkeys(obstacle(one, self.session.state, board, self.names) for one in cut_by)
        return words("view.hover.cut", by=", ".join(found))

    def _means(self, command: c.Attack | c.Hack) -> str:
        if isinstance(command, c.Hack):
            return self.names.software(command.program)
        return self.names.card(command.weapon)


def console_odds(ahead: preview.ConsolePreview, names: Names) -> str:
    """Return the dice of a Console's roll, and the chance that it completes each input."""
    words = names.words
    inputs = ", ".join(words("view.hover.input", input=at + 1, share=percent(share)) for at, share in ahead.inputs)
    key = "view.hover.console.again" if ahead.rerolls else "view.hover.console"
    return words(key, dice=names.dice(one.die for one in ahead.dice), inputs=inputs)


def _way(walk: preview.Walk, budgets: tuple[int, ...]) -> Way:
    """Return a walk with the fewest Moves that pay for it."""
    moves = next(number for number, points in enumerate(budgets) if points >= walk.cost)
    spent = {}
    for points in budgets[:moves]:
        within = [(cost, space) for space, cost in zip(walk.path, walk.costs, strict=True) if cost <= points]
        if within:
            cost, space = within[-1]
            spent[space] = cost
    return Way(walk, moves, budgets[moves], tuple(spent.items()))


def _rows(lines: Sequence[str]) -> tuple[HoverRow, ...]:
    return tuple(HoverRow(text) for text in lines)


def _bars(dealt: tuple[tuple[int, float], ...]) -> tuple[BarView, ...]:
    """Return at most four bars: 0, 1, 2, and the rest."""
    shares = dict(dealt)
    most = max(shares, default=0)
    bars = [BarView(str(n), shares.get(n, 0.0), n > 0) for n in range(min(most, MOST_BARS - 2) + 1)]
    rest = sum(share for n, share in shares.items() if n >= MOST_BARS - 1)
    if rest > 0:
        label = f"{MOST_BARS - 1}+" if most >= MOST_BARS else str(MOST_BARS - 1)
        bars.append(BarView(label, rest))
    return tuple(bars)


def obstacle(name: str, state: State, board: Board, names: Names) -> str:
    """Return the name of an obstacle in a line of sight: a space ("K7") with a figure on it, or a side ("K7:e")."""
    words = names.words
    if ":" not in name:
        here = board.cell(name)
        places = {one.id: one.space for one in state.team.values()}
        places |= {one.id: one.space for one in state.enemies.values()}
        who = next((id for id, space in places.items() if space and board.space(space) == here), "")
        return names.figure(who) if who else words("view.board.space", space=name)
    cell, direction = board.side(name)
    door = board.door_on(cell, direction)
    if door >= 0:
        secure = state.doors[board.doors[door].id].security
        return words("view.board.security_door.closed" if secure else "view.board.door.closed")
    ground = (GROUND[kind] for kind in board.side_kinds(cell, direction) if kind in GROUND)
    return words(next(ground, "view.hover.wall"))
