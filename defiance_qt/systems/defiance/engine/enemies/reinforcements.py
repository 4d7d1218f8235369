"""Units entering play: deployment, Respawn (R-167…R-170, R-203, R-207, R-248…R-258)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.content import Profile
from defiance_qt.systems.defiance.engine.frames import (
    Draw,
    EnemyActivation,
    Frame,
    Roll,
    SurpriseAttack,
    UnitActivation,
)
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.rules.attributes import UNIT, changes_of, faces_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Enemy, State, Unit
from defiance_qt.systems.defiance.engine.transaction import Transaction


def deploy_unit(
    run: Transaction,
    kind: str,
    at: Sequence[str],
    origin: Literal["selected", "available"],
    rules: tuple[str, ...],
    face: int = 0,
) -> None:
    """Deploy a Unit with all the Miniatures on its card (R-164), as near to `at` as possible (R-250).

    A Surprise Attack Unit waits off the board (R-203). The Unit's cards are dealt separately: see `deal_late`.
    """
    faces = faces_of(run.rules, run.state, kind)
    up = len(faces) - 1 if run.state.high_face else face
    unit = Unit(kind, up, faces)
    waits = any(ability.surprise for ability in run.rules.unit_abilities(unit))
    cites = (*rules, *(("R-203",) if waits else ()), *(("R-273",) if run.state.high_face else ()))
    changes = changes_of(run.rules, run.state, kind, UNIT)
    cites = (*cites, *cited([one.change for one in changes]))
    run.emit(e.UnitDeployed(Unit(kind, up, faces, hidden_away=waits), origin, cites, changes))
    if not waits:
        spots = [run.rules.board.space(name) for name in at]
        for number in range(1, faces[up].number + 1):
            place(run, kind, number, spots[number - 1 :] or spots, rules)
    run.fact("unit_deployed", kind)


def deal_late(run: Transaction, kind: str, cites: tuple[str, ...] = ("R-170",)) -> None:
    """Deal an Initiative and an AI card to a Unit that arrives during a Round (R-170, R-262, R-263), unless its card
    says that it has none (R-212)."""
    unit = run.state.units[kind]
    if kind not in run.state.initiative and not unit.ai_card and not run.rules.inert(unit):
        run.emit(e.InitiativeShuffled((*run.state.initiative, kind), cites))
        run.defer(Draw("ai", 1, "deal", kind))


def awaken(run: Transaction, enemy: str, cites: tuple[str, ...]) -> None:
    """At Alert 0, deal a Unit its cards when one of its Enemies is targeted or sees a Character (R-262, R-263)."""
    if run.state.alert == 0:
        deal_late(run, run.state.enemies[enemy].unit, ("R-170", *cites))


class Site(NamedTuple):
    """The space of a Miniature, and why that one: as `EnemyDeployed` records it."""

    space: int
    near: tuple[str, ...]
    spaces: tuple[str, ...] = ()
    by: str = ""
    weighed: tuple[e.Weighed, ...] = ()


def place(run: Transaction, kind: str, number: int, near: Sequence[int], rules: tuple[str, ...]) -> None:
    """Place one Miniature on the first of these spaces that is free, or the closest free one. Spaces nearest to the
    team come first (Evil AI), then the smallest coordinates (R-250, R-251)."""
    site = _spot(run, near)
    if site is not None:
        place_at(run, kind, number, site, rules)


def place_at(run: Transaction, kind: str, number: int, site: Site, rules: tuple[str, ...]) -> None:
    """Place one Miniature (R-250, R-256). Ambushers start with the Hidden State (R-207)."""
    enemy = Enemy(f"{kind}.{number}", kind, number, run.rules.board.names[site.space])
    run.emit(e.EnemyDeployed(enemy, rules, "", *site[1:]))
    for ability in run.rules.unit_abilities(run.state.units[kind]):
        for state in ability.deploys_with:
            harm.impose(run, enemy.id, state, f"unit.{kind}.name", ability.cites)


def _spot(run: Transaction, near: Sequence[int]) -> Site | None:
    """Return the space for a Miniature, None when there is no room on the whole board."""
    view = run.view
    taken = view.taken | view.obstructed
    cells = closest_free(run.rules.board, 1 << near[0], taken, view.open_doors)
    there = (run.rules.board.names[near[0]],)
    if len(near) > 1 and not taken >> near[0] & 1:
        return Site(near[0], there)
    return _nearest_to_team(run, cells, there) if cells else None


def _nearest_to_team(run: Transaction, cells: int, near: tuple[str, ...]) -> Site:
    """Return the space of a mask that is nearest to the team, of equals the smallest coordinates."""
    order = sorted((_to_team(run, cell), cell) for cell in cells_of(cells))
    best = order[0][1]
    if len(order) == 1:
        return Site(best, near)
    names = run.rules.board.names
    spaces = tuple(names[cell] for _, cell in order)
    return Site(best, near, spaces, "team" if order[0][0] < order[1][0] else "coordinates")


def _to_team(run: Transaction, cell: int) -> int:
    row = run.rules.board.distances(cell)
    view = run.view
    return min((row[view.cells[one.id]] for one in run.state.team.values() if one.space and one.conscious), default=0)


def come_back(run: Transaction) -> None:
    """Place the Miniatures that are due back, undamaged, as near as possible to a Respawn space, if there is one
    (R-212, R-250)."""
    for key, due in list(run.state.facts.items()):
        owner, _, enemy = key.partition(".")
        kind, _, number = enemy.rpartition(".")
        spots = respawn_spaces(run)
        away = owner == harm.RETURNS and kind in run.state.units and enemy not in run.state.enemies
        if away and due <= run.state.round and spots:
            place(run, kind, int(number), [run.rules.board.space(spots[0])], ("R-212", "R-250"))


def respawn_spaces(run: Transaction) -> list[str]:
    """Return the Respawn spaces, those nearest to the team first (Evil AI, R-251)."""
    return sorted(run.rules.respawn(run.state), key=lambda name: _to_team(run, run.rules.board.space(name)))


def missing(run: Transaction, unit: Unit) -> list[int]:
    """Return the numbers of the Unit's Miniatures that are not on the board and may be replaced (R-256, R-272).
    Structures are never replaced, and a Miniature that comes back by its own card is no casualty (R-212)."""
    returns = any(ability.returns for ability in run.rules.unit_abilities(unit))
    if unit.hidden_away or unit.profile.structure or returns:
        return []
    present = {enemy.number for enemy in run.state.enemies.values() if enemy.unit == unit.id}
    for frame in run.state.agenda:  # a Miniature that has yet to appear is not a casualty
        if isinstance(frame, SurpriseAttack) and frame.unit == unit.id:
            present |= {int(id.rpartition(".")[2]) for id in frame.waiting}
    return [number for number in range(1, unit.profile.number + 1) if number not in present]


def fill_ranks(run: Transaction, kind: str, rules: tuple[str, ...]) -> None:
    """Place all missing Miniatures of a Unit beside its others, free of charge (R-272)."""
    for number in missing(run, run.state.units[kind]):
        replace_one(run, kind, number, rules)


def thin_ranks(run: Transaction, kind: str, rules: tuple[str, ...]) -> None:
    """Reduce a Unit to the Miniatures of its face. The last ones leave first, but those of a frame in progress after
    all others. The remaining ones take a valid tab."""
    number = run.state.units[kind].profile.number
    busy = {id for frame in run.state.agenda for id in _engaged(frame)}
    present = sorted(
        (enemy for enemy in run.state.enemies.values() if enemy.unit == kind),
        key=lambda one: (one.id not in busy, one.number),
    )
    for enemy in present[number:]:
        run.emit(e.MiniatureRetreated(enemy.id, rules))
    for enemy in present[:number]:
        if enemy.number > number:
            free = missing(run, run.state.units[kind])[0]
            run.emit(e.MiniatureRetreated(enemy.id, rules))
            run.emit(e.EnemyDeployed(replace(enemy, id=f"{kind}.{free}", number=free), rules, enemy.id))


def _engaged(frame: Frame) -> tuple[str, ...]:
    """Return the figures involved in a frame."""
    if isinstance(frame, Roll):
        return (frame.actor, frame.target)
    if isinstance(frame, EnemyActivation):
        return (frame.enemy,)
    if isinstance(frame, UnitActivation):
        return frame.waiting
    return (frame.acting,) if isinstance(frame, SurpriseAttack) else ()


def replace_one(run: Transaction, kind: str, number: int, rules: tuple[str, ...]) -> None:
    """Place one Miniature as close as possible to another of its Unit (R-256)."""
    mates = [run.view.cells[enemy.id] for enemy in run.state.enemies.values() if enemy.unit == kind]
    view = run.view
    origin = sum(1 << cell for cell in mates) or run.rules.board.mask(run.rules.respawn(run.state)[:1])
    cells = closest_free(run.rules.board, origin, view.taken | view.obstructed, view.open_doors)
    if cells:  # else there is no room on the whole board
        names = run.rules.board.names
        near = tuple(names[cell] for cell in mates) or run.rules.respawn(run.state)[:1]
        place_at(run, kind, number, _nearest_to_team(run, cells, near), rules)


def returning(rules: Rules, state: State, kind: str) -> Profile:
    """Return the face with which a Unit of the Available deck comes back: the one that it left with (R-253), after
    Maximum Alert the high one (R-273)."""
    faces = faces_of(rules, state, kind)
    return faces[-1 if state.high_face else state.face(kind)]


def respawn(run: Transaction) -> None:
    """Return Units of the Available deck to play, from the top, as long as the Reserve pays for the next (R-248…R-253).
    Without Respawn spaces none returns."""
    if not run.rules.respawn(run.state):
        if run.state.available:
            run.emit(e.ReinforcementsEnded("respawn", "no_space", run.state.reserve, (), ("R-250",)))
        return
    respawned = False
    while run.state.available:
        kind = run.state.available[0]
        price = returning(run.rules, run.state, kind).respawn
        assert price is not None, f"{kind} is Available without a Respawn value"
        if run.state.reserve < price:
            unpaid = (e.Priced(kind, price),)
            cites = ("R-248", "R-249")
            run.emit(e.ReinforcementsEnded("respawn", "too_few", run.state.reserve, unpaid, cites))
            return
        respawned = True
        harm.reinforce(run, -price, "respawn", ("R-248", "R-250"), kind)
        deploy_unit(run, kind, respawn_spaces(run)[:1], "available", ("R-250", "R-253"), run.state.face(kind))
    if respawned:
        run.emit(e.ReinforcementsEnded("respawn", "none_left", run.state.reserve, (), ("R-252",)))
