"""Valid cards, in any file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.best_play import EndlessSwitch, Side, SwitchValue
from defiance_qt.systems.defiance.engine.checks.shared import (
    ACTION_TARGETS,
    CARD_USES,
    COLOURS,
    DEEDS,
    ENEMY_KINDS,
    LOCATIONS,
    MARKETS,
    ROLLS,
    SOFTWARE_KINDS,
    SOFTWARE_TARGETS,
    STATE_ENDS,
    Checks,
    Fault,
    Known,
    at_least,
    exist,
    once,
    one_of,
    symbols,
)
from defiance_qt.systems.defiance.engine.dice import Symbols, SymbolsError

LEVELS = 4
"""The levels of Specialties."""


def _dice(field: str, names: Iterable[str] | None, known: Known) -> Iterator[Fault]:
    return exist(field, "die", names or (), known)


def _range(range_: tuple[int, int] | None) -> Iterator[Fault]:
    if range_ is not None and not 0 <= range_[0] <= range_[1]:
        yield "range", Message("content.range", "{low} to {high} is not a Range", low=range_[0], high=range_[1])


def _modifier(value: content.Modifier, known: Known) -> Iterator[Fault]:
    yield from one_of("rolls", value.rolls, ROLLS)
    yield from _dice("dice", value.dice, known)
    yield from symbols("symbols", value.symbols, needed=False)
    yield from _dice("instead", value.instead, known)
    yield from at_least(0, fewer=value.fewer, reroll=value.reroll)


def _switch(value: content.Switch, known: Known) -> Iterator[Fault]:
    yield from symbols("cost", value.cost)
    if not value.effects:
        yield "effects", Message("content.switch_effect", "a Switch needs an effect")


def _endless(switches: Iterable[content.Switch]) -> Iterator[Fault]:
    """Yield a fault for Switches that produce the symbols they cost: an Enemy would never stop using them (R-102,
    R-103)."""
    values = []
    for switch in switches:
        added = [effect.symbols for effect in switch.effects if isinstance(effect, content.AddSymbols)]
        with suppress(SymbolsError):  # reported where the text itself is checked
            values.append(SwitchValue(Symbols.parse(switch.cost), symbols=Symbols.parse(" ".join(added))))
    try:
        Side((), switches=tuple(values))
    except EndlessSwitch as error:
        yield "switches", error.message


def _attack(value: content.Attack | content.HackAttack, known: Known) -> Iterator[Fault]:
    yield from _endless(value.switches)
    yield from _dice("dice", value.dice, known)
    if not value.dice:
        yield "dice", Message("content.attack_dice", "an Attack needs dice")
    yield from _range(value.range)


def _action(value: content.CardAction, known: Known) -> Iterator[Fault]:
    yield from one_of("target", (value.target,), ACTION_TARGETS)
    yield from one_of("use", (value.use,), CARD_USES)
    yield from one_of("among", (word for kind in value.among or () for word in kind.split()), ENEMY_KINDS)
    yield from one_of("after", (value.after or "",), DEEDS)
    yield from _range(value.range)
    if not value.effects:
        yield "effects", Message("content.action_effect", "an Action needs an effect")


def _device(value: content.Device, known: Known) -> Iterator[Fault]:
    yield from _dice("hacking", value.hacking, known)
    yield from _range(value.range)
    yield from at_least(1, slots=value.slots)


def _equipment(value: content.Equipment, known: Known) -> Iterator[Fault]:
    for tab in value.tabs:
        yield from one_of("tabs", tab, LOCATIONS)
        if not tab:
            yield (
                "tabs",
                Message("content.empty_tab", "a tab without a location; for light Equipment leave out all tabs"),
            )
    yield from _dice("biotech", value.biotech, known)
    yield from exist("software", "software", value.software, known)
    if len(value.software) > (value.device.slots if value.device else 0):
        count = len(value.software)
        yield "software", Message("content.few_slots", "{count} programs but fewer slots", count=count)
    if value.owner:
        yield from exist("owner", "character", (value.owner,), known)
    yield from at_least(0, value=value.value)
    yield from one_of("market", (value.market,), MARKETS)
    yield from once("attacks", "Attack", (attack.id for attack in value.attacks))
    yield from once("actions", "Action", (action.id for action in value.actions))


def _specialty(value: content.Specialty, known: Known) -> Iterator[Fault]:
    """Yield faults of a Specialty card: of level I to IV (R-301), after cards that exist (R-311)."""
    yield from once("actions", "Action", (action.id for action in value.actions))
    yield from at_least(1, level=value.level)
    if value.level > LEVELS:
        yield "level", Message("content.level", "the highest level is {limit}", limit=LEVELS)
    yield from exist("requires", "specialty", value.requires, known)


def _software(value: content.Software, known: Known) -> Iterator[Fault]:
    yield from at_least(0, value=value.value)
    yield from _endless(value.switches)
    yield from one_of("kind", (value.kind,), SOFTWARE_KINDS)
    yield from one_of("targets", (value.targets,), SOFTWARE_TARGETS)
    yield from _dice("dice", value.dice, known)
    yield from at_least(1, multiplier=value.multiplier)


def _character(value: content.CharacterCard, known: Known) -> Iterator[Fault]:
    yield from at_least(0, speed=value.speed, max_aggro=value.max_aggro)
    yield from at_least(1, wounds=value.wounds)
    yield from _dice("defense", value.defense, known)
    yield from _dice("biotech", value.biotech, known)
    yield from one_of("tabs", value.tabs, LOCATIONS)
    yield from exist("equipment", "equipment", value.equipment, known)
    yield from once("attacks", "Attack", (attack.id for attack in value.attacks))
    yield from once("actions", "Action", (action.id for action in value.actions))
    if value.controller:
        yield from exist("controller", "character", (value.controller,), known)
    elif value.synchronized or value.remote:
        yield "controller", Message("content.no_controller", "a Synchronized Ally or Remote needs one")


ONE_SIDED = ("black", "grey")


def _unit(value: content.UnitCard, known: Known) -> Iterator[Fault]:
    """Yield faults of a Unit card: one side or two, of a Personality or Structure one (R-166). A Respawn value is on
    both or on neither (R-253)."""
    if not 1 <= len(value.faces) <= 2:
        count = len(value.faces)
        yield "faces", Message("content.faces", "a Unit card has one side or two, not {count}", count=count)
    if len(value.faces) == 2 and any(face.colour in ONE_SIDED for face in value.faces):
        yield "faces", Message("content.one_sided", "a Personality or Structure has one side only")
    if len({face.respawn is None for face in value.faces}) > 1:
        yield (
            "faces",
            Message(
                "content.respawn_faces",
                "a Respawn value is on one side only, and a Unit may return with either (R-253)",
            ),
        )


def _profile(value: content.Profile, known: Known) -> Iterator[Fault]:
    if value.switches:
        for attack in value.attacks or (content.Attack("", (), (0, 0)),):
            yield from _endless((*attack.switches, *value.switches))
    yield from one_of("colour", (value.colour,), COLOURS)
    yield from at_least(
        0, speed=value.speed, biological_samples=value.biological_samples, tech_samples=value.tech_samples
    )
    yield from at_least(
        1, number=value.number, wounds=value.wounds, respawn=value.respawn, replacements=value.replacements
    )
    yield from _dice("defense", value.defense, known)
    yield from _dice("biotech", value.biotech, known)
    yield from once("attacks", "Attack", (attack.id for attack in value.attacks))


def _ai_card(value: content.AiCard, known: Known) -> Iterator[Fault]:
    for field, column in (("blue", value.blue), ("red", value.red)):
        if not column:
            yield field, Message("content.empty_column", "a column without an Instruction")


def _state(value: content.StateCard, known: Known) -> Iterator[Fault]:
    yield from one_of("until", value.until, STATE_ENDS)
    if value.effects and "activation" not in value.until:
        yield "effects", Message("content.state_effects", "effects of a State that does not end with an Activation")


def _copies(value: content.ConsequenceCard | content.LootCard, known: Known) -> Iterator[Fault]:
    return at_least(1, copies=value.copies)


def _edition_switch(value: content.EditionSwitch, known: Known) -> Iterator[Fault]:
    if len(set(value.values)) < 2:
        yield "values", Message("content.switch_values", "a switch needs two values or more")
    for edition, chosen in value.editions.items():
        yield from one_of(f"editions.{edition}", (chosen,), value.values)


CARD_CHECKS: Checks = {
    content.Modifier: _modifier,
    content.Switch: _switch,
    content.Attack: _attack,
    content.HackAttack: _attack,
    content.CardAction: _action,
    content.Device: _device,
    content.Equipment: _equipment,
    content.Software: _software,
    content.Specialty: _specialty,
    content.CharacterCard: _character,
    content.UnitCard: _unit,
    content.Profile: _profile,
    content.AiCard: _ai_card,
    content.StateCard: _state,
    content.ConsequenceCard: _copies,
    content.LootCard: _copies,
    content.EditionSwitch: _edition_switch,
}
