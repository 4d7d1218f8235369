"""What can be corrected by hand: everything on the table by what it belongs to, and each value with what it may become.
A correction becomes `Overrule` commands; whether the table can stand so is for the engine to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules.alert import MAXIMUM
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, Enemy, State
from defiance_qt.systems.defiance.engine.words.names import Names as Places
from defiance_qt.systems.defiance.view.present.names import Names, tokens

MOST = 99
DECKS = ("ai", "loot", "consequence")
Options = tuple[tuple[str, str], ...]


class FieldView(msgspec.Struct, frozen=True):
    """One value. `path` is that of `Overrule`; several with commas for piles that change together.

    `kind`: "number" (`low` to `high`), "flag", "choice" and "set" (of `options`), "space", "piles" (one pile of ids for
    each of `names`; the piles beyond the paths are where cards come from), "carried" (rows of item, place and software;
    `places` says where each item may lie, `turning` which have Actions and so are turned), "inputs" (a text of symbols
    for each of `options`, the symbols wanted).
    """

    path: str
    name: str
    kind: str
    value: Any
    options: Options = ()
    low: int = 0
    high: int = MOST
    names: tuple[str, ...] = ()
    places: dict[str, Options] = {}
    turning: tuple[str, ...] = ()


class SubjectView(msgspec.Struct, frozen=True):
    """What values belong to: the table, a figure, a card, a door. `group` is the heading it stands under."""

    id: str
    name: str
    group: str
    fields: tuple[FieldView, ...]


def subjects(state: State, rules: Rules, names: Names) -> tuple[SubjectView, ...]:
    """Everything that can be corrected, in the order of a person's look over the table."""
    made = _Made(state, rules, names)
    return (
        made.table(),
        *(made.character(one) for one in state.team.values()),
        *(made.enemy(one) for one in state.enemies.values()),
        *(made.unit(id) for id in state.units),
        *made.board(),
        *made.decks(),
    )


def find_subjects(text: str, views: Sequence[SubjectView]) -> tuple[SubjectView, ...]:
    """Those whose name or heading holds every word of the text."""
    wanted = text.casefold().split()
    return tuple(one for one in views if all(word in f"{one.name} {one.group}".casefold() for word in wanted))


def corrections(fields: Sequence[FieldView], changed: Mapping[str, Any], reason: str) -> tuple[c.Overrule, ...]:
    """One command for each value that is not what it was; () when nothing was changed."""
    return tuple(
        c.Overrule(field.path, changed[field.path], reason.strip())
        for field in fields
        if field.path in changed and changed[field.path] != given(field)
    )


def together(commands: Sequence[c.Overrule]) -> c.Overrule:
    """The same corrections as a single one, for values that can only change at the same time."""
    values: list[Any] = []
    for one in commands:
        values += one.value if "," in one.path else [one.value]
    return c.Overrule(",".join(one.path for one in commands), values, commands[0].reason)


def given(field: FieldView) -> Any:
    """The value that stands, as a command would give it."""
    if field.kind == "piles":
        piles = [list(pile) for pile in field.value[: field.path.count(",") + 1]]
        return piles if len(piles) > 1 else piles[0]
    if field.kind == "inputs":
        return [list(Symbols.parse(text)) for text in field.value]
    return list(field.value) if isinstance(field.value, tuple) else field.value


