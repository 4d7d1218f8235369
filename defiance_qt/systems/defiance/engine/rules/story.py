"""Effects of missions: counters, doors and elements, people, chance, hidden tokens, zones, the end (R-024, R-130)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import PLAIN
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from defiance_qt.systems.defiance.engine.causes import cause
from defiance_qt.systems.defiance.engine.evolve.missions import mission_of
from defiance_qt.systems.defiance.engine.frames import Effects, MissionPick
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.rules.figures import in_play
from defiance_qt.systems.defiance.engine.rules.mission import decide
from defiance_qt.systems.defiance.engine.state import Neutral
from defiance_qt.systems.defiance.engine.transaction import Transaction

REVEALED = "revealed"
"""In effects: the card, or the space, whose hidden token was revealed last."""


def _count(run: Transaction, effect: t.Count, use: Any) -> None:
    """Change a counter, one fact for each value that it reaches or passes."""
    was = mission_of(run.state).counters.get(effect.counter, 0)
    now = max(0, was + effect.amount)
    if now != was:
        run.emit(e.CounterChanged(effect.counter, now - was, now, use.rules))
        step = 1 if now > was else -1
        for value in range(was + step, now + step, step):
            run.fact("counter", effect.counter, str(value))


def _close(run: Transaction, effect: t.CloseDoors, use: Any) -> None:
    for door in effect.doors:
        if run.state.doors[door].open:
            run.emit(e.DoorClosed(door, (*use.rules, "R-128")))


def _seal(run: Transaction, effect: t.Seal, use: Any) -> None:
    for name in effect.elements:
        if (name in mission_of(run.state).sealed) != effect.on:
            run.emit(e.ElementSealed(name, effect.on, use.rules))
        id, _, number = name.partition(" ")
        if effect.reset and id in run.state.consoles:
            inputs = (int(number) - 1,) if number else tuple(range(len(run.state.consoles[id].inputs)))
            run.emit(e.ConsoleReset(id, inputs, use.rules))


def _end(run: Transaction, effect: t.EndMission, use: Any) -> None:
    decide(run, effect.result, effect.id, use.rules)


def _respawn_at(run: Transaction, effect: t.RespawnAt, use: Any) -> None:
    board = run.rules.board
    there = tuple(board.names[board.space(name)] for name in spaces(run, effect.spaces))
    if there:
        run.emit(e.RespawnMoved(there, use.rules))


def _appear(run: Transaction, effect: t.Appear, use: Any) -> None:
    """A Neutral Character that becomes an Ally stays where it is; anybody else appears on the closest free space."""
    id = mission_of(run.state).last_revealed if effect.card == REVEALED else effect.card
    if id in run.state.neutrals:
        if not effect.neutral:
            neutral = run.state.neutrals[id]
            cites = (*use.rules, "R-143", "R-151")
            run.emit(e.AllyJoined(id, replace(neutral.ally, space=neutral.space), cites))
            run.fact("ally_joined", id)
        return
    if id in run.state.team and run.state.team[id].space:
        return
    near = closest_free(run.rules.board, run.rules.board.mask((effect.space,)), _taken(run), run.view.open_doors)
    if not near:
        return  # no room on the whole board
    space = run.rules.board.names[(near & -near).bit_length() - 1]
    one = in_play(run.rules, run.state, id)
    if effect.neutral:
        run.emit(e.NeutralAppeared(Neutral(space, one), (*use.rules, "R-131")))
    else:
        run.emit(e.AllyAppeared(replace(one, space=space), (*use.rules, "R-143")))


def _taken(run: Transaction) -> int:
    return run.view.taken | run.view.obstructed


def _leave(run: Transaction, effect: t.Leave, use: Any) -> None:
    for name in effect.who:
        id = mission_of(run.state).last_revealed if name == REVEALED else name
        if id in run.state.neutrals:
            run.emit(e.FigureLeft(id, run.state.neutrals[id].space, use.rules))
        elif id in run.state.team and run.state.team[id].space:
            run.emit(e.FigureLeft(id, run.state.team[id].space, use.rules))
            run.fallen = True
        elif id in run.state.units:
            for enemy in [one.id for one in run.state.enemies.values() if one.unit == id]:
                run.emit(e.MiniatureRetreated(enemy, use.rules))
            harm.count_out(run, id, ("R-243", "R-246"))


def _move(run: Transaction, effect: t.MoveFigures, use: Any) -> None:
    """Move everybody in a zone to the free space of the other that is nearest, or without one to the nearest at all."""
    board, zones = run.rules.board, run.rules.zones
    for id, cell in sorted(run.view.cells.items(), key=lambda pair: pair[1]):
        if not zones[effect.who] >> cell & 1:
            continue
        free = zones[effect.to] & ~zones[effect.who] & ~_taken(run) & ~board.blocked
        near = closest_free(board, 1 << cell, _taken(run) | ~free, run.view.open_doors) if free else 0
        if not near:
            away = _taken(run) | zones[effect.who]
            near = closest_free(board, board.mask(run.rules.mission.zones[effect.to][:1]), away, run.view.open_doors)
        if near:
            space = board.names[(near & -near).bit_length() - 1]
            run.emit(e.FigureMoved(id, board.names[cell], space, use.rules))


# ---- chance ----


def _random(run: Transaction, effect: t.RandomEffects, use: Any) -> None:
    frame = MissionPick(
        "effects", (), effects=effect.of, again=effect.again, user=use.user, source=use.source, rules=use.rules
    )
    run.defer(frame)


def _reveal(run: Transaction, effect: t.Reveal, use: Any) -> None:
    """Turn a token face up: which one lies where is only now decided by chance, which is the same as a shuffle."""
    what: Literal["place", "token"] = "token" if effect.at else "place"
    run.defer(MissionPick(what, (), effect.hidden, effect.at, effect.token, source=use.source, rules=use.rules))


def _options(run: Transaction, frame: MissionPick) -> tuple[str, ...]:
    """Return what chance can pick now: earlier picks of the same effects count."""
    mission = mission_of(run.state)
    if frame.what == "effects":
        gone = () if frame.again else mission.drawn.get(frame.source, ())
        return tuple(str(number + 1) for number in range(len(frame.effects)) if number not in gone)
    left = mission.tokens.get(frame.hidden, ())
    if frame.token and frame.token not in left:
        return ()
    if frame.what == "place":
        places = hidden_places(run, frame.hidden)
        return tuple(one for one in places if f"{frame.hidden} {one}" not in mission.revealed) if left else ()
    if f"{frame.hidden} {frame.place}" in mission.revealed:
        return ()
    return (frame.token,) if frame.token else left


def hidden_places(run: Transaction, hidden: str) -> tuple[str, ...]:
    """Return the places of a hidden set whose card takes part; a Unit has one for each Miniature on the board."""
    found: list[str] = []
    for card in next(one for one in run.rules.mission.hidden if one.id == hidden).on:
        mates = sorted(one.id for one in run.state.enemies.values() if one.unit == card)
        if mates or card in run.rules.catalog.units:
            found += mates
        elif card not in run.rules.catalog.characters or card in run.state.neutrals or card in run.state.team:
            found.append(card)
    return tuple(found)


def pick_advance(run: Transaction, frame: MissionPick) -> bool:
    """Ask for chance only where there is more than one possibility; without one, nothing happens."""
    if frame.options:
        return False
    found = _options(run, frame)
    if len(set(found)) > 1:
        run.set(replace(frame, options=found))
        return False
    run.close()
    if found:
        _go_on(run, frame, found[0])
    return True


def picked(run: Transaction, frame: MissionPick, option: str) -> None:
    """Continue with what chance has picked."""
    run.emit(e.RandomPicked(option, frame.options, run.typed, frame.rules))
    _go_on(run, frame, option)


def _go_on(run: Transaction, frame: MissionPick, option: str) -> None:
    if frame.what == "effects":
        number = int(option) - 1
        if not frame.again:
            run.emit(e.EffectsPicked(frame.source, number, frame.rules))
        run.defer(Effects(frame.effects[number], frame.user, frame.user, frame.source, frame.rules))
    elif frame.what == "place":
        run.open(replace(frame, what="token", place=option, options=()))
    else:
        run.emit(e.TokenRevealed(frame.hidden, frame.place, option, frame.rules))
        run.fact(REVEALED, frame.hidden, option)


# ---- zones, campaign ----


def _zone(run: Transaction, effect: t.ZoneRule, use: Any) -> None:
    if (effect.rule in mission_of(run.state).zones.get(effect.zone, ())) != effect.on:
        run.emit(e.ZoneRuleSet(effect.zone, effect.rule, effect.on, use.rules))


def activation_over(run: Transaction, figure: str) -> None:
    """Apply the rules of the zones in which one of the team ends its Activation."""
    if not run.state.mission:
        return
    for zone, rules in run.state.mission.zones.items():
        for rule in rules:
            one = run.state.team.get(figure)
            ability = run.rules.abilities.get(rule, PLAIN)
            if one is None or not one.space or ability.apply is None:
                continue
            if run.rules.spaces_of(zone) >> run.view.cells[figure] & 1:
                values = {"zone": zone}
                cause(run, ability.apply, ability.apply(run.rules.play, run.state, values, figure, figure))


def _gain(run: Transaction, effect: t.Gain, use: Any) -> None:
    run.emit(e.Gained(effect.what, effect.id, effect.amount, use.rules))


STORY: dict[type, Callable[[Transaction, Any, Any], None]] = {
    t.Count: _count,
    t.CloseDoors: _close,
    t.Seal: _seal,
    t.EndMission: _end,
    t.RespawnAt: _respawn_at,
    t.Appear: _appear,
    t.Leave: _leave,
    t.MoveFigures: _move,
    t.RandomEffects: _random,
    t.Reveal: _reveal,
    t.ZoneRule: _zone,
    t.Gain: _gain,
}


# ---- whom and what an effect names ----


def spaces(run: Transaction, at: tuple[str, ...]) -> tuple[str, ...]:
    """Return spaces of a mission's effect; "revealed" is the place whose token was revealed last, "breach first" the
    one where this token of that hidden set was revealed."""
    return tuple(space for one in at for space in _space(run, one))


def _space(run: Transaction, name: str) -> tuple[str, ...]:
    mission, board = mission_of(run.state), run.rules.board
    hidden, _, token = name.partition(" ")
    if name == REVEALED:
        places = [mission.last_revealed]
    elif token:
        start = f"{hidden} "
        up = mission.revealed.items()
        places = [key.removeprefix(start) for key, one in up if key.startswith(start) and one == token]
    else:
        return (name,)
    found: list[str] = []
    for place in places:
        cell = run.view.cells.get(place)
        found += [board.names[cell]] if cell is not None else run.rules.mission.zones.get(place, (place,))
    return tuple(found)


def figures(run: Transaction, who: str) -> Iterator[str]:
    """Yield the figures of the team that a mission's effect names: an id, a zone, a selector of AI cards."""
    team = [one for one in run.state.team.values() if one.space]
    word, _, zone = who.partition(" ")
    if who == REVEALED:
        who = mission_of(run.state).last_revealed
    if word in ("in", "outside"):
        cells = run.view.cells
        yield from (one.id for one in team if bool(run.rules.zones[zone] >> cells[one.id] & 1) == (word == "in"))
    elif who in SELECTED:
        conscious = [one for one in team if one.conscious and not one.ally]
        if conscious:
            yield min(conscious, key=lambda one: (SELECTED[who](one), -one.damage)).id
    elif who in {one.id for one in team}:
        yield who


SELECTED: dict[str, Callable[[Any], int]] = {
    "most_aggro": lambda one: -one.aggro,
    "least_aggro": lambda one: one.aggro,
    "most_damage": lambda one: -one.damage,
    "least_damage": lambda one: one.damage,
}
