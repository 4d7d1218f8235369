"""Action cards: playing them, levelling them up, Covert costs, and what each effect does (W-046, W-047, W-125)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .. import commands as c
from .. import content as cards
from .. import events as e
from .. import totals
from ..frames import Covert, Deal, Recon
from ..refusals import Refused, no_hostile, no_player, no_soldier, refused
from ..ruleset import Rules
from ..run import Run
from ..state import ACTIONS, OBJECTIVE, Soldier, State
from . import experience, firing, kit
from .shots import of_card

NOW = ("", "move", "attack", "hostile_turn")
"""What a card is for that is played in the Soldiers' turn."""


def options(rules: Rules, state: State, soldier: Soldier) -> Iterator[c.Command]:
    """Yield the plays of a Player Soldier that can be thought of, with and without a level-up."""
    for id in dict.fromkeys(soldier.hand):
        card = rules.catalog.actions[id]
        for level in ("", *levels(rules, state, card)):
            made = card.levelled() if level else card
            targets = TARGETS[made.effect](rules, state, soldier, made)
            yield from (c.Play(soldier.number, id, target, level) for target in targets)


def levels(rules: Rules, state: State, card: cards.Action) -> tuple[str, ...]:
    """Return who can pay for the level-up of a card: free with a leader, else any Soldier with XP (W-046)."""
    if card.level is None:
        return ()
    if experience.leader(rules, state):
        return (experience.FREE,)
    return experience.payers(state)


