"""The course of a roll, step by step (R-079…R-098), and its Switches (R-099…R-106).

Steps of a Face-to-Face Roll: dice, team_stored, enemy_block (2), team_block (3), enemy_critical (4), team_critical (5),
enemy_switches (6), team_switches (7), resolve (8). Of a Simple Roll of the team: dice, team_critical, team_block,
team_switches, resolve; of a Console's: dice, team_stored, resolve. The outcome depends on the purpose (`outcomes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import dice as arithmetic
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.counting import after
from defiance_qt.systems.defiance.engine.dice import Symbols, roll_total
from defiance_qt.systems.defiance.engine.enemies.evil_ai import worst_for
from defiance_qt.systems.defiance.engine.enemies.reinforcements import awaken
from defiance_qt.systems.defiance.engine.frames import Counted, Offer, Roll, RollSide
from defiance_qt.systems.defiance.engine.rules import harm, storing
from defiance_qt.systems.defiance.engine.rules.effects import apply_effects, other_wanted, others, rival_of, useless
from defiance_qt.systems.defiance.engine.rules.outcomes import OUTCOMES
from defiance_qt.systems.defiance.engine.rules.storing import no_such_die, not_this_step, storage, team_side
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Kinds, Transaction

# in both courses the criticals come before the Switches, and the Enemy's Switches before the team's.
FACE_TO_FACE = {
    "dice": "team_stored",
    "team_stored": "enemy_block",
    "enemy_block": "team_block",
    "team_block": "enemy_critical",
    "enemy_critical": "team_critical",
    "team_critical": "enemy_switches",
    "enemy_switches": "team_switches",
    "team_switches": "resolve",
}
SIMPLE = {
    "dice": "team_critical",
    "team_critical": "team_block",
    "team_block": "team_switches",
    "team_switches": "resolve",
}
HACKING = ("antipersonnel", "controller")
# The steps at which the team spends its criticals.
CRITICALS: dict[str, c.Critical] = {"team_block": "block", "team_critical": "success"}
# A Console's roll: symbols are assigned as rolled, with those stored on cards among them.
BARE = {"dice": "team_stored", "team_stored": "resolve"}
# An Enemy's Simple Roll: it spends whatever it can.
ENEMY_SIMPLE = {
    "dice": "enemy_add_critical",
    "enemy_add_critical": "enemy_add_block",
    "enemy_add_block": "enemy_switches",
    "enemy_switches": "resolve",
}


def open_roll(run: Transaction, roll: Roll) -> None:
    """Open a roll; a side without dice has its fixed symbols at once."""
    if roll.team is not None and not roll.team.dice:
        roll = replace(roll, team=replace(roll.team, symbols=roll.team.fixed))
    if roll.enemy is not None and not roll.enemy.dice:
        roll = replace(roll, enemy=replace(roll.enemy, symbols=roll.enemy.fixed))
    run.emit(e.RollOpened(roll, tuple(dict.fromkeys((*roll.rules, *_of_pools(roll))))))


def _of_pools(roll: Roll) -> tuple[str, ...]:
    """Return the rules by which cards change the pools: modifiers (R-075, of Hacking R-110, else R-212), available
    Switches (R-099, those of a Unit card on its own R-105), and a value printed "-" (R-147), unless cards took all the
    dice away."""
    cites: dict[str, None] = {}
    for side in (roll.team, roll.enemy):
        if side is None:
            continue
        if not side.dice and not any(one.fewer for one in side.applied):
            cites["R-147"] = None
        if side.applied or len({pool.source for pool in side.dice}) > 1:
            cites[_change_rule(roll, side)] = None
        if side.offers:
            cites["R-099"] = None
    if roll.enemy is not None and roll.enemy.figure != roll.actor and roll.enemy.offers:
        cites["R-105"] = None
    return tuple(cites)


def course(roll: Roll) -> dict[str, str]:
    if roll.purpose == "console":
        return BARE
    if roll.team is None:
        return ENEMY_SIMPLE
    return FACE_TO_FACE if roll.enemy is not None else SIMPLE


def pending(roll: Roll) -> str:
    """Return the side whose dice are still to be rolled, "" when none: the team first."""
    if roll.step == "dice":
        if roll.team is not None and roll.team.dice and not roll.team.faces:
            return "team"
        if roll.enemy is not None and roll.enemy.dice and not roll.enemy.faces:
            return "enemy"
    return ""


def again(roll: Roll) -> int:
    """Return the index of the team's die that is being rerolled, or -1."""
    return int(roll.step[6:]) if roll.step.startswith("again:") else -1


