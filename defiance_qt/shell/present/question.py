"""Top bar and question for games whose system provides none, made from the game's own texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from defiance_qt.core.port import CardForm, DiceForm, FieldsForm, Prompt, Words
from defiance_qt.core.session import Session
from defiance_qt.core.telling import seat_name
from defiance_qt.lab.form_input import form_title, forms_of
from defiance_qt.shell.present.values import KEYS, ChoiceView, Fold, FormView, QuestionView, TopView, as_sentence


def plain_top(session: Session, words: Words) -> TopView:
    """Return the title, progress and question of the game."""
    game, state = session.game, session.state
    summary = game.summary(state)
    progress = words(summary.progress, **summary.values) if summary.progress else ""
    ending = game.ending(state, words)
    ask = ending.title if ending is not None else game.question(state, words)
    seat = session.prompt.seat
    side = seat if seat in ("team", "enemy") else "team"
    return TopView(words(summary.title), progress, actor=seat_name(seat, words), ask=ask, side=side)


def plain_question(session: Session, words: Words, opened: str = "") -> QuestionView | None:
    """Return a question with a choice for each legal command, or the input for typed chance. Groups of commands are
    folded, but for the one with the heading `opened` and those of a single answer. Returns None if there is nothing to
    choose or to fill in."""
    game, state = session.game, session.state
    if game.result(state) is not None:
        ending = game.ending(state, words)
        return QuestionView("over", ending.title, as_sentence(ending.reason)) if ending is not None else None
    prompt = session.prompt
    if asks_chance(prompt):
        return chance_question(session, words)
    choices, fields = numbered(tuple(_choices(session, prompt, words, opened))), form_views(session, words)
    if not choices and not fields:
        return None
    return QuestionView(prompt.asks, game.question(state, words), choices=choices, fields=fields)


def _choices(session: Session, prompt: Prompt, words: Words, opened: str) -> Iterator[ChoiceView]:
    game, state = session.game, session.state
    for heading, commands in prompt.grouped():
        # A single answer says all by itself: a heading over it would only cost a key.
        alone = len(commands) == 1
        if heading and not alone:
            count = words.count("ui.group.count", len(commands))
            yield ChoiceView(
                words(heading), Fold(heading), aside=count, group="open" if heading == opened else "folded"
            )
        if alone or heading in ("", opened):
            for command in commands:
                label, primary = game.label(command, state, words), game.automatic(command)
                yield ChoiceView(label, command, primary=primary, group="inside" if heading and not alone else "")


def form_views(session: Session, words: Words) -> tuple[FormView, ...]:
    """Return the forms of the pending question, as the tray shows them."""
    forms = forms_of(session.prompt, session.game, session.state, words)
    return tuple(form_view(form, session.head, words) for form in forms)


def form_view(form: FieldsForm, step: int, words: Words) -> FormView:
    """Return a form, which is in words, as it is asked for at a step."""
    return FormView(form.id, form_title(form, words) or words("ui.form.fields"), form.fields, step, form.usual)


def asks_chance(prompt: Prompt) -> bool:
    """Return whether the user has to enter real dice or a real card."""
    return any(isinstance(form, DiceForm | CardForm) for form in prompt.forms)


def chance_question(session: Session, words: Words) -> QuestionView:
    """Return the question for real dice or a real card."""
    entry = session.game.entry(session.state, words)
    kind = "ui.form.enter_dice" if entry is not None and entry.dice else "ui.form.enter_card"
    return QuestionView("form", words(kind), words("ui.form.note"), entry=entry, step=session.head)


def numbered(choices: Sequence[ChoiceView]) -> tuple[ChoiceView, ...]:
    """Assign keys to the choices: Enter to the first primary one, `KEYS` to the others, but for those that bring one.
    Only the first stays primary. While a group is open, its answers have the first keys and the headings have none."""
    opened = any(choice.group == "open" for choice in choices)
    first = next((place for place, choice in enumerate(choices) if choice.primary), -1)
    # Answers that were put in another order are numbered again.
    own = ["" if choice.key in (*KEYS, "⏎") else choice.key for choice in choices]
    counted = [
        place
        for place, choice in enumerate(choices)
        if place != first and not own[place] and not (opened and choice.group in ("folded", "open"))
    ]
    counted.sort(key=lambda place: choices[place].group != "inside")
    keys = {**dict(zip(counted, KEYS, strict=False)), first: "⏎"}
    return tuple(
        msgspec.structs.replace(choice, key=keys.get(place, own[place]), primary=place == first)
        for place, choice in enumerate(choices)
    )
