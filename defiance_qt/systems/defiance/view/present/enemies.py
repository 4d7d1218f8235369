"""View models of the Enemy's column: Units, AI cards, Alert Level, Reserve, Initiative, Consoles."""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.shell.present.memo import Memo
from defiance_qt.shell.present.values import Chip
from defiance_qt.systems.defiance.engine.content import Profile
from defiance_qt.systems.defiance.engine.enemies.initiative import orders
from defiance_qt.systems.defiance.engine.enemies.reinforcements import returning
from defiance_qt.systems.defiance.engine.frames import (
    Console,
    EnemyActivation,
    Pick,
    Roll,
    SurpriseAttack,
    UnitActivation,
)
from defiance_qt.systems.defiance.engine.preview import losses
from defiance_qt.systems.defiance.engine.rules.harm import RETURNS
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import ConsoleState, State, Unit
from defiance_qt.systems.defiance.tell.names import kind_word, selector_word
from defiance_qt.systems.defiance.view.present.names import Names, tokens
from defiance_qt.systems.defiance.view.present.team import health, state_chip
from defiance_qt.systems.defiance.view.present.terms import term
from defiance_qt.systems.defiance.view.present.values import (
    AlertView,
    ConsoleView,
    InputView,
    InstructionView,
    MiniatureView,
    ReserveView,
    UnitView,
)

_FACES = {"blue": "blue", "red": "red", "black": "black"}


def units(state: State, rules: Rules, names: Names, memo: Memo | None = None) -> tuple[UnitView, ...]:
    """Return every Deployed Unit, the acting one first."""
    memo = memo or Memo()
    acting = next((frame.unit for frame in state.agenda if isinstance(frame, UnitActivation | SurpriseAttack)), "")

    losing = losses(rules, state)
    at_work = {acting, acting_enemy(state).rpartition(".")[0]}

    def view(unit: Unit) -> UnitView:
        figures = (enemy for enemy in state.enemies.values() if enemy.unit == unit.id)
        # The card shows the agenda only during the Activation of the Unit or its Miniatures.
        agenda = state.agenda if unit.id in at_work else None
        lost = [losing.get(f"{unit.id}.{number}", 0) for number in range(1, unit.profile.number + 1)]
        ordered = any(ability.orders is not None for ability in rules.unit_abilities(unit))
        inputs = (unit, unit.id in state.initiative, agenda, state if ordered else None, *lost, *figures)
        return memo(f"unit {unit.id}", inputs, lambda: _unit(unit, state, rules, names, acting, losing))

    return tuple(sorted((view(unit) for unit in state.units.values()), key=lambda view: not view.acting))


def _unit(unit: Unit, state: State, rules: Rules, names: Names, acting: str, losing: Mapping[str, int]) -> UnitView:
    profile = unit.profile
    name = names.unit(unit.id)
    on_table = {enemy.number: enemy for enemy in state.enemies.values() if enemy.unit == unit.id}
    acts = acting_enemy(state)
    minis = tuple(
        MiniatureView(
            enemy.id,
            number,
            enemy.damage,
            profile.wounds,
            tuple(state_chip(names, rules, id) for id in enemy.states),
            enemy.id == acts,
            not enemy.space,
            label=names.words("view.number", number=number),
            losing=losing.get(enemy.id, 0),
            health=health(names, max(0, profile.wounds - enemy.damage), profile.wounds, losing.get(enemy.id, 0)),
        )
        if (enemy := on_table.get(number)) is not None
        else MiniatureView(
            f"{unit.id}.{number}",
            number,
            0,
            profile.wounds,
            off_board=True,
            down=not _waits(unit, number, state),
            label=names.words("view.number", number=number),
            health=_absent(unit, number, state, names),
        )
        for number in range(1, max(profile.number, *on_table, 1) + 1)
    )
    is_acting = unit.id == acting
    spoken = ". ".join(
        names.words("view.unit.spoken", unit=name, number=mini.number, left=mini.left, wounds=mini.wounds)
        for mini in minis
        if not mini.off_board
    )
    return UnitView(
        unit.id,
        name,
        names.initials(unit.id),
        names.drawing(unit.id),
        _face(profile, names),
        _chips(unit, names),
        minis,
        _ai_line(unit, state, names, is_acting),
        _column(unit, state, rules, names) if unit.revealed else (),
        is_acting,
        unit.activated and not is_acting,
        _values(profile, names),
        spoken,
    )


