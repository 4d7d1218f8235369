"""Names of the objects on the table: figures, cards, doors, symbols, reasons. Owns the mapping from an id to a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Frame, PoolDie, Roll, RollSide
from defiance_qt.systems.defiance.engine.rules.campaign.ship import ENGINES
from defiance_qt.systems.defiance.engine.ruleset import TERRAIN
from defiance_qt.systems.defiance.engine.state import State

SYMBOLS = ("success", "critical", "block", "critical_block", "special")
_CARDS = ("equipment", "software", "state", "consequence", "loot", "ai_card", "ability", "specialty")


def span(low: int, high: int) -> str:
    """Return a Range in figures: "1–8", or "1" if it is one number."""
    return f"{low}–{high}" if low < high else str(low)


class Names:
    """The names of one table in one language."""

    __slots__ = ("_wounds", "state", "words")

    def __init__(self, state: State, words: Words, wounds: Callable[[State, str], int] | None = None) -> None:
        self.state = state
        self.words = words
        self._wounds = wounds

    def known(self, *keys: str) -> str:
        """Return the text of the first key that has one, "" if none has."""
        for key in keys:
            text = self.words(key)
            if text != key:
                return text
        return ""

    def joined(self, parts: Iterable[str]) -> str:
        return self.words("event.list").join(parts)

    # -- figures

    def figure(self, id: str) -> str:
        """Return a Character, Ally, Neutral Character, or Miniature ("Nox Spec-Ops #2"), even after it has left the
        game; or the ship's engines, which roll in the jump (R-292).
        """
        unit, _, number = id.rpartition(".")
        if unit and number.isdigit() and id not in self.state.team:
            return self.words("event.miniature", unit=self.unit(unit), number=number)
        if id == ENGINES:
            return self.words("engines.name")
        return self.known(f"character.{id}.short", f"character.{id}.name") or nameless(id)

    def unit(self, id: str) -> str:
        return self.known(f"unit.{id}.name") or nameless(id)

    def wounds(self, id: str) -> int | None:
        """Return the Wounds of a figure, None when the state alone does not determine them."""
        one = self.state.team.get(id)
        if one is None and id not in self.state.enemies:
            return None
        if self._wounds is not None:
            return self._wounds(self.state, id)
        if one is None:
            return self.state.units[self.state.enemies[id].unit].profile.wounds
        return None if one.consequences else one.wounds - len(one.face_down)

    # -- cards

    def thing(self, id: str) -> str:
        """Return the name of an id or text key: a figure or a card of any kind."""
        if text := self.known(id):
            return text
        if id in self.state.team or id in self.state.enemies:
            return self.figure(id)
        if element := self.element(id):
            return element
        cards = [f"{kind}.{id}.name" for kind in (*_CARDS, "character", "unit")]
        return self.known(*cards) or self.figure(id)

    def source(self, id: str) -> str:
        """Return the name of what causes an effect: a figure, a card, a Console, or the mission for a trigger without
        a text."""
        kind, _, rest = id.partition(".")
        if kind == "console":
            return self.element(rest.removesuffix(".name")) or self.words("event.console")
        if kind == "mission":
            return self.known(id) or self.words("event.mission")
        return self.thing(id)

    def cause(self, id: str) -> str:
        """Return the name of a source that is a text key, "" for any other code."""
        return self.source(id) if "." in id else ""

    def item(self, id: str) -> str:
        kinds = ("equipment", "character", "specialty", "ability")
        return self.known(*(f"{kind}.{id}.name" for kind in kinds)) or self.thing(id)

    def program(self, id: str) -> str:
        return self.known(f"software.{id}.name") or self.thing(id)

    def condition(self, id: str) -> str:
        """Return the name of a State."""
        return self.known(f"state.{id}.name") or nameless(id)

    def card(self, deck: str, id: str) -> str:
        """Return the name of a card of a deck ("ai", "loot", "consequence", "initiative")."""
        kind = {"ai": "ai_card", "ai_held": "ai_card", "initiative": "unit"}.get(deck, deck)
        return self.known(f"{kind}.{id}.name") or self.thing(id)

    def part(self, card: str, id: str) -> str:
        """Return the name of an Attack or Action printed on a card, "" without one."""
        kinds = ("equipment", "character", "unit", "specialty", "ability")
        return self.known(*(f"{kind}.{card}.{part}.{id}" for kind in kinds for part in ("attack", "action")))

    def weapon(self, bearer: str, card: str, attack: str) -> str:
        """Return the weapon of an attack: the Equipment card, or the Attack printed on the bearer's own card."""
        own = bearer.rpartition(".")[0] or bearer
        if card not in (own, bearer, attack):
            return self.item(card)
        return self.part(own, attack) or self.known(f"equipment.{attack}.name") or self.words("event.own_attack")

    # -- rolls

    def die(self, id: str) -> str:
        return self.known(f"die.{id}") or id

    def dice(self, pool: Iterable[PoolDie]) -> list[str]:
        """Return the dice of a pool by the card that gave them: "red die ×2 (Rippers)"."""
        by_source: dict[str, Counter[str]] = {}
        for one in pool:
            by_source.setdefault(one.source, Counter())[one.die] += 1
        return [
            self.words("why.dice_of", source=self.die_source(source), dice=self.joined(self._numbered(dice)))
            for source, dice in by_source.items()
        ]

    def die_source(self, key: str) -> str:
        """Return the source of a die: a card, or the Console's own die."""
        return self.words("event.console") if key == "console.die" else self.thing(key)

    def _numbered(self, dice: Counter[str]) -> Iterator[str]:
        for id, count in dice.items():
            yield f"{self.die(id)} ×{count}" if count > 1 else self.die(id)

    # -- the board

    def element(self, id: str) -> str:
        """Return a door, container, Console or Neutral Character of the mission, "" when the mission has no such
        element."""
        state = self.state
        for kind, table in (("event.door", state.doors), ("event.container", state.containers)):
            if id in table:
                return self._named_element(id, kind)
        if id in state.consoles:
            return self._named_element(id, "event.console")
        return self.figure(id) if id in state.neutrals else ""

    def _named_element(self, id: str, kind: str) -> str:
        return self.known(f"mission.{self.state.mission_id}.element.{id}") or self.words(kind)

    def token(self, id: str) -> str:
        """Return the name of a hidden token of the mission."""
        return self.known(f"mission.{self.state.mission_id}.token.{id}") or nameless(id)

    def spot(self, id: str) -> str:
        """Return the name of a place of a hidden token: a card, a Miniature, an element, a zone or a space."""
        named = (f"mission.{self.state.mission_id}.{kind}.{id}" for kind in ("place", "zone"))
        return self.known(*named) or self.element(id) or self.thing(id)

    def picked(self, picked: str, options: Sequence[str]) -> str:
        """Return a random pick and what it was made from: figures, spaces, hidden tokens, their places, or the numbers
        of a mission's effects."""
        key = "event.random_picked.effect" if picked.isdigit() else "event.random_picked"
        return self.words(key, picked=self._option(picked), options=self.joined(map(self._option, options)))

    def _option(self, id: str) -> str:
        return self.known(f"mission.{self.state.mission_id}.token.{id}") or self.spot(id)

    def zone(self, id: str) -> str:
        """Return a zone of the mission, or one that a card makes: a space ("K7 0"), or it and those around ("K7 1")."""
        space, _, radius = id.partition(" ")
        if radius.isdigit():
            return self.words("event.around", space=space) if int(radius) else space
        return self.known(f"mission.{self.state.mission_id}.zone.{id}") or nameless(id)

    def zone_rule(self, rule: str) -> str:
        """Return the name of a zone's rule: terrain, or an ability."""
        if rule in TERRAIN:
            return self.words(f"event.terrain.{rule}")
        return self.known(f"ability.{rule}.name") or self.words("event.field.other")

    def counter(self, id: str) -> str:
        """Return the name of a counter of the mission, "" for one that is not shown."""
        return self.known(f"mission.{self.state.mission_id}.counter.{id}")

    def mission(self) -> str:
        id = self.state.mission_id
        return self.known(f"mission.{id}.name") or nameless(id)

    def colour(self, id: str) -> str:
        """Return the rank for the color of a Unit card."""
        return self.known(f"colour.{id}") or nameless(id)

    # -- rolls

    def side(self, side: str) -> str:
        """Return the roller of that side: the figure of the innermost roll, or the side as a whole."""
        found = self.roll_side(side)
        return self.figure(found.figure) if found is not None else self.words(f"event.side.{side}")

    def roll_side(self, side: str) -> RollSide | None:
        roll: Roll | None = self.frame(Roll)
        if roll is None:
            return None
        return roll.team if side == "team" else roll.enemy

    def frame(self, kind: type[Frame]) -> Any:
        """Return the innermost frame of that kind, None without one."""
        return next((frame for frame in reversed(self.state.agenda) if type(frame) is kind), None)

    def symbols(self, symbols: Symbols) -> str:
        parts = [self.words.count(f"event.symbol.{id}", n) for id, n in zip(SYMBOLS, symbols, strict=True) if n]
        return self.joined(parts) or self.words("event.symbol.none")

    # -- reasons and numbers

    def reason(self, code: str, group: str = "") -> str:
        """Return a reason: a text key, or a code of a group ("tie_break", "reserve", …); "" without a text."""
        return self.known(code if "." in code else f"reason.{group}.{code}") if code else ""

    def change(self, amount: int) -> str:
        """Return a signed number with a typographic minus."""
        return f"+{amount}" if amount >= 0 else f"−{-amount}"

    # -- values corrected by hand

    def place(self, path: str) -> str:
        """Return the readable name of a path of `Overrule`: "Cadin: Damage"."""
        if "," in path:
            return self.joined(self.place(one) for one in path.split(","))
        table, _, rest = path.partition(".")
        if not rest:
            return self._field(path)
        if table in ("decks", "discards"):
            return self.words(f"event.field.{table}", deck=self.known(f"event.deck.{rest}") or rest)
        if table == "facts":
            return self.words("event.field.facts")
        if table == "counters":
            return self.counter(rest) or self.words("event.field.other")
        if table == "acting":
            return self._field(rest)
        if table == "campaign":
            field, _, key = rest.partition(".")
            thing = self.figure(key) if field == "crew" else self._field(key)
            return self.words("event.field.of", thing=thing, field=self._field(field)) if key else self._field(field)
        if table == "faces":
            return self.words("event.field.of", thing=self.unit(rest), field=self._field("face"))
        key, _, field = rest.rpartition(".")
        if not key or rest in getattr(self.state, table, {}):
            return self.thing(rest)
        return self.words("event.field.of", thing=self.thing(key), field=self._field(field))

    def _field(self, field: str) -> str:
        return self.known(f"event.field.{field}") or self.words("event.field.other")

    def value(self, value: Any) -> str:
        """Return a value of the state in words."""
        if isinstance(value, bool):
            return self.words("event.value.yes" if value else "event.value.no")
        if value is None or value == "" or (isinstance(value, Sequence) and not value):
            return self.words("event.value.nothing")
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, int | float):
            return str(value)
        if isinstance(value, Symbols):
            return self.symbols(value)
        if isinstance(value, Sequence):
            return self.joined(self._inner(one) for one in value)
        item = value.get("item") if isinstance(value, dict) else getattr(value, "item", None)
        return self.item(item) if isinstance(item, str) and item else self.words("event.value.other")

    def _inner(self, value: Any) -> str:
        """Return a value inside a list; a nested list is bracketed."""
        inside = isinstance(value, Sequence) and not isinstance(value, str | Symbols)
        return f"[{self.value(value)}]" if inside else self.value(value)

    def _text(self, value: str) -> str:
        """Return the name of a card, a figure or an area; a space is returned unchanged."""
        cards = [f"{kind}.{value}.name" for kind in (*_CARDS, "character", "unit", "area", "upgrade")]
        if value in self.state.enemies:
            return self.figure(value)
        return self.known(*cards) or self.element(value) or value


def nameless(id: str) -> str:
    """Return a fallback name made from the id, for content without texts."""
    return id.removesuffix(".name").rpartition(".")[2].replace("_", " ")


def kind_word(words: Words, id: str) -> str:
    """Return the name of a kind of Instruction, or of the ability behind it."""
    return _first(words, id, f"reason.kind.{id}", f"ability.{id}.name")


def selector_word(words: Words, id: str) -> str:
    """Return the name of a selector of Instructions, or of the ability behind it."""
    return _first(words, id, f"reason.selector.{id}", f"ability.{id}.name")


def _first(words: Words, id: str, *keys: str) -> str:
    for key in keys:
        text = words(key)
        if text != key:
            return text
    return nameless(id)


def symbol_names(symbols: Symbols) -> tuple[str, ...]:
    """Return the names of symbols, one by one: the name of the icon and of the text "symbol.<name>"."""
    return tuple(name for name, count in zip(SYMBOLS, symbols, strict=True) for _ in range(count))