def advance(run: Transaction, roll: Roll) -> bool:
    """Continue to the next prompt: dice, also of a die again (R-075), or a choice (R-092). A figure defeated by a
    Switch stays in the roll until it ends (R-106). If a figure of the roll is removed from the board by hand, the roll
    is void."""
    if run.by_hand and any(side and not harm.present(run, side.figure) for side in (roll.team, roll.enemy)):
        run.emit(e.RollClosed())
        return True
    if roll.step == "resolve":
        OUTCOMES[roll.purpose](run, roll)
        return True
    if pending(roll) or again(roll) >= 0 or options(run.rules, run.state, roll):
        return False
    onward(run, roll)
    return True


def onward(run: Transaction, roll: Roll) -> None:
    """Advance to the next step that prompts the team, performing the Enemy's steps on the way."""
    steps = course(roll)
    step = roll.step
    while True:
        step = steps[step]
        if step in ENEMY_STEPS:
            ENEMY_STEPS[step](run, roll)
            roll = current(run)
        elif step == "resolve" or QUESTIONS[step](run.rules, run.state, roll):
            run.emit(e.RollStep(step))
            return


def current(run: Transaction) -> Roll:
    """Return the roll in progress."""
    return next(frame for frame in reversed(run.state.agenda) if isinstance(frame, Roll))


# ---- dice ----


def enter_dice(run: Transaction, roll: Roll, faces: tuple[int, ...]) -> None:
    """Record the dice of the pending side: `faces` from 0."""
    die = again(roll)
    if die >= 0:
        assert roll.team is not None
        shown = (*roll.team.faces[:die], faces[0], *roll.team.faces[die + 1 :])
        symbols, counted = _total(run.rules, "team", roll.team, shown)
        cites = _cited(roll, counted)
        run.emit(e.DieRolledAgain("team", die, faces[0], symbols, run.typed, cites, counted))
        run.emit(e.RollStep("dice"))
        return
    name: e.SideName = "team" if pending(roll) == "team" else "enemy"
    side = roll.team if name == "team" else roll.enemy
    assert side is not None
    symbols, counted = _total(run.rules, name, side, faces)
    run.emit(e.DiceRolled(name, faces, symbols, run.typed, _cited(roll, counted), counted))


def _cited(roll: Roll, counted: tuple[Counted, ...]) -> tuple[str, ...]:
    """Return the rules by which dice are rolled and their symbols counted."""
    return (*dice_rules(roll), *(rule for one in counted for rule in one.rules))


def dice_rules(roll: Roll) -> tuple[str, ...]:
    """Return the rules by which dice are rolled: a Console's, which tests nothing (R-133, R-141), a die again
    (R-075), a Simple Roll (R-080), both sides of a Face-to-Face Roll (R-086)."""
    if again(roll) >= 0:
        return (_change_rule(roll, roll.team),)
    if roll.purpose == "console":
        return ("R-133",)
    return ("R-080",) if roll.enemy is None or roll.team is None else ("R-086",)


def _change_rule(roll: Roll, side: RollSide | None) -> str:
    """Return the rule by which cards change a pool: of a Combat Roll R-075, of the Hacking value R-110, of any other
    roll the text of the card (R-212)."""
    if roll.purpose in ("attack", "enemy_attack"):
        return "R-075"
    return "R-110" if roll.purpose in HACKING and side is roll.team else "R-212"


def _total(
    rules: Rules, name: e.SideName, side: RollSide, faces: tuple[int, ...]
) -> tuple[Symbols, tuple[Counted, ...]]:
    """Return the symbols of a side, as house rules count them, and the changes that these make."""
    pairs = [(pool.die, face) for pool, face in zip(side.dice, faces, strict=True)]
    total = roll_total(rules.catalog.dice, pairs, side.fixed)
    if rules.counting is None:
        return total, ()
    counted = rules.counting.changes(name, total)
    return after(total, counted), counted


# ---- the Enemy's steps ----


