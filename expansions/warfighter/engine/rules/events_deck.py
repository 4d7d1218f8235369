"""The Event deck: each card's effect (W-155). A card without an effect now is told as such."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from .. import commands as c
from .. import content as cards
from .. import events as e
from ..frames import Arrive, Choose, Deal, Draw, EventCard, Mortar
from ..refusals import Refused, refused
from ..ruleset import Rules
from ..run import Run
from ..state import State
from .firing import remove, suppress


def advance(run: Run, frame: EventCard) -> bool:
    """Draw an Event."""
    run.open(Draw("events"))
    return True


def drawn(run: Run, frame: EventCard, draw: Draw, found: tuple[str, ...]) -> None:
    """Apply the Event that was drawn, and discard it."""
    run.close()
    if not found:
        return
    card = run.rules.catalog.events[found[0]]
    act = EFFECTS[card.effect](run, found[0], card, frame.cause)
    run.emit(e.EventDrawn(found[0], idle=act is None))
    if act is not None:
        act()


Act = Callable[[], None]
Effect = Callable[[Run, str, cards.Event, str], Act | None]


def _front(run: Run) -> int:
    """Return the frontmost space with a Soldier."""
    return run.state.front


def _patrol(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    """A Hostile joins the frontmost occupied Location."""
    occupied = [space for space in range(1, run.state.rightmost + 1) if run.state.at(space)]
    return (lambda: run.open(Arrive(occupied[-1], 0, "event"))) if occupied else None


def _condition(name: str) -> Effect:
    """Return the effect of an Event that holds in a turn: this one in the Soldiers' turn, else the next."""

    def effect(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
        turn = run.state.turn + (cause == "timer" or name == "mud")
        return lambda: run.emit(e.ConditionSet(name, turn, ("W-155",)))  # type: ignore[arg-type]

    return effect


def _old_map(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    if run.state.rightmost >= run.state.space - 1:
        return None
    return lambda: run.emit(e.ConditionSet("old_map", 1, ("W-155",)))


def _jamming(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    supports = tuple(one.id for one in run.state.supports)
    return (lambda: _choose(run, "jamming", supports)) if supports else None


def _choose(run: Run, purpose: str, options: tuple[str, ...], left: int = 1) -> None:
    """Let the team choose; with one option it is taken."""
    run.open(Choose(purpose, options, left))


def _ricochet(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    here = run.state.at(_front(run))
    return (lambda: suppress(run, here[0].number, card.amount, ("W-155",))) if here else None


def _lost_pack(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    """The fullest hand discards cards of the team's choice."""
    players = run.rules.players(run.state)
    fullest = max(players, key=lambda one: len(one.hand), default=None)
    if fullest is None or not fullest.hand:
        return None
    count = min(card.amount, len(fullest.hand))
    return lambda: _choose(run, f"lost_pack:{fullest.number}", fullest.hand, count)


def _draw(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    deal = tuple((one.number, card.amount) for one in run.rules.players(run.state))
    return lambda: run.open(Deal(deal, "event"))


def _unload(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    """Weapons in the frontmost space turn their Empty counters."""
    found = [(one.number, weapon.id) for one in run.state.at(_front(run)) for weapon in one.weapons if weapon.empty]

    def act() -> None:
        for number, weapon in found:
            run.emit(e.Supplied(number, weapon, 0, f"event.{id}.name", ("W-155",)))

    return act if found else None


def _mortar_fire(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    here = tuple(one.number for one in run.state.at(_front(run)))
    return (lambda: run.open(Mortar(here, card.amount, f"event.{id}.name"))) if here else None


def _alarm(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    """The Timer moves on, but not to 0."""
    time = max(1, run.state.time - card.amount)
    lost = run.state.time - time
    return (lambda: run.emit(e.TimerMoved(time, -lost, ("W-155",)))) if lost else None


def _deserters(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    options = tuple(one.id for one in run.state.hostiles.values() if run.rules.hostile(one).xp <= card.amount)
    return (lambda: _choose(run, "deserters", options)) if options else None


def _regroup(run: Run, id: str, card: cards.Event, cause: str) -> Act | None:
    found = [one for one in run.state.hostiles.values() if one.suppressed]

    def act() -> None:
        for one in found:
            run.emit(e.HostileRecovered(one.id, one.suppressed, f"event.{id}.name", ("W-155",)))

    return act if found else None


EFFECTS: dict[str, Effect] = {
    "patrol": _patrol,
    "fog": _condition("fog"),
    "jamming": _jamming,
    "ricochet": _ricochet,
    "lost_pack": _lost_pack,
    "draw": _draw,
    "unload": _unload,
    "lull": _condition("lull"),
    "mortar_fire": _mortar_fire,
    "alarm": _alarm,
    "deserters": _deserters,
    "regroup": _regroup,
    "mud": _condition("mud"),
    "old_map": _old_map,
}


# ---- choices ----


def advance_choose(run: Run, frame: Choose) -> bool:
    """Take what there is no choice about."""
    if frame.left >= len(frame.options):
        run.close()
        for option in frame.options:
            _chosen(run, frame.purpose, option)
        return True
    if not frame.left:
        run.close()
        return True
    return False


def choose_options(rules: Rules, state: State, frame: Choose) -> Iterator[c.Command]:
    yield from (c.Pick(option) for option in dict.fromkeys(frame.options))


def check_pick(rules: Rules, state: State, command: c.Pick) -> Refused:
    """Refuse what cannot be chosen, in any frame that asks for a choice."""
    frame = state.frame
    options: tuple[str, ...] = ()
    if frame is not None:
        options = getattr(frame, "options", ()) or getattr(frame, "seen", ())
    chosen = getattr(frame, "order", ())
    if command.id in options and chosen.count(command.id) < options.count(command.id):
        return None
    return refused("no_choice", "W-155", "{id} is not among the choices", id=command.id)


def choose(run: Run, frame: Choose, command: c.Pick) -> None:
    options = list(frame.options)
    options.remove(command.id)
    run.set(replace(frame, options=tuple(options), left=frame.left - 1))
    if frame.left == 1:
        run.close()
    _chosen(run, frame.purpose, command.id)


def _chosen(run: Run, purpose: str, option: str) -> None:
    """Do what a choice is for."""
    kind, _, who = purpose.partition(":")
    if kind == "lost_pack":
        run.emit(e.CardsPaid(who, (option,), "event", ("W-155",)))
    elif kind == "jamming":
        run.emit(e.SupportDiscarded(option, ("W-155",)))
    elif option in run.state.hostiles:
        remove(run, option, killed=False, rules=("W-126", "W-155"))
