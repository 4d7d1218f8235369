"""What an Equipment card or a program does, as a person compares cards: its values in a line and one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from defiance_qt.systems.defiance.engine.content import Attack, Equipment, Modifier, Software, Switch
from defiance_qt.systems.defiance.engine.enemies.evil_ai import switch_value
from defiance_qt.systems.defiance.engine.frames import Offer
from defiance_qt.systems.defiance.engine.odds import Odds, Side
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.effects import effect
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names, tokens

WEAPONS, ARMOUR, DEVICES, LIGHT, PROGRAMS = "weapons", "armour", "devices", "light", "programs"
GROUPS = (WEAPONS, ARMOUR, DEVICES, LIGHT, PROGRAMS)
MOST_DAMAGE = 3
"""The Damage from which on a chart shows one bar."""


class Part(msgspec.Struct, frozen=True):
    """A piece of a line: dice by id, then the icons of symbols, then words."""

    text: str = ""
    dice: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


class Fact(msgspec.Struct, frozen=True):
    """A named value of a card. `kind` is the same for values that are compared: "dice", "range", "switches", …"""

    kind: str
    name: str
    parts: tuple[Part, ...]
    spoken: str


class ChanceView(msgspec.Struct, frozen=True):
    """The exact Damage of a weapon: the mean, and the chance of 0, 1, … and of the highest or more."""

    expected: float
    shares: tuple[float, ...]


class CardFacts(msgspec.Struct, frozen=True):
    """A card. `line` is what it does in a few words, `facts` its values, `rule` its text, `chance` a weapon's Damage
    against the sample Defense."""

    id: str
    name: str
    group: str
    place: str
    line: tuple[Part, ...]
    facts: tuple[Fact, ...]
    rule: str = ""
    chance: ChanceView | None = None

    @property
    def spoken(self) -> str:
        """The values in words."""
        return ". ".join(f"{fact.name}: {fact.spoken}" for fact in self.facts)


class Facts:
    """Tells the cards of one state. `defense` are the dice that weapons are measured against."""

    def __init__(self, state: State, rules: Rules, names: Names) -> None:
        self._state, self._rules, self._names = state, rules, names
        self._known = Known(state, names.words)
        self._made: dict[str, CardFacts] = {}
        self.defense = sample_defense(rules)

    def of(self, id: str) -> CardFacts:
        """Return an Equipment card or a program."""
        found = self._made.get(id)
        if found is None:
            catalog = self._rules.catalog
            item = catalog.equipment.get(id)
            found = self._made[id] = self._item(item) if item is not None else self._program(catalog.software[id])
        return found

    def _item(self, item: Equipment) -> CardFacts:
        facts = tuple(self._values(item))
        rule = self._names.item_rule(item.id)
        line = tuple(_line(facts)) or (Part(rule),)
        chance = self._chance(item.attacks[0]) if item.attacks else None
        name = self._names.item(item.id)
        return CardFacts(item.id, name, group_of(item), self._place(item), line, facts, rule, chance)

    def _program(self, card: Software) -> CardFacts:
        words = self._names.words
        facts = [self._dice("dice", card.dice)] if card.dice else []
        facts += self.of_switches(card.switches)
        kind = words(f"view.gear.kind.{card.kind}")
        rule = self._names.text(f"software.{card.id}.text")
        return CardFacts(
            card.id, self._names.software(card.id), PROGRAMS, kind, (Part(rule or kind),), tuple(facts), rule
        )

    def _place(self, item: Equipment) -> str:
        """Return the ways to wear a card: "2 × Hand", "Head or Hand"."""
        names, words = self._names, self._names.words
        ways = []
        for tab in item.tabs:
            parts = []
            for location in dict.fromkeys(tab):
                name = names.text(f"location.{location}", location)
                many = tab.count(location)
                parts.append(words("view.gear.times", n=many, place=name) if many > 1 else name)
            ways.append(" + ".join(parts))
        return names.either(dict.fromkeys(ways)) or words("view.slot.light")

    def _values(self, item: Equipment) -> Iterator[Fact]:
        names, words = self._names, self._names.words
        for attack in item.attacks[:1]:
            yield from self.of_attack(attack)
            if attack.cc:
                yield Fact("cc", words("view.gear.cc"), (Part("✓"),), words("view.gear.yes"))
        for modifier in item.modifiers:
            yield from self._modifier(modifier)
        if item.biotech:
            yield self._dice("biotech", item.biotech, "+")
        if item.device is not None:
            yield self._dice("hacking", item.device.hacking)
            yield self._plain("range", _range(item.device.range))
            yield self._plain("slots", str(item.device.slots))
        if item.software:
            yield self._plain("software", ", ".join(names.software(id) for id in item.software))
        if item.speed:
            yield self._plain("speed", f"+{item.speed}" if item.speed > 0 else f"−{-item.speed}")
        if item.hackable:
            yield Fact("hackable", words("view.gear.hackable"), (Part("✓"),), words("view.gear.yes"))

    def of_attack(self, attack: Attack) -> Iterator[Fact]:
        """Yield the dice, the Range and the Switches of an Attack."""
        yield self._dice("dice", attack.dice)
        yield self._plain("range", _range(attack.range))
        yield from self.of_switches(attack.switches)

    def _modifier(self, modifier: Modifier) -> Iterator[Fact]:
        words = self._names.words
        for roll in modifier.rolls:
            if modifier.dice:
                yield self._dice(roll, modifier.dice, "+")
            if modifier.reroll:
                yield self._plain(roll, words.count("view.gear.reroll", modifier.reroll))

    def _dice(self, kind: str, dice: tuple[str, ...], sign: str = "") -> Fact:
        spoken = " ".join(filter(None, (sign, self._names.dice(dice))))
        return Fact(kind, self._names.words(f"view.gear.{kind}"), (Part(sign, dice),), spoken)

    def _plain(self, kind: str, text: str) -> Fact:
        return Fact(kind, self._names.words(f"view.gear.{kind}"), (Part(text),), text)

    def of_switches(self, switches: tuple[Switch, ...]) -> Iterator[Fact]:
        """Yield the Switches of a card as one value, each with its cost in symbols."""
        parts, spoken = [], []
        for switch in switches:
            cost = tokens(switch.cost)
            does = ", ".join(text for one in switch.effects if (text := effect(self._known, one)))
            parts.append(Part(does, symbols=cost))
            spoken.append(f"{' '.join(self._names.words(f'symbol.{one}') for one in cost)}: {does}")
        if parts:
            yield Fact("switches", self._names.words("view.gear.switches"), tuple(parts), SEPARATOR.join(spoken))

    def _chance(self, attack: Attack) -> ChanceView:
        """Return the exact Damage of a weapon's own dice and Switches against the sample Defense (R-086…R-106)."""
        found = damage(self._rules, self._state, attack, self.defense)
        shares = [0.0] * (MOST_DAMAGE + 1)
        for dealt, weight in found.dealt.items():
            shares[min(dealt, MOST_DAMAGE)] += weight / found.total
        return ChanceView(found.expected_dealt, tuple(shares))


