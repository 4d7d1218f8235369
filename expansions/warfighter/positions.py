"""Positions of the game in text, for tests: the row, the Soldiers, the Hostiles, one statement a line.

    mission time 7 turn 4 nation keld
    row orchard farm village
    soldier 1 roa @2 health=6 acts=1 hand=aimed,surge weapons=assault_rifle:4+0 kit=frag:2 skills=point
    hostile riflemen.1 @3 -> 1 kia=0 supp=0
    objective active progress=0
    support mortar
    deck hostiles top=runner,picket

The decks are laid last. Whatever a Soldier's line leaves out is as on its card; counters are written loaded+Empty. All
other cards are in their decks, and Target tokens in the cup.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from defiance_qt.testing import Positions

from .engine.evolve.table import without
from .engine.frames import Turn
from .engine.game import WarfighterGame
from .engine.ruleset import Rules
from .engine.state import TOKENS, Goal, Hostile, KitInPlay, Soldier, State, SupportInPlay, WeaponInPlay, with_soldier


class WarfighterPositions(Positions):
    """Reads a position: by default turn 1 with the Timer as at the beginning, and the Soldiers on the Mission card."""

    def state(self, game: WarfighterGame, begun: State, text: str) -> State:
        rules = game.rules
        goal = Goal(begun.goal.id or rules.mission.objectives[0])
        state = replace(begun, turn=1, agenda=(Turn(True),), team={}, cup={}, goal=goal)
        lines = list(filter(None, map(str.strip, text.splitlines())))
        for line in sorted(lines, key=lambda line: line.startswith("deck ")):
            kind, _, rest = line.partition(" ")
            state = READ[kind](rules, state, rest.split())
        return state


def _values(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words if "=" in word)


def _space(words: list[str]) -> int:
    return next((int(word[1:]) for word in words if word.startswith("@")), 0)


def _mission(rules: Rules, state: State, words: list[str]) -> State:
    """`mission [OBJECTIVE] [time N] [turn N] [nation ID]`."""
    if len(words) % 2:
        state = replace(state, goal=replace(state.goal, id=words[0]))
        words = words[1:]
    for name, value in zip(words[::2], words[1::2], strict=True):
        state = replace(state, **{name: value if name == "nation" else int(value)})
    return state


def _row(rules: Rules, state: State, words: list[str]) -> State:
    return _taken(replace(state, row=tuple(words)), "locations", words)


def _taken(state: State, deck: str, cards: list[str]) -> State:
    pile = state.decks[deck]
    return replace(state, decks={**state.decks, deck: replace(pile, left=without(pile.left, cards))})


def _soldier(rules: Rules, state: State, words: list[str]) -> State:
    number, id, *more = words
    card, given = rules.catalog.soldiers[id], _values(more)
    weapons = _weapons(rules, given.get("weapons", ",".join(card.weapons)))
    kit = _kit(rules, given.get("kit", ",".join(card.equipment)))
    hand = tuple(filter(None, given.get("hand", "").split(",")))
    soldier = Soldier(
        number,
        id,
        int(given.get("health", card.health)),
        space=_space(more),
        acts=int(given.get("acts", 2)),
        suppression=int(given.get("supp", 0)),
        xp=int(given.get("xp", 0)),
        hand=hand,
        weapons=weapons,
        kit=kit,
        skills=tuple(filter(None, given.get("skills", ",".join(card.skills)).split(","))),
    )
    state = replace(state, team={**state.team, number: soldier}, cup={**state.cup, number: TOKENS})
    return _taken(replace(state, nation=card.nation), "actions", list(hand))


def _weapons(rules: Rules, text: str) -> tuple[WeaponInPlay, ...]:
    """Read "smg:2+1,pistol"; counters beyond those of the card are of ammo batches."""
    found = []
    for one in filter(None, text.split(",")):
        id, _, counters = one.partition(":")
        live, _, empty = (counters or str(rules.catalog.weapons[id].ammo)).partition("+")
        have, printed = int(live) + int(empty or 0), rules.catalog.weapons[id].ammo
        found.append(WeaponInPlay(id, int(live), int(empty or 0), max(0, -(-(have - printed) // printed))))
    return tuple(found)


def _kit(rules: Rules, text: str) -> tuple[KitInPlay, ...]:
    found = []
    for one in filter(None, text.split(",")):
        id, _, tokens = one.partition(":")
        found.append(KitInPlay(id, int(tokens or rules.catalog.equipment[id].tokens)))
    return tuple(found)


def _hostile(rules: Rules, state: State, words: list[str]) -> State:
    """`hostile ID @SPACE -> SOLDIER [kia=N] [supp=N] [guard]`."""
    id, given = words[0], _values(words)
    card, number = id.rsplit(".", 1)
    target = words[words.index("->") + 1]
    hostile = Hostile(
        id, card, _space(words), target, True, int(given.get("kia", 0)), int(given.get("supp", 0)), "guard" in words
    )
    numbers = {**state.numbers, card: max(int(number), state.numbers.get(card, 0))}
    cup = {**state.cup, target: state.cup[target] - 1}
    state = replace(state, hostiles={**state.hostiles, id: hostile}, numbers=numbers, cup=cup)
    return _taken(state, "hostiles", [card])


def _objective(rules: Rules, state: State, words: list[str]) -> State:
    given = _values(words)
    goal = replace(
        state.goal,
        active="active" in words,
        progress=int(given.get("progress", 0)),
        carrier=given.get("carrier", ""),
        lies=int(given.get("lies", -1)),
    )
    return replace(state, goal=goal)


def _support(rules: Rules, state: State, words: list[str]) -> State:
    """`support ID…` in play, `call ID…` on call."""
    supports = (*state.supports, *(SupportInPlay(id) for id in words))
    return _taken(replace(state, supports=supports), "supports", words)


def _call(rules: Rules, state: State, words: list[str]) -> State:
    return _taken(replace(state, on_call=(*state.on_call, *words)), "supports", words)


def _deck(rules: Rules, state: State, words: list[str]) -> State:
    """`deck NAME [top=ID,…] [discards=ID,…] [left=ID,…]`; with `left` all other cards lie on the discards."""
    deck, given = words[0], {name: value.split(",") for name, value in _values(words).items()}
    for name in ("top", "discards"):
        if name in given:
            state = _taken(state, deck, given[name])
            state = replace(
                state, decks={**state.decks, deck: replace(state.decks[deck], **{name: tuple(given[name])})}
            )
    if "left" in given:
        pile = state.decks[deck]
        rest = without(pile.left, given["left"])
        pile = replace(pile, left=tuple(sorted(given["left"])), discards=(*pile.discards, *rest))
        state = replace(state, decks={**state.decks, deck: pile})
    return state


def _laid(rules: Rules, state: State, words: list[str]) -> State:
    """`laid SOLDIER CARD… [level]`."""
    from .engine.state import Laid

    number, *cards = words
    level = "level" in cards
    ids = [id for id in cards if id != "level"]
    laid = (*state.team[number].laid, *(Laid(id, level, number) for id in ids))
    return _taken(with_soldier(state, number, laid=laid), "actions", ids)


READ: dict[str, Callable[[Rules, State, list[str]], Any]] = {
    "mission": _mission,
    "row": _row,
    "soldier": _soldier,
    "hostile": _hostile,
    "objective": _objective,
    "support": _support,
    "call": _call,
    "deck": _deck,
    "laid": _laid,
}
