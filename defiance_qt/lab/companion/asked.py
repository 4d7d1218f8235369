"""What is asked at the table, for phones: who plays what, the answers with whose they are, the dice or cards to enter.

Texts are numbers, as in `lab.replay.content`. An answer is named by its place among the commands of the prompt.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, Entry, FieldsForm, Game, Player, Prompt, State, Words
from defiance_qt.core.port.text import tag_of
from defiance_qt.core.session import Session
from defiance_qt.core.telling import seat_name
from defiance_qt.lab.replay.content import Texts


def asked(session: Session, texts: Texts) -> dict[str, Any]:
    """Return what is asked where the game stands."""
    step = session.timeline.stands
    game, state = session.game, session.timeline.state_at(step)
    prompt = game.prompt(state)
    players = game.players(state, texts.words[0])
    ids = {one.id for one in players}
    found = {
        "step": step,
        "over": not prompt.seat,
        "question": texts.add(lambda words: question(game, state, prompt, words)),
        "players": [one.id for one in players],
        "cards": texts.gather(lambda words: tuple(map(_card, game.players(state, words)))),
        "forms": any(isinstance(form, FieldsForm) for form in prompt.forms),
    }
    if game.request(state) is not None:
        entry = texts.gather(lambda words: _entry(game.entry(state, words)))
        return {**found, "owner": owner_of(game, state, None, ids), "entry": entry, "choices": []}
    choices = []
    for heading, commands in prompt.grouped():
        above = texts.add(lambda words, heading=heading: words(heading) if heading else "")  # type: ignore[misc]
        for command in commands:
            label = texts.add(lambda words, command=command: game.label(command, state, words))  # type: ignore[misc]
            owner = owner_of(game, state, command, ids)
            choices.append([label, owner, game.automatic(command), tag_of(type(command)), above])
    owners = {owner for _, owner, *_ in choices}
    return {**found, "owner": owners.pop() if len(owners) == 1 else "", "entry": None, "choices": choices}


def question(game: Game, state: State, prompt: Prompt, words: Words) -> str:
    """Return what is asked, or how the game has ended."""
    ending = game.ending(state, words)
    if ending is not None:
        return ". ".join(part for part in (ending.title, ending.reason) if part)
    asked = game.question(state, words)
    return ": ".join(part for part in (seat_name(prompt.seat, words), asked) if part)


def owner_of(game: Game, state: State, command: Command | None, ids: Collection[str]) -> str:
    """Return the player whose command it is, or who enters the chance that is asked for; "" for anybody."""
    owner = game.owner(state, command)
    return owner if owner in ids else ""


def commands_of(session: Session) -> tuple[Command, ...]:
    """Return the answers in the order in which they are numbered: below their headings."""
    prompt = session.game.prompt(session.timeline.state_at(session.timeline.stands))
    return tuple(command for _, commands in prompt.grouped() for command in commands)


def check_values(session: Session, values: tuple[int | None, ...]) -> None:
    """Check that these values can answer the chance that is asked for. Raises `Illegal` ("no_chance",
    "chance_values")."""
    request = session.game.request(session.timeline.state_at(session.timeline.stands))
    if request is None or request.by_app:
        raise Illegal("no_chance", "", "No dice and no cards are asked for now.")
    if len(values) != len(request.sizes) or not all(
        value is None or 0 <= value < size for value, size in zip(values, request.sizes, strict=True)
    ):
        raise Illegal("chance_values", "", "This does not answer the dice or cards that are asked for.")


def _card(one: Player) -> tuple[Any, ...]:
    return one.name, one.left, one.of, one.initials, one.facts, one.cards


def _entry(entry: Entry | None) -> tuple[Any, ...]:
    """Return what is to be entered: the title, the dice with their faces, the cards, and how many of them."""
    if entry is None:
        return "", (), (), 0
    dice = tuple(
        (die.id, die.name, tuple((face.symbols, face.spoken, face.tone, die.typed(at)) for at, face in _faces(die)))
        for die in entry.dice
    )
    return entry.title, dice, tuple(card.name for card in entry.cards), entry.count


def _faces(die: Any) -> Any:
    return enumerate(die.faces, 1)
