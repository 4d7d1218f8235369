"""The question of the tray: what is most likely answered comes first, and Space gives what needs no thought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from defiance_qt.shell.present.question import numbered
from defiance_qt.shell.present.values import ChoiceView, Fold, QuestionView

from ...engine import commands as c
from ...engine.state import State

THOUGHTLESS = (c.NoReactions, c.DeployRest, c.ChooseSave, c.Ready)
"""Commands that Space gives, the first that is there: nobody reacts, the rest as usual, the better attribute, go on.
Without an Order left it ends the turn."""


def arranged(question: QuestionView, state: State) -> QuestionView:
    """Return a question with its usual answer first, then what is about the troops of the Order under way."""
    choices = question.choices
    idle = state.phase == "turn" and not any(isinstance(one.command, c.Activate) for one in choices)
    kinds = (*THOUGHTLESS, c.EndTurn) if idle else THOUGHTLESS
    usual = next((one for kind in kinds for one in choices if isinstance(one.command, kind)), None)
    if usual is not None:
        choices = tuple(replace(one, primary=one is usual) for one in choices)
    near = _rivals(state)
    blocks = sorted(_blocks(choices), key=lambda block: (not block[0].primary, _far(block[0], near)))
    return replace(question, choices=numbered([one for block in blocks for one in _sorted(block, near)]))


def concerns(command: object) -> frozenset[str]:
    """Return the troops that a command, or a heading, is about: who does it, and whom it is aimed at."""
    if isinstance(command, Fold):
        return frozenset((command.heading.removeprefix("troop.").removesuffix(".name"),))
    if isinstance(command, c.Exchange):
        return frozenset((command.one, command.other))
    aimed = [target.troop for target in command.targets] if isinstance(command, c.Declare) else []
    return frozenset((*aimed, getattr(command, "troop", ""), getattr(command, "target", "")))


def _rivals(state: State) -> frozenset[str]:
    """Return who faces the active troops in this Order: those that react or are aimed at."""
    if state.order is None:
        return frozenset()
    aimed = {target.troop for act in state.order.acts for target in act.targets}
    return frozenset(aimed | {act.troop for act in state.order.acts}) - {*state.order.troops}


def _far(choice: ChoiceView, near: frozenset[str]) -> bool:
    return not concerns(choice.command) & near


def _sorted(block: list[ChoiceView], near: frozenset[str]) -> list[ChoiceView]:
    return [block[0], *sorted(block[1:], key=lambda one: _far(one, near))]


def _blocks(choices: Sequence[ChoiceView]) -> Iterator[list[ChoiceView]]:
    """Yield the answers one by one, a group as one with its heading first."""
    block: list[ChoiceView] = []
    for one in choices:
        if one.group != "inside" and block:
            yield block
            block = []
        block.append(one)
    if block:
        yield block
