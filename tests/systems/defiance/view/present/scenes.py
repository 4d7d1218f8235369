"""Small positions, each for something that games seldom show: what the table and the cards of what is pointed at say.

`showing` compares them line by line with `shown/*.txt`; `python -m tests.systems.defiance.view.present.showing` writes
them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.notation import format_command
from defiance_qt.systems.defiance.view.present.clicks import Meaning
from defiance_qt.systems.defiance.view.presenter import EXPLAINED, BoardPresenter
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.present.leaves import Lines, frame, leaves

Scene = tuple[str, Lines]


def scene(
    title: str,
    session: Session,
    *,
    show: str = "",
    press: str = "",
    chosen: str = "",
    point: Sequence[str] = (),
    buttons: Sequence[str] = (),
) -> Scene:
    """Return what is shown with a button pressed or a Character's card chosen: the parts of the table whose paths begin
    with `show`, the cards of the things and spaces in `point`, and the reasons of the buttons that do nothing."""
    board, _ = table(session)
    # A button with a single target is not waited for: pressing it is all.
    board.picked = press if press == "drag" or len(board.offers.by_group.get(press, ())) > 1 else ""
    board.chosen = chosen or board.chosen
    board.table.refresh()
    lines = {path: text for path, text in frame(board).items() if show and re.match(show, path)}
    for thing in point:
        lines |= dict(pointed(board, thing))
    for action in buttons:
        assert action in EXPLAINED or ":" in action
        lines |= dict(leaves(board.why_not.action(action), f"why not {action}"))
    return title, lines


def pointed(board: BoardPresenter, thing: str) -> Iterator[tuple[str, str]]:
    """Yield the card of a thing or a space, what its screen reader hears and what a click on it does."""
    on_board = thing in board.session.game.rules.board.by_name  # type: ignore[attr-defined]
    space, id = (thing, "") if on_board else ("", thing)
    clicks = board.clicks
    yield from leaves(board.about.card(space, id, board.offers, clicks, board.picked), f"card {thing}")
    if on_board:
        yield f"said {thing}", board.describe(thing)
        out, into = board.about.lines(thing, clicks)
        if out or into:
            yield f"lines {thing}", f"out {out} into {into}"
    yield f"click {thing}", clicked(clicks.on_space(thing) if on_board else clicks.on_figure(thing))
    if around := board.why_not.around(thing):
        yield f"around {thing}", ", ".join(around)
    if options := board.options(thing):
        yield f"options {thing}", "; ".join(one.text for one in options)
    if thing in board.state.team:
        yield f"click card {thing}", clicked(clicks.on_card(thing))


def clicked(meant: Meaning) -> str:
    """Return what a click means: commands, the choice between several, a card that is chosen, or the reason against."""
    if meant.commands:
        return "; ".join(map(format_command, meant.commands))
    if meant.choices:
        return "choose: " + "; ".join(map(format_command, meant.choices))
    return f"chooses {meant.chosen}" if meant.chosen else f"refused: {meant.refused.text} {meant.refused.rules}"
