"""Valid targets, and the targets of an Action printed on a card (R-048, R-062, R-069, R-149, R-153, R-155, R-212)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of
from defiance_qt.systems.defiance.engine.content import CardAction, ChangeGround, Heal, Revive, WorkDoor
from defiance_qt.systems.defiance.engine.rules.effects import OTHERS, hackable, other_wanted
from defiance_qt.systems.defiance.engine.rules.equip import not_beside
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


def _team(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    fits = FITS[action.target]
    for other in state.team.values():
        if fits(one, action, other) and _in_range(rules, state, view, one, action, other.id):
            yield other.id


# What is asked of one of the team that an Action is aimed at, by the kind of its target. A Remote is never revived
# and only a Repair Kit heals it.
FITS: dict[str, Callable[[Character, CardAction, Character], bool]] = {
    "self": lambda one, action, other: other is one,
    "character": lambda one, action, other: (
        bool(other.space) and other.conscious and (not other.remote or reaches_remotes(action))
    ),
    "unconscious": lambda one, action, other: UNCONSCIOUS in other.states and bool(other.space) and not other.remote,
    "remote": lambda one, action, other: other.remote and bool(other.space),
    "remote_off": lambda one, action, other: other.remote and not other.space and other.controller == one.id,
}


def _remotes_off(rules: Rules, state: State, view: View, one: Character, action: CardAction) -> Iterator[str]:
    """Yield the Controller's own Remotes that are off the board and not worn out (R-155)."""
    fits = FITS["remote_off"]
    return (other.id for other in state.team.values() if fits(one, action, other) and not _worn_out(rules, other))


def _worn_out(rules: Rules, remote: Character) -> bool:
    """Check whether the Consequences of a Remote keep it from the board (R-155; switch D16)."""
    if rules.switches["remote_redeploy"] == "cards":
        return len(remote.consequences) + len(remote.face_down) >= remote.wounds
    return not rules.loadout(remote).wounds


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
    closes, (low, high) = _closes(action), action.range
    for id, door in state.doors.items():
        fits = not door.security and (closes or not door.open)
        if fits and low <= door_range(rules, view.cells[one.id], id) <= high:
            yield id


def _closes(action: CardAction) -> bool:
    return any(isinstance(effect, WorkDoor) and effect.closes for effect in action.effects)


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
    "character": _team,
    "unconscious": _team,
    "remote": _team,
    "remote_off": _remotes_off,
    "enemy": _enemies,
    "door": _doors,
    "space": _spaces,
}


# ---- why a target is refused ----


def barred_target(
    rules: Rules, state: State, view: View, one: Character, card: str, action: CardAction, target: str
) -> Illegal | None:
    """Refuse a target of the wrong kind for the card (R-048, R-153), or one out of its reach: out of Range, out of
    sight (R-062), not in Contact, or not to be chosen (R-212). None for the targets in `CARD_TARGETS`."""
    kind, other = action.target, state.team.get(target)
    if kind in ("door", "space"):
        return _barred_place(rules, state, view, one, card, action, target)
    if other is not None and kind == "remote_off" and other.remote and other.space:
        return Illegal("on_board", "R-155", f"{target} is on the board already", figure=target)
    if other is not None and kind != "remote_off" and not other.space:
        return Illegal("off_board", "R-154", f"{target} is off the board", figure=target)
    if other is not None and kind == "character" and other.remote and not reaches_remotes(action):
        return wrong_target(card, target, "R-153")
    if kind == "enemy":
        fits = target in state.enemies and of_kind(rules, state, target, action.among or ())
    else:
        fits = other is not None and FITS[kind](one, action, other)
    if not fits:
        rule = {"unconscious": "R-149", "remote": "R-153", "remote_off": "R-155"}.get(kind, "R-048")
        return wrong_target(card, target, rule)
    if kind == "remote_off" and other is not None and _worn_out(rules, other):
        return Illegal("worn_out", "R-155", f"{target} is worn out by its Consequences", target=target)
    if kind in ("self", "remote_off"):
        return None
    here, there = view.cells[one.id], view.cells[target]
    distance = rules.board.distance(here, there)
    barred = out_of_range(target, distance, action.range, "R-069")
    if barred is None and action.sight:
        barred = unseen(rules, state, one.id, target)
    if barred is None and action.range[1] == 1 == distance and not view.passages.near[here] >> there & 1:
        barred = not_beside(one.id, target, "R-037")
    return barred or (untargetable(rules, state, one.id, target, distance) if kind == "enemy" else None)


