"""Sentences for events and labels for commands, in the language of the given `Words`.

The texts are in the catalogues (content/locale) under the keys "event.…", "command.…" and "reason.…".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.content import Effect
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.effects import effect
from defiance_qt.systems.defiance.tell.labels import label_text
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.refused import refused
from defiance_qt.systems.defiance.tell.sentences import SENTENCES, candidate_lines

__all__ = ["Words", "candidates", "describe", "label", "narrate", "refused"]


def narrate(event: Event, state: State, words: Words, wounds: Callable[[State, str], int] | None = None) -> str:
    """Return the event as one sentence, "" for bookkeeping. `state` is the state after it.

    `wounds` returns the current Wounds of a figure. Without it, the Wounds of a Character with face-up Consequences,
    which may change them, are left out.
    """
    names = Names(state, words, wounds)
    sentence = SENTENCES[type(event)](names, event)
    if sentence and getattr(event, "typed", False):
        return words("event.typed", sentence=sentence)
    return sentence


def label(command: Command, state: State, words: Words, actor: bool = True) -> str:
    """Return the command in a few words, for a button or for "undo: …". `state` is the one before the command.

    `actor` prefixes the acting figure ("Cadin: Move").
    """
    return label_text(Names(state, words), command, actor)


def candidates(event: Event, state: State, words: Words) -> tuple[str, ...]:
    """Return one line for each candidate of an Instruction: its values, and the reason it was passed over."""
    return candidate_lines(Names(state, words), event)


def describe(effects: Sequence[Effect], state: State, words: Words) -> str:
    """Return the effects of a Switch, an Action or a Console input in a few words; "" for none."""
    names = Names(state, words)
    return names.joined([text for one in effects if (text := effect(names, one))])
