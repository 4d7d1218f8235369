"""The row of Locations as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from defiance_qt.shell.present.values import DeckView, percent

from ...engine import commands as c
from ...engine import events as e
from ...engine import odds, totals
from ...engine.content import Trait
from ...engine.rules import hostile_turn
from ...engine.ruleset import Rules
from ...engine.state import Hostile, Soldier, State
from ..values import Figure, HostileView, Line, MoveView, RowView, ShotView, SpaceView, TokenView
from .chances import Threat, threat
from .names import Names, span
from .offers import Offers

DECKS = (("actions", "card"), ("hostiles", "enemy"), ("locations", "deck"), ("events", "alert"))
TONES = {"wound": "danger", "suppress": "gold", "": "muted"}
"""The tones of what an attack of a Hostile card does."""
KINDS = {"actions": "action", "hostiles": "hostile", "locations": "location", "events": "event"}


def row(
    state: State,
    rules: Rules,
    names: Names,
    offers: Offers,
    active: str = "",
    picked: str = "",
    last: Sequence[Any] = (),
) -> RowView:
    """Return the row. `active` is the Soldier that acts, `picked` the Hostile card or the Objective whose attacks are
    in the tray, `last` the events of the last step."""
    builder = _Row(state, rules, names, offers, active, picked, last)
    spaces = [builder.mission(), *(builder.location(space) for space in range(1, state.rightmost + 1))]
    if state.rightmost < state.space - 1:
        spaces.append(builder.next())
    if state.space:
        spaces.append(builder.objective())
    focus = state.team[active].space if active in state.team else max(0, state.front)
    side = names.text(f"hostiles.{state.hostiles_set}.name")
    return RowView(tuple(spaces), decks(state, names), side, focus, builder.shots)


def shots_of(events: Iterable[Any]) -> tuple[ShotView, ...]:
    """Return the attacks of Hostile cards among some events: on each Soldier the last one."""
    found = {
        (event.hostile, event.soldier): ShotView(event.hostile, event.soldier, TONES[event.result])
        for event in events
        if isinstance(event, e.HostileHit) and event.hostile
    }
    return tuple(found.values())


def decks(state: State, names: Names) -> tuple[DeckView, ...]:
    """Return what is left in each deck, and the Target tokens in the cup."""
    words = names.words
    found = []
    for deck, icon in DECKS:
        pile = state.decks.get(deck)
        if pile is not None:
            tip = contents((*pile.top, *pile.left), KINDS[deck], names)
            found.append(DeckView(words(f"view.deck.{deck}"), str(pile.size), tip, icon))
    if state.cup:
        lines = [
            words("view.deck.tokens", soldier=names.soldier(state, number), n=count)
            for number, count in state.cup.items()
            if count
        ]
        found.append(DeckView(words("view.deck.cup"), str(sum(state.cup.values())), "\n".join(lines), "target"))
    return tuple(found)


def contents(cards: Iterable[str], kind: str, names: Names) -> str:
    """Return what is left in a deck, one card a line with how many there are."""
    counted = Counter(names.card(kind, card) for card in cards)
    return "\n".join(f"{count} × {name}" for name, count in sorted(counted.items()))


def trait_line(id: str, trait: Trait, names: Names) -> Line:
    """Return a trait in a few words: its name and the numbers that it changes; in short the numbers alone."""
    changes = [
        names.words(f"view.changes.{change.number}", n=_signed(change.amount), most=change.amount)
        for change in trait.gives
        if f"view.changes.{change.number}" in names.words
    ]
    name = names.card("trait", id)
    short = ", ".join(dict.fromkeys(changes))
    return Line(f"{name}: {short}" if changes else name, short=short)


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


class _Row:
    """Builds the spaces of one state."""

    def __init__(
        self, state: State, rules: Rules, names: Names, offers: Offers, active: str, picked: str, last: Sequence[Any]
    ) -> None:
        self.state, self.rules, self.names, self.offers = state, rules, names, offers
        self.words, self.active, self.picked = names.words, active, picked
        self.shots = shots_of(last)
        self.struck = {one.soldier: one.tone for one in self.shots}
        began = any(isinstance(event, e.TurnBegan) for event in last)
        shown = e.HostileFired | e.HostileHit if began else e.HostileFired | e.HostileHit | e.HostileMoved
        self.acted = {event.hostile for event in last if isinstance(event, shown)}
        self.moves = self._moves()

    def _moves(self) -> dict[int, MoveView]:
        """Return the Moves of the active Soldier, by space."""
        soldier = self.state.team.get(self.active)
        if soldier is None:
            return {}
        found = {}
        for way in self.offers.moves(self.active):
            to = soldier.space + way
            cost = totals.entry(self.rules, self.state, soldier, to)
            text = self.words.count("view.move.cost", cost.value)
            short = self.words.count("view.move.short", cost.value)
            found[to] = MoveView(self.active, text, short, self.names.sum(cost.parts))
        return found

    def _space(self, index: int, view: SpaceView) -> SpaceView:
        """Return a space with what is in it."""
        state = self.state
        hostiles = tuple(self.hostile(one) for one in state.hostiles_at(index))
        soldiers = tuple(self.token(one) for one in state.at(index))
        move = self.moves.get(index)
        inside = [*(one.spoken for one in hostiles), *(one.spoken for one in soldiers)]
        numbers = [
            self.words(f"view.space.{name}", n=value)
            for name, value in (("reinforce", view.reinforce), ("entry", view.entry), ("fight", view.fight))
            if value
        ]
        told = [view.title, *(line.text for line in view.lines), *numbers, view.foot, *inside]
        if move is not None:
            told.append(move.cost)
        return replace(
            view,
            front=index == state.front,
            offered=view.offered or move is not None,
            hostiles=hostiles,
            soldiers=soldiers,
            move=move,
            spoken=". ".join(part.rstrip(".") for part in told if part),
        )

    def mission(self) -> SpaceView:
        mission, words = self.rules.mission, self.words
        lines = (
            Line(words("view.mission.start")),
            Line(words("view.mission.numbers", rp=mission.rp, load=_signed(mission.load))),
        )
        return self._space(0, SpaceView(0, "mission", words("view.row.mission"), lines))

    def location(self, index: int) -> SpaceView:
        state, rules, words = self.state, self.rules, self.words
        id = state.location(index)
        card = rules.catalog.locations[id]
        lines = []
        if card.trait:
            lines.append(trait_line(card.trait, rules.catalog.traits[card.trait], self.names))
        if index in state.conditions.smoke:
            lines.append(Line(words("view.space.smoke"), "gold"))
        low, high = card.reinforce
        coming = self._coming(index, card.reinforce)
        chances = ", ".join(percent(float(odds.stays(rules, state, *values))) for values in coming)
        foot = words("view.space.come", n=len(coming), chance=chances) if coming else ""
        return self._space(
            index,
            SpaceView(
                index,
                "location",
                self.names.card("location", id),
                tuple(lines),
                span(low, high),
                str(card.entry),
                str(totals.hth_cost(rules, state, index)),
                foot,
                words("view.space.brief", n=len(coming), chance=chances) if foot else "",
            ),
        )

    def _coming(self, index: int, reinforce: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the Values that stay of each card that the coming Hostile turn draws for a Location: of its own
        reinforcement, and of what Hostile cards in it call (W-137, W-138)."""
        state, rules = self.state, self.rules
        found = [reinforce] if index in hostile_turn.reinforced(rules, state) else []
        for id in hostile_turn.calling(rules, state):
            called = rules.hostile(state.hostiles[id]).reinforce
            if state.hostiles[id].space == index and called is not None:
                found.append(called)
        return found

    def next(self) -> SpaceView:
        state, words = self.state, self.words
        index = state.rightmost + 1
        able = bool(self.offers.of(c.Place))
        if state.conditions.placed:
            line = words("view.next.placed")
        else:
            line = words("view.next.free", place=self.names.space(state, state.rightmost))
        view = SpaceView(index, "next", words("view.row.next"), (Line(line, "team" if able else ""),), offered=able)
        return self._space(index, view)

    def objective(self) -> SpaceView:
        state, rules, words, names = self.state, self.rules, self.words, self.names
        goal = state.goal
        if not goal.id:
            lines: tuple[Line, ...] = (Line(words("view.goal.unknown"), "gold"),)
            return self._space(
                state.space, SpaceView(state.space, "objective", words("view.row.objective"), lines, locked=True)
            )
        card = rules.goal(state)
        form = names.card("form", card.form)
        kind = words("view.goal.cover", form=form, n=card.cover) if card.cover else form
        short = words("view.goal.short", n=card.cover) if card.cover else ""
        lines = (
            Line(kind, short=short),
            Line(words("view.goal.active" if goal.active else "view.goal.inactive"), "gold"),
        )
        guards = sum(one.guard for one in state.hostiles.values())
        need = 0 if card.form == "guards" else card.need
        foot = words.count("view.goal.guards", guards) if card.form == "guards" else f"{goal.progress}/{card.need}"
        if card.form == "guards" and not goal.active:
            foot = ""
        entry = str(totals.OBJECTIVE_ENTRY)
        able = bool(self.offers.of(c.Activate))
        return self._space(
            state.space,
            SpaceView(
                state.space, "objective", names.objective(state), lines, "", entry, "", foot, "", (goal.progress, need),
                not goal.active, offered=able or bool(self.offers.attacks(self.active, "objective")),
            ),
        )  # fmt: skip

    # -- figures

    def hostile(self, one: Hostile) -> HostileView:
        state, rules, names = self.state, self.rules, self.names
        card = rules.hostile(one)
        up = max(0, rules.unsuppressed(one))
        counted: tuple[tuple[Figure, int], ...] = (("up", up), ("suppressed", one.suppressed), ("killed", one.kia))
        figures = tuple(figure for figure, count in counted for _ in range(count))
        cover = totals.hostile_cover(rules, state, one).value
        target = totals.target_of(rules, state, one)
        outlook = self.outlook(threat(rules, state, one))
        name = names.target(state, one.id)
        words = self.words
        told = [
            words("view.hostile.spoken", name=name, up=up, suppressed=one.suppressed, cover=cover, xp=card.xp),
            *([names.card("trait", card.trait)] if card.trait else []),
            *([words("view.hostile.guard")] if one.guard else []),
            outlook.text,
        ]
        return HostileView(
            one.id, name, figures, str(cover), str(card.xp), target, outlook, one.guard,
            bool(self.offers.attacks(self.active, one.id)), one.id == self.picked, one.id in self.acted,
            ". ".join(filter(None, told)),
        )  # fmt: skip

    def outlook(self, found: Threat) -> Line:
        """Return what a Hostile card will do, in a few words."""
        if not found.does:
            return Line("")
        words, name = self.words, self.names.soldier(self.state, found.target)
        text = words(f"view.outlook.{found.does}", soldier=name, chance=percent(found.any))
        shorter = {"attack": "view.outlook.short", "move": "view.outlook.toward"}.get(found.does, "")
        short = words(shorter, soldier=name, chance=percent(found.any)) if shorter else ""
        if found.inspired:
            text = words("view.outlook.inspired", text=text)
        tone = {"attack": "danger", "move": "danger", "suppressed": "gold"}.get(found.does, "")
        return Line(text, tone, short)

    def token(self, one: Soldier) -> TokenView:
        words, state = self.words, self.state
        told = [
            words("view.soldier.spoken", n=one.number, name=self.names.soldier(state, one.number), health=one.health),
            words.count("view.soldier.acts", one.acts),
            *([words.count("view.soldier.suppressed", one.suppression)] if one.suppression else []),
            *([words("view.soldier.prize")] if state.goal.carrier == one.number else []),
        ]
        return TokenView(
            one.number, str(one.health), one.suppression, one.number == self.active and not self.shots, not one.acts,
            state.goal.carrier == one.number, self.struck.get(one.number, ""), ". ".join(told),
            self.names.drawing(one.card),
        )  # fmt: skip
