"""View model of Sickbay and Workshop: Consequences with the chance to be rid of them, Samples that the crew offers, and
what can be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
from defiance_qt.systems.defiance.view.present.pages import DeedView, FaceView, LineView, PageCardView, SectionView


def sickbay_view(state: State, rules: Rules, names: Names, legal: tuple[Any, ...]) -> tuple[SectionView, ...]:
    """Build the page of the step: a card for each patient, then one for each offer, and one for all recipes."""
    words = names.words
    can = frozenset(one for one in legal if isinstance(one, c.Cure | c.TakeSample | c.Craft))
    patients = tuple(
        _patient(one, state, rules, names, can) for one in state.team.values() if one.consequences or one.face_down
    )
    take = words("view.sickbay.take")
    cards = [
        (
            LineView(
                words(f"view.guide.sample.{kind}", name=names.short(member)),
                deeds=(DeedView(take, c.TakeSample(member)),),
            ),
        )
        for member, kind in ship.samples_offered(rules, state)
        if c.TakeSample(member) in can
    ]
    recipes = tuple(_recipes(state, rules, names, can))
    made = tuple(PageCardView(lines) for lines in (*cards, recipes) if lines)
    return (
        SectionView(words("view.sickbay.title"), patients, "" if patients else words("view.sickbay.healthy")),
        SectionView(words("view.sickbay.making"), made, "" if recipes else words("view.sickbay.no_recipes")),
    )


def _patient(one: Character, state: State, rules: Rules, names: Names, can: frozenset[Any]) -> PageCardView:
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
            cards.append(LineView(name, text, (DeedView(button, command),)))
        else:
            tried = ship.tried(state, one.id, card) > 0
            cards.append(LineView(name, text, note=words("view.sickbay.tried") if tried else ""))
    may = one.remote or ship.in_cabin(rules, state, one.id)
    where = words(f"area.{area}.name") if area else words("view.ship.waits")
    note = "" if may else words("view.sickbay.cabin" if whole(state, area) else "view.ship.wrecked")
    face = FaceView(names.initials(one.id), names.drawing(one.id), one.id not in campaign_of(state).team)
    return PageCardView(tuple(cards), names.short(one.id), where, note, face, one.id)


def _recipes(state: State, rules: Rules, names: Names, can: frozenset[Any]) -> Iterator[LineView]:
    """Yield what each known recipe makes, once for each Character that can make it; else why nobody can."""
    words = names.words
    crafts = [one for one in can if isinstance(one, c.Craft)]
    for recipe in ship.known_recipes(rules, state):
        makers = [craft for craft in crafts if craft.recipe == recipe.id]
        cost = _cost(recipe, state, rules, names)
        order = list(state.team)
        for command in sorted(makers, key=lambda one: (one.program, order.index(one.character))):
            name = names.software(command.program) if command.program else names.item(recipe.item)
            text = names.text(f"software.{command.program}.text") if command.program else names.item_rule(recipe.item)
            button = words("view.sickbay.make", name=names.short(command.character), cost=cost)
            yield LineView(name, text, (DeedView(button, command),))
        if not makers:
            name = names.item(recipe.item) if recipe.item else words(f"recipe.{recipe.id}.name")
            note = SEPARATOR.join((cost, _why_not(recipe, state, rules, names)))
            yield LineView(name, names.item_rule(recipe.item) if recipe.item else "", note=note)


def _cost(recipe: Recipe, state: State, rules: Rules, names: Names) -> str:
    price = ship.price(rules, state, recipe)
    parts = [names.words.count(f"event.gained.{kind}", amount) for kind, amount in price.items() if amount]
    return names.words("event.list").join(parts) or names.words("view.sickbay.free")


def _why_not(recipe: Recipe, state: State, rules: Rules, names: Names) -> str:
    price = ship.price(rules, state, recipe)
    if any(ship.samples(state, kind) < amount for kind, amount in price.items()):
        return names.words("view.sickbay.short")
    return names.words("view.sickbay.nobody", area=names.words(f"area.{recipe.area}.name"))
