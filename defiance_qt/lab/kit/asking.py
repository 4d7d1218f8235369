"""Asks a game whatever the window, the log and text play ask it, so that `plugin check` finds the member that fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import get_args

from defiance_qt.core.chance import ByPurpose
from defiance_qt.core.errors import Illegal
from defiance_qt.core.filling import corrected_forms
from defiance_qt.core.port import Command
from defiance_qt.core.session import SOURCES
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.form_input import forms_of
from defiance_qt.lab.story import story, tale


def ask_of_state(session: Session, some: Sequence[Command], elsewhere: Sequence[Command]) -> None:
    """Ask what is asked of a state: of all of it, of some legal commands, and of some that may be refused. Raises what
    the game raises, `PluginError` for a game of a plugin."""
    game, state, words = session.game, session.state, session.host.own_words()
    for question in (game.question, game.ending, game.progress, game.entry, game.players):
        question(state, words)
    for of_state in (game.summary, game.outcome, game.invariants):
        of_state(state)
    game.forecast(state, state)
    game.redealt(state, ByPurpose(0))
    forms_of(session.prompt, game, state, words)
    game.owner(state, None)
    for command in some:
        game.label(command, state, words)
        game.odds(state, command)
        game.owner(state, command)
        game.parse(game.format(command))
        corrected_forms(game, state, command, words)
    for command in (*some, *elsewhere):
        game.why_not(state, command, words)
        try:
            game.decide(state, command)
        except Illegal as refused:
            game.refusal(refused, state, words)
    for subject in game.subjects(state, words):
        for field in subject.fields[:1]:
            game.overrule({field.path: field.value}, "")
    for key in game.answers(state):
        for who in SOURCES:
            game.set_answer(key, who)


def ask_of_game(session: Session) -> None:
    """Ask what is asked of the events of a whole game. Raises like `ask_of_state`."""
    game, timeline, words = session.game, session.timeline, session.host.own_words()
    game.switches()
    game.unsound(())
    before = None
    for step in timeline.path:
        after = timeline.state_at(step)
        contexts = tuple(session.event_contexts((step,)))
        game.moment(contexts, words)
        game.marks(before, after, partial(_events, session, step), words)
        for one in contexts:
            game.category(one.event)
            game.side(one.event)
        before = after
    for tell in (tale(session, words), story(session, words, why=True)):
        for _ in tell:
            pass
    session.undo_label()


def not_taken(session: Session) -> Iterator[str]:
    """Yield the members of a game whose commands of the port are not among its own."""
    game, state = session.game, session.state
    kinds = get_args(game.command_type) or (game.command_type,)
    if not all(isinstance(game.set_answer(key, "app"), kinds) for key in game.answers(state)):
        yield "chance_kinds"
    if not all(isinstance(one, kinds) for path, _ in game.correctable for one in game.overrule({path: 0}, "")):
        yield "correctable"


def _events(session: Session, step: int) -> Sequence[object]:
    return session.timeline.step(step).events
