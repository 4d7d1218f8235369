"""View model of Sickbay and Workshop: Consequences with the chance to be rid of them, Samples that the crew offers, and
what can be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from defiance_qt.shell.present.values import percent
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.chances import cure_chance
from defiance_qt.systems.defiance.engine.content import Recipe
from defiance_qt.systems.defiance.engine.rules.campaign import ship
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, whole
from defiance_qt.systems.defiance.engine.rules.campaign.rolled import FACE_DOWN
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names


class DeedView(msgspec.Struct, frozen=True):
    """Something that can be done: its name with its text, the button that does it, or why there is none."""

    name: str
    text: str = ""
    button: str = ""
    command: Any = None
    note: str = ""

    @property
    def spoken(self) -> str:
        return ". ".join(part for part in (self.name, self.text, self.button, self.note) if part)


class PatientView(msgspec.Struct, frozen=True):
    """A figure with Consequences, and where it is aboard. `note` says why it cannot be treated."""

    id: str
    name: str
    initials: str
    drawing: str
    crew: bool
    where: str
    cards: tuple[DeedView, ...]
    note: str = ""


class SickbayView(msgspec.Struct, frozen=True):
    """The page. `nothing` stands for parts that are empty."""

    patients: tuple[PatientView, ...]
    offers: tuple[DeedView, ...]
    recipes: tuple[DeedView, ...]


def sickbay_view(state: State, rules: Rules, names: Names, legal: tuple[Any, ...]) -> SickbayView:
    """Build the page of the step."""
    words = names.words
    can = frozenset(one for one in legal if isinstance(one, c.Cure | c.TakeSample | c.Craft))
    patients = tuple(
        _patient(one, state, rules, names, can) for one in state.team.values() if one.consequences or one.face_down
    )
    offers = tuple(
        DeedView(
            words(f"view.guide.sample.{kind}", name=names.short(member)),
            button=words("view.sickbay.take"),
            command=c.TakeSample(member),
        )
        for member, kind in ship.samples_offered(rules, state)
        if c.TakeSample(member) in can
    )
    return SickbayView(patients, offers, tuple(_recipes(state, rules, names, can)))


def _patient(one: Character, state: State, rules: Rules, names: Names, can: frozenset[Any]) -> PatientView:
    words, area = names.words, campaign_of(state).crew.get(one.id, "")
    kind = "engineering" if one.remote else "medicine"
    cards = []
    for card in ship.ailments(one):
        command = c.Cure(one.id, card)
        count = ship.copies(one, card)
        name = words("view.card.injuries", n=count) if card == FACE_DOWN else names.consequence(card)
        text = "" if card == FACE_DOWN else names.text(f"consequence.{card}.text")
        if count > 1 and card != FACE_DOWN:
            name = words("view.sickbay.several", name=name, n=count)
        if command in can:
            if ship.mended(rules, state, one.id):
                button = words("view.sickbay.mended")
            else:
                share = percent(cure_chance(rules, state, command))
                button = words("view.sickbay.roll", roll=words(f"roll.{kind}"), share=share)
            cards.append(DeedView(name, text, button, command))
        else:
            tried = ship.tried(state, one.id, card) > 0
            cards.append(DeedView(name, text, note=words("view.sickbay.tried") if tried else ""))
    may = one.remote or ship.in_cabin(rules, state, one.id)
    where = words(f"area.{area}.name") if area else words("view.ship.waits")
    return PatientView(
        one.id,
        names.short(one.id),
        names.initials(one.id),
        names.drawing(one.id),
        one.id not in campaign_of(state).team,
        where,
        tuple(cards),
        "" if may else words("view.sickbay.cabin" if whole(state, area) else "view.ship.wrecked"),
    )


def _recipes(state: State, rules: Rules, names: Names, can: frozenset[Any]) -> Iterator[DeedView]:
    """Yield what each known recipe makes, once for each Character that can make it; else why nobody can."""
    words = names.words
    crafts = [one for one in can if isinstance(one, c.Craft)]
    for recipe in ship.known_recipes(rules, state):
        makers = [one for one in crafts if one.recipe == recipe.id]
        cost = _cost(recipe, state, rules, names)
        order = list(state.team)
        for command in sorted(makers, key=lambda one: (one.program, order.index(one.character))):
            name = names.software(command.program) if command.program else names.item(recipe.item)
            text = names.text(f"software.{command.program}.text") if command.program else names.item_rule(recipe.item)
            button = words("view.sickbay.make", name=names.short(command.character), cost=cost)
            yield DeedView(name, text, button, command)
        if not makers:
            name = names.item(recipe.item) if recipe.item else words(f"recipe.{recipe.id}.name")
            note = SEPARATOR.join((cost, _why_not(recipe, state, rules, names)))
            yield DeedView(name, names.item_rule(recipe.item) if recipe.item else "", note=note)


def _cost(recipe: Recipe, state: State, rules: Rules, names: Names) -> str:
    price = ship.price(rules, state, recipe)
    parts = [names.words.count(f"event.gained.{kind}", amount) for kind, amount in price.items() if amount]
    return names.words("event.list").join(parts) or names.words("view.sickbay.free")


def _why_not(recipe: Recipe, state: State, rules: Rules, names: Names) -> str:
    price = ship.price(rules, state, recipe)
    if any(ship.samples(state, kind) < amount for kind, amount in price.items()):
        return names.words("view.sickbay.short")
    return names.words("view.sickbay.nobody", area=names.words(f"area.{recipe.area}.name"))
