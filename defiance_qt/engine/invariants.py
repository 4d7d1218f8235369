"""What must hold in every state, each as a sentence. Checked after every event by tests and fuzzers, and after an
overrule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from defiance_qt.engine.dice import Symbols
from defiance_qt.engine.frames import Activation, Draw, Ending, EnemyActivation, KeepConsequence, Round
from defiance_qt.engine.rules.alert import MAXIMUM
from defiance_qt.engine.rules.equip import free_tabs
from defiance_qt.engine.ruleset import Rules, obstructions
from defiance_qt.engine.state import UNCONSCIOUS, Character, Enemy, State


def broken(rules: Rules, state: State) -> list[str]:
    """The invariants that do not hold. Where something is unknown nothing else is looked at."""
    return unknown(rules, state) or [
        *_board(rules, state),
        *_figures(rules, state),
        *_units(rules, state),
        *_table(rules, state),
    ]


def unknown(rules: Rules, state: State) -> list[str]:
    """What names cards, faces and spaces that are not there: with such a state no rule could be asked anything."""
    return [*_unknown(rules, state)]


def _unknown(rules: Rules, state: State) -> Iterator[str]:
    known = rules.catalog
    for one in state.team.values():
        for held in one.carried:
            if held.item not in known.equipment:
                yield f"{one.id} carries {held.item}, which is no card"
            elif held.place not in _places(len(known.equipment[held.item].tabs)):
                yield f"{one.id} carries {held.item} at {held.place!r}, which is no place for it"
            yield from (f"{id} is no Software" for id in held.software if id not in known.software)
        cards = (*one.consequences, *one.face_down)
        yield from (f"{one.id} has {id}, which is no Consequence" for id in cards if id not in known.consequences)
    figures: list[Character | Enemy] = [*state.team.values(), *state.enemies.values()]
    for figure in figures:
        yield from (f"{figure.id} has {id}, which is no State" for id in figure.states if id not in known.states)
    for unit in state.units.values():
        if not 0 <= unit.face < len(unit.faces):
            yield f"{unit.id} has no face {unit.face}"
        if unit.ai_card not in ("", "?") and unit.ai_card not in known.ai_cards:
            yield f"{unit.id} has {unit.ai_card}, which is no AI card"
    for id in (*state.selected, *state.available, *state.removed, *state.initiative):
        if id not in known.units:
            yield f"{id} is no Unit"
    for space in (*obstructions(state), *(neutral.space for neutral in state.neutrals.values())):
        if space not in rules.board.by_name:
            yield f"something stands on {space}, which is no space of the board"
    for id, console in state.consoles.items():
        if len(console.assigned) != len(console.inputs):
            yield f"{id} has {len(console.inputs)} inputs and symbols for {len(console.assigned)}"


def _places(tabs: int) -> tuple[str, ...]:
    return ("", "backpack", *map(str, range(tabs))) if tabs else ("light",)


def _board(rules: Rules, state: State) -> Iterator[str]:
    """Who stands where (R-056, R-219): one figure a space, none on what is obstructed, but for one that is passing
    through."""
    known = rules.board.by_name
    at: dict[str, list[str]] = {}
    standing = {id: one.space for id, one in state.team.items()} | {id: one.space for id, one in state.enemies.items()}
    for id, space in standing.items():
        if space:
            if space not in known:
                yield f"{id} stands on {space}, which is no space of the board"
            at.setdefault(space, []).append(id)
    passing = {
        frame.character
        for frame in state.agenda
        if isinstance(frame, Activation) and frame.points and state.team[frame.character].conscious
    }
    things = {neutral.space: id for id, neutral in state.neutrals.items()}
    things |= {box.space: id for id, box in state.containers.items()}
    things |= {one.space: id for id, one in state.consoles.items()}
    for space, ids in at.items():
        resting = [id for id in ids if id not in passing]
        if len(resting) > 1:
            yield f"{resting[0]} and {resting[1]} both stand on {space}"
        if resting and space in things:
            yield f"{resting[0]} stands on {space}, which {things[space]} obstructs"
        if space in known and rules.board.blocked >> known[space] & 1:
            yield f"{ids[0]} stands on {space}, which is Blocked"


def _figures(rules: Rules, state: State) -> Iterator[str]:
    """Damage, Aggro, States and slots of each figure (R-026, R-224, R-225, R-234, R-278)."""
    settled = not state.agenda or not any(isinstance(frame, Draw | KeepConsequence) for frame in state.agenda)
    for one in state.team.values():
        wounds = rules.loadout(one).wounds
        if one.damage < 0 or one.aggro < 0 or (one.damage > wounds and one.conscious and settled):
            yield f"{one.id} has {one.damage} Damage of {wounds} Wounds and {one.aggro} Aggro"
        if one.conscious and one.damage >= wounds and (one.space or one.damage) and settled:
            yield f"{one.id} is conscious with {one.damage} Damage of {wounds} Wounds"
        if one.remote and not one.space and (one.damage or one.states):
            yield f"{one.id} is off the board with Damage or States"
        if not one.conscious and one.aggro:
            yield f"{one.id} is Unconscious and has Aggro"
        if not one.conscious and one.states != (UNCONSCIOUS,):
            yield f"{one.id} is Unconscious and has other States"
        if len(set(one.states)) < len(one.states):
            yield f"{one.id} has a State twice"
        if any(count < 0 for count in free_tabs(rules, one).values()):
            yield f"{one.id} wears more than its tabs take"
    for enemy in state.enemies.values():
        if enemy.unit not in state.units:
            yield f"{enemy.id} belongs to no deployed Unit"
            continue
        profile = state.units[enemy.unit].profile
        if not 0 <= enemy.damage < profile.wounds:
            yield f"{enemy.id} has {enemy.damage} Damage of {profile.wounds} Wounds"
        if not enemy.space or not 1 <= enemy.number <= profile.number:
            yield f"{enemy.id} is not where a Miniature can be"
        if len(set(enemy.states)) < len(enemy.states):
            yield f"{enemy.id} has a State twice"


def _units(rules: Rules, state: State) -> Iterator[str]:
    """Each Unit card lies in exactly one place (R-167…R-169, R-234)."""
    places = Counter((*state.units, *state.selected, *state.available, *state.removed))
    for unit, count in places.items():
        if count > 1:
            yield f"the card of {unit} lies in {count} places"
    for unit in rules.mission.selected:
        if unit not in places:
            yield f"the card of {unit} is nowhere"
    if len(set(state.initiative)) < len(state.initiative):
        yield "an Initiative card is in the deck twice"


def _table(rules: Rules, state: State) -> Iterator[str]:
    """Tracks, decks and Consoles (R-136, R-259)."""
    if not 0 <= state.alert <= MAXIMUM:
        yield f"the Alert Level is {state.alert}"
    if state.reserve < 0 or state.round < 0:
        yield f"the Reserve is {state.reserve} in Round {state.round}"
    for id, console in state.consoles.items():
        for number, one in enumerate(console.inputs):
            if not Symbols.parse(one.symbols).covers(console.assigned[number]):
                yield f"input {number + 1} of {id} holds more than it takes"
    yield from _cards(rules, state)
    if state.agenda and state.round and not isinstance(state.agenda[0], Round | Ending):
        yield "the agenda does not begin with the Round"
    for frame in state.agenda:
        if isinstance(frame, EnemyActivation) and frame.performed > max(2, frame.limit):
            yield f"{frame.enemy} has performed {frame.performed} Instructions"


def _cards(rules: Rules, state: State) -> Iterator[str]:
    """No card is lost and none is there twice (R-124, R-176, R-240)."""
    drawing: Counter[tuple[str, str]] = Counter()
    for frame in state.agenda:
        if isinstance(frame, Draw):
            drawing.update((frame.deck, card) for card in frame.drawn)
        elif isinstance(frame, KeepConsequence):
            drawing.update(("consequence", card) for card in frame.cards)
    held = Counter(drawing)
    for deck in ("ai", "loot", "consequence"):
        held.update((deck, card) for card in (*state.decks.get(deck, ()), *state.discards.get(deck, ())))
    held.update(("ai", card) for card in state.discards.get("ai_held", ()) if card != "?")
    held.update(("ai", unit.ai_card) for unit in state.units.values() if unit.ai_card not in ("", "?"))
    held.update(("loot", card) for card in state.loot)
    for one in state.team.values():
        held.update(("consequence", card) for card in (*one.consequences, *one.face_down))
    if not state.decks:
        return
    wanted: Counter[tuple[str, str]] = Counter({("ai", card): 1 for card in rules.catalog.ai_cards})
    wanted.update({("loot", card.id): card.copies for card in rules.catalog.loot.values()})
    wanted.update({("consequence", card.id): card.copies for card in rules.catalog.consequences.values()})
    for key in wanted.keys() | held.keys():
        if held[key] != wanted[key]:
            yield f"the {key[0]} card {key[1]} is there {held[key]} times instead of {wanted[key]}"
