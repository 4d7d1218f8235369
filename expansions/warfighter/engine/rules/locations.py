"""Locations: placing them, choosing them from two, putting them in order (W-048, W-049, W-127, W-128)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from .. import commands as c
from .. import events as e
from .. import totals
from ..frames import Arrive, Draw, EventCard, Place, Recon
from ..refusals import Refused, no_soldier, pinned, refused
from ..ruleset import Rules
from ..run import Run
from ..state import State
from . import experience

PAIR = 2
"""The Locations that one is chosen from."""


def options(rules: Rules, state: State, number: str) -> Iterator[c.Command]:
    yield c.Place(number)
    scout = experience.able(rules, state, "scout")
    if scout:
        yield c.Place(number, experience.skill_with(rules, state.team[scout].skills, "scout"))


def check(rules: Rules, state: State, command: c.Place) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    if state.conditions.placed:
        return refused("placed", "W-048", "a Location was placed this turn")
    if state.rightmost >= state.space - 1:
        return refused("row_full", "W-048", "all Locations are placed")
    if not state.decks["locations"].size and not state.decks["locations"].discards:
        return refused("no_locations", "W-127", "there is no Location card left")
    soldier = state.team[command.soldier]
    if soldier.space != state.rightmost:
        return refused(
            "not_rightmost", "W-127", "Soldier {soldier} is not in the rightmost space", soldier=command.soldier
        )
    if (why := pinned(rules, soldier)) is not None or not command.skill:
        return why
    scout = experience.able(rules, state, "scout")
    if not scout or command.skill != experience.skill_with(rules, state.team[scout].skills, "scout"):
        return refused("no_scout", "W-158", "nobody can choose the Location with {skill} any more", skill=command.skill)
    if source(rules, state):
        return refused("chosen_anyway", "W-158", "the Location is chosen from two anyway")
    return None


def source(rules: Rules, state: State) -> str:
    """Return the text key of what lets the next Location be chosen from two, "" if nothing does."""
    if state.conditions.old_map:
        return "event.old_map.name"
    for support in state.supports:
        if rules.catalog.supports[support.id].effect == "scout":
            return f"support.{support.id}.name"
    return ""


def place(run: Run, frame: object, command: c.Place) -> None:
    """Begin to place a Location: one card, or two to choose from."""
    why = source(run.rules, run.state)
    if command.skill:
        experience.spend(run, "scout")
        why = f"skill.{command.skill}.name"
    run.open(Place(command.soldier, PAIR if why else 1, source=why))


def advance(run: Run, frame: Place) -> bool:
    """Draw, wait for the choice, place."""
    if len(frame.seen) < frame.want:
        run.open(Draw("locations", frame.want - len(frame.seen)))
        return True
    if frame.want > 1:
        return False
    run.close()
    if frame.seen:
        _placed(run, frame.soldier, frame.seen[0])
    return True


def drawn(run: Run, frame: Place, draw: Draw, cards: tuple[str, ...]) -> None:
    """Take the drawn Locations; with fewer than wanted there is less to choose."""
    seen = (*frame.seen, *cards)
    want = frame.want if cards and len(seen) <= frame.want else len(seen)
    if len(seen) > 1 and len(seen) == want:
        run.emit(e.LocationsSeen(frame.soldier, len(seen), frame.source))
    run.set(replace(frame, seen=seen, want=want))


def choices(rules: Rules, state: State, frame: Place) -> Iterator[c.Command]:
    yield from (c.Pick(id) for id in dict.fromkeys(frame.seen))


def choose(run: Run, frame: Place, command: c.Pick) -> None:
    """Place the chosen Location; the others go back into the deck."""
    others = list(frame.seen)
    others.remove(command.id)
    run.close()
    run.emit(e.Returned("locations", tuple(others)))
    _placed(run, frame.soldier, command.id)


def _placed(run: Run, number: str, id: str) -> None:
    """Place a Location at the next space, if its Soldier can pay for it; Hostiles come, then an Event (W-128)."""
    card = run.rules.catalog.locations[id]
    if card.cost:
        if run.soldier(number).acts < card.cost:
            run.emit(e.LocationRefused(id, number, card.cost))
            return
        run.emit(e.ActionsSpent(number, card.cost, ("W-048", "W-127")))
    rp = totals.team_rp(run.rules, run.state)
    number_of = totals.hostile_number(run.rules, run.state, id, rp)
    space = run.state.rightmost + 1
    run.emit(e.LocationPlaced(id, space, number, rp, number_of.parts))
    if card.event:
        run.open(EventCard(cause="location"))
    run.open(Arrive(space, number_of.value, "location"))


# ---- Locations in order ----


def advance_recon(run: Run, frame: Recon) -> bool:
    """Look at the next Locations, wait for their order, and put them back."""
    if len(frame.seen) < frame.want:
        run.open(Draw("locations", frame.want - len(frame.seen)))
        return True
    if len(frame.seen) - len(frame.order) > 1:
        return False
    run.close()
    rest = _unordered(frame)
    if frame.seen:
        run.emit(e.Returned("locations", (*frame.order, *rest), top=True))
    return True


def recon_drawn(run: Run, frame: Recon, draw: Draw, cards: tuple[str, ...]) -> None:
    seen = (*frame.seen, *cards)
    want = frame.want if cards else len(seen)
    if len(seen) == want:
        run.emit(e.LocationsSeen(frame.soldier, len(seen), "action.recon.name"))
    run.set(replace(frame, seen=seen, want=want))


def _unordered(frame: Recon) -> tuple[str, ...]:
    left = list(frame.seen)
    for id in frame.order:
        left.remove(id)
    return tuple(left)


def recon_choices(rules: Rules, state: State, frame: Recon) -> Iterator[c.Command]:
    """Yield the Locations that can come next; the first one is drawn first."""
    yield from (c.Pick(id) for id in dict.fromkeys(_unordered(frame)))


def recon_choose(run: Run, frame: Recon, command: c.Pick) -> None:
    run.set(replace(frame, order=(*frame.order, command.id)))