def check(rules: Rules, state: State, command: c.Play) -> Refused:
    if (why := no_player(rules, state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if command.card not in soldier.hand:
        english = "Soldier {soldier} has no card {card}"
        return refused("no_card", "W-046", english, soldier=soldier.number, card=command.card)
    card = rules.catalog.actions[command.card]
    if card.on not in NOW:
        return refused("not_now", "W-143", "{card} is played when Wounds are about to be taken", card=command.card)
    if (why := check_level(rules, state, card, command.level)) is not None:
        return why
    if len(soldier.hand) <= card.covert:
        english = "{card} needs {cost} more cards to discard"
        return refused("covert", "W-047", english, card=command.card, cost=card.covert)
    made = card.levelled() if command.level else card
    return CHECKS[made.effect](rules, state, soldier, made, command.target)


def check_level(rules: Rules, state: State, card: cards.Action, level: str) -> Refused:
    """Refuse a level-up that the card does not have, or that nobody can pay for (W-046)."""
    if not level or level in levels(rules, state, card):
        return None
    if card.level is None:
        return refused("no_level", "W-046", "this card has no level-up")
    return refused("level", "W-046", "Soldier {soldier} cannot pay for the level-up", soldier=level)


def play(run: Run, frame: object, command: c.Play) -> None:
    """Play a card at once, or pay for a Covert one first."""
    covert = run.rules.catalog.actions[command.card].covert
    if not covert:
        _resolve(run, command.soldier, command.card, command.target, command.level)
        return
    run.open(Covert(command.soldier, command.card, command.target, command.level, covert))


def advance_covert(run: Run, frame: Covert) -> bool:
    if frame.left:
        return False
    run.close()
    _resolve(run, frame.soldier, frame.card, frame.target, frame.level)
    return True


def pay_level(run: Run, card: str, level: str) -> None:
    """Pay for a level-up, or use the leader's (W-046)."""
    if level == experience.FREE:
        experience.spend(run, "leader")
    elif level:
        experience.pay(run, level, 1, f"action.{card}.name", ("W-046", "W-126"))


def _resolve(run: Run, number: str, id: str, target: str, level: str) -> None:
    pay_level(run, id, level)
    card = totals.laid_card(run.rules, id, bool(level))
    laid = card.effect == "laid"
    cited = ("W-046", "W-066", *(("W-047",) if card.covert else ()), "W-125")
    run.emit(e.CardPlayed(number, id, target, bool(level), laid, cited))
    EFFECTS[card.effect](run, run.soldier(number), id, card, target)


# ---- whom and what a card can be played on ----


def _soldiers(rules: Rules, state: State, soldier: Soldier, card: cards.Action) -> tuple[str, ...]:
    """Return the Soldiers that a card can be played on."""
    if card.who == "any":
        return tuple(state.team)
    if card.who == "here":
        return tuple(one.number for one in state.at(soldier.space))
    if card.who == "other":
        return tuple(one.number for one in rules.players(state) if one.number != soldier.number)
    return (soldier.number,)


def _weapons(rules: Rules, state: State, soldier: Soldier, card: cards.Action) -> tuple[str, ...]:
    numbers = _soldiers(rules, state, soldier, card)
    return tuple(f"{number}:{weapon.id}" for number in numbers for weapon in state.team[number].weapons)


def _hostiles(rules: Rules, state: State, soldier: Soldier, card: cards.Action) -> tuple[str, ...]:
    return tuple(state.hostiles)


def _attacked(rules: Rules, state: State, soldier: Soldier, card: cards.Action) -> tuple[str, ...]:
    return (*state.hostiles, OBJECTIVE)


def _pairs(rules: Rules, state: State, soldier: Soldier, card: cards.Action) -> tuple[str, ...]:
    return tuple(f"{id}:{number}" for id in state.hostiles for number in state.team)


def _nothing(rules: Rules, state: State, soldier: Soldier, card: cards.Action) -> tuple[str, ...]:
    return ("",)


Targets = Callable[[Rules, State, Soldier, cards.Action], tuple[str, ...]]
TARGETS: dict[str, Targets] = {
    "laid": _soldiers,
    "reload": _weapons,
    "suppress": _hostiles,
    "dive": lambda rules, state, soldier, card: (),
    "rally": _soldiers,
    "heal": _soldiers,
    "ready": _soldiers,
    "recon": _nothing,
    "kill": _hostiles,
    "redirect": _pairs,
    "experience": _soldiers,
    "blast": _attacked,
    "draw": _soldiers,
}

# ---- checks by effect ----


def _who(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    """Refuse a Soldier that the card does not reach."""
    if (why := no_soldier(state, target)) is not None:
        return why
    if target not in _soldiers(rules, state, soldier, card):
        return refused("not_for", "W-066", "this card is not for Soldier {soldier}", soldier=target)
    return None


def _check_rally(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    if (why := _who(rules, state, soldier, card, target)) is not None:
        return why
    if not state.team[target].suppression:
        return refused("unsuppressed", "W-024", "Soldier {soldier} is not suppressed", soldier=target)
    return None


def _check_heal(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    why = _who(rules, state, soldier, card, target)
    return why or kit.wounded(rules, state, soldier, target, anywhere=True)


def _check_ready(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    if (why := _who(rules, state, soldier, card, target)) is not None:
        return why
    if state.team[target].acts >= ACTIONS:
        return refused("ready", "W-066", "no Action marker of Soldier {soldier} is used", soldier=target)
    return None


def _check_reload(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    number, _, weapon = target.partition(":")
    if (why := _who(rules, state, soldier, card, number)) is not None:
        return why
    own = state.team[number].weapon(weapon)
    if own is None:
        return refused("no_weapon", "W-044", "Soldier {soldier} has no Weapon {weapon}", soldier=number, weapon=weapon)
    return kit.reloadable(own)


def _check_suppress(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    """Refuse a card that no loaded Weapon of the Soldier reaches, or that cannot be suppressed."""
    if (why := no_hostile(state, target)) is not None:
        return why
    span = totals.distance(soldier.space, state.hostiles[target].space)
    if not any(low <= span <= high for _, (low, high) in firing.loaded_reach(rules, state, soldier)):
        english = "no loaded Weapon of Soldier {soldier} reaches {hostile}"
        return refused("no_reach", "W-066", english, soldier=soldier.number, hostile=target)
    return kit.not_suppressible(rules, state, target)


def _check_kill(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    return no_hostile(state, target) or _far(state, soldier, card, target)


def _far(state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    space = state.space if target == OBJECTIVE else state.hostiles[target].space
    span = totals.distance(soldier.space, space)
    if card.range[0] <= span <= card.range[1]:
        return None
    low, high = card.range
    english = "the target is at range {range}, and the card reaches {low} to {high}"
    return refused("card_range", "W-066", english, range=span, low=low, high=high)


def _check_blast(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    return firing.no_target(rules, state, target) or _far(state, soldier, card, target)


def _check_redirect(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    id, _, number = target.partition(":")
    if (why := no_hostile(state, id) or no_soldier(state, number)) is not None:
        return why
    if state.hostiles[id].target == number:
        return refused(
            "same_target", "W-066", "{hostile} goes for Soldier {soldier} already", hostile=id, soldier=number
        )
    return None


def _check_recon(rules: Rules, state: State, soldier: Soldier, card: cards.Action, target: str) -> Refused:
    if target:
        return refused("no_target_needed", "W-066", "{item} needs no target", item="recon")
    if state.rightmost >= state.space - 1 or not state.decks["locations"].size:
        return refused("row_full", "W-048", "all Locations are placed")
    return None


Check = Callable[[Rules, State, Soldier, cards.Action, str], Refused]
CHECKS: dict[str, Check] = {
    "laid": _who,
    "reload": _check_reload,
    "suppress": _check_suppress,
    "rally": _check_rally,
    "heal": _check_heal,
    "ready": _check_ready,
    "recon": _check_recon,
    "kill": _check_kill,
    "redirect": _check_redirect,
    "experience": _who,
    "blast": _check_blast,
    "draw": _who,
}

# ---- effects ----


def _lay(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    """The card lies before its Soldier: `CardPlayed` has put it there."""


def _reload(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    number, _, weapon = target.partition(":")
    run.emit(e.Reloaded(number, weapon, ("W-044", "W-066")))


def _suppress(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    firing.suppress_hostile(run, target, card.amount, f"action.{id}.name", ("W-066",))


def _rally(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    run.emit(e.Rallied(target, run.soldier(target).suppression, ("W-066",)))


def _heal(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    kit.heal(run, target, card.amount, f"action.{id}.name", ("W-066",))


def _ready(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    run.emit(e.ActionReadied(target, 1, ("W-066",)))


def _recon(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    run.open(Recon(soldier.number, card.amount))


def _kill(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    firing.kill(run, target, card.amount, soldier.number, f"action.{id}.name")


def _redirect(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    hostile, _, number = target.partition(":")
    run.emit(e.TargetDrawn(hostile, number, run.state.cup.get(number, 0) > 0, True, ("W-066",)))
    if card.amount:
        firing.suppress_hostile(run, hostile, card.amount, f"action.{id}.name", ("W-066",))


def _experience(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    run.emit(e.XPGained(target, card.amount, f"action.{id}.name", ("W-066", "W-126")))


def _blast(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    level = card.modes != run.rules.catalog.actions[id].modes
    firing.open_attack(run, of_card(run.rules, run.state, soldier, id, level, target))


def _draw(run: Run, soldier: Soldier, id: str, card: cards.Action, target: str) -> None:
    run.open(Deal(((target, card.amount),), "card"))


Effect = Callable[[Run, Soldier, str, cards.Action, str], None]
EFFECTS: dict[str, Effect] = {
    "laid": _lay,
    "reload": _reload,
    "suppress": _suppress,
    "rally": _rally,
    "heal": _heal,
    "ready": _ready,
    "recon": _recon,
    "kill": _kill,
    "redirect": _redirect,
    "experience": _experience,
    "blast": _blast,
    "draw": _draw,
}
