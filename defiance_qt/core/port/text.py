"""The facet of texts: commands as lines, and the words for commands, questions, refusals and events.

By default a command is its tag with its fields as JSON, and a text is that of a key made of the tag (`keys`), with the
fields of the state and of the command or event filled in; without such a text it is the tag and the fields themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, get_args

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import Illegal, NotationError
from defiance_qt.core.port.chance import AnswerSet, SetAnswer
from defiance_qt.core.port.corrections import Overrule, Overruled
from defiance_qt.core.port.rules import Command, Event, State
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game

_LACKS = re.compile(r"missing required field `([^`]+)`")
_UNFIT = re.compile(r"unknown field `([^`]+)`|at `\$\.?([^`]*)`")


def _unfit(command: str, text: str, why: str) -> NotationError:
    """Return the error of a command with its values: one is missing, or one does not fit."""
    if lacks := _LACKS.search(why):
        return NotationError(
            "command.lacks", "{command} lacks the value {name!r}", text, command=command, name=lacks[1]
        )
    unfit = _UNFIT.search(why)
    name = next(filter(None, unfit.groups()), command) if unfit else command
    return NotationError(
        "command.value_unfit", "{command} cannot hold what is given for {name!r}", text, command=command, name=name
    )


class Reason(msgspec.Struct, frozen=True):
    """Why something happened or is not possible: rule ids and sentences, the most important first."""

    rules: tuple[str, ...]
    words: tuple[str, ...]


class Text(Protocol):
    """What a game says in words. Keys: `command.<tag>`, `event.<tag>`, `why.<tag>` of an event, `question.<asks>`,
    `refusal.<code>`; see `keys` for more particular ones."""

    command_type: Any
    untold: tuple[type, ...] = ()
    """The events that the log leaves out."""

    def format(self, command: Command) -> str:
        """Format the command as one line that `parse` reads back."""
        tag, fields = parts(command)
        return f"{tag} {msgspec.json.encode(fields).decode()}" if fields else tag

    def parse(self, text: str) -> Command:
        """Parse a line into a command. Raises `NotationError`."""
        tag, _, rest = text.strip().partition(" ")
        kinds = {tag_of(kind): kind for kind in get_args(self.command_type) or (self.command_type,)}
        try:
            return msgspec.json.decode(rest.strip() or "{}", type=ready(kinds[tag]))
        except msgspec.ValidationError as error:
            raise _unfit(tag, text, str(error)) from error
        except (KeyError, ValueError) as error:
            known = ", ".join(kinds)
            raise NotationError(
                "command.no_such", "{text!r} is not a command: {known}", text, text=text, known=known
            ) from error

    def label(self, command: Command, state: State, words: Words) -> str:
        """Return a short label of the command, for a button or for "undo: …"."""
        return told("command", words, state, command)

    def question(self: Game, state: State, words: Words) -> str:
        """Return the pending decision in one sentence, "" when the game is over."""
        prompt = self.prompt(state)
        if not prompt.seat:
            return ""
        if (entry := self.entry(state, words)) is not None:
            return entry.title
        key = f"question.{prompt.asks}"
        return worded(key if key in words else "ui.question.plain", words, state)

    def refusal(self, error: Illegal, state: State, words: Words) -> str:
        """Return why a command was refused in this state, localized."""
        for key in (f"refusal.{error.code}", f"error.{error.code}"):
            if key in words:
                return words(key, **error.values)
        return str(error)

    def narrate(self: Game, event: Event, state: State, words: Words) -> str:
        """Return the event in one sentence, "" if it is not shown to users. `state` is the state after it."""
        return "" if isinstance(event, self.untold) else told("event", words, state, event, self.side(event))

    def deed(self, command: Command, before: State, events: Sequence[Event], words: Words) -> str:
        """Return in a few words what a step has done, with its amount, for "undo: …". `command` is the last one that a
        user gave in it, `before` the state before its events."""
        return self.label(command, before, words)

    def why(self: Game, event: Event, before: State, words: Words) -> Reason:
        """Return the rules that caused the event and a description of its inputs. `before` is the state before it."""
        found = event.get("rules", ()) if isinstance(event, dict) else getattr(event, "rules", ())
        key = next((key for key in keys("why", event, self.side(event)) if key in words), "")
        return Reason(tuple(map(str, found)), (worded(key, words, before, event),) if key else ())

    def why_not(self: Game, state: State, command: Command, words: Words) -> Reason:
        """Return the rule that the command would break and the first failed check; empty if the command is legal."""
        try:
            self.decide(state, command)
        except Illegal as error:
            return Reason((error.rule,) if error.rule else (), (self.refusal(error, state, words),))
        return Reason((), ())


def tag_of(kind: type) -> str:
    """Return the tag of a struct, or the name of a type that has none."""
    config = getattr(kind, "__struct_config__", None)
    return str(config.tag) if config is not None and config.tag is not None else kind.__name__


def parts(value: Any) -> tuple[str, dict[str, Any]]:
    """Return the tag of a command or event, and its fields as plain values. It may be a dictionary, as it is stored."""
    fields = msgspec.to_builtins(value)
    if not isinstance(fields, dict):
        return str(value), {}
    if not isinstance(value, dict):
        fields.pop(type(value).__struct_config__.tag_field, None)
        return tag_of(type(value)), fields
    name = next((name for name in ("command", "event", "type") if name in fields), "")
    return str(fields.get(name, "")), {key: field for key, field in fields.items() if key != name}


def keys(prefix: str, value: Any, side: str = "") -> Iterator[str]:
    """Yield the keys of texts for a command or event, the most particular first: `prefix.<tag>` with what one of its
    fields says (the name of a field that is true, or a text in it) and with its side, with one of these, alone."""
    key = f"{prefix}.{parts(value)[0]}"
    names = () if isinstance(value, dict) else getattr(value, "__struct_fields__", ())
    held = ((name, getattr(value, name)) for name in names)
    said = [name if field is True else field for name, field in held if field is True or isinstance(field, str)]
    for own in (*(f"{key}.{one}" for one in said), key):
        if side:
            yield f"{own}.{side}"
        yield own


def told(prefix: str, words: Words, state: State, value: Any, side: str = "") -> str:
    """Return the most particular text of `keys` for a command or event; without one its tag and fields (`spoken`)."""
    return worded(next((key for key in keys(prefix, value, side) if key in words), ""), words, state, value)


def worded(key: str, words: Words, state: State, value: Any = None) -> str:
    """Return the text of a key with the fields of the state and of a command or event filled in: lists with commas, and
    in place of an id the text `<field>.<id>`, its name, if there is one. A named tuple `scores` of the state is filled
    in as `scores_own` …. Without such a text return the tag and the fields of the value (`spoken`)."""
    if key not in words:
        return spoken(value)
    held = {name: getattr(state, name) for name in getattr(state, "__struct_fields__", ())}
    for name, pair in [(name, one) for name, one in held.items() if hasattr(one, "_fields")]:
        held |= {f"{name}_{part}": one for part, one in pair._asdict().items()}
    own = {name: _shown(name, getattr(value, name), words) for name in getattr(value, "__struct_fields__", ())}
    if isinstance(value, SetAnswer | AnswerSet):
        own["what"] = words(f"chance.{value.key}")
    elif isinstance(value, Overrule | Overruled):
        what = ", ".join(f"{words(f'field.{path}')} {number}" for path, number in value.values.items())
        own["what"] = f"{what} ({value.reason})" if value.reason else what
    return words(key, **{**held, **own})


def _shown(field: str, value: Any, words: Words) -> Any:
    if isinstance(value, tuple):
        return ", ".join(str(_shown(field, one, words)) for one in value)
    key = f"{field}.{value}"
    return words(key) if isinstance(value, str) and key in words else value


def spoken(value: Any) -> str:
    """Return a command or event in a line of plain words: its tag, then the fields that say something."""
    tag, fields = parts(value)
    shown = [line for name, field in fields.items() if name != "rules" and (line := _field(name, field))]
    head = tag.replace("_", " ").capitalize()
    return f"{head}: {', '.join(shown)}" if shown else head


def _field(name: str, value: Any) -> str:
    """Return a field in words, "" for one without a value, and for one that is no single value or list of them."""
    name = name.replace("_", " ")
    if isinstance(value, bool):
        return name if value else ""
    several = list(value) if isinstance(value, list | tuple) else [value]
    text = " ".join(str(one) for one in several if isinstance(one, str | int | float))
    return f"{name} {text}" if text else ""
