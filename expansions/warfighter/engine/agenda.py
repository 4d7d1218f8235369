"""The agenda: for every kind of frame its automatic steps and its legal answers, for every command its check and
effect.

`legal` lists the options that pass their check; `decide` asks the same check, and its answer is the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from defiance_qt.api import Illegal, port

from . import commands as c
from . import events as e
from . import frames as f
from .overrule import overrule
from .refusals import Refused, cannot_act, refused
from .rules import (
    action_cards,
    arriving,
    chance,
    course,
    events_deck,
    firing,
    harm,
    hostile_fire,
    hostile_turn,
    kit,
    locations,
    moving,
    muster,
    objective,
    support,
)
from .ruleset import Rules
from .run import Run
from .state import State

Advance = Callable[[Run, Any], bool]
Options = Callable[[Rules, State, Any], Iterator[c.Command]]
Check = Callable[[Rules, State, Any], Refused]
Take = Callable[[Run, Any, Any], None]


def _stays(run: Run, frame: f.Frame) -> bool:
    return False


def _none(rules: Rules, state: State, frame: f.Frame) -> Iterator[c.Command]:
    return iter(())


def _always(rules: Rules, state: State, command: c.Command) -> Refused:
    return None


def _turn(rules: Rules, state: State, frame: f.Turn) -> Iterator[c.Command]:
    """Yield the commands of the Soldiers' turn that can be thought of: Actions only of who can take one."""
    for number, soldier in state.team.items():
        yield c.Rally(number)
        able = cannot_act(rules, soldier) is None
        if able:
            yield from firing.fire_options(rules, state, soldier)
            yield from firing.fight_options(rules, state, soldier)
            yield from kit.use_options(rules, state, soldier)
        yield from moving.options(rules, state, soldier)
        if able:
            yield c.Work(number)
            yield from (c.Reload(number, weapon.id) for weapon in soldier.weapons if weapon.empty)
            yield from kit.stock_options(rules, state, soldier)
            yield c.CycleHand(number)
        yield from action_cards.options(rules, state, soldier)
        yield from locations.options(rules, state, number)
        yield c.Activate(number)
        yield from kit.pass_options(rules, state, soldier)
        yield c.Leave(number)
    yield from support.call_options(rules, state)
    yield from support.strike_options(rules, state)
    yield c.EndTurn()


def _proceed(rules: Rules, state: State, frame: f.HostileTurn) -> Iterator[c.Command]:
    yield c.Proceed()


def _after_draw(run: Run, frame: f.Draw) -> bool:
    cards = chance.advance_draw(run, frame)
    if cards is None:
        return False
    _hand_over(run, frame, cards)
    return True


def _hand_over(run: Run, draw: f.Draw, cards: tuple[str, ...]) -> None:
    """Give drawn cards to the frame that asked for them."""
    frame = run.state.frame
    assert frame is not None
    DRAWN[type(frame)](run, frame, draw, cards)


ADVANCE: dict[type, Advance] = {
    f.Muster: _stays,
    f.Opening: muster.advance_opening,
    f.Deal: muster.advance_deal,
    f.Turn: course.advance_turn,
    f.Pay: moving.advance_pay,
    f.Covert: action_cards.advance_covert,
    f.Cycle: _stays,
    f.Attack: _stays,
    f.Arrive: arriving.advance,
    f.Retarget: arriving.advance_retarget,
    f.Place: locations.advance,
    f.Recon: locations.advance_recon,
    f.EventCard: events_deck.advance,
    f.Choose: events_deck.advance_choose,
    f.Environment: _stays,
    f.Mortar: hostile_fire.advance_mortar,
    f.Retain: support.advance_retain,
    f.HostileTurn: hostile_turn.advance,
    f.Fire: hostile_fire.advance,
    f.React: harm.advance,
    f.Overwatch: hostile_turn.advance_overwatch,
    f.Roll: _stays,
    f.Draw: _after_draw,
}

OPTIONS: dict[type, Options] = {
    f.Muster: muster.options,
    f.Turn: _turn,
    f.Pay: moving.pay_options,
    f.Covert: moving.pay_options,
    f.Cycle: course.cycle_options,
    f.Place: locations.choices,
    f.Recon: locations.recon_choices,
    f.Choose: events_deck.choose_options,
    f.Retain: support.retain_options,
    f.HostileTurn: _proceed,
    f.React: harm.options,
}
"""The answers of the frames that ask the team; the others ask chance, or nobody."""

ROLLED: dict[type, Callable[[Run, Any, tuple[int, ...]], None]] = {
    f.Attack: firing.rolled,
    f.Environment: course.environment_rolled,
    f.Mortar: hostile_fire.mortar_rolled,
    f.Fire: hostile_fire.rolled,
}