class _Made:
    """Makes the views of one moment."""

    def __init__(self, state: State, rules: Rules, names: Names) -> None:
        self.state, self.rules, self.names, self.words = state, rules, names, names.words
        self._places = Places(state, names.words)

    def _group(self, id: str) -> str:
        return self.words(f"ui.overrule.group.{id}")

    def _name(self, field: str) -> str:
        return self.words(f"event.field.{field}")

    def _number(self, path: str, value: int, high: int = MOST) -> FieldView:
        return FieldView(path, self._name(path.rpartition(".")[2]), "number", value, high=high)

    def _flag(self, path: str, value: bool) -> FieldView:
        return FieldView(path, self._name(path.rpartition(".")[2]), "flag", value)

    def _piles(self, path: str, piles: Sequence[Sequence[str]], titles: Sequence[str], kind: str) -> FieldView:
        ids = dict.fromkeys(id for pile in piles for id in pile)
        options = tuple((id, self.names.named(f"{kind}.{id}.name", id)) for id in ids)
        value = tuple(tuple(pile) for pile in piles)
        return FieldView(path, ", ".join(titles), "piles", value, options, names=tuple(titles))

    # -- the table and its decks

    def table(self) -> SubjectView:
        state = self.state
        fields = (
            self._number("alert", state.alert, MAXIMUM),
            self._number("reserve", state.reserve),
            self._number("round", state.round),
            self._flag("high_face", state.high_face),
        )
        return SubjectView("table", self.words("ui.overrule.table"), self._group("table"), fields)

    def decks(self) -> Iterable[SubjectView]:
        state, group = self.state, self._group("decks")
        piles = ("selected", "available", "removed")
        titles = [self._name(pile) for pile in piles]
        units = self._piles(",".join(piles), [getattr(state, pile) for pile in piles], titles, "unit")
        yield SubjectView("units", self.words("ui.overrule.units"), group, (units,))
        known = dict.fromkeys((*state.units, *state.selected, *state.available, *state.removed))
        rest = [id for id in known if id not in state.initiative]
        titles = [self._name("initiative"), self.words("ui.overrule.elsewhere")]
        waiting = self._piles("initiative", [state.initiative, rest], titles, "unit")
        yield SubjectView("initiative", self._name("initiative"), group, (waiting,))
        for deck in DECKS:
            if deck not in state.decks:
                continue
            paths = [f"decks.{deck}", f"discards.{deck}"]
            found = [state.decks[deck], state.discards.get(deck, ())]
            name = self.words(f"event.deck.{deck}")
            if deck not in state.discards:
                paths, found = paths[:1], found[:1]
            titles = [self._places.place(path) for path in paths]
            kind = "ai_card" if deck == "ai" else deck
            yield SubjectView(f"deck:{deck}", name, group, (self._piles(",".join(paths), found, titles, kind),))

    # -- figures

    def character(self, one: Character) -> SubjectView:
        path, wounds = f"team.{one.id}", self.rules.loadout(one).wounds
        fields = [
            self._number(f"{path}.damage", one.damage, max(wounds, one.damage)),
            self._number(f"{path}.aggro", one.aggro),
            self._states(f"{path}.states", one.states),
            FieldView(f"{path}.space", self._name("space"), "space", one.space),
            self._flag(f"{path}.activated", one.activated),
            self._number(f"{path}.intel", one.intel),
            self._carried(f"{path}.carried", one),
        ]
        cards = self._cards_of(one)
        if cards:
            for field, held in (("tapped", one.tapped), ("flipped", one.flipped)):
                fields.append(FieldView(f"{path}.{field}", self._name(field), "set", held, cards))
        if "consequence" in self.state.decks and not one.ally:
            fields.append(self._consequences(path, one))
        group = self._group("allies" if one.ally else "team")
        return SubjectView(one.id, self.names.character(one.id), group, tuple(fields))

    def _cards_of(self, one: Character) -> Options:
        """The Character's own card if it has Actions: it is turned and flipped. Equipment says so itself."""
        ids = [one.id] if one.actions else []
        return tuple((id, self.names.card(id)) for id in dict.fromkeys((*ids, *one.tapped, *one.flipped)))

    def _states(self, path: str, value: tuple[str, ...]) -> FieldView:
        options = tuple((id, self.names.state(id)) for id in self.rules.catalog.states)
        return FieldView(path, self._name("states"), "set", value, options)

    def _carried(self, path: str, one: Character) -> FieldView:
        known = self.rules.catalog.equipment
        value = tuple(msgspec.to_builtins(held) for held in one.carried)
        options = tuple(sorted(((id, self.names.item(id)) for id in known), key=lambda pair: pair[1]))
        places = {id: self._places_of(known[id].tabs) for id in known}
        turning = tuple(id for id in known if known[id].actions)
        return FieldView(path, self._name("carried"), "carried", value, options, places=places, turning=turning)

    def _places_of(self, tabs: tuple[tuple[str, ...], ...]) -> Options:
        if not tabs:
            return (("light", self.words("ui.slot.light")),)
        shown = [" + ".join(self.words(f"location.{location}") for location in tab) for tab in tabs]
        worn = tuple((str(place), text) for place, text in enumerate(shown))
        return (*worn, ("backpack", self.words("location.backpack")))

    def _consequences(self, path: str, one: Character) -> FieldView:
        state = self.state
        paths = [f"{path}.consequences", f"{path}.face_down", "decks.consequence"]
        piles = [one.consequences, one.face_down, state.decks["consequence"]]
        if "consequence" in state.discards:
            paths.append("discards.consequence")
            piles.append(state.discards["consequence"])
        titles = [self._name("consequences"), self._name("face_down"), *map(self._places.place, paths[2:])]
        return self._piles(",".join(paths), piles, titles, "consequence")

    def enemy(self, one: Enemy) -> SubjectView:
        path = f"enemies.{one.id}"
        wounds = self.state.units[one.unit].profile.wounds
        fields = (
            self._number(f"{path}.damage", one.damage, wounds),
            self._states(f"{path}.states", one.states),
            FieldView(f"{path}.space", self._name("space"), "space", one.space),
        )
        return SubjectView(one.id, self.names.figure(one.id), self._group("enemies"), fields)

    def unit(self, id: str) -> SubjectView:
        one, path = self.state.units[id], f"units.{id}"
        faces = tuple((str(place), self._places.colour(face.colour)) for place, face in enumerate(one.faces))
        fields = (
            FieldView(f"{path}.face", self._name("face"), "choice", one.face, faces),
            self._flag(f"{path}.revealed", one.revealed),
            self._flag(f"{path}.activated", one.activated),
            self._flag(f"{path}.hidden_away", one.hidden_away),
        )
        return SubjectView(f"unit:{id}", self.names.unit(id), self._group("units"), fields)

    # -- the board

    def board(self) -> Iterable[SubjectView]:
        state, group = self.state, self._group("board")
        for id, door in state.doors.items():
            yield SubjectView(id, self._places.element(id), group, (self._flag(f"doors.{id}.open", door.open),))
        for id, box in state.containers.items():
            name = f"{self._places.element(id)} ({box.space})"
            yield SubjectView(id, name, group, (self._flag(f"containers.{id}.empty", box.empty),))
        for id, console in state.consoles.items():
            wants = tuple((str(number), one.symbols) for number, one in enumerate(console.inputs))
            held = tuple(one.text for one in console.assigned)
            done = tuple((str(number), str(number + 1)) for number in range(len(console.inputs)))
            fields = (
                FieldView(f"consoles.{id}.assigned", self._name("assigned"), "inputs", held, wants),
                FieldView(f"consoles.{id}.completed", self._name("completed"), "set", console.completed, done),
            )
            yield SubjectView(id, self._places.element(id), group, fields)


def symbols_of(wanted: str, taken: Sequence[bool]) -> list[int]:
    """The value of an input: those of the wanted symbols that are taken."""
    there = " ".join(token for token, one in zip(tokens(wanted), taken, strict=True) if one)
    return list(Symbols.parse(there))