def acting_enemy(state: State) -> str:
    """Return the Miniature that acts, be it by surprise, or ""."""
    for frame in reversed(state.agenda):
        if isinstance(frame, EnemyActivation):
            return frame.enemy
        if isinstance(frame, Roll) and frame.actor in state.enemies:
            return frame.actor
    return ""


def _face(profile: Profile, names: Names) -> Chip:
    text = names.named(f"colour.{profile.colour}", profile.colour)
    return Chip(text, _FACES.get(profile.colour, ""), term(names.words, "face").text)


def _chips(unit: Unit, names: Names) -> tuple[Chip, ...]:
    """Return a chip for the Range of each of the first two Attacks, then one for the abilities and Hack Attack."""
    profile = unit.profile
    words = names.words
    chips = []
    for attack in profile.attacks[:2]:
        low, high = attack.range
        tip = names.named(f"unit.{unit.id}.attack.{attack.id}", attack.id)
        text = words("view.unit.contact") if high == 1 else words("view.unit.range", low=low, high=high)
        explained = term(words, "contact" if high == 1 else "range").text
        chips.append(Chip(text, "", f"{tip}: {names.dice(attack.dice)}\n{explained}"))
    special = [(names.named(f"ability.{id}.name", id), names.text(f"ability.{id}.text")) for id in profile.abilities]
    if profile.hack_attack is not None:
        dice = names.dice(profile.hack_attack.dice)
        special.append((words("view.unit.hack_attack"), f"{dice}. {term(words, 'hack_attack').text}"))
    if special:
        tip = "\n".join(f"{name}: {text}" for name, text in special)
        chips.append(Chip(" · ".join(name for name, _ in special), "", tip))
    return tuple(chips)


def _waits(unit: Unit, number: int, state: State) -> bool:
    """Return whether a Miniature that is not on the board is still to come: its Unit waits, or attacks by surprise."""
    appearing = (id for frame in state.agenda if isinstance(frame, SurpriseAttack) for id in frame.waiting)
    return unit.hidden_away or f"{unit.id}.{number}" in appearing


def _absent(unit: Unit, number: int, state: State, names: Names) -> str:
    """Return where a Miniature is that is not on the board: waiting, coming back by its card, or dead."""
    due = state.facts.get(f"{RETURNS}.{unit.id}.{number}")
    if due is not None and due > state.round:
        return names.words("view.unit.returns", n=due)
    return names.words("view.unit.away" if _waits(unit, number, state) else "view.unit.down")


def _values(profile: Profile, names: Names) -> str:
    """Return the printed values of a face, one per line."""
    words = names.words
    lines = [
        words("view.unit.speed", n=profile.speed),
        words("view.unit.wounds", n=profile.wounds),
        words("view.unit.defense", dice=names.dice(profile.defense or ())),
        words("view.unit.biotech", dice=names.dice(profile.biotech or ())),
    ]
    if profile.respawn is not None:
        lines.append(words("view.unit.respawn", n=profile.respawn))
    if profile.replacements is not None:
        lines.append(words("view.unit.replacements", n=profile.replacements))
    return "\n".join(lines)


def _ai_line(unit: Unit, state: State, names: Names, acting: bool) -> str:
    words = names.words
    if unit.profile.instructions and unit.revealed:
        return words("view.unit.own_instructions")
    if unit.revealed and unit.ai_card:
        return names.named(f"ai_card.{unit.ai_card}.name", unit.ai_card)
    card = words("view.unit.ai_down") if unit.ai_card else words("view.unit.ai_none")
    if unit.activated and not acting:
        return words("view.unit.done")
    if unit.hidden_away:
        return words("view.unit.off_board", card=card)
    return words("view.unit.waits", card=card) if unit.id in state.initiative else card


def _column(unit: Unit, state: State, rules: Rules, names: Names) -> tuple[InstructionView, ...]:
    """Return the column of Instructions in use, with the current entry marked."""
    profile = unit.profile
    card = rules.catalog.ai_cards.get(unit.ai_card)
    printed = orders(rules, state, unit.id) or profile.instructions
    column = printed or (() if card is None else card.blue if profile.colour == "blue" else card.red)
    frame = next((one for one in reversed(state.agenda) if isinstance(one, EnemyActivation)), None)
    at = None
    if frame is not None and frame.enemy.rpartition(".")[0] == unit.id:
        column, at = frame.column, under_way(frame, state)
    return tuple(
        InstructionView(entry_text(entry, rules, names), "" if at is None else _mark(place, at))
        for place, entry in enumerate(column)
    )