def _enemy_block(run: Transaction, roll: Roll) -> None:
    """Step 2: a CB of the Enemy removes all S and CS of the Character (R-087, R-095)."""
    assert roll.team is not None
    assert roll.enemy is not None
    if roll.enemy.symbols.critical_block:
        team, enemy = arithmetic.enemy_critical_blocks(roll.team.symbols, roll.enemy.symbols)
        _nullify(run, "enemy", roll.team.symbols, team, enemy, ("R-087", "R-095"))


def _enemy_critical(run: Transaction, roll: Roll) -> None:
    """Step 4: a CS of the Enemy removes all B of the Character (R-089)."""
    assert roll.team is not None
    assert roll.enemy is not None
    if roll.enemy.symbols.critical:
        team, enemy = arithmetic.enemy_criticals(roll.team.symbols, roll.enemy.symbols)
        _nullify(run, "enemy", roll.team.symbols, team, enemy, ("R-089", "R-095"))


def _enemy_adds_successes(run: Transaction, roll: Roll) -> None:
    """Step 2 of an Enemy's Simple Roll: every CS becomes two S (R-081, R-085)."""
    assert roll.enemy is not None
    symbols = roll.enemy.symbols
    for _ in range(symbols.critical):
        symbols = arithmetic.critical_to_successes(symbols)
        run.emit(e.CriticalAdded("enemy", "success", symbols, ("R-081", "R-085")))


def _enemy_adds_blocks(run: Transaction, roll: Roll) -> None:
    """Step 3 of an Enemy's Simple Roll: every CB becomes two B (R-082, R-085)."""
    assert roll.enemy is not None
    symbols = roll.enemy.symbols
    for _ in range(symbols.critical_block):
        symbols = arithmetic.critical_to_blocks(symbols)
        run.emit(e.CriticalAdded("enemy", "block", symbols, ("R-082", "R-085")))


def _nullify(
    run: Transaction, by: e.SideName, before: Symbols, team: Symbols, enemy: Symbols, cites: tuple[str, ...]
) -> None:
    """Set both sides to their remaining symbols: a nullified symbol is gone and cannot pay for anything (R-098)."""
    after = team if by == "enemy" else enemy
    run.emit(e.SymbolsNullified(by, before - after, team, enemy, cites))


def _enemy_switches(run: Transaction, roll: Roll) -> None:
    """Step 6: use Switches whenever able, as often as possible, in printed order, but never without effect (R-103,
    R-104). If a Switch affects another figure, Evil AI selects it (R-192)."""
    rival = rival_of(roll, "enemy")
    while True:
        side = current(run).enemy
        assert side is not None
        payable = _payable(side)
        if payable is None:
            return
        number, offer, cost = payable
        wanted = other_wanted(offer.switch.effects)
        found = others(run.rules, run.state, roll, wanted, "enemy") if wanted else ()
        other = worst_for(run, offer.switch.effects, found)
        because = useless(run, offer, side.figure, rival, other)
        if because:
            run.emit(e.SwitchSpared("enemy", number, offer.source, because, ("R-104",)))
            continue
        cites = ("R-085",) if roll.team is None else ("R-091",)
        aimed = any(getattr(effect, "on", "") == "target" for effect in offer.switch.effects)
        target = other or (rival if aimed else "")
        run.emit(e.SwitchUsed("enemy", number, offer.source, cost, target, (*cites, "R-103", "R-106")))
        _apply(run, current(run), "enemy", offer, other)


def _payable(side: RollSide) -> tuple[int, Offer, Symbols] | None:
    """Return the first Switch in printed order that can be paid for and is not spared."""
    for number, offer in enumerate(side.offers):
        cost = Symbols.parse(offer.switch.cost)
        if not offer.closed and side.symbols.covers(cost):
            return number, offer, cost
    return None


def _apply(run: Transaction, roll: Roll, side: e.SideName, offer: Offer, other: str) -> None:
    """Apply a Switch's effects at once (R-106)."""
    own = roll.team if side == "team" else roll.enemy
    assert own is not None
    apply_effects(run, offer.switch.effects, own.figure, rival_of(roll, side), other, offer.source, ("R-106",), side)


ENEMY_STEPS: dict[str, Callable[[Transaction, Roll], None]] = {
    "enemy_block": _enemy_block,
    "enemy_critical": _enemy_critical,
    "enemy_add_critical": _enemy_adds_successes,
    "enemy_add_block": _enemy_adds_blocks,
    "enemy_switches": _enemy_switches,
}


