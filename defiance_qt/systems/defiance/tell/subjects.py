"""Values that can be corrected by hand: everything on the table by its owner, and the valid values of each.

A correction becomes `Overrule` commands; `decide` checks whether the resulting state is valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from defiance_qt.core.port import Field, Subject, Words
from defiance_qt.systems.defiance.engine.commands import Overrule
from defiance_qt.systems.defiance.engine.content import Profile
from defiance_qt.systems.defiance.engine.overrule import acting
from defiance_qt.systems.defiance.engine.rules.alert import MAXIMUM
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, Enemy, State
from defiance_qt.systems.defiance.tell.names import Names, nameless

MOST = 99
DECKS = ("ai", "loot", "consequence")
Options = tuple[tuple[str, str], ...]


class Carrying(msgspec.Struct, frozen=True):
    """Extras of a "carried" field: the places for each item, and the items with Actions, which can be tapped."""

    places: Mapping[str, Options]
    turning: tuple[str, ...]


def subjects(state: State, rules: Rules, words: Words) -> tuple[Subject, ...]:
    """Return everything that can be corrected, in the order of the table."""
    builder = _Builder(state, rules, words)
    return (
        builder.table(),
        *(builder.character(one) for one in state.team.values()),
        *(builder.enemy(one) for one in state.enemies.values()),
        *(builder.unit(id) for id in state.units),
        *builder.aboard(),
        *builder.board(),
        *builder.decks(),
    )


def overrules(values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Overrule, ...]:
    """Return a command for each path; with `together` a single one for all, whose value is the list of theirs."""
    if not together:
        return tuple(Overrule(path, value, reason) for path, value in values.items())
    merged: list[Any] = []
    for path, value in values.items():
        merged += value if "," in path else [value]
    return (Overrule(",".join(values), merged, reason),)


class _Builder:
    """Builds the subjects of one moment."""

    def __init__(self, state: State, rules: Rules, words: Words) -> None:
        self.state, self.rules, self.words = state, rules, words
        self.names = Names(state, words)

    def _group(self, id: str) -> str:
        return self.words(f"subject.group.{id}")

    def _name(self, field: str) -> str:
        return self.words(f"event.field.{field}")

    def _number(self, path: str, value: int, high: int = MOST) -> Field:
        return Field(path, self._name(path.rpartition(".")[2]), "number", value, high=high)

    def _flag(self, path: str, value: bool) -> Field:
        return Field(path, self._name(path.rpartition(".")[2]), "flag", value)

    def _piles(self, path: str, piles: Sequence[Sequence[str]], titles: Sequence[str], kind: str) -> Field:
        ids = dict.fromkeys(id for pile in piles for id in pile)
        options = tuple((id, self.names.known(f"{kind}.{id}.name") or nameless(id)) for id in ids)
        value = tuple(tuple(pile) for pile in piles)
        return Field(path, ", ".join(titles), "piles", value, options, names=tuple(titles))

    # -- the table and its decks

    def table(self) -> Subject:
        state = self.state
        fields = (
            self._number("alert", state.alert, MAXIMUM),
            self._number("reserve", state.reserve),
            self._number("round", state.round),
            self._flag("high_face", state.high_face),
            *self._counters(),
        )
        return Subject("table", self.words("subject.table"), self._group("table"), fields)

    def _counters(self) -> Iterable[Field]:
        """Yield the counters of the mission that the players are told of."""
        state = self.state
        if state.between or not state.mission:
            return
        for id, counter in self.rules.mission.counters.items():
            if counter.shown:
                path, value = f"counters.{id}", state.mission.counters.get(id, counter.start)
                yield Field(path, self.names.place(path), "number", value, high=counter.most or MOST)

    def decks(self) -> Iterable[Subject]:
        state, group = self.state, self._group("decks")
        piles = ("selected", "available", "removed")
        titles = [self._name(pile) for pile in piles]
        units = self._piles(",".join(piles), [getattr(state, pile) for pile in piles], titles, "unit")
        yield Subject("units", self.words("subject.units"), group, (units,))
        for id in state.available:
            printed = self.rules.catalog.units[id].faces
            if len(printed) > 1:
                face = self._face(f"faces.{id}", state.face(id), printed)
                yield Subject(f"unit:{id}", self.names.unit(id), group, (face,))
        known = dict.fromkeys((*state.units, *state.selected, *state.available, *state.removed))
        rest = [id for id in known if id not in state.initiative]
        titles = [self._name("initiative"), self.words("subject.elsewhere")]
        waiting = self._piles("initiative", [state.initiative, rest], titles, "unit")
        yield Subject("initiative", self._name("initiative"), group, (waiting,))
        for deck in DECKS:
            if deck not in state.decks:
                continue
            paths = [f"decks.{deck}", f"discards.{deck}"]
            found = [state.decks[deck], state.discards.get(deck, ())]
            name = self.words(f"event.deck.{deck}")
            if deck not in state.discards:
                paths, found = paths[:1], found[:1]
            titles = [self.names.place(path) for path in paths]
            kind = "ai_card" if deck == "ai" else deck
            yield Subject(f"deck:{deck}", name, group, (self._piles(",".join(paths), found, titles, kind),))

    # -- the ship

    def aboard(self) -> Iterable[Subject]:
        """Yield what the campaign has: Samples, components, Upgrades, and the areas of the crew."""
        campaign, card = self.state.campaign, self.rules.campaign
        if not campaign or card is None:
            return
        group = self._group("ship")
        upgrades = tuple((one.id, self.words(f"upgrade.{one.id}.name")) for one in card.upgrades)
        kept = [f"campaign.kept.{kind}" for kind in ("biological", "tech")]
        fields = (
            self._number("campaign.biological", campaign.biological),
            self._number("campaign.tech", campaign.tech),
            *(
                Field(path, self.names.place(path), "number", campaign.kept.get(path.rpartition(".")[2], 0))
                for path in kept
            ),
            self._number("campaign.components", campaign.components, len(card.track)),
            Field("campaign.upgrades", self._name("upgrades"), "set", campaign.upgrades, upgrades),
        )
        yield Subject("campaign", self.words(f"campaign.{campaign.id}.name"), group, fields)
        areas = (
            ("", self.words("event.value.nothing")),
            *((one.id, self.words(f"area.{one.id}.name")) for one in card.areas),
        )
        crew = tuple(
            Field(f"campaign.crew.{id}", self.names.figure(id), "choice", area, areas)
            for id, area in campaign.crew.items()
        )
        yield Subject("crew", self._name("crew"), group, crew)

    # -- figures

    def character(self, one: Character) -> Subject:
        path, wounds = f"team.{one.id}", self.rules.loadout(one).wounds
        fields = [
            self._number(f"{path}.damage", one.damage, max(wounds, one.damage)),
            self._number(f"{path}.aggro", one.aggro),
            self._states(f"{path}.states", one.states),
            Field(f"{path}.space", self._name("space"), "place", one.space),
            self._flag(f"{path}.activated", one.activated),
            *self._left(one),
            self._number(f"{path}.intel", one.intel),
            self._carried(f"{path}.carried", one),
        ]
        cards = self._cards_of(one)
        if cards:
            for field, held in (("tapped", one.tapped), ("flipped", one.flipped)):
                fields.append(Field(f"{path}.{field}", self._name(field), "set", held, cards))
        if "consequence" in self.state.decks and not one.ally:
            fields.append(self._consequences(path, one))
        group = self._group("allies" if one.ally else "team")
        return Subject(one.id, self.names.known(f"character.{one.id}.name") or nameless(one.id), group, tuple(fields))

    def _left(self, one: Character) -> Iterable[Field]:
        """Yield what the Character has left of its Activation."""
        frame = acting(self.state)
        if frame is not None and frame.character == one.id:
            yield self._number("acting.actions", frame.actions)
            yield self._number("acting.points", frame.points)

    def _cards_of(self, one: Character) -> Options:
        """Return the Character's own card if it has Actions and so can be tapped and flipped. Equipment has its own
        field."""
        ids = [one.id] if one.actions else []
        return tuple((id, self.names.item(id)) for id in dict.fromkeys((*ids, *one.tapped, *one.flipped)))

    def _states(self, path: str, value: tuple[str, ...]) -> Field:
        options = tuple((id, self.names.condition(id)) for id in self.rules.catalog.states)
        return Field(path, self._name("states"), "set", value, options)

    def _carried(self, path: str, one: Character) -> Field:
        known = self.rules.catalog.equipment
        value = tuple(msgspec.to_builtins(held) for held in one.carried)
        options = tuple(sorted(((id, self.names.item(id)) for id in known), key=lambda pair: pair[1]))
        places = {id: self._places_for(known[id].tabs) for id in known}
        turning = tuple(id for id in known if known[id].actions)
        return Field(path, self._name("carried"), "carried", value, options, data=Carrying(places, turning))

    def _places_for(self, tabs: tuple[tuple[str, ...], ...]) -> Options:
        if not tabs:
            return (("light", self.words("view.slot.light")),)
        shown = [" + ".join(self.words(f"location.{location}") for location in tab) for tab in tabs]
        worn = tuple((str(place), text) for place, text in enumerate(shown))
        return (*worn, ("backpack", self.words("location.backpack")))

    def _consequences(self, path: str, one: Character) -> Field:
        state = self.state
        paths = [f"{path}.consequences", f"{path}.face_down", "decks.consequence"]
        piles = [one.consequences, one.face_down, state.decks["consequence"]]
        if "consequence" in state.discards:
            paths.append("discards.consequence")
            piles.append(state.discards["consequence"])
        titles = [self._name("consequences"), self._name("face_down"), *map(self.names.place, paths[2:])]
        return self._piles(",".join(paths), piles, titles, "consequence")

    def enemy(self, one: Enemy) -> Subject:
        path = f"enemies.{one.id}"
        wounds = self.state.units[one.unit].profile.wounds
        fields = (
            self._number(f"{path}.damage", one.damage, wounds),
            self._states(f"{path}.states", one.states),
            Field(f"{path}.space", self._name("space"), "place", one.space),
        )
        return Subject(one.id, self.names.figure(one.id), self._group("enemies"), fields)

    def unit(self, id: str) -> Subject:
        one, path = self.state.units[id], f"units.{id}"
        fields = (
            self._face(f"{path}.face", one.face, one.faces),
            self._flag(f"{path}.revealed", one.revealed),
            self._flag(f"{path}.activated", one.activated),
            self._flag(f"{path}.hidden_away", one.hidden_away),
        )
        return Subject(f"unit:{id}", self.names.unit(id), self._group("units"), fields)

    def _face(self, path: str, value: int, faces: Sequence[Profile]) -> Field:
        colours = tuple((str(place), self.names.colour(face.colour)) for place, face in enumerate(faces))
        return Field(path, self._name("face"), "choice", value, colours)

    # -- the board

    def board(self) -> Iterable[Subject]:
        state, group = self.state, self._group("board")
        for id, door in state.doors.items():
            yield Subject(id, self.names.element(id), group, (self._flag(f"doors.{id}.open", door.open),))
        for id, box in state.containers.items():
            name = f"{self.names.element(id)} ({box.space})"
            yield Subject(id, name, group, (self._flag(f"containers.{id}.empty", box.empty),))
        for id, console in state.consoles.items():
            wants = tuple((str(number), one.symbols) for number, one in enumerate(console.inputs))
            held = tuple(one.text for one in console.assigned)
            done = tuple((str(number), str(number + 1)) for number in range(len(console.inputs)))
            fields = (
                Field(f"consoles.{id}.assigned", self._name("assigned"), "inputs", held, wants),
                Field(f"consoles.{id}.completed", self._name("completed"), "set", console.completed, done),
            )
            yield Subject(id, self.names.element(id), group, fields)