def under_way(frame: EnemyActivation, state: State) -> int:
    """Return the index of the entry being carried out, else of the next one. The frame's index moves past an entry as
    soon as its last Instruction begins. Frames that the Instruction opens, such as a roll, are then on top of it."""
    top = state.agenda[-1]
    begun = top is not frame and not isinstance(top, Pick)
    return frame.index - 1 if begun and not frame.part else frame.index


def _mark(place: int, at: int) -> str:
    return "now" if place == at else "done" if place < at else ""


def entry_text(entry: str, rules: Rules, names: Names) -> str:
    """Return an entry of an AI card in words: grouped Instructions joined by a plus, chained ones by an arrow."""
    joint = " → " if rules.chained(entry) else " + "
    return joint.join(instruction_text(kind, selector, names) for kind, selector in rules.column(entry))


def instruction_text(kind: str, selector: str, names: Names) -> str:
    """Return one Instruction in words: its kind and its selector."""
    what = kind_word(names.words, kind)
    if not selector:
        return what
    return names.words("event.instruction", kind=what, selector=selector_word(names.words, selector))


def alert(state: State, names: Names) -> AlertView:
    words = names.words
    deck = words("view.alert.deck", n=len(state.decks.get("ai", ())))
    levels = tuple(words(f"view.alert.{level}") for level in range(6))
    return AlertView(state.alert, levels[state.alert], deck, levels)


def reserve(state: State, rules: Rules, names: Names) -> ReserveView:
    """Return the Reserve and what it can pay for at the end of the Round, in the order of the Available deck."""
    words = names.words
    lines: list[str] = []
    left = state.reserve
    blocked = False
    for id in state.available:
        face = returning(rules, state, id)
        if face.respawn is None:
            continue
        pays = not blocked and left >= face.respawn
        blocked = blocked or not pays
        left -= face.respawn if pays else 0
        key = "view.reserve.returns" if pays else "view.reserve.waits"
        lines.append(words(key, unit=names.unit(id), n=face.respawn))
    for unit in state.units.values():
        standing = sum(enemy.unit == unit.id for enemy in state.enemies.values())
        if unit.profile.replacements is not None and 0 < standing < unit.profile.number:
            lines.append(words("view.reserve.replaces", unit=names.unit(unit.id), n=unit.profile.replacements))
    return ReserveView(state.reserve, tuple(lines))


def waiting(state: State, names: Names) -> str:
    """Return the Units of the face-down Initiative cards as a text, sorted by name so as not to reveal the order."""
    if not state.initiative:
        return ""
    return names.words("view.initiative", units=" · ".join(sorted({names.unit(id) for id in state.initiative})))


def consoles(state: State, names: Names, memo: Memo | None = None) -> tuple[ConsoleView, ...]:
    """Return every Console; `active` marks the one in use."""
    memo = memo or Memo()
    frame = next((one for one in reversed(state.agenda) if isinstance(one, Console)), None)
    at = frame.console if frame is not None else ""

    def view(id: str, one: ConsoleState) -> ConsoleView:
        return memo(f"console {id}", (one, id == at), lambda: _console(id, one, state, names, id == at))

    return tuple(view(id, one) for id, one in state.consoles.items())


def _console(id: str, console: ConsoleState, state: State, names: Names, active: bool) -> ConsoleView:
    mission = state.mission_id
    inputs = []
    notes = []
    for place, one in enumerate(console.inputs):
        wants = tokens(one.symbols)
        there = list(tokens(console.assigned[place]))
        filled = []
        for token in wants:
            filled.append(token in there)
            if token in there:
                there.remove(token)
        effect = names.text(f"mission.{mission}.input.{id}.{place + 1}")
        done = place in console.completed
        number = str(place + 1)
        if any(filled) and not done:
            number = names.words("view.tray.filled", input=place + 1, n=sum(filled), all=len(wants))
        parts = (number, names.symbols(wants), effect, names.words("view.about.done") if done else "")
        inputs.append(InputView(place + 1, wants, tuple(filled), done, effect, ": ".join(filter(None, parts))))
        if effect and not done:
            notes.append(names.words("view.console.input", number=place + 1, effect=effect))
    return ConsoleView(id, names.element(mission, id, state), tuple(inputs), "\n".join(notes), active)
