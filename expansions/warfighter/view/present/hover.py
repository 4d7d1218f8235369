"""The floating cards: what an attack on a Hostile card needs and does, what a space costs and who fires there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from defiance_qt.shell.present.values import BarView, HoverRow, HoverView, percent

from ...engine import commands as c
from ...engine import odds, totals
from ...engine.events import Part
from ...engine.rules import hostile_fire
from ...engine.rules.shots import OWN, Shot
from ...engine.ruleset import Rules
from ...engine.state import OBJECTIVE, Hostile, State, with_soldier
from .chances import attack as chances
from .chances import threat
from .hand import with_card
from .names import Names, span
from .offers import Offers
from .question import Asker, attacks
from .row import trait_line

Why = Callable[[c.Command], tuple[str, tuple[str, ...]]]
"""Returns why a command is not legal, and the rules behind that."""

Rows = tuple[HoverRow, ...]


class Hover:
    """Makes the cards of one state. `active` is the Soldier that acts."""

    def __init__(
        self, state: State, rules: Rules, names: Names, offers: Offers, active: str, asker: Asker, why: Why
    ) -> None:
        self.state, self.rules, self.names, self.offers = state, rules, names, offers
        self.active, self.asker, self.why, self.words = active, asker, why, names.words

    # -- Hostile cards

    def hostile(self, id: str) -> HoverView:
        """Return the card of a Hostile: what it will do itself, and over the bars the best attack of the active Soldier
        on it."""
        one = self.state.hostiles[id]
        card = self.rules.hostile(one)
        parts: list[Rows] = [self._alone(one)]
        bars: tuple[BarView, ...] = ()
        if card.trait:
            parts.append((HoverRow(trait_line(card.trait, self.rules.catalog.traits[card.trait], self.names).text),))
            text = self.names.text(f"trait.{card.trait}.text")
            parts[-1] = (*parts[-1], *([HoverRow(text)] if text else []))
        if card.reinforce is not None:
            called = f"{self.names.card('trait', 'reinforce')} {span(*card.reinforce)}"
            parts.append((HoverRow(called), HoverRow(self.names.text("trait.reinforce.text"))))
        commands = attacks(self.offers, self.active, id, self.asker.odds)
        if commands:
            rows, bars = self._attack(commands[0])
            parts.append(rows)
        else:
            parts.insert(0, self._refused(self.no_attack(id)))
        where = self._distance(one.space, commands[0] if commands else None)
        return HoverView(id, self.names.target(self.state, id), where, tuple(filter(None, parts)), bars)

    def _distance(self, space: int, command: c.Command | None) -> str:
        """Return the range to a space, and that of the weapon of an attack."""
        soldier = self.state.team.get(self.active)
        if soldier is None:
            return ""
        far = totals.distance(soldier.space, space)
        found = odds.shot_of(self.rules, self.state, command) if command is not None else None
        if found is None or not found.weapon:
            return self.words("view.arm.range", range=far)
        card = self.rules.catalog.item(found.weapon)
        return self.words("view.hover.range", n=far, range=span(*card.range))

    def _attack(self, command: c.Command) -> tuple[Rows, tuple[BarView, ...]]:
        """Return both rolls with their parts, and the kills as bars."""
        words, rules, state = self.words, self.rules, self.state
        shot = odds.shot_of(rules, state, command)
        found = chances(self.asker.odds(command))
        if shot is None or found is None:
            return (HoverRow(self.asker.label(command), tone="strong"),), ()
        goal = shot.target == OBJECTIVE
        needed = shot.hit.value - shot.die.value
        kills, suppressions = self.names.decimal(found.kills), self.names.decimal(found.suppressions)
        means = words("view.odds.attack", killed=kills, suppressed=suppressions)
        dice = words.count("view.mode.dice", shot.dice)
        name = self.asker.attack(command, named=False).text
        rows = [
            *self._name(command, name),
            HoverRow(words("view.hover.hit", dice=dice, n=needed), "", "plain", end=percent(_share(needed, 10))),
            *self._changes((*shot.hit.parts, *_less(shot.die.parts))),
            self._cover(shot),
            *self._changes((*shot.cover.parts, *_less(shot.pierce.parts))),
            HoverRow(words("view.odds.progress", n=kills) if goal else means, "", "strong"),
        ]
        if found.nothing:
            rows.append(HoverRow(words("view.hover.nothing", chance=percent(found.nothing))))
        if found.empties:
            rows.append(HoverRow(words("view.odds.empties", chance=percent(found.empties)), "", "gold"))
        rows += self._with_cards(command)
        key = "view.hover.bar.progress" if goal else "view.hover.bar"
        bars = tuple(BarView(words(key, n=n), share, n > 0) for n, share in found.killed.items())
        return tuple(rows), bars

    def _name(self, command: c.Command, name: str) -> Rows:
        """Return an attack with the Actions that it costs, and what Hand-to-Hand leads to (W-120)."""
        price = self.asker.price(command)
        if not isinstance(command, c.Fight) or not self.rules.on("lock", "yes"):
            return (HoverRow(name, "attack", "strong", end=price),)
        soldier = self.names.soldier(self.state, command.soldier)
        return HoverRow(name, "attack", "strong"), HoverRow(self.words("view.hover.lock", price=price, soldier=soldier))

    def _cover(self, shot: Shot) -> HoverRow:
        if shot.quiet:
            return HoverRow(self.words("view.roll.quiet"), "block", "plain")
        needed = shot.cover.value - shot.pierce.value
        text = self.words("view.hover.cover", n=needed)
        return HoverRow(text, "block", "plain", end=percent(_share(needed, 6)))

    def _changes(self, parts: Iterable[Part]) -> list[HoverRow]:
        """Return the parts of a sum in one row, if there is more than what is printed."""
        found = [part for part in parts if part.amount]
        return [HoverRow(self.names.sum(found))] if len(found) > 1 else []

    def _with_cards(self, command: c.Command) -> list[HoverRow]:
        """Return what the cards in the Soldier's hand would make of an attack."""
        soldier = self.state.team.get(getattr(command, "soldier", ""))
        rows = []
        for id in dict.fromkeys(soldier.hand if soldier is not None else ()):
            card = self.rules.catalog.actions[id]
            if card.effect != "laid" or card.on != "attack":
                continue
            kills = with_card(self.rules, self.state, command, id)
            if kills is not None:
                key = "view.hover.with.progress" if getattr(command, "target", "") == OBJECTIVE else "view.hover.with"
                text = self.words(key, card=self.names.card("action", id), n=self.names.decimal(kills))
                rows.append(HoverRow(text, "card", "team"))
        return rows

    def no_attack(self, target: str) -> c.Command | None:
        """Return the attack whose refusal tells why the active Soldier cannot attack a target: that of a loaded Weapon,
        else of its first one."""
        soldier = self.state.team.get(self.active)
        if soldier is None:
            return None
        weapon = next((one.id for one in soldier.weapons if one.loaded), None)
        weapon = weapon or next((one.id for one in soldier.weapons), OWN)
        return c.Fire(self.active, f"{weapon}.1", target)

    def _refused(self, command: c.Command | None) -> Rows:
        """Return the reason and the rules of a refusal."""
        text, rules = self.why(command) if command is not None else ("", ())
        return (HoverRow(text, "lock", "plain", end=", ".join(rules)),) if text else ()

    def _alone(self, one: Hostile) -> Rows:
        """Return what a Hostile card does if it is left alone."""
        words, found = self.words, threat(self.rules, self.state, one)
        if not found.does:
            return ()
        name = self.names.soldier(self.state, found.target)
        if found.does != "attack":
            text = words(f"view.alone.{found.does}", soldier=name)
            return (HoverRow(text, "", "gold" if found.does == "suppressed" else "danger"),)
        text = words.count("view.alone.attack", found.figures, soldier=name, hit=found.hit, cover=found.cover)
        wounds = words.count("view.alone.wounds", found.wounds)
        rows = [HoverRow(text, "", "danger"), HoverRow(wounds, end=percent(found.wound))]
        if found.suppression:
            rows.append(HoverRow(words.count("view.alone.suppression", 1), end=percent(found.suppression)))
        return tuple(rows)

    # -- spaces

    def space(self, index: int) -> HoverView:
        """Return the card of a space: what entering costs and who pays, what fires at the Soldier there."""
        state, names = self.state, self.names
        title = names.space(state, index) if index <= state.rightmost or index == state.space else ""
        if not title or (index == state.rightmost + 1 and index != state.space):
            return self._next(index)
        parts: list[Rows] = []
        location = self.rules.location(state, index)
        if location is not None and location.trait:
            parts.append((HoverRow(names.text(f"trait.{location.trait}.text")),))
        if index == state.space and state.goal.id:
            parts.append(self._goal())
        soldier = state.team.get(self.active)
        if soldier is not None and abs(soldier.space - index) == 1:
            parts.append(self._enter(index))
        if soldier is not None and soldier.space != index:
            parts.append(self._fire_there(index))
        return HoverView(str(index), title, self._distance(index, None), tuple(filter(None, parts)))

    def _enter(self, index: int) -> Rows:
        """Return the cost of a Move with its parts, and who can pay it; or why it is not possible."""
        state, words = self.state, self.words
        soldier = state.team[self.active]
        moves = self.offers.moves(self.active).get(index - soldier.space, [])
        if not moves:
            return self._refused(self.no_move(index))
        cost = totals.entry(self.rules, state, soldier, index)
        rows = [HoverRow(words.count("view.move.cost", cost.value), "move", "strong")]
        rows += self._changes(cost.parts)
        payers = [one.payer for one in moves if one.payer]
        if payers:
            found = ", ".join(self.names.soldier(state, payer) for payer in payers)
            rows.append(HoverRow(words("view.hover.payers", names=found)))
        return tuple(rows)

    def no_move(self, index: int) -> c.Command | None:
        """Return the Move whose refusal tells why the active Soldier cannot enter a space."""
        soldier = self.state.team.get(self.active)
        if soldier is None:
            return None
        payers = [one.number for one in self.rules.players(self.state)]
        payer = "" if self.rules.is_player(soldier) else next(iter(payers), "")
        return c.Move(self.active, "right" if index > soldier.space else "left", payer)

    def _fire_there(self, index: int) -> Rows:
        """Return which Hostile cards would fire at the active Soldier in a space, and what is to be expected."""
        words, rules = self.words, self.rules
        there = with_soldier(self.state, self.active, space=index)
        name = self.names.soldier(self.state, self.active)
        rows = []
        for one in there.hostiles.values():
            found = threat(rules, there, one)
            if found.does == "attack" and found.target == self.active:
                hostile = self.names.target(self.state, one.id)
                rows.append(HoverRow(words("view.hover.fires", hostile=hostile), "", "danger", end=percent(found.any)))
        if not rows:
            return (HoverRow(words("view.hover.quiet", soldier=name)),)
        wounds = float(odds.threats(rules, there)[self.active])
        return (
            *rows,
            HoverRow(words("view.hover.wounds", soldier=name, n=self.names.decimal(wounds)), "heart", "plain"),
        )

    def _goal(self) -> Rows:
        """Return what the Objective needs, and the attack on it."""
        names, goal = self.names, self.state.goal
        rows = [HoverRow(names.text(f"objective.{goal.id}.text"), "", "plain")]
        form = self.rules.goal(self.state).form
        rows.append(HoverRow(names.text(f"form.{form}.text")))
        if not goal.active:
            rows.append(HoverRow(self.words("view.hover.activate"), "lock", "gold"))
        commands = attacks(self.offers, self.active, OBJECTIVE, self.asker.odds)
        if commands:
            rows += self._attack(commands[0])[0]
        return tuple(rows)

    def _next(self, index: int) -> HoverView:
        """Return what the next Location may bring, or why it cannot be placed."""
        words, state = self.words, self.state
        commands = self.offers.of(c.Place)
        parts: list[Rows] = []
        bars: tuple[BarView, ...] = ()
        if commands and (found := self.asker.odds(commands[0])) is not None:
            cards, figures = found.distributions[:2]
            text = words(
                "view.hover.brings",
                cards=self.names.decimal(cards.mean, 1),
                figures=self.names.decimal(figures.mean, 1),
            )
            parts.append((HoverRow(text, "enemy", "strong"),))
            bars = tuple(BarView(str(n), share, False) for n, share in cards.shares.items())
        elif self.active in state.team:
            parts.append(self._refused(c.Place(self.active)))
        return HoverView(str(index), words("view.row.next"), "", tuple(filter(None, parts)), bars)

    # -- Soldiers

    def soldier(self, number: str) -> HoverView:
        """Return the card of a Soldier: its Cover, and what the coming Hostile turn may do to it."""
        state, words = self.state, self.words
        one = state.team[number]
        cover = totals.soldier_cover(self.rules, state, one)
        rows = [HoverRow(words("view.hover.own_cover", n=cover.value), "block", "plain"), *self._changes(cover.parts)]
        fire = []
        for hostile in state.hostiles.values():
            found = threat(self.rules, state, hostile)
            if found.does == "attack" and number in hostile_fire.victims(self.rules, state, hostile):
                name = self.names.target(state, hostile.id)
                fire.append(HoverRow(words("view.hover.fires", hostile=name), "", "danger", end=percent(found.any)))
        if fire:
            wounds = float(odds.threats(self.rules, state)[number])
            name = self.names.soldier(state, number)
            fire.append(
                HoverRow(words("view.hover.wounds", soldier=name, n=self.names.decimal(wounds)), "heart", "plain")
            )
        else:
            fire.append(HoverRow(words("view.hover.quiet", soldier=self.names.soldier(state, number))))
        where = words("view.soldier.health", left=one.health, most=self.rules.card(one).health)
        return HoverView(number, self.names.whole(state, number), where, (tuple(rows), tuple(fire)))


def shorter(view: HoverView) -> Iterator[HoverView]:
    """Yield a card, then what is left of it for less and less room: without the bars, then without the rows that only
    explain a number."""
    yield view
    view = replace(view, bars=())
    yield view
    parts = (tuple(row for row in part if row.tone or row.end) for part in view.parts)
    yield replace(view, parts=tuple(filter(None, parts)))


def _share(needed: int, sides: int) -> float:
    """Return the chance that a die shows a number or more."""
    return min(1.0, max(0.0, (sides + 1 - needed) / sides))


def _less(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return what is added to a die as what it takes from the number that is needed."""
    return tuple(replace(part, amount=-part.amount) for part in parts)
