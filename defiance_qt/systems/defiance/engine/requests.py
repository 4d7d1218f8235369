"""Chance requests of the innermost frame, and the conversion of an answer to a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Draw, MissionPick, Pick, Roll
from defiance_qt.systems.defiance.engine.rules import decks, rolls
from defiance_qt.systems.defiance.engine.state import State

FACES = 6
# Every kind of chance and its side.
CHANCE = (
    "team.dice", "enemy.dice", "enemy.ai_card", "enemy.initiative", "team.loot", "team.consequence", "enemy.pick",
)  # fmt: skip


def request(state: State) -> Request | None:
    """Return the pending request, or None when no chance result is needed."""
    if not state.agenda:
        return None
    frame = state.agenda[-1]
    requested = REQUESTS.get(type(frame))
    return None if requested is None else requested(state, frame)


def _dice(state: State, roll: Roll) -> Request | None:
    if rolls.again(roll) >= 0:
        return Request("dice", "team", (FACES,), state.chance, _app(state, "team.dice"), roll.actor)
    side = rolls.pending(roll)
    if not side:
        return None
    pool = roll.team if side == "team" else roll.enemy
    assert pool is not None
    return Request("dice", side, (FACES,) * len(pool.dice), state.chance, _app(state, f"{side}.dice"), pool.figure)


def _card(state: State, frame: Draw) -> Request:
    side = "team" if frame.deck in ("loot", "consequence") else "enemy"
    kind = "ai_card" if frame.deck == "ai" else frame.deck
    sizes = (len(decks.options(state, frame.deck)),)
    return Request(kind, side, sizes, state.chance, decks.by_app(state, frame.deck), frame.who)


def _pick(state: State, frame: Pick | MissionPick) -> Request:
    return Request("pick", "enemy", (len(frame.options),), state.chance, _app(state, "enemy.pick"))


REQUESTS: dict[type, Callable[[State, Any], Request | None]] = {
    Roll: _dice,
    Draw: _card,
    Pick: _pick,
    MissionPick: _pick,
}


def cited(state: State) -> str:
    """Return the rule that needs the pending chance result."""
    frame = state.agenda[-1]
    if isinstance(frame, Draw):
        return decks.CAUSES[frame.then][0]
    if isinstance(frame, Pick):
        return "R-188"
    if isinstance(frame, MissionPick):
        return "R-024"
    assert isinstance(frame, Roll)
    return rolls.dice_rules(frame)[0]


def _app(state: State, key: str) -> bool:
    return state.answers.get(key, "app") == "app"


def answer(state: State, values: tuple[int, ...]) -> c.EnterDice | c.EnterCard:
    """Return the command that answers the pending request with these values, each from 0."""
    frame = state.agenda[-1]
    if isinstance(frame, Draw):
        return c.EnterCard(decks.options(state, frame.deck)[values[0]])
    if isinstance(frame, Pick | MissionPick):
        return c.EnterCard(frame.options[values[0]])
    return c.EnterDice(tuple(value + 1 for value in values))


def check_dice(state: State, faces: tuple[int, ...]) -> Request:
    """Return the request that these dice answer. Raises `Illegal` naming the valid dice when they do not fit."""
    asked = request(state)
    if asked is None or asked.kind != "dice":
        raise Illegal("no_dice_asked", "", "no dice are asked for now")
    rule = cited(state)
    if len(faces) != len(asked.sizes):
        raise Illegal(
            "wrong_dice",
            rule,
            f"{len(asked.sizes)} dice are asked for, {len(faces)} were given",
            asked=len(asked.sizes),
            given=len(faces),
        )
    for face in faces:
        if not 1 <= face <= FACES:
            raise Illegal(
                "wrong_face", rule, f"{face} is not a face of a die: faces are 1 to {FACES}", face=face, faces=FACES
            )
    return asked


def check_card(state: State, card: str) -> None:
    """Raise `Illegal`, naming the possible cards, when this card cannot come."""
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, Draw):
        options = decks.options(state, frame.deck)
    elif isinstance(frame, Pick | MissionPick):
        options = frame.options
    else:
        raise Illegal("no_card_asked", "", "no card is asked for now")
    if card not in options:
        raise Illegal(
            "wrong_card",
            cited(state),
            f"{card!r} cannot come now; what can: {', '.join(dict.fromkeys(options))}",
            card=card,
            cards=tuple(dict.fromkeys(options)),
        )
