"""Moves: where to, what they cost, and who pays (W-025 … W-027, W-111 … W-113)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from .. import commands as c
from .. import events as e
from .. import totals
from ..frames import Covert, Pay
from ..refusals import Refused, cannot_act, no_soldier, pinned, refused
from ..ruleset import Rules
from ..run import Run
from ..state import Soldier, State

WAYS = {"left": -1, "right": 1}


def options(rules: Rules, state: State, soldier: Soldier) -> Iterator[c.Command]:
    """Yield the Moves that can be thought of: for an NPS or Squad Soldier one for each payer."""
    for way in ("right", "left"):
        payers = [""] if rules.is_player(soldier) else ["", *(one.number for one in rules.players(state))]
        yield from (c.Move(soldier.number, way, payer) for payer in payers)


def check(rules: Rules, state: State, command: c.Move) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if (why := pinned(rules, soldier)) is not None:
        return why
    if soldier.moved >= totals.moves(rules, soldier):
        return refused("moved", "W-025", "Soldier {soldier} has moved this turn", soldier=soldier.number)
    if (why := cannot_act(rules, soldier, actions(rules, soldier))) is not None:
        return why
    to = soldier.space + WAYS[command.way]
    if (why := closed(rules, state, to)) is not None:
        return why
    return _payment(rules, state, command, totals.entry(rules, state, soldier, to).value)


def actions(rules: Rules, soldier: Soldier) -> int:
    """Return the Actions of a Soldier's next Move: a second one may need none."""
    free = any(part.amount > 1 for part in totals.of_laid(rules, soldier, "second_move"))
    return 0 if soldier.moved and free else 1


def closed(rules: Rules, state: State, to: int) -> Refused:
    """Refuse a space that cannot be entered: not there, inactive, or too narrow (W-111, W-151)."""
    if to == state.space:
        if not state.goal.active:
            return refused("inactive", "W-111", "the Objective can be entered only when it is active")
        return None
    if to < 0 or to > state.rightmost:
        return refused("no_space", "W-111", "there is no space to enter on that side")
    limit = [part.amount for part in totals.of_place(rules, state, to, "entrants", "team")]
    if limit and state.conditions.entered.get(str(to), 0) >= min(limit):
        return refused("narrow", "W-151", "only {most} Soldiers may enter this Location each turn", most=min(limit))
    return None


def _payment(rules: Rules, state: State, command: c.Move, cost: int) -> Refused:
    own = rules.is_player(state.team[command.soldier])
    if own or not cost:
        if command.payer:
            return refused("no_payer", "W-113", "nobody else pays for this Move")
        payer = command.soldier
    else:
        payer = command.payer
        if payer not in state.team or not rules.is_player(state.team[payer]):
            return refused("payer", "W-113", "a Player Soldier of the team has to pay for this Move")
    has = len(state.team[payer].hand)
    if has >= cost:
        return None
    english = "this Move costs {cost} cards, and Soldier {soldier} has {has}"
    return refused("cards", "W-026", english, cost=cost, has=has, soldier=payer)


def move(run: Run, frame: object, command: c.Move) -> None:
    """Spend the Action, then pay the cards; with none to choose from, at once."""
    soldier = run.soldier(command.soldier)
    to = soldier.space + WAYS[command.way]
    cost = totals.entry(run.rules, run.state, soldier, to).value
    if spent := actions(run.rules, soldier):
        run.emit(e.ActionsSpent(soldier.number, spent, ("W-021", "W-025")))
    payer = command.payer or command.soldier
    if cost and len(run.soldier(payer).hand) > cost:
        run.open(Pay(soldier.number, to, payer, cost))
        return
    if cost:
        run.emit(e.CardsPaid(payer, run.soldier(payer).hand, "move"))
    enter(run, soldier.number, to, cost)


def enter(run: Run, number: str, to: int, paid: int) -> None:
    """Enter a space that is paid for. The cards that lay for this Move are used."""
    soldier = run.soldier(number)
    cost = totals.entry(run.rules, run.state, soldier, to).parts
    second = soldier.moved >= 1
    rules = ("W-025", "W-027", "W-111", "W-112", *totals.cited(run.rules, cost))
    run.emit(e.Moved(number, soldier.space, to, cost, paid, rules))
    for laid in soldier.laid:
        card = totals.laid_card(run.rules, laid.card, laid.level)
        if card.on == "move" and (card.number != "second_move" or second):
            run.emit(e.LaidUsed(number, laid.card))


# ---- cards to discard ----


def pay_options(rules: Rules, state: State, frame: Pay | Covert) -> Iterator[c.Command]:
    """Yield the cards that can be discarded as a cost; a Covert card does not pay for itself (W-047)."""
    hand = _payable(state, frame)
    yield from (c.PayCard(card) for card in dict.fromkeys(hand))


def _payable(state: State, frame: Pay | Covert) -> list[str]:
    if isinstance(frame, Pay):
        return list(state.team[frame.payer].hand)
    hand = list(state.team[frame.soldier].hand)
    hand.remove(frame.card)
    return hand


def check_pay(rules: Rules, state: State, command: c.PayCard) -> Refused:
    frame = state.frame
    assert isinstance(frame, Pay | Covert)
    if command.card in _payable(state, frame):
        return None
    return refused("not_in_hand", "W-026", "there is no card {card} to discard", card=command.card)


def pay(run: Run, frame: Pay | Covert, command: c.PayCard) -> None:
    """Discard a card as a cost. The Move or the Covert card follows when all are paid."""
    covert = isinstance(frame, Covert)
    payer = frame.soldier if isinstance(frame, Covert) else frame.payer
    rules = ("W-047",) if covert else ("W-026", "W-112", "W-113")
    run.set(replace(frame, left=frame.left - 1))
    run.emit(e.CardsPaid(payer, (command.card,), "covert" if covert else "move", rules))


def advance_pay(run: Run, frame: Pay) -> bool:
    if frame.left:
        return False
    run.close()
    cost = totals.entry(run.rules, run.state, run.soldier(frame.soldier), frame.to).value
    enter(run, frame.soldier, frame.to, cost)
    return True