DRAWN: dict[type, Callable[[Run, Any, f.Draw, tuple[str, ...]], None]] = {
    f.Opening: muster.opening_drawn,
    f.Deal: muster.dealt,
    f.Arrive: arriving.drawn,
    f.Retarget: arriving.retargeted,
    f.Place: locations.drawn,
    f.Recon: locations.recon_drawn,
    f.EventCard: events_deck.drawn,
}


def _pick(run: Run, frame: f.Frame, command: c.Pick) -> None:
    CHOSEN[type(frame)](run, frame, command)


CHOSEN: dict[type, Take] = {
    f.Place: locations.choose,
    f.Recon: locations.recon_choose,
    f.Choose: events_deck.choose,
}

COMMANDS: dict[type, tuple[tuple[type, ...], Check, Take]] = {
    c.Nation: ((f.Muster,), muster.check_nation, muster.nation),
    c.Team: ((f.Muster,), muster.check_team, muster.team),
    c.Buy: ((f.Muster,), muster.check_buy, muster.buy),
    c.Arm: ((f.Muster,), muster.check_arm, muster.arm),
    c.Teach: ((f.Muster,), muster.check_teach, muster.teach),
    c.Unbuy: ((f.Muster,), muster.check_unbuy, muster.unbuy),
    c.Go: ((f.Muster,), muster.check_go, muster.go),
    c.Rally: ((f.Turn,), course.check_rally, course.rally),
    c.Move: ((f.Turn,), moving.check, moving.move),
    c.Fire: ((f.Turn,), firing.check_fire, firing.fire),
    c.Fight: ((f.Turn,), firing.check_fight, firing.fight),
    c.Use: ((f.Turn,), kit.check_use, kit.use),
    c.Reload: ((f.Turn,), kit.check_reload, kit.reload),
    c.CycleHand: ((f.Turn,), course.check_cycle, course.cycle),
    c.Work: ((f.Turn,), objective.check_work, objective.work),
    c.Stock: ((f.Turn,), kit.check_stock, kit.stock),
    c.Play: ((f.Turn,), action_cards.check, action_cards.play),
    c.Place: ((f.Turn,), locations.check, locations.place),
    c.Activate: ((f.Turn,), objective.check_activate, objective.activate),
    c.Give: ((f.Turn,), kit.check_give, kit.give),
    c.Take: ((f.Turn,), kit.check_take, kit.take),
    c.Drop: ((f.Turn,), kit.check_drop, kit.drop),
    c.Call: ((f.Turn,), support.check_call, support.call),
    c.Strike: ((f.Turn,), support.check_strike, support.strike),
    c.Leave: ((f.Turn,), course.check_leave, harm.leave),
    c.EndTurn: ((f.Turn,), course.check_end, course.end),
    c.PayCard: ((f.Pay, f.Covert), moving.check_pay, moving.pay),
    c.Discard: ((f.Cycle,), course.check_discard, course.discard),
    c.Done: ((f.Cycle,), _always, course.done),
    c.Pick: ((f.Place, f.Recon, f.Choose), events_deck.check_pick, _pick),
    c.RetainSupport: ((f.Retain,), support.check_retain, support.retain),
    c.LetSupport: ((f.Retain,), support.check_retain, support.let),
    c.ReactWith: ((f.React,), harm.check_react, harm.react),
    c.TakeWounds: ((f.React,), _always, harm.take_wounds),
    c.Proceed: ((f.HostileTurn,), _always, hostile_turn.proceed),
}
"""For each command the frames that it answers, its check and its effect."""


def check(rules: Rules, state: State, command: c.Command) -> Refused:
    """Return why a command is not legal now, None if it is: the moment, the rules, then packs."""
    frames, rule, _ = COMMANDS[type(command)]
    if state.result is not None:
        return refused("game_over", "W-146", "the game is over")
    frame = state.frame
    if isinstance(frame, f.Roll | f.Draw):
        return refused("chance_first", "W-105", "dice or cards are asked for first")
    if not isinstance(frame, frames):
        return refused(f"moment.{MOMENTS[type(frame)]}", MOMENT_RULES[type(frame)], "this is not the moment for it")
    return _forbidden(rules, state, command, rule)


def _forbidden(rules: Rules, state: State, command: c.Command, rule: Check) -> Refused:
    return rule(rules, state, command) or (_vetoed(rules, state, command) if rules.hooks.check_command else None)


MOMENTS: dict[type, str] = {
    f.Muster: "muster",
    f.Turn: "turn",
    f.Pay: "pay",
    f.Covert: "pay",
    f.Cycle: "cycle",
    f.Place: "choose",
    f.Recon: "choose",
    f.Choose: "choose",
    f.Retain: "retain",
    f.HostileTurn: "hostiles",
    f.React: "react",
}
"""What a frame asks for, as the key of the refusal of anything else."""

