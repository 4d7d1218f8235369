"""Sheets for a printed table: the team, and in a campaign the ship and its crew, a page each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from defiance_qt.core.port import Words
from defiance_qt.core.port.sheets import Block, Card, Fact, Sheet, Ticks
from defiance_qt.systems.defiance.engine.rules.campaign.boons import card_of, covered, spaces, whole
from defiance_qt.systems.defiance.engine.rules.campaign.ship import SAMPLES, samples
from defiance_qt.systems.defiance.engine.rules.ranges import armed
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import CampaignState, Character, State
from defiance_qt.systems.defiance.tell.names import Names

NBSP = "\N{NO-BREAK SPACE}"
MARKS = {"won": "✓", "lost": "✗", "ahead": "○"}


def sheets(rules: Rules, state: State, words: Words) -> tuple[Sheet, ...]:
    """Return the sheets of a state."""
    maker = _Maker(rules, state, words)
    if not state.campaign:
        return (maker.team(tuple(state.team.values()), words(f"mission.{state.mission_id}.name")),)
    campaign = state.campaign
    everybody = {**campaign.aboard, **state.team}
    team = [one for id, one in everybody.items() if id in campaign.team or one.controller in campaign.team]
    if not team:
        return ()
    name = words(f"campaign.{campaign.id}.name")
    return maker.team(tuple(team), name), maker.ship(campaign, name), maker.crew(campaign, everybody, name)


class _Maker:
    """Makes the sheets of one state."""

    def __init__(self, rules: Rules, state: State, words: Words) -> None:
        self.rules, self.state, self.words = rules, state, words
        self.names = Names(state, words)

    # -- the team

    def team(self, figures: tuple[Character, ...], name: str) -> Sheet:
        return Sheet(self.words("sheet.team"), self._note(name), tuple(map(self._figure, figures)))

    def _note(self, name: str) -> str:
        """Return where the game stands, beside its name."""
        state, words = self.state, self.words
        if state.campaign:
            behind = words("summary.missions", n=state.campaign.number, all=len(state.campaign.missions))
            return f"{name} · {behind}"
        return f"{name} · {words('round.number', n=state.round)}" if state.round else name

    def _figure(self, one: Character) -> Card:
        words, names, loadout = self.words, self.names, self.rules.loadout(one)
        ticks = [Ticks(words("sheet.damage"), loadout.wounds, min(one.damage, loadout.wounds))]
        if loadout.max_aggro is not None:
            ticks.append(Ticks(words("sheet.aggro"), loadout.max_aggro, min(one.aggro, loadout.max_aggro)))
        facts = [
            Fact(words("sheet.speed"), str(loadout.speed)),
            Fact(words("sheet.defense"), self._dice(one.defense or ())),
            Fact(words("sheet.biotech"), self._dice(die.die for die in loadout.biotech)),
        ]
        if self.state.campaign and one.id in self.state.campaign.team:
            facts.append(Fact(words("sheet.intel"), str(one.intel)))
        return Card(
            words(f"character.{one.id}.name"),
            names.known(f"character.{one.id}.role"),
            tuple(fact for fact in facts if fact.text),
            tuple(ticks),
            tuple(block for block in self._blocks(one) if block.lines),
        )

    def _blocks(self, one: Character) -> Iterator[Block]:
        words, names = self.words, self.names
        yield Block(words("sheet.weapons"), tuple(self._weapons(one)))
        cards = self.rules.catalog.equipment
        gear = [names.item(held.item) for held in one.carried if not cards[held.item].attacks]
        programs = [names.program(id) for device in self.rules.loadout(one).devices for id in device.software]
        yield Block(words("sheet.equipment"), tuple(filter(None, (names.joined(gear), names.joined(programs)))))
        yield Block(words("sheet.specialties"), _joined(names, (names.thing(id) for id in one.specialties)))
        hurt = [self._with_text(f"consequence.{id}", names.card("consequence", id)) for id in one.consequences]
        hidden = len(one.face_down)
        yield Block(
            words("sheet.consequences"), (*hurt, *((words.count("sheet.face_down", hidden),) if hidden else ()))
        )
        yield Block(words("sheet.states"), _joined(names, map(names.condition, one.states)))

    def _weapons(self, one: Character) -> Iterator[str]:
        words, names = self.words, self.names
        for card, attack in armed(self.rules, self.state, one).weapons:
            name, part = names.weapon(one.id, card, attack.id), names.part(card, attack.id)
            if part and part != name:
                name = words("sheet.part", name=name, part=part)
            low, high = attack.range
            reach = words("sheet.range", low=low, high=high) if low != high else words("sheet.range.one", n=low)
            yield f"{name}: {reach}, {self._dice(attack.dice)}"

    def _dice(self, dice: Iterable[str]) -> str:
        return self.names.joined(f"{count}{NBSP}×{NBSP}{self.names.die(id)}" for id, count in Counter(dice).items())

    def _with_text(self, key: str, name: str) -> str:
        text = self.names.known(f"{key}.text")
        return f"{name}: {text}" if text else name

    # -- the ship

    def ship(self, campaign: CampaignState, name: str) -> Sheet:
        """Return the missions, the engines, the stores and the Upgrades."""
        words, names, card = self.words, self.names, card_of(self.rules)
        last = {one.mission: one for one in campaign.played if one.accepted}
        road = []
        for place, id in enumerate(campaign.missions, 1):
            played = last.get(id)
            mark = MARKS["ahead"] if played is None else MARKS["won" if played.result == "victory" else "lost"]
            ended = "" if played is None or not played.round else f", {words('round.number', n=played.round)}"
            road.append(f"{mark} {place}. {words(f'mission.{id}.name')}{ended}")
        ticks = tuple(
            Ticks(words("sheet.covered"), len(card.track), covered(self.rules, self.state)) for _ in card.track[:1]
        )
        facts = tuple(Fact(words(f"sheet.sample.{kind}"), str(samples(self.state, kind))) for kind in SAMPLES)
        store = [names.item(held.item) for held in campaign.store]
        programs = [names.program(id) for id in campaign.programs]
        upgrades = (self._effect(f"upgrade.{id}", names.thing(f"upgrade.{id}.name")) for id in campaign.upgrades)
        left = [one.id for one in card.upgrades if one.id not in campaign.upgrades]
        cards = (
            Card(words("sheet.missions"), blocks=(Block("", tuple(road)),)),
            Card(words("engines.name"), ticks=ticks, facts=facts, blocks=self._lists(store, programs)),
            Card(words("sheet.upgrades"), blocks=(Block("", tuple(upgrades) or (words("sheet.none"),)),)),
            Card(
                words("sheet.upgrades.left"),
                blocks=(Block("", tuple(words(f"upgrade.{id}.name") for id in left) or (words("sheet.none"),)),),
            ),
        )
        return Sheet(words("sheet.ship"), self._note(name), cards)

    def _lists(self, store: list[str], programs: list[str]) -> tuple[Block, ...]:
        found = (
            Block(self.words("sheet.store"), _joined(self.names, store)),
            Block(self.words("sheet.programs"), _joined(self.names, programs)),
        )
        return tuple(block for block in found if block.lines)

    def _effect(self, key: str, name: str) -> str:
        text = self.names.known(f"{key}.effect")
        return f"{name}: {text}" if text else name

    # -- the crew

    def crew(self, campaign: CampaignState, everybody: dict[str, Character], name: str) -> Sheet:
        """Return the areas with who is there, what each does, and those without a place."""
        words, names = self.words, self.names
        cards = []
        for area in card_of(self.rules).areas:
            here = [id for id, where in campaign.crew.items() if where == area.id]
            note = words("sheet.wrecked") if not whole(self.state, area.id) else names.known(f"area.{area.id}.effect")
            room = Ticks(words("sheet.spaces"), max(spaces(self.rules, self.state, area.id), len(here)), len(here))
            lines = tuple(self._member(id, area.id, everybody) for id in here)
            cards.append(Card(words(f"area.{area.id}.name"), note, (), (room,), (Block("", lines),) if lines else ()))
        waiting = tuple(self._member(id, "", everybody) for id, where in campaign.crew.items() if not where)
        if waiting:
            cards.append(Card(words("sheet.waiting"), blocks=(Block("", waiting),)))
        return Sheet(words("sheet.crew"), self._note(name), tuple(cards))

    def _member(self, id: str, area: str, everybody: dict[str, Character]) -> str:
        """Return a member with what it does in its area, and the Consequences that are to be treated."""
        one, names = everybody.get(id), self.names
        told = names.known(f"crew.{id}.{area}") if area else ""
        line = f"{names.figure(id)}: {told}" if told else names.figure(id)
        hurt = len(one.consequences) + len(one.face_down) if one is not None else 0
        return f"{line} ({self.words.count('sheet.hurt', hurt)})" if hurt else line


def _joined(names: Names, parts: Iterable[str]) -> tuple[str, ...]:
    """Return the parts in one line, none without parts."""
    text = names.joined(parts)
    return (text,) if text else ()