# ---- the team's choices ----


def _has_block(rules: Rules, state: State, roll: Roll) -> bool:
    return roll.team is not None and bool(roll.team.symbols.critical_block or storage(rules, state, roll))


def _has_critical(rules: Rules, state: State, roll: Roll) -> bool:
    return roll.team is not None and bool(roll.team.symbols.critical or storage(rules, state, roll))


def _has_stored(rules: Rules, state: State, roll: Roll) -> bool:
    """Before step 2 only a Critical Block of the Enemy is a reason to ask: without one, step 3 follows at once (R-097,
    R-316)."""
    return bool((roll.enemy is None or roll.enemy.symbols.critical_block) and storage(rules, state, roll))


def _has_switch(rules: Rules, state: State, roll: Roll) -> bool:
    return next(switches(rules, state, roll), None) is not None


def switches(rules: Rules, state: State, roll: Roll) -> Iterator[c.UseSwitch]:
    """Yield the Switches that the team can pay for now, with their possible targets (R-092, R-100…R-102)."""
    side = roll.team
    if side is None:
        return
    for number, offer in enumerate(side.offers):
        if not side.symbols.covers(Symbols.parse(offer.switch.cost)):
            continue
        for target in _targets(rules, state, roll, offer, other_wanted(offer.switch.effects)):
            yield c.UseSwitch(number, target)


def _targets(rules: Rules, state: State, roll: Roll, offer: Offer, wanted: str) -> tuple[str, ...]:
    """Return the possible targets of a Switch for another figure; "" where it needs none, or works without one too."""
    found = others(rules, state, roll, wanted) if wanted else ("",)
    if not found and any(getattr(effect, "on", "") != wanted for effect in offer.switch.effects):
        return ("",)
    return found


QUESTIONS: dict[str, Callable[[Rules, State, Roll], bool]] = {
    "team_block": _has_block,
    "team_critical": _has_critical,
    "team_stored": _has_stored,
    "team_switches": _has_switch,
}


def options(rules: Rules, state: State, roll: Roll) -> tuple[c.Command, ...]:
    """Return the team's legal answers."""
    step = roll.step
    if step == "dice":
        if pending(roll) or roll.team is None or roll.team.rerolls <= 0 or not roll.team.faces:
            return ()
        return (*(c.RollAgain(die) for die in range(len(roll.team.dice))), c.KeepDice())
    if step not in QUESTIONS or not QUESTIONS[step](rules, state, roll):
        return ()
    if step == "team_switches":
        return (*switches(rules, state, roll), c.LetStand())
    stored = storage(rules, state, roll)
    if step == "team_stored":
        return (*stored, c.LetStand())
    critical = CRITICALS[step]
    if not _criticals(roll, critical):
        return (*stored, c.LetStand())
    if roll.enemy is None:
        return (c.SpendCritical(critical, "add"), *stored, c.KeepCritical(critical))
    return (c.SpendCritical(critical, "nullify"), c.SpendCritical(critical, "add"), *stored, c.KeepCritical(critical))


def _criticals(roll: Roll, kind: c.Critical) -> int:
    """Return how many criticals of a kind the team has left."""
    symbols = team_side(roll).symbols
    return symbols.critical_block if kind == "block" else symbols.critical


def _critical_rule(roll: Roll, kind: c.Critical) -> str:
    """Return the rule of steps 3 and 5 of a Face-to-Face Roll, or 2 and 3 of a Simple one."""
    rules = {"block": "R-088", "success": "R-090"} if roll.enemy is not None else {"block": "R-082", "success": "R-081"}
    return rules[kind]


def _check_critical(
    rules: Rules, state: State, roll: Roll, command: c.SpendCritical | c.KeepCritical
) -> Illegal | None:
    rule, figure = _critical_rule(roll, command.critical), team_side(roll).figure
    if CRITICALS.get(roll.step) != command.critical:
        return not_this_step(roll, rule)
    if not _criticals(roll, command.critical):
        return Illegal("no_critical", rule, f"{figure} has no such critical left", figure=figure)
    if roll.enemy is None and isinstance(command, c.SpendCritical) and command.use != "add":
        return Illegal("no_rival", rule, "no opponent rolls: there is nothing to nullify")
    return None


