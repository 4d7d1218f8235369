"""Valid targets, and the targets of an Action printed on a card (R-048, R-149, R-153, R-212)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from defiance_qt.systems.defiance.engine.content import CardAction, ChangeGround, Heal, Revive, WorkDoor
from defiance_qt.systems.defiance.engine.rules.effects import OTHERS, hackable, other_wanted
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, State

Targets = Callable[[Rules, State, View, Character, CardAction], Iterator[str]]


def _self(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    yield one.id


def _in_range(rules: Rules, state: State, view: View, one: Character, action: CardAction, target: str) -> bool:
    """Check Range, sight where printed, and Contact for adjacent targets: no wall between (R-037, R-069)."""
    here, there = view.cells[one.id], view.cells[target]
    distance = rules.board.distance(here, there)
    low, high = action.range
    if not low <= distance <= high:
        return False
    if high == 1 and distance == 1 and not view.passages.near[here] >> there & 1:
        return False
    return not action.sight or rules.sees(state, view, one.id, target)


def reaches_remotes(action: CardAction) -> bool:
    """Check whether an Action on a Character does anything but heal; a Remote is not healed by it (R-145, R-157)."""
    return any(not isinstance(effect, Heal | Revive) for effect in action.effects)


def _characters(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    for other in state.team.values():
        if (
            other.space
            and other.conscious
            and (not other.remote or reaches_remotes(action))
            and _in_range(rules, state, view, one, action, other.id)
        ):
            yield other.id


def _unconscious(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    """R-149, R-231; a Remote is never revived this way (R-153)."""
    for other in state.team.values():
        lying = UNCONSCIOUS in other.states and other.space and not other.remote
        if lying and _in_range(rules, state, view, one, action, other.id):
            yield other.id


def _remotes(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    """R-153: only a Repair Kit heals a Remote."""
    for other in state.team.values():
        if other.remote and other.space and _in_range(rules, state, view, one, action, other.id):
            yield other.id


def _remotes_off(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    """R-155 (switch D16): the Controller's own Remote, off the board and not used up."""
    for other in state.team.values():
        if other.remote and not other.space and other.controller == one.id:
            cards = len(other.consequences) + len(other.face_down)
            by_cards = rules.switches["remote_redeploy"] == "cards"
            if (cards < other.wounds) if by_cards else rules.loadout(other).wounds:
                yield other.id


def _enemies(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    for id in state.enemies:
        if _in_range(rules, state, view, one, action, id) and of_kind(rules, state, id, action.among or ()):
            distance = rules.board.distance(view.cells[one.id], view.cells[id])
            if not rules.untargetable(state, one.id, id, distance):
                yield id


def of_kind(rules: Rules, state: State, enemy: str, among: tuple[str, ...]) -> bool:
    """Check whether an Enemy is of one of the kinds to which a card is limited."""
    profile = state.units[state.enemies[enemy].unit].profile
    is_a = {
        "hackable": lambda: hackable(rules, state, enemy),
        "structure": lambda: profile.structure,
        "rookie": lambda: profile.colour == "blue",
    }
    return not among or any(all(is_a[word]() for word in kind.split()) for kind in among)


def door_range(rules: Rules, cell: int, door: str) -> int:
    """Return the Range from a space to a door: to the closer of its two spaces."""
    return min(rules.board.distance(cell, end) for end in rules.board.door_cells(rules.board.door_index[door]))


def _doors(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    """Yield the standard doors that the card can open, or close (R-126…R-128)."""
    closes = any(isinstance(effect, WorkDoor) and effect.closes for effect in action.effects)
    low, high = action.range
    for id, door in state.doors.items():
        fits = not door.security and (closes or not door.open)
        if fits and low <= door_range(rules, view.cells[one.id], id) <= high:
            yield id


def _spaces(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    """Yield the spaces in Range, in sight if that is printed. One that becomes Blocked is free and, next to the figure,
    in Contact (R-037, R-215)."""
    board, here = rules.board, view.cells[one.id]
    blocks = any(isinstance(effect, ChangeGround) and effect.rule == "blocked" for effect in action.effects)
    row, (low, high) = board.distances(here), action.range
    full = board.blocked
    if blocks:
        full |= view.taken | view.obstructed
    for cell in board.cells:
        if low <= row[cell] <= high and not full >> cell & 1:
            if high == 1 and cell != here and not view.passages.near[here] >> cell & 1:
                continue
            if not action.sight or rules.sight.sees(here, cell, view.blockers):
                yield board.names[cell]


def card_others(
    rules: Rules, state: State, view: View, one: Character, action: CardAction, target: str
) -> tuple[str, ...]:
    """Return the valid figures for the effects on another one: in Range of the Action, in sight if it needs that,
    conscious if a Character or Ally. Only "" when there is none, or no such effect."""
    wanted = other_wanted(action.effects)
    if not wanted:
        return ("",)
    cells = view.cells
    found = [id for id in OTHERS[wanted](rules, state) if id not in (target, one.id)]
    return tuple(
        id
        for id in found
        if _in_range(rules, state, view, one, action, id)
        and (
            id in state.team
            or not rules.untargetable(state, one.id, id, rules.board.distance(cells[one.id], cells[id]))
        )
    ) or ("",)


CARD_TARGETS: dict[str, Targets] = {
    "self": _self,
    "character": _characters,
    "unconscious": _unconscious,
    "remote": _remotes,
    "remote_off": _remotes_off,
    "enemy": _enemies,
    "door": _doors,
    "space": _spaces,
}