MOMENT_RULES: dict[type, str] = {
    f.Muster: "W-008",
    f.Turn: "W-020",
    f.Pay: "W-026",
    f.Covert: "W-047",
    f.Cycle: "W-045",
    f.Place: "W-048",
    f.Recon: "W-066",
    f.Choose: "W-155",
    f.Retain: "W-022",
    f.HostileTurn: "W-054",
    f.React: "W-143",
}


def _vetoed(rules: Rules, state: State, command: c.Command) -> Refused:
    """Return the veto of a pack. What only goes on cannot be vetoed."""
    if isinstance(command, c.Proceed | c.EndTurn | c.TakeWounds | c.Done):
        return None
    for veto in rules.hooks.check_command:
        why = veto(state, command)
        if why is not None:
            return Illegal(why.code, why.rule, why.message)
    return None


def legal(rules: Rules, state: State) -> tuple[c.Command, ...]:
    """Return every legal command, in a fixed order; none while chance is asked for."""
    frame = state.frame
    if frame is None or state.result is not None or type(frame) not in OPTIONS:
        return ()
    found = dict.fromkeys(OPTIONS[type(frame)](rules, state, frame))
    return tuple(one for one in found if _forbidden(rules, state, one, COMMANDS[type(one)][1]) is None)


def decide(rules: Rules, state: State, command: c.Command) -> Run:
    """Return the decision of the command and of all that follows, up to the next prompt. Raises `Illegal`."""
    run = Run(rules, state)
    at_table = AT_TABLE.get(type(command))
    if at_table is not None:
        at_table(run, command)
    else:
        if (why := check(rules, state, command)) is not None:
            raise why
        COMMANDS[type(command)][2](run, state.frame, command)
    run_until_prompt(run)
    return run


def run_until_prompt(run: Run) -> None:
    """Run the agenda until a decision is needed or the game is over."""
    while run.state.agenda and run.state.result is None:
        _fetch(run)
        if (over := objective.ended(run.rules, run.state)) is not None:
            run.emit(e.GameEnded(*over))
            return
        frame = run.state.agenda[-1]
        if not ADVANCE[type(frame)](run, frame):
            return


def _fetch(run: Run) -> None:
    """Take back thrown Weapons that lie where their Soldier is (W-123)."""
    for number, soldier in run.state.team.items():
        for weapon in soldier.weapons:
            if not weapon.thrown and weapon.lies == soldier.space:
                run.emit(e.WeaponBack(number, weapon.id))


# ---- what the table itself says: chance, settings, corrections ----


def _dice(run: Run, command: c.EnterDice) -> None:
    if (why := chance.check_dice(run.state, command)) is not None:
        raise why
    run.typed = chance.by_hand(run.state)
    roll = run.state.frame
    assert isinstance(roll, f.Roll)
    faces = chance.take_dice(run, roll, command)
    frame = run.state.frame
    ROLLED[type(frame)](run, frame, faces)


def _cards(run: Run, command: c.EnterCards) -> None:
    if (why := chance.check_cards(run.state, command)) is not None:
        raise why
    run.typed = chance.by_hand(run.state)
    draw = run.state.frame
    assert isinstance(draw, f.Draw)
    _hand_over(run, draw, chance.take_cards(run, draw, command))


def _set_answer(run: Run, command: port.SetAnswer) -> None:
    if command.key not in chance.KINDS:
        raise refused("unknown_chance", "W-105", "{name} is not a kind of chance", name=command.key)
    run.emit(port.AnswerSet(command.key, command.who, ("W-105",)))


AT_TABLE: dict[type, Callable[[Run, Any], None]] = {
    c.EnterDice: _dice,
    c.EnterCards: _cards,
    port.SetAnswer: _set_answer,
    c.Overrule: overrule,
}


def start(rules: Rules) -> Run:
    """Return the first step: the decks shuffled, the Mission laid out, the muster open (W-002 … W-007, W-104)."""
    run = Run(rules, State())
    catalog, mission = rules.catalog, rules.mission
    hostiles = catalog.elite if rules.hostiles == "elite" else catalog.front
    decks = {
        "actions": tuple(id for id, card in catalog.actions.items() for _ in range(card.n)),
        "hostiles": tuple(id for id in hostiles for _ in range(2)),
        "locations": tuple(catalog.locations),
        "events": tuple(catalog.events),
        "supports": tuple(catalog.supports),
        "objectives": mission.objectives,
    }
    answers = dict(rules.setup.options.get("answers", {}))
    decks = {deck: tuple(sorted(cards)) for deck, cards in decks.items()}
    run.emit(e.GameBegan(rules.setup, rules.hostiles, mission.space, mission.time, decks, answers))
    run.open(f.Muster())
    if rules.objective != "draw":
        muster.choose_objective(run, rules.objective)
    else:
        run.open(f.Opening("objective"))
    run_until_prompt(run)
    return run
