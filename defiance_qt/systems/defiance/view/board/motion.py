"""Animation of events: steps, attacks, Damage, arrivals and departures. It never determines the State.

A `Player` turns events into clips and plays them group by group from a timer. It can be ended at any moment, which
shows the final result. Afterwards the view shows the State itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, Qt, QTimer

from defiance_qt.systems.defiance.engine import events as ev
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Unit
from defiance_qt.systems.defiance.view.board.clips import (
    Aim,
    Alarm,
    Appear,
    Change,
    Clip,
    Dice,
    Die,
    Fade,
    Fall,
    Hurt,
    Open,
    Used,
    Walk,
)
from defiance_qt.systems.defiance.view.board.looks import Look

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.view.board.display import Display

FRAME = 16
LONGEST = 5000  # milliseconds for one submission; longer animations are sped up to fit


class Player:
    """Plays the events of one submission on a board."""

    def __init__(
        self, view: Display, events: Sequence[object], on_done: Callable[[], None], speed: float = 1.0
    ) -> None:
        script = Script(view)
        self._groups = script.groups(events)
        self._view, self._events, self._shown = view, events, script.shown
        self._on_done: Callable[[], None] | None = on_done
        total = sum(max(clip.length for clip in group) for group in self._groups)
        self._pace = speed * max(1.0, total / LONGEST)
        self._clock = QElapsedTimer()
        self._timer = QTimer(view, interval=FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._index = 0
        self._begun = False

    def start(self) -> None:
        if self._pace <= 0 or not self._groups:
            self._view.sounded.emit(self._events)
            self.finish()
            return
        self._clock.start()
        self._timer.start()
        self._tick()

    def _tick(self) -> None:
        elapsed = self._clock.elapsed() * self._pace
        while self._index < len(self._groups):
            group = self._groups[self._index]
            if not self._begun:
                self._begun = True
                self._view.sounded.emit(self._shown[self._index])
                for clip in group:
                    clip.begin()
            length = max(clip.length for clip in group)
            if elapsed < length:
                for clip in group:
                    clip.advance(min(1.0, elapsed / clip.length))
                return
            self._close(group)
            elapsed -= length
            self._clock.restart()
        self.finish()

    def _close(self, group: Sequence[Clip]) -> None:
        for clip in group:
            clip.finish()
        self._index += 1
        self._begun = False

    def finish(self) -> None:
        """End immediately and apply all remaining clips. The first call invokes `on_done`."""
        self._timer.stop()
        while self._index < len(self._groups):
            group = self._groups[self._index]
            if not self._begun:
                for clip in group:
                    clip.begin()
            self._close(group)
        done, self._on_done = self._on_done, None
        if done is not None:
            self._timer.deleteLater()
            done()


class Script:
    """Turns events into groups of clips; the clips of a group run at the same time."""

    def __init__(self, view: Display) -> None:
        self._view = view
        self._units: dict[str, Unit] = dict(view.state.units) if view.state else {}
        self._rolled = False
        self.shown: list[list[object]] = []
        """The events of each group. One that has no clip is with the group before it, else with the first."""

    def groups(self, events: Sequence[object]) -> list[list[Clip]]:
        found: list[list[Clip]] = []
        first: list[object] = []
        last: type | None = None
        for event in events:
            if isinstance(event, ev.UnitDeployed):
                self._units[event.unit.id] = event.unit
            clip = self._act(event) or self._harm(event) or self._board(event)
            if clip is None:
                (self.shown[-1] if self.shown else first).append(event)
                continue
            kind = type(clip)
            together = isinstance(event, ev.Dragged) or (kind is last and kind in (Hurt, Appear, Fade, Die, Fall))
            if found and together:
                found[-1].append(clip)
                self.shown[-1].append(event)
            else:
                found.append([clip])
                self.shown.append([*first, event])
                first = []
            last = kind
        return found

    def _act(self, event: object) -> Clip | None:
        """Return the clip of what figures do."""
        view = self._view
        match event:
            case ev.Moved(figure=id, start=start, path=path):
                return Walk(view, id, (start, *path))
            case ev.Dragged(figure=id, start=start, space=space):
                return Walk(view, id, (start, space))
            case ev.AttackDeclared(attacker=a, target=b):
                return Aim(view, a, b, view.theme.danger)
            case ev.HackDeclared(attacker=a, target=b):
                return Aim(view, a, b, view.theme.blue)
            case ev.DiceRolled() if view.falling is not None and not self._rolled:
                self._rolled = True  # both sides fall together
                return Dice(view.falling)
        return None

    def _harm(self, event: object) -> Clip | None:
        """Return the clip of what becomes of figures."""
        view = self._view
        match event:
            case ev.DamageSuffered(figure=id, amount=amount, damage=damage) if amount:
                return Hurt(view, id, f"−{amount}", view.theme.danger, lambda look: look._replace(damage=damage))
            case ev.DamageHealed(figure=id, amount=amount, damage=damage) if amount:
                return Hurt(view, id, f"+{amount}", view.theme.team, lambda look: look._replace(damage=damage))
            case ev.StateGained(figure=id, state=state):
                return Change(view, id, lambda look: _gained(look, state))
            case ev.StateLost(figure=id, state=state):
                return Change(view, id, lambda look: _lost(look, state))
            case ev.FellUnconscious(character=id):
                return Fall(view, id, lambda look: look._replace(down=True, states=()))
            case ev.MiniatureDied(enemy=id):
                return Die(view, id)
            case ev.MiniatureRetreated(enemy=id) | ev.RemoteDisabled(character=id):
                return Fade(view, id)
        return None

    def _board(self, event: object) -> Clip | None:
        """Return the clip of what comes onto the board, or changes there."""
        view = self._view
        match event:
            case ev.CharacterDeployed(character=id, space=space) | ev.RemoteRedeployed(character=id, space=space):
                return Appear(view, view.figure_for(id, space))
            case ev.EnemyDeployed(enemy=enemy):
                unit = self._units.get(enemy.unit)
                return Appear(view, view.enemy_for(enemy, unit)) if unit else None
            case ev.DoorOpened(door=id):
                return Open(view, id)
            case ev.ContainerEmptied(container=id):
                return Used(view, id)
            case ev.AlertChanged(alert=alert) if view.state is not None and alert > view.state.alert:
                return Alarm(view)
        return None


def _gained(look: Look, state: str) -> Look:
    if state == UNCONSCIOUS:
        return look._replace(down=True)
    return look if state in look.states else look._replace(states=(*look.states, state))


def _lost(look: Look, state: str) -> Look:
    if state == UNCONSCIOUS:
        return look._replace(down=False)
    return look._replace(states=tuple(one for one in look.states if one != state))
