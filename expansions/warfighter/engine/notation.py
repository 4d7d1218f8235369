"""Commands as lines: the tag, then the fields in order ("fire 1 smg.2 picket.1"). Empty fields at the end are left out,
and "-" stands for one before others; a level-up is written "level 2"."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from defiance_qt.api import NotationError, port

from . import commands as c

KINDS = {kind.__struct_config__.tag: kind for kind in get_args(c.Command)}
AS_JSON = (c.Overrule, port.SetAnswer)
"""The commands whose fields are written as JSON: their values are not single words."""

LEVEL = "level"
EMPTY = "-"


def format_command(command: c.Command) -> str:
    """Return the line that `parse` reads back."""
    tag = str(type(command).__struct_config__.tag)
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    if isinstance(command, AS_JSON):
        return f"{tag} {msgspec.json.encode(fields).decode()}"
    if isinstance(command, c.EnterDice):
        return " ".join((tag, *map(str, command.faces)))
    if isinstance(command, c.EnterCards):
        return " ".join((tag, *command.cards))
    level = fields.pop(LEVEL, "")
    words = [str(value) or EMPTY for value in fields.values()]
    while words and words[-1] == EMPTY:
        words.pop()
    return " ".join((tag, *words, *((LEVEL, level) if level else ())))


def parse(text: str) -> c.Command:
    """Return the command of a line. Raises `NotationError`."""
    tag, _, rest = text.strip().partition(" ")
    kind = KINDS.get(tag)
    try:
        if kind is None:
            raise KeyError(tag)
        return msgspec.convert(_fields(kind, rest.strip()), kind)  # type: ignore[no-any-return]
    except (KeyError, ValueError) as error:
        known = ", ".join(map(str, KINDS))
        raise NotationError(
            "command.no_such", "{text!r} is not a command: {known}", text, text=text, known=known
        ) from error


def _fields(kind: Any, rest: str) -> dict[str, Any]:
    """Return the fields of a line by name, with the tag. Raises `ValueError`."""
    tagged = {"command": kind.__struct_config__.tag}
    if kind in AS_JSON:
        return {**msgspec.json.decode(rest or "{}", type=dict[str, Any]), **tagged}
    words = rest.split()
    if kind is c.EnterDice:
        return {"faces": [int(word) for word in words], **tagged}
    if kind is c.EnterCards:
        return {"cards": words, **tagged}
    names = list(kind.__struct_fields__)
    found: dict[str, Any] = {}
    if LEVEL in names:
        names.remove(LEVEL)
        if len(words) >= 2 and words[-2] == LEVEL:
            found[LEVEL] = words[-1]
            words = words[:-2]
    if len(words) > len(names):
        raise ValueError("too many words")
    found |= {name: "" if word == EMPTY else word for name, word in zip(names, words, strict=False)}
    return {**found, **tagged}
