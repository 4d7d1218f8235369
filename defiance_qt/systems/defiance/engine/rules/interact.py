"""Interact: doors, Containers, Neutral Characters and Consoles (R-123…R-142)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.engine.frames import Activation, Console, Draw, Effects, Equipping
from defiance_qt.systems.defiance.engine.rules import costs, harm, pools, rolls
from defiance_qt.systems.defiance.engine.rules.alert import console_aggro
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import Character, ConsoleState, State
from defiance_qt.systems.defiance.engine.transaction import Kinds, Transaction

CONSOLE_EXTRA_PRICE = 2
SINGLE = {name: Symbols.parse(name) for name in ("S", "CS", "B", "CB", "!")}
SPLITS = {"CS": Symbols.parse("S S"), "CB": Symbols.parse("B B")}


# ---- the legal commands ----


def options(rules: Rules, state: State, view: View, one: Character) -> list[c.Interact]:
    """Return the Interact commands for the elements in Contact (R-123, R-037, R-038)."""
    found: list[c.Interact] = []
    cell = view.cells[one.id]
    near = view.passages.near[cell]
    by_name = rules.board.by_name
    at = rules.board.doors_at(cell) & ~view.open_doors
    if at:
        for index in cells_of(at):
            door = rules.board.doors[index]
            if not state.doors[door.id].security and not sealed(state, door.id):
                found.append(c.Interact(one.id, door.id))
    for id, box in state.containers.items():
        if not box.empty and not sealed(state, id) and near >> by_name[box.space] & 1:
            found.append(c.Interact(one.id, id))
    found += _consoles(rules, state, near, one, False)
    for id, neutral in state.neutrals.items():
        if near >> by_name[neutral.space] & 1:
            found.append(c.Interact(one.id, id))
    return found


def _consoles(rules: Rules, state: State, near: int, one: Character, extra: bool) -> Iterator[c.Interact]:
    """Yield the interactions with incomplete Consoles in Contact, by the Console die or an equipped hacking device.
    They are legal as often as there are Actions (R-133, R-140, R-142)."""
    for id, console in state.consoles.items():
        if open_inputs(state, id) and near >> rules.board.by_name[console.space] & 1:
            yield c.Interact(one.id, id, "", extra)
            for device in rules.loadout(one).devices:
                yield c.Interact(one.id, id, device.item, extra)


def extra_options(rules: Rules, state: State, view: View, one: Character, frame: Activation) -> Iterator[c.Interact]:
    """Yield, once per Activation, a whole interaction with a Console as a Free Action for two Reinforcements (R-139;
    switch D04)."""
    if not frame.extra and rules.switches["console_extra"] == "interaction":
        yield from _consoles(rules, state, view.passages.near[view.cells[one.id]], one, True)


def check_interact(rules: Rules, state: State, frame: Activation, command: c.Interact) -> Illegal | None:
    """Refuse an interaction: no Action is left (R-046), the element is used up (R-124, R-127, R-128, R-140), the extra
    or the device is not to be had, or it is too far away."""
    id, one = command.element, state.team[command.character]
    if not command.extra and not frame.actions and not rules.hooks.modify_cost:
        return costs.no_actions(frame)
    if (command.extra or command.using) and id not in state.consoles:
        return Illegal("console_only", "R-139", "that is for Consoles only", element=id)
    used_up = _used_up(state, id)
    if used_up is not None:
        return used_up
    if command.extra and rules.switches["console_extra"] != "interaction":
        return Illegal("no_extra", "R-139", "this edition has no free interaction with a Console")
    if command.extra and frame.extra:
        return Illegal("extra_used", "R-139", f"{one.id} has had the extra of this Activation", figure=one.id)
    if command.using and rules.loadout(one).device(command.using) is None:
        return Illegal("no_device", "R-133", f"{one.id} has no such device at hand", figure=one.id)
    if _in_contact(rules, state, one, id):
        return None
    return Illegal("not_in_contact", "R-123", f"{one.id} is not adjacent to it", figure=one.id, element=id)


def _used_up(state: State, id: str) -> Illegal | None:
    """Refuse an element that cannot be used, or not any more."""
    if id in state.doors and state.doors[id].open:
        return Illegal("already_open", "R-128", "that door is open", element=id)
    if id in state.doors and state.doors[id].security:
        return Illegal("security_door", "R-127", "a Security Door is not opened by interacting with it", element=id)
    if id in state.containers and state.containers[id].empty:
        return Illegal("empty", "R-124", "that Container is empty", element=id)
    if id in state.consoles and len(state.consoles[id].completed) == len(state.consoles[id].inputs):
        return Illegal("console_complete", "R-140", "that Console is complete", element=id)
    if sealed(state, id) or (id in state.consoles and not open_inputs(state, id)):
        return Illegal("sealed", "R-024", "the mission has put that out of use", element=id)
    return None


def _in_contact(rules: Rules, state: State, one: Character, id: str) -> int:
    """Check whether a figure is in Contact with an element (R-037, R-038)."""
    board, view = rules.board, rules.view(state)
    cell = view.cells[one.id]
    if id in state.doors:
        return board.doors_at(cell) >> board.door_index[id] & 1
    element = state.containers.get(id) or state.consoles.get(id) or state.neutrals[id]
    return view.passages.near[cell] >> board.by_name[element.space] & 1


# ---- the effects ----


def interact(run: Transaction, frame: Activation, command: c.Interact) -> None:
    """Open a Door, for which the mission may be waiting (R-126, R-130), or a Container (R-124), roll at a Console, or
    make a Neutral Character an Ally (R-131)."""
    if command.extra:
        costs.spend(run, command, "console_extra", ("R-139", "R-049"))
        harm.reinforce(run, CONSOLE_EXTRA_PRICE, "console_extra", ("R-139", "R-247"), command.character)
    else:
        costs.spend(run, command, "interact", ("R-046", "R-123"))
    state = run.state
    if command.element in state.doors:
        run.emit(e.DoorOpened(command.element, command.character, ("R-126",)))
        run.fact("door_opened", command.element)
    elif command.element in state.containers:
        run.emit(e.ContainerEmptied(command.element, command.character, ("R-124",)))
        run.fact("container_opened", command.element)
        run.defer(Draw("loot", state.containers[command.element].loot, "loot", command.character))
        run.defer(Equipping(command.character))
    elif command.element in state.consoles:
        _work_console(run, command)
    else:
        neutral = state.neutrals[command.element]
        run.emit(e.AllyJoined(command.element, replace(neutral.ally, space=neutral.space), ("R-131", "R-143", "R-151")))
        run.fact("ally_joined", command.element)


# ---- Consoles ----


def _work_console(run: Transaction, command: c.Interact) -> None:
    """Add Aggro on declaration (R-132), then roll (R-133)."""
    one = run.state.team[command.character]
    card = next((ability.id for ability in run.rules.loadout(one).abilities if ability.unnoticed), "")
    if card:
        run.emit(e.CardUsed(one.id, card, card, one.id, "tap", ("R-212", "R-314")))
    else:
        console_aggro(run, one.id)
    run.open(Console(command.character, command.element, using=command.using))
    rolls.open_roll(run, pools.console_roll(run.rules, run.state, command.character, command.element, command.using))


def sealed(state: State, element: str) -> bool:
    """Check whether the mission has put an element, or an input of a Console ("core 3"), out of use."""
    return element in state.mission.sealed if state.mission else False


def open_inputs(state: State, console: str) -> tuple[int, ...]:
    """Return the inputs of a Console that can still be completed (R-140)."""
    one = state.consoles[console]
    if not state.mission or not state.mission.sealed:
        return tuple(number for number in range(len(one.inputs)) if number not in one.completed)
    return tuple(
        number
        for number in range(len(one.inputs))
        if number not in one.completed and not sealed(state, console) and not sealed(state, f"{console} {number + 1}")
    )


def room(console: ConsoleState, number: int, symbol: Symbols) -> bool:
    """Check whether an input still needs that symbol (R-134, R-136)."""
    return Symbols.parse(console.inputs[number].symbols).covers(console.assigned[number] + symbol)


def _listing(console: ConsoleState, symbol: Symbols) -> int:
    """Return the number of the first input that lists a symbol, 0 when none does (R-141)."""
    return next((at for at, one in enumerate(console.inputs, 1) if Symbols.parse(one.symbols).covers(symbol)), 0)


def assignments(state: State, frame: Console) -> tuple[c.Command, ...]:
    """Return every way to assign a rolled symbol; criticals that no input lists may be split (R-134, R-141)."""
    console = state.consoles[frame.console]
    usable = open_inputs(state, frame.console)
    found: list[c.Command] = []
    for name, symbol in SINGLE.items():
        if not frame.symbols.covers(symbol):
            continue
        inputs = [number for number in usable if room(console, number, symbol)]
        found += [c.Assign(name, number) for number in inputs]
        if name in SPLITS and not _listing(console, symbol):
            found.append(c.SplitCritical(name))
    return tuple(found)


def console_options(rules: Rules, state: State, frame: Console) -> tuple[c.Command, ...]:
    """Return the assignments; when none is left, perhaps another roll in this interaction (R-139, switch D04), or
    leaving. A critical that could only be split may be discarded (R-135, R-141)."""
    found = assignments(state, frame)
    if found and all(isinstance(one, c.SplitCritical) for one in found):
        again = (c.ConsoleRollAgain(),) if _may_roll_again(rules, state, frame) else ()
        return (*found, *again, c.LeaveConsole())
    if found or not _may_roll_again(rules, state, frame):
        return found
    return (c.ConsoleRollAgain(), c.LeaveConsole())


def _symbol_missing(frame: Console, symbol: str, rule: str) -> Illegal | None:
    """Refuse a symbol that is not available for assignment."""
    if symbol in SINGLE and frame.symbols.covers(SINGLE[symbol]):
        return None
    return Illegal("symbol_not_there", rule, f"there is {frame.symbols.text} to assign", symbols=frame.symbols.text)


def _check_assign(rules: Rules, state: State, frame: Console, command: c.Assign) -> Illegal | None:
    """Refuse a symbol that was not rolled, or an input that does not take it (R-134, R-136)."""
    console, number = state.consoles[frame.console], command.input
    missing = _symbol_missing(frame, command.symbol, "R-134")
    if missing is not None:
        return missing
    if not 0 <= number < len(console.inputs):
        inputs = len(console.inputs)
        return Illegal("no_such_input", "R-134", f"that Console has {inputs} inputs", inputs=inputs)
    if number in open_inputs(state, frame.console) and room(console, number, SINGLE[command.symbol]):
        return None
    listed, held = console.inputs[number].symbols, console.assigned[number].text
    words = f"input {number + 1} takes {listed} and holds {held}"
    return Illegal("input_full", "R-136", words, input=number + 1, listed=listed, held=held)


def _check_split(rules: Rules, state: State, frame: Console, command: c.SplitCritical) -> Illegal | None:
    if command.symbol not in SPLITS:
        return Illegal("not_critical", "R-141", "only a critical becomes two plain symbols")
    missing = _symbol_missing(frame, command.symbol, "R-141")
    number = _listing(state.consoles[frame.console], SINGLE[command.symbol])
    if missing is not None or not number:
        return missing
    return Illegal("input_lists_it", "R-141", f"input {number} lists that critical, so it is not split", input=number)


def _check_again(rules: Rules, state: State, frame: Console, command: c.ConsoleRollAgain) -> Illegal | None:
    """Refuse another roll: this edition has none, it has been made, symbols are left to assign (R-134), or nothing is
    left to complete."""
    if rules.switches["console_extra"] != "roll":
        return Illegal("no_extra_roll", "R-139", "this edition has no further roll inside an interaction")
    if _extra_used(state):
        return Illegal("extra_used", "R-139", "the extra of this Activation has been used", figure=frame.character)
    if _full(state, frame) and not assignments(state, frame):
        return Illegal("console_complete", "R-140", "that Console is complete", element=frame.console)
    return _assign_first(rules, state, frame, command)


def _assign_first(rules: Rules, state: State, frame: Console, command: c.Command) -> Illegal | None:
    if all(isinstance(one, c.SplitCritical) for one in assignments(state, frame)):
        return None
    words = f"{frame.symbols.text} must be assigned first"
    return Illegal("assign_first", "R-134", words, symbols=frame.symbols.text)


def _may_roll_again(rules: Rules, state: State, frame: Console) -> bool:
    return rules.switches["console_extra"] == "roll" and not _extra_used(state) and not _full(state, frame)


def _extra_used(state: State) -> bool:
    return any(isinstance(below, Activation) and below.extra for below in state.agenda)


def _full(state: State, frame: Console) -> bool:
    """Check whether every input that can still be completed has its symbols."""
    console = state.consoles[frame.console]
    inputs = open_inputs(state, frame.console)
    return all(Symbols.parse(console.inputs[at].symbols) == console.assigned[at] for at in inputs)


def console_advance(run: Transaction, frame: Console) -> bool:
    """Discard symbols without a use (R-135); then apply the completed inputs in order (R-138)."""
    if console_options(run.rules, run.state, frame):
        return False
    leave_console(run, frame)
    return True


def leave_console(run: Transaction, frame: Console, command: c.LeaveConsole | None = None) -> None:
    if frame.symbols != NO_SYMBOLS:
        run.emit(e.SymbolsDiscarded(frame.console, frame.symbols, ("R-135",)))
    console = run.state.consoles[frame.console]
    done = [
        number
        for number, one in enumerate(console.inputs)
        if number not in console.completed and Symbols.parse(one.symbols) == console.assigned[number]
    ]
    run.close()
    for number in done:
        run.emit(e.InputCompleted(frame.console, number, ("R-138",)))
        run.fact("input_completed", frame.console, str(number + 1))
        effects = console.inputs[number].effects
        run.defer(Effects(effects, frame.character, frame.character, f"console.{frame.console}.name", ("R-138",)))
    if len(run.state.consoles[frame.console].completed) == len(console.inputs):
        run.fact("console_completed", frame.console)


def assign(run: Transaction, frame: Console, command: c.Assign) -> None:
    run.emit(e.SymbolAssigned(frame.console, command.input, SINGLE[command.symbol], ("R-134", "R-137")))


def split_critical(run: Transaction, frame: Console, command: c.SplitCritical) -> None:
    run.set(replace(frame, symbols=frame.symbols - SINGLE[command.symbol] + SPLITS[command.symbol]))


def console_roll_again(run: Transaction, frame: Console, command: c.ConsoleRollAgain) -> None:
    """Pay two Reinforcements for another roll of the same kind; no new Aggro (R-139, EX-18)."""
    if frame.symbols != NO_SYMBOLS:
        run.emit(e.SymbolsDiscarded(frame.console, frame.symbols, ("R-135",)))
    run.emit(e.ActionSpent(frame.character, "console_extra", 0, ("R-139",)))
    harm.reinforce(run, CONSOLE_EXTRA_PRICE, "console_extra", ("R-139", "R-247"), frame.character)
    rolls.open_roll(run, pools.console_roll(run.rules, run.state, frame.character, frame.console, frame.using))


CONSOLE_KINDS: Kinds = {
    c.Assign: (_check_assign, assign),
    c.SplitCritical: (_check_split, split_critical),
    c.ConsoleRollAgain: (_check_again, console_roll_again),
    c.LeaveConsole: (_assign_first, leave_console),
}
