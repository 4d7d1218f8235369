"""The muster as values: Soldiers and goods to buy, the team, and what it brings out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from defiance_qt.shell.present.question import numbered
from defiance_qt.shell.present.values import ChoiceView

from ...engine import commands as c
from ...engine import totals
from ...engine.content import Equipment, Soldier, Weapon, load_of
from ...engine.ruleset import Rules
from ...engine.state import Soldier as Recruit
from ...engine.state import State
from ..values import BoughtView, GoodView, MusterView, RecruitView, ShelfView
from .names import Names, span
from .offers import Offers

Why = Callable[[c.Command], str]


def muster(state: State, rules: Rules, names: Names, offers: Offers, buyer: str, why: Why) -> MusterView:
    """Return the muster. `buyer` is the Soldier for whom kit and Skills are bought."""
    return _Muster(state, rules, names, offers, buyer, why).view()


def choices(names: Names, offers: Offers) -> tuple[ChoiceView, ...]:
    """Return the answers of the muster that are no goods: to begin, the ready-made team, the Nation."""
    words = names.words
    begin = [ChoiceView(words("command.go"), one, primary=True) for one in offers.of(c.Go)]
    ready = [
        ChoiceView(words("view.muster.ready"), one, primary=not begin, detail=names.card("team", one.team))
        for one in offers.of(c.Team)
    ]
    nations = [
        ChoiceView(words("view.muster.nation", nation=names.card("nation", one.nation)), one)
        for one in offers.of(c.Nation)
    ]
    return numbered((*begin, *ready, *nations))


class _Muster:
    """Builds the muster of one state."""

    def __init__(self, state: State, rules: Rules, names: Names, offers: Offers, buyer: str, why: Why) -> None:
        self.state, self.rules, self.names, self.offers = state, rules, names, offers
        self.buyer, self.why, self.words = buyer, why, names.words

    def view(self) -> MusterView:
        """Return the whole of it."""
        state, rules, words, names = self.state, self.rules, self.words, self.names
        spent, limit = totals.team_rp(rules, state), rules.mission.rp
        buyer = names.whole(state, self.buyer) if self.buyer in state.team else ""
        return MusterView(
            spent,
            limit,
            words("view.muster.rp", spent=spent, limit=limit),
            tuple(self._soldiers()),
            tuple(self._shelves()),
            buyer,
            tuple(self._recruit(one) for one in state.team.values()),
            tuple(self._bands(spent)),
        )

    def _good(self, id: str, kind: str, price: int, text: str, command: c.Command) -> GoodView:
        able = command in self.offers.commands
        return GoodView(
            id,
            self.names.card(kind, id),
            self.words("view.muster.price", n=price),
            text,
            command if able else None,
            "" if able else self.why(command),
        )

    def _soldiers(self) -> Iterator[GoodView]:
        """Yield the Soldiers of the Nation that are not in the team."""
        taken = {one.card for one in self.state.team.values()}
        for id, card in self.rules.catalog.soldiers.items():
            if id not in taken and (not self.state.nation or card.nation == self.state.nation):
                yield self._good(id, "soldier", card.rp, self._about(card), c.Buy(id))

    def _about(self, card: Soldier) -> str:
        words = self.words
        kind = self.names.card("soldier_type", card.type)
        numbers = words("view.muster.soldier", health=card.health, cover=card.cover, move=card.move, load=card.load)
        own = [words("view.chip.own", dice=d, hit=h, pen=card.pen, range=span(*card.range)) for d, h, _ in card.modes]
        kit = [self.names.item(one) for one in (*card.weapons, *card.equipment, *card.skills)]
        return " · ".join((kind, numbers, *own, *kit))

    def _shelves(self) -> Iterator[ShelfView]:
        """Yield what the buyer can carry or learn, by kind."""
        soldier = self.state.team.get(self.buyer)
        if soldier is None or not self.rules.is_player(soldier):
            return
        catalog, nation = self.rules.catalog, self.state.nation
        batch = next((id for id, card in catalog.equipment.items() if card.batch), "")
        kinds = (("weapon", catalog.weapons), ("equipment", catalog.equipment))
        for kind, deck in kinds:
            goods = [
                self._good(id, kind, card.rp, self._item(kind, id, card), c.Arm(soldier.number, id))
                for id, card in deck.items()
                if card.nation in ("", nation) and id != batch
            ]
            if kind == "equipment":
                goods += self._batches(soldier, batch)
            yield ShelfView(self.words(f"view.muster.{kind}"), tuple(goods))
        skills = tuple(
            self._good(id, "skill", skill.rp, self.words(f"skill.{id}.text"), c.Teach(soldier.number, id))
            for id, skill in catalog.skills.items()
            if skill.nation in ("", nation)
        )
        yield ShelfView(self.words("view.muster.skill"), skills)

    def _batches(self, soldier: Recruit, batch: str) -> list[GoodView]:
        """Return an ammo batch for each Weapon of a Soldier."""
        found = []
        for weapon in soldier.weapons if batch else ():
            command = c.Arm(soldier.number, f"{batch}:{weapon.id}")
            card = self.rules.catalog.equipment[batch]
            text = self.words("view.muster.load", n=load_of(card))
            good = self._good(batch, "equipment", card.rp, text, command)
            name = self.names.item(command.item)
            found.append(GoodView(command.item, name, good.price, text, good.command, good.why))
        return found

    def _item(self, kind: str, id: str, card: Weapon | Equipment) -> str:
        """Return what a card of kit does, in one line."""
        words = self.words
        parts = []
        if isinstance(card, Weapon) or card.modes:
            parts.append(words("view.arm.range", range=span(*card.range)))
            parts += [words("view.muster.mode", dice=dice, hit=hit) for dice, hit, _ in card.modes]
            if card.pen:
                parts.append(words("view.muster.pen", n=card.pen))
        if isinstance(card, Weapon):
            marks = ("stealth", "expend", "thrown", "hth_only")
            parts += [self.names.text(f"keyword.{mark}.name") for mark in marks if getattr(card, mark)]
        elif not card.modes:
            parts.append(words(f"{kind}.{id}.text"))
        parts.append(words("view.muster.load", n=load_of(card)))
        return " · ".join(parts)

    def _recruit(self, one: Recruit) -> RecruitView:
        state, rules, words, names = self.state, self.rules, self.words, self.names
        cost, load, most = totals.rp(rules, one), totals.load(rules, one), totals.load_limit(rules, one)
        back = {command.item: command for command in self.offers.of(c.Unbuy, soldier=one.number)}
        ids = [*(weapon.id for weapon in one.weapons), *(item.id for item in one.kit), *one.skills]
        cards = [BoughtView(self._counted(one, id), back.get(id)) for id in ids]
        batches = [id for id in back if ":" in id]
        cards += [BoughtView(names.item(id), back[id]) for id in batches]
        return RecruitView(
            one.number,
            names.whole(state, one.number),
            words("view.muster.price", n=cost.value),
            load.value,
            most.value,
            words("view.muster.carries", load=load.value, most=most.value) if rules.is_player(one) else "",
            tuple(cards),
            back.get(""),
            one.number == self.buyer,
        )

    def _counted(self, one: Recruit, id: str) -> str:
        """Return the name of a card of a Soldier, with the counters of a Weapon."""
        weapon = one.weapon(id)
        return f"{self.names.item(id)} ({weapon.live})" if weapon is not None else self.names.item(id)

    def _bands(self, spent: int) -> Iterator[tuple[str, str, bool]]:
        """Yield for each band of RP the mean XP of the Hostiles that a Location brings, and whether the team is in
        it."""
        tables = [card.table for card in self.rules.catalog.locations.values()]
        more = 1 if self.state.hostiles_set == "elite" else 0
        place = sum(spent > band for band in totals.BANDS)
        for at in range(len(totals.BANDS) + 1):
            mean = sum(table[at] for table in tables) / max(1, len(tables)) + more
            last = at == len(totals.BANDS)
            key = "view.muster.above" if last else "view.muster.band"
            yield self.words(key, n=totals.BANDS[-1 if last else at]), self.names.decimal(mean, 1), at == place