def _barred_place(
    rules: Rules, state: State, view: View, one: Character, card: str, action: CardAction, target: str
) -> Illegal | None:
    """Refuse a door or a space of the wrong kind, or out of reach (R-048, R-062, R-069, R-127)."""
    here = view.cells[one.id]
    if action.target == "door" and target in state.doors:
        door = state.doors[target]
        if door.security:
            return Illegal("security_door", "R-127", "no card opens a Security Door", element=target)
        far = out_of_range(target, door_range(rules, here, target), action.range, "R-069")
        if far is None and door.open and not _closes(action):
            return Illegal("already_open", "R-128", "that door is open", element=target)
        return far
    if action.target == "space" and target in rules.board.by_name:
        distance = rules.board.distance(here, rules.board.by_name[target])
        far = out_of_range(target, distance, action.range, "R-069")
        if far is not None or target in _spaces(rules, state, view, one, action):
            return far
    return wrong_target(card, target, "R-048")


def wrong_target(card: str, target: str, rule: str) -> Illegal:
    return Illegal("wrong_target", rule, f"{card} does not work on {target}", card=card, target=target)


def out_of_range(target: str, distance: int, band: tuple[int, int], rule: str) -> Illegal | None:
    low, high = band
    if low <= distance <= high:
        return None
    words = f"{target} is at Range {distance}, what is used reaches {low} to {high}"
    return Illegal("out_of_range", rule, words, target=target, distance=distance, low=low, high=high)


def unseen(rules: Rules, state: State, id: str, target: str) -> Illegal | None:
    """Refuse a target out of sight (R-062)."""
    if rules.sees(state, rules.view(state), id, target):
        return None
    cut = obstacles(rules, state, id, target)
    words = f"{id} has no Line of Sight to {target}: {', '.join(cut)}"
    return Illegal("no_sight", "R-062", words, figure=id, target=target, cut=cut)


def untargetable(rules: Rules, state: State, id: str, target: str, distance: int) -> Illegal | None:
    """Refuse a target that an ability or a house rule does not let be chosen (R-212)."""
    if not rules.untargetable(state, id, target, distance):
        return None
    veto = rules.barred(state, id, target, distance)
    if veto is not None:
        return Illegal(veto.code, veto.rule, veto.message)
    words = f"{target} cannot be chosen as a target from Range {distance}"
    return Illegal("untargetable", "R-212", words, target=target, distance=distance)


def obstacles(rules: Rules, state: State, figure: str, target: str) -> tuple[str, ...]:
    """Return what cuts the best line of sight from a figure to another, nearest first: ids of figures and closed doors,
    the kind of a side ("wall", "violet", "red"; R-063, R-064), or the terrain of a zone ("low", "blocked"; R-065)."""
    board, view = rules.board, rules.view(state)
    found = rules.sight.why(view.cells[figure], view.cells[target], view.blockers, *rules.eyes(state, figure, target))
    there = {cell: id for id, cell in view.cells.items()}
    terrain = {cell: rule for rule, mask in rules.terrain(state).items() for cell in cells_of(mask)}
    return tuple(dict.fromkeys(_obstacle(board, {**terrain, **there}, name) for name in found.cut_by))


def _obstacle(board: Board, there: Mapping[int, str], name: str) -> str:
    if ":" not in name:
        return there[board.by_name[name]]
    cell, direction = board.side(name)
    door = board.door_on(cell, direction)
    if door >= 0:
        return board.doors[door].id
    kinds = board.side_kinds(cell, direction)
    return next((kind for kind in ("wall", "violet", "red") if kind in kinds), "wall")
