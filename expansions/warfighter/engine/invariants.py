"""What always holds at a prompt. A correction by hand that breaks it is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from . import totals
from .frames import Covert, Cycle, HostileTurn, Muster, Pay, Place, Recon, Retarget, Turn
from .ruleset import Rules
from .state import ACTIONS, MOST_SUPPRESSION, TOKENS, Hostile, Soldier, State


class Fault(str):
    """A broken invariant as a sentence; `code` is its stable name, the key of a text (`invariant.<code>`)."""

    __slots__ = ("code",)

    def __new__(cls, code: str, sentence: str) -> Fault:
        made = super().__new__(cls, sentence)
        made.code = code
        return made

    code: str


def broken(rules: Rules, state: State) -> list[Fault]:
    """Return the broken invariants."""
    if not state.decks:
        return []
    found = [fault for soldier in state.team.values() for fault in _of_soldier(rules, state, soldier)]
    found += [fault for hostile in state.hostiles.values() for fault in _of_hostile(rules, state, hostile)]
    found += _of_tokens(state)
    found += _of_decks(rules, state)
    found += _of_table(rules, state)
    return found


def _of_soldier(rules: Rules, state: State, soldier: Soldier) -> Iterator[Fault]:
    number, card = soldier.number, rules.card(soldier)
    if not 1 <= soldier.health <= card.health:
        yield Fault("health", f"the Health of Soldier {number} is not from 1 to {card.health}")
    if not 0 <= soldier.suppression <= MOST_SUPPRESSION:
        yield Fault("suppression", f"the Suppression of Soldier {number} is not from 0 to {MOST_SUPPRESSION}")
    if not 0 <= soldier.acts <= ACTIONS + 2 or soldier.xp < 0 or soldier.moved < 0:
        yield Fault("markers", f"Soldier {number} has too many or too few Actions or XP")
    if soldier.space != state.space * state.goal.active and not 0 <= soldier.space <= state.rightmost:
        yield Fault("space", f"Soldier {number} is in a space that is not in play")
    if card.type != "p" and soldier.hand:
        yield Fault("hand", f"Soldier {number} has a hand and is no Player Soldier")
    if soldier.engaged and soldier.engaged not in state.hostiles:
        yield Fault("engaged", f"Soldier {number} fights a card that is not in play")
    if len(set(soldier.skills)) < len(soldier.skills):
        yield Fault("skills", f"Soldier {number} has two of a Skill")
    for weapon in soldier.weapons:
        bought = rules.catalog.weapons[weapon.id].ammo * (1 + weapon.batches) + weapon.extra
        if weapon.live < 0 or not 0 <= weapon.empty <= 1 or weapon.live + weapon.empty > bought:
            yield Fault("counters", f"{weapon.id} of Soldier {number} has counters that nobody bought")
    for item in soldier.kit:
        if not 0 <= item.tokens <= rules.catalog.equipment[item.id].tokens:
            yield Fault("tokens", f"{item.id} of Soldier {number} has a wrong number of tokens")


def _of_hostile(rules: Rules, state: State, hostile: Hostile) -> Iterator[Fault]:
    if not 0 <= hostile.kia < rules.hostile(hostile).fig:
        yield Fault("figures", f"{hostile.id} has no living figure, or more than its card")
    if not 0 <= hostile.suppressed <= rules.alive(hostile):
        yield Fault("suppressed", f"more figures of {hostile.id} are suppressed than live")
    if not 0 <= hostile.space <= state.space:
        yield Fault("hostile_space", f"{hostile.id} is in a space that is not there")
    waiting = any(isinstance(frame, Retarget) for frame in state.agenda) or state.result is not None
    if hostile.target not in state.team and not waiting and not _arriving(state, hostile):
        yield Fault("target", f"{hostile.id} goes for a Soldier who is not in play")


def _arriving(state: State, hostile: Hostile) -> bool:
    """Return whether a Target is being drawn for a card."""
    return any(getattr(frame, "who", "") == hostile.id for frame in state.agenda)


def _of_tokens(state: State) -> Iterator[Fault]:
    for number in state.team:
        held = sum(one.token and one.target == number for one in state.hostiles.values())
        if state.cup.get(number, 0) + held != TOKENS:
            yield Fault("target_tokens", f"Soldier {number} has not {TOKENS} Target tokens in cup and on cards")


def _of_decks(rules: Rules, state: State) -> Iterator[Fault]:
    catalog = rules.catalog
    hostiles = catalog.elite if state.hostiles_set == "elite" else catalog.front
    actions = {id: card.n for id, card in catalog.actions.items()}
    everywhere = {
        "actions": (actions, _action_cards(state)),
        "hostiles": (dict.fromkeys(hostiles, 2), [one.card for one in state.hostiles.values()]),
        "locations": (dict.fromkeys(catalog.locations, 1), [*state.row, *_seen(state)]),
        "events": (dict.fromkeys(catalog.events, 1), []),
        "supports": (dict.fromkeys(catalog.supports, 1), [*state.on_call, *(one.id for one in state.supports)]),
    }
    for deck, (all_cards, elsewhere) in everywhere.items():
        pile = state.decks[deck]
        if Counter((*pile.left, *pile.top, *pile.discards, *elsewhere)) != Counter(all_cards):
            yield Fault("deck", f"the cards of the deck {deck} are not all there, or more than that")


def _action_cards(state: State) -> list[str]:
    hands = [card for one in state.team.values() for card in one.hand]
    return [*hands, *(laid.card for one in state.team.values() for laid in one.laid)]


def _seen(state: State) -> list[str]:
    return [id for frame in state.agenda if isinstance(frame, Place | Recon) for id in frame.seen]


def _of_table(rules: Rules, state: State) -> Iterator[Fault]:
    if state.result is not None:
        return
    if not state.agenda or not isinstance(state.agenda[0], Muster | Turn | HostileTurn):
        yield Fault("agenda", "nobody could go on from there")
    if isinstance(state.agenda[0], Muster) and totals.team_rp(rules, state) > rules.mission.rp:
        yield Fault("rp", "the team costs more RP than the Mission allows")
    if state.turn and (state.time < 1 or not rules.players(state)):
        yield Fault("over", "the mission would be over")
    if state.goal.id and not 0 <= state.goal.progress < rules.goal(state).need:
        yield Fault("progress", "the Objective would be reached, or its progress is below 0")
    frame = state.frame
    if isinstance(frame, Pay) and len(state.team[frame.payer].hand) < frame.left:
        yield Fault("pay", "the Move could not be paid for")
    if isinstance(frame, Covert) and not _can_pay(state, frame):
        yield Fault("pay", "the card could not be paid for")
    if isinstance(frame, Pay | Covert | Cycle) and frame.soldier not in state.team:
        yield Fault("agenda", "nobody could go on from there")


def _can_pay(state: State, frame: Covert) -> bool:
    hand = state.team[frame.soldier].hand
    return frame.card in hand and len(hand) - 1 >= frame.left