def damage(rules: Rules, state: State, attack: Attack, defense: tuple[str, ...]) -> Odds:
    """Return the odds of a weapon's dice and Switches alone against a Defense."""
    switches = tuple(switch_value(state, Offer("", switch), "") for switch in attack.switches)
    return rules.odds.face_to_face(Side(attack.dice, switches=switches), Side(defense))


def sample_defense(rules: Rules) -> tuple[str, ...]:
    """Return the Defense that most faces of Units have; of equally frequent ones the first of the catalogue."""
    counts = Counter(face.defense for unit in rules.catalog.units.values() for face in unit.faces if face.defense)
    return max(counts, key=lambda dice: counts[dice], default=())


def group_of(item: Equipment) -> str:
    """Return the group of the list that an Equipment card belongs to."""
    if item.attacks:
        return WEAPONS
    if not item.tabs:
        return LIGHT
    protects = any("defense" in modifier.rolls for modifier in item.modifiers)
    return ARMOUR if (protects or item.biotech) and item.device is None else DEVICES


def _range(limits: tuple[int, int]) -> str:
    least, most = limits
    return str(most) if least == most else f"{least}–{most}"


SHORT = frozenset({"range", "slots", "defense", "biotech", "attack", "speed"})
"""The values that a line names."""


def _line(facts: tuple[Fact, ...]) -> Iterator[Part]:
    """Yield the line of a card from its values: dice and Switches alone, each other value after its name."""
    for fact in facts:
        if fact.kind in ("dice", "hacking", "switches"):
            yield from fact.parts
        elif fact.kind in SHORT:
            (part,) = fact.parts
            yield Part(f"{fact.name} {part.text}".rstrip(), part.dice)