def _check_switch(rules: Rules, state: State, roll: Roll, command: c.UseSwitch) -> Illegal | None:
    if roll.step != "team_switches":
        return not_this_step(roll, "R-092")
    side = team_side(roll)
    if not 0 <= command.offer < len(side.offers):
        return Illegal("no_such_switch", "R-100", "no such Switch stands open in this roll")
    offer = side.offers[command.offer]
    if not side.symbols.covers(Symbols.parse(offer.switch.cost)):
        words = f"{offer.switch.cost} is asked for, {side.symbols.text} is left"
        return Illegal("cannot_pay", "R-101", words, cost=offer.switch.cost, symbols=side.symbols.text)
    wanted = other_wanted(offer.switch.effects)
    found = _targets(rules, state, roll, offer, wanted)
    if command.target in found:
        return None
    if not wanted:
        return Illegal("no_switch_target", "R-100", "that Switch takes no target")
    if not command.target:
        return Illegal("switch_needs_target", "R-100", "that Switch needs a target")
    figures = tuple(id for id in found if id)
    words = f"that Switch cannot be used on {command.target!r}: {', '.join(figures)}"
    return Illegal("wrong_switch_target", "R-100", words, figures=figures)


def _check_let_stand(rules: Rules, state: State, roll: Roll, command: c.LetStand) -> Illegal | None:
    if roll.step not in QUESTIONS:
        return not_this_step(roll, "R-092")
    if roll.step in CRITICALS and _criticals(roll, CRITICALS[roll.step]):
        figure = team_side(roll).figure
        return Illegal("critical_first", "R-096", "the critical must be spent or kept first", figure=figure)
    return None


def _check_again(rules: Rules, state: State, roll: Roll, command: c.RollAgain | c.KeepDice) -> Illegal | None:
    side = team_side(roll)
    if roll.step != "dice":
        return Illegal("no_reroll", "R-075", f"{side.figure} may roll no die again now", figure=side.figure)
    if isinstance(command, c.RollAgain) and not 0 <= command.die < len(side.dice):
        return no_such_die(side, "R-075")
    return None


def spend_critical(run: Transaction, roll: Roll, command: c.SpendCritical) -> None:
    """Resolve steps 3 and 5 of a Face-to-Face Roll, 2 and 3 of a Simple one (R-081, R-082, R-088, R-090)."""
    mine, cites = team_side(roll).symbols, (_critical_rule(roll, command.critical), "R-095")
    if command.use == "add":
        add = arithmetic.critical_to_blocks if command.critical == "block" else arithmetic.critical_to_successes
        run.emit(e.CriticalAdded("team", command.critical, add(mine), cites))
        return
    assert roll.enemy is not None
    spend = arithmetic.character_critical_block if command.critical == "block" else arithmetic.character_critical
    team, enemy = spend(mine, roll.enemy.symbols, "nullify")
    _nullify(run, "team", roll.enemy.symbols, team, enemy, cites)


def use_switch(run: Transaction, roll: Roll, command: c.UseSwitch) -> None:
    assert roll.team is not None
    offer = roll.team.offers[command.offer]
    cost = Symbols.parse(offer.switch.cost)
    cites = ("R-092" if roll.enemy is not None else "R-083", "R-101", *(("R-102",) if offer.used else ()))
    run.emit(e.SwitchUsed("team", command.offer, offer.source, cost, command.target, cites))
    if command.target in run.state.enemies:
        awaken(run, command.target, ("R-262",))
    _apply(run, current(run), "team", offer, command.target)


def go_on(run: Transaction, roll: Roll, command: c.KeepCritical | c.LetStand | c.KeepDice) -> None:
    onward(run, roll)


def roll_again(run: Transaction, roll: Roll, command: c.RollAgain) -> None:
    run.emit(e.RollStep(f"again:{command.die}"))


KINDS: Kinds = {
    c.SpendCritical: (_check_critical, spend_critical),
    c.KeepCritical: (_check_critical, go_on),
    c.UseSwitch: (_check_switch, use_switch),
    c.LetStand: (_check_let_stand, go_on),
    c.RollAgain: (_check_again, roll_again),
    c.KeepDice: (_check_again, go_on),
    c.StoreDie: (storing.check_store, storing.store_die),
    c.AddStored: (storing.check_stored, storing.add_stored),
}
