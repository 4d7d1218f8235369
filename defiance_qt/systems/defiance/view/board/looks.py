"""The parts of a State that the board shows, as plain values: figures, doors, containers, Consoles, neutral Allies.

These values can be compared, so that unchanged ones are not drawn again, and they serve as keys of cached drawings.
Does not import Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.frames import Activation, EnemyActivation
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, Enemy, State, Unit
from defiance_qt.systems.defiance.view.drawings import Sign

SideName = Literal["team", "ally", "enemy"]
Wounds = Callable[[Character], int]
Losses = Callable[[State], Mapping[str, int]]


Signs = Callable[[str], Sign]
"""Returns the sign of a Character, an Ally or a Unit, by its id."""


class Look(NamedTuple):
    """The appearance of a figure's token. `number` is 0 for none; `rank` is the face of its Unit card, the lowest 0.
    `losing` is the Damage of the open roll, if it is left as it is."""

    side: SideName
    sign: Sign
    number: int = 0
    damage: int = 0
    wounds: int = 0
    states: tuple[str, ...] = ()
    down: bool = False
    activated: bool = False
    rank: int = 0
    losing: int = 0

    @property
    def left(self) -> int:
        """The health that is left."""
        return max(0, self.wounds - self.damage)


class Figure(NamedTuple):
    """A figure on the board."""

    id: str
    space: str
    look: Look


class Thing(NamedTuple):
    """An element of the board. `kind`: "door", "security_door", "container", "console", "neutral".

    `place` is a space, or the side of a door. `used` means open, empty or completed. `label` is drawn on it, or the
    `drawing` in its place.
    """

    id: str
    kind: str
    place: str
    used: bool = False
    label: str = ""
    drawing: str = ""


def initials_of(id: str) -> str:
    """Return one or two letters from an id, for figures whose card has no initials."""
    words = [word for word in id.replace(".", "_").split("_") if word and not word.isdigit()]
    return "".join(word[0] for word in words[:2]).upper() or "?"


def plain_sign(id: str) -> Sign:
    """Return the letters of an id, for boards without cards."""
    return Sign(initials_of(id))


def printed_wounds(character: Character) -> int:
    """Return the Wounds printed on a card, for boards that know no rules."""
    return character.wounds


def rolled_losses(state: State) -> Mapping[str, int]:
    """Return the Damage of the open roll, for boards that know no rules."""
    return preview.losses(None, state)


def character_look(
    character: Character, sign: Signs = plain_sign, wounds: Wounds = printed_wounds, losing: int = 0
) -> Look:
    """Return the look of a Character or Ally."""
    return Look(
        "ally" if character.ally else "team",
        sign(character.id),
        0,
        character.damage,
        wounds(character),
        tuple(state for state in character.states if state != UNCONSCIOUS),
        not character.conscious,
        character.activated,
        losing=losing,
    )


def enemy_look(enemy: Enemy, unit: Unit | None, sign: Signs = plain_sign, losing: int = 0) -> Look:
    """Return the look of a Miniature."""
    return Look(
        "enemy",
        sign(enemy.unit),
        enemy.number,
        enemy.damage,
        unit.profile.wounds if unit else enemy.damage,
        enemy.states,
        False,
        bool(unit and unit.activated),
        unit.face if unit else 0,
        losing,
    )


def figures(
    state: State, sign: Signs = plain_sign, wounds: Wounds = printed_wounds, losses: Losses = rolled_losses
) -> tuple[Figure, ...]:
    """Return all figures on the board: the team first, then the Enemies, each in the State's order."""
    losing = losses(state)
    team = [
        Figure(one.id, one.space, character_look(one, sign, wounds, losing.get(one.id, 0)))
        for one in state.team.values()
        if one.space
    ]
    enemies = [
        Figure(one.id, one.space, enemy_look(one, state.units.get(one.unit), sign, losing.get(one.id, 0)))
        for one in state.enemies.values()
        if one.space
    ]
    return (*team, *enemies)


def things(state: State, sign: Signs = plain_sign) -> tuple[Thing, ...]:
    """Return the elements of the board. Consoles are numbered in the State's order."""
    found = [
        Thing(id, "security_door" if door.security else "door", door.side, door.open)
        for id, door in state.doors.items()
    ]
    found += [
        Thing(id, "container", container.space, container.empty, "" if container.loot < 2 else str(container.loot))
        for id, container in state.containers.items()
    ]
    found += [
        Thing(id, "console", console.space, len(console.completed) >= len(console.inputs) > 0, str(number))
        for number, (id, console) in enumerate(state.consoles.items(), 1)
    ]
    found += [
        Thing(id, "neutral", neutral.space, False, *sign(neutral.ally.id))
        for id, neutral in state.neutrals.items()
        if neutral.space
    ]
    return tuple(found)


def acting(state: State) -> str:
    """Return the figure of the innermost Activation in progress, or ""."""
    for frame in reversed(state.agenda):
        if isinstance(frame, Activation):
            return frame.character
        if isinstance(frame, EnemyActivation):
            return frame.enemy
    return ""
