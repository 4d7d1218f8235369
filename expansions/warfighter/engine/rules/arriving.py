"""Hostile cards that come, and their Target tokens (W-049, W-050, W-128, W-137 … W-139)."""

from __future__ import annotations

from msgspec.structs import replace

from .. import events as e
from ..frames import Arrive, Draw, Retarget
from ..run import Run

SINGLE = ("event", "reinforce", "called")
"""The causes that bring one card."""

RULES = {
    "location": ("W-049", "W-068", "W-128"),
    "objective": ("W-069", "W-129"),
    "event": ("W-155",),
    "reinforce": ("W-054", "W-137"),
    "called": ("W-055", "W-138"),
}
"""The rules that each cause cites."""


def advance(run: Run, frame: Arrive) -> bool:
    """Draw the next Hostile card until their XP reach the number."""
    over = frame.drawn > 0 if frame.cause in SINGLE else frame.found >= frame.need
    if over:
        run.close()
    else:
        run.open(Draw("hostiles"))
    return True


def drawn(run: Run, frame: Arrive, draw: Draw, cards: tuple[str, ...]) -> None:
    """Bring the card that was drawn, or give it the Target that was drawn for it."""
    if draw.deck == "cup":
        target(run, draw.who, cards)
        return
    if not cards:
        run.close()  # the deck and its discards are used up
        return
    card = run.rules.catalog.hostile(cards[0])
    kept = frame.low <= card.value <= frame.high
    run.set(replace(frame, found=frame.found + card.xp, drawn=frame.drawn + 1))
    id = f"{cards[0]}.{run.state.numbers.get(cards[0], 0) + 1}"
    run.emit(
        e.HostileDrawn(
            id,
            cards[0],
            frame.space,
            frame.cause,
            card.value,
            frame.low,
            frame.high,
            kept,
            frame.by,
            RULES[frame.cause],
        )
    )
    if kept:
        run.open(Draw("cup", who=id))


def target(run: Run, hostile: str, cards: tuple[str, ...]) -> None:
    """Give a Hostile card the Target that was drawn. With an empty cup no token lies on it (W-139)."""
    if not cards or hostile not in run.state.hostiles:
        return
    last = run.events[-1]
    token = isinstance(last, e.Drawn) and last.token
    run.emit(e.TargetDrawn(hostile, cards[0], token, rules=("W-050", "W-139")))


def advance_retarget(run: Run, frame: Retarget) -> bool:
    """Draw new Targets for cards whose Soldier has left play (W-139)."""
    left = tuple(id for id in frame.hostiles if id in run.state.hostiles)
    if not left or not run.state.team:
        run.close()
        return True
    run.set(Retarget(left[1:]))
    run.open(Draw("cup", who=left[0]))
    return True


def retargeted(run: Run, frame: Retarget, draw: Draw, cards: tuple[str, ...]) -> None:
    target(run, draw.who, cards)


def reinforcements(run: Run, space: int) -> None:
    """Draw one card for a Location with a Soldier; it stays if its Value is within the Location's range (W-137)."""
    location = run.rules.location(run.state, space)
    assert location is not None
    low, high = location.reinforce
    run.open(Arrive(space, 0, "reinforce", low=low, high=high))


def called(run: Run, hostile: str) -> None:
    """Draw one more card for the space of a card with Reinforce (W-138)."""
    one = run.state.hostiles[hostile]
    span = run.rules.hostile(one).reinforce
    assert span is not None
    run.open(Arrive(one.space, 0, "called", low=span[0], high=span[1], by=hostile))
