"""View models of a correction: what a step holds, and what would become of the steps after it."""

from __future__ import annotations

import msgspec

from defiance_qt.core.carrying import Fate
from defiance_qt.core.correction import Correction, parts
from defiance_qt.core.filling import corrected_forms
from defiance_qt.core.port import Entry, State, Words
from defiance_qt.core.session import Session
from defiance_qt.lab.correcting import details, label, outcomes
from defiance_qt.shell.present.question import form_view
from defiance_qt.shell.present.values import ChoiceView, FormView


class PartView(msgspec.Struct, frozen=True):
    """A command of a step, and what it can be replaced by: other commands, a form, or dice and cards."""

    text: str
    before: State
    choices: tuple[ChoiceView, ...] = ()
    forms: tuple[FormView, ...] = ()
    entry: Entry | None = None

    @property
    def replaceable(self) -> bool:
        """Whether there is anything to choose or to enter."""
        return bool(self.choices or self.forms or self.entry)


class FateView(msgspec.Struct, frozen=True):
    """A step that does not simply stay. `place` is its index among the lines, `states` are those of the old and of the
    corrected line after it."""

    fate: Fate
    step: int
    text: str
    details: tuple[str, ...]
    place: int
    states: tuple[State, State]


class CorrectionView(msgspec.Struct, frozen=True):
    """The account of a correction. `fates` has the fate of every line, `outcomes` how both lines end."""

    correction: Correction
    fates: tuple[Fate, ...]
    rows: tuple[FateView, ...]
    outcomes: tuple[str, str]
    states: tuple[State, State]
    ends: tuple[State, State]


def step_parts(session: Session, step: int, words: Words) -> tuple[PartView, ...]:
    """Return the commands of a step. Raises `Illegal` for the set-up."""
    game = session.game
    found = []
    for place, one in enumerate(parts(session, step)):
        text, before = game.label(one.command, one.before, words), one.before
        if game.request(before) is not None:
            entry = game.entry(before, words)
            varies = entry is not None and (entry.dice or len({card.id for card in entry.cards}) > 1)
            found.append(PartView(text, before, entry=entry if varies else None))
            continue
        choices = tuple(
            ChoiceView(game.label(other, before, words), other)
            for other in game.legal(before)
            if other != one.command and not game.automatic(other)
        )
        forms = corrected_forms(game, before, one.command, words) if not place else ()
        found.append(PartView(text, before, choices, tuple(form_view(form, step, words) for form in forms)))
    return tuple(found)


def correction_view(session: Session, found: Correction, words: Words) -> CorrectionView:
    """Return the view of a correction."""
    timeline = session.timeline
    last = timeline.state_at(found.step)
    first = (last, found.first.after)
    rows: list[FateView] = []
    for place, line in enumerate(found.lines):
        if line.step >= 0:
            last = timeline.state_at(line.step)
        if line.fate in ("bridged", "lost", "drops", "added"):
            told = tuple(details(session, line, words))
            rows.append(FateView(line.fate, line.step, label(session, line, words), told, place, (last, line.after)))
    fates = tuple(line.fate for line in found.lines)
    return CorrectionView(found, fates, tuple(rows), outcomes(session, found, words), first, (last, found.state))
