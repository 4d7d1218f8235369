"""View models as lines of text: the path of each part and its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from defiance_qt.systems.defiance.view.presenter import EXPLAINED, BoardPresenter

Lines = dict[str, str]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each part of a view model with its path: a struct of plain values in one line, without what is empty."""
    if _is_view(value):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        plain = {name: text for name, one in fields.items() if not _is_deep(one) and (text := _plain(one))}
        if plain:
            yield path, " | ".join(f"{name}={text}" for name, text in plain.items())
        if isinstance(getattr(type(value), "spoken", None), property):
            yield f"{path}.spoken", value.spoken
        for name, one in fields.items():
            if _is_deep(one):
                yield from leaves(one, f"{path}.{name}" if path else name)
    elif isinstance(value, Mapping) and _is_deep(value):
        for key, one in value.items():
            yield from leaves(one, f"{path}[{key}]")
    elif _is_deep(value):
        for place, one in enumerate(value):
            yield from leaves(one, f"{path}[{_name(one, place)}]")
    elif text := _plain(value):
        yield path, text


def _is_view(value: Any) -> bool:
    return isinstance(value, msgspec.Struct) and type(value).__struct_config__.tag_field != "command"


def _is_deep(value: Any) -> bool:
    """Return whether there is a view model in it."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, (tuple, list)) else ()
    return _is_view(value) or any(map(_is_deep, parts))


def _plain(value: Any) -> str:
    """Return a value without view models in it as text, "" if it is empty."""
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_plain, value))})" if any(value) else ""
    return str(value) if value else ""


def _name(value: Any, place: int) -> str:
    """Return the name of a part among its like: its id, else its place."""
    known = getattr(value, "id", "") or getattr(value, "action", "")
    return f"{place} {known}" if isinstance(known, str) and known else str(place)


def frame(board: BoardPresenter, everything: bool = False) -> Lines:
    """Return what the table shows; with `everything` also the card of everything that can be pointed at."""
    shell = board.table.frame
    found = dict(leaves(board.view))
    for name in ("top", "question", "ending", "progress"):
        found |= leaves(getattr(shell, name), name)
    found |= leaves(board.told(), "told")
    if board.between.view is not None:
        found |= leaves(board.between.view, "between")
    return found | (dict(hovers(board)) if everything else {})


def hovers(board: BoardPresenter) -> Iterator[tuple[str, str]]:
    """Yield what everything on the board says when it is pointed at, and what its screen reader hears."""
    state, clicks = board.state, board.clicks
    things = [*state.team, *state.enemies, *state.neutrals, *state.doors, *state.containers, *state.consoles]
    spaces = list(dict.fromkeys([*board.view.board.choices, *(space for space, _ in board.view.board.reach)][::5]))
    for name in things:
        card = board.about.card("", name, board.offers, clicks, board.picked)
        yield from leaves(card, f"hover {name}")
        yield f"options {name}", str([one.text for one in board.options(name)])
        yield from leaves(board.why_not.click(name, board.picked), f"refused {name}")
    for space in spaces:
        yield from leaves(board.about.card(space, "", board.offers, clicks, board.picked), f"hover {space}")
        yield f"said {space}", board.describe(space)
        yield f"lines {space}", str(board.about.lines(space, clicks))
    for action in EXPLAINED:
        yield from leaves(board.why_not.action(action), f"why not {action}")
