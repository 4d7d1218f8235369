"""The chronicle: every mission with its diary, who did what, and the dice against expectation.

`parts` divides the events of a game, `deeds` and `throws` count them, `significance` judges the dice; `diary`, `tables`
and `dice` put all into words. The texts have the keys "chronicle.…".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from defiance_qt.core.port import EventContext, Words
from defiance_qt.core.port.chronicle import Cell, Chronicle, Line, Plot, Row, Section, Table
from defiance_qt.systems.defiance.engine.dice import Dice
from defiance_qt.systems.defiance.engine.state import CampaignState, Played
from defiance_qt.systems.defiance.tell.chronicle import tables
from defiance_qt.systems.defiance.tell.chronicle.deeds import Deed, total
from defiance_qt.systems.defiance.tell.chronicle.diary import Diary, Wounds
from defiance_qt.systems.defiance.tell.chronicle.dice import DiceWords
from defiance_qt.systems.defiance.tell.chronicle.parts import Part, divided
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.overview import because

LastRound = Callable[[str], int]
"""Returns the last Round of a mission, 0 if there is none."""


def chronicle(
    contexts: Iterable[EventContext], words: Words, dice: Dice, wounds: Wounds, last_round: LastRound
) -> Chronicle:
    """Return the chronicle of the events of a game, in their order."""
    diary = Diary(words, wounds)
    parts: list[Part] = []
    for part, context in divided(contexts):
        if not parts or parts[-1] is not part:
            parts.append(part)
        diary.add(part, context)
    return _Writer(parts, diary, words, dice, last_round).written()


class _Writer:
    """Writes the sections of parts."""

    def __init__(self, parts: Sequence[Part], diary: Diary, words: Words, dice: Dice, last_round: LastRound) -> None:
        self.parts, self.diary, self.words = parts, diary, words
        self._last_round = last_round
        self._names = Names(parts[-1].after, words)
        self._dice = DiceWords(dice.dice, words)
        self._missions = [part for part in parts if part.kind == "part"]

    def written(self) -> Chronicle:
        sections = []
        before = ""
        for part in self.parts:
            if part.kind == "part":
                before = part.mission
                sections.append(self._of_mission(part))
            elif lines := self.diary.of(part):
                sections.append(self._between(part, before, lines))
            sections += [self._entered(part, number, one) for number, one in enumerate(part.entered)]
        campaign = self.parts[-1].after.campaign
        if not campaign:
            return Chronicle(self._mission(self.parts[-1].mission), tuple(sections))
        title = self.words(f"campaign.{campaign.id}.name")
        return Chronicle(title, (self._whole(title, campaign), *sections))

    def _mission(self, id: str) -> str:
        return self._names.known(f"mission.{id}.name") or self._names.thing(id)

    # -- a mission, and the time between two

    def _of_mission(self, part: Part) -> Section:
        names, deeds = Names(part.after, self.words), part.deeds.all
        found = (tables.who_did_what(deeds, part.figures, names), tables.kills(deeds, names))
        plots = (tables.damage(deeds, self.words, part.round), *self._dice.plots(part.throws))
        again = self.words("chronicle.attempt", mission=self._mission(part.mission), number=part.attempt)
        return Section(
            f"part-{part.first}",
            again if part.attempt > 1 else self._mission(part.mission),
            "part",
            part.result,
            self._outcome(part.mission, part.result, part.round),
            tuple(self._facts(part)),
            self.diary.of(part),
            _there((*found, tables.carried(deeds, names))),
            tuple(plot for plot in plots if plot is not None),
            self._dice.tables(part.throws),
            part.first,
            part.last,
        )

    def _between(self, part: Part, mission: str, lines: tuple[Line, ...]) -> Section:
        title = self.words("chronicle.between", mission=self._mission(mission)) if mission else ""
        deeds = tables.who_did_what(part.deeds.all, (), Names(part.after, self.words)) if part.deeds.all else None
        return Section(
            f"between-{part.first}",
            title or self.words("chronicle.before"),
            "between",
            lines=lines,
            tables=_there((deeds,)),
            first=part.first,
            last=part.last,
        )

    def _entered(self, part: Part, number: int, one: Played) -> Section:
        """Return a mission that a campaign on paper had behind it: no more is known of it."""
        lines = (Line(one.notes, part.first, str(part.first), "note"),) if one.notes else ()
        return Section(
            f"entered-{number}",
            self._mission(one.mission),
            result=one.result,
            outcome=self._outcome(one.mission, one.result, one.round),
            facts=(self.words("chronicle.fact.written"),),
            lines=lines,
            first=part.first,
            last=part.first,
        )

    def _outcome(self, mission: str, result: str, round_: int) -> str:
        """Return how the mission ended, and in which Round if that is known."""
        if result and not round_:
            return self.words(f"chronicle.outcome.{result}.plain")
        last = self._last_round(mission)
        key = f"chronicle.outcome.{result or 'running'}"
        return self.words(f"{key}.of" if last else key, round=round_, last=last)

    def _facts(self, part: Part) -> Iterator[str]:
        words, deeds = self.words, part.deeds
        if part.written:
            yield words("chronicle.fact.written")
        if part.because:
            yield because(part.mission, part.because, words).rstrip(".")
        yield words("summary.alert", n=part.alert)
        for kind in ("kills", "fell", "intel"):
            if amount := sum(deed.amount for deed in deeds.all if deed.what == kind):
                yield words.count(f"chronicle.fact.{kind}", amount)
        if typed := sum(throw.typed for throw in part.throws):
            yield words.count("chronicle.fact.typed", typed)
        if part.corrections:
            yield words.count("chronicle.fact.corrections", len(part.corrections))

    # -- the campaign as a whole

    def _whole(self, title: str, campaign: CampaignState) -> Section:
        deeds = [deed for part in self.parts for deed in part.deeds.all]
        throws = [throw for part in self.parts for throw in part.throws]
        figures = dict.fromkeys(id for part in self._missions for id in part.figures)
        marks = [(part.first, self._mission(part.mission)) for part in self._missions]
        found = (self._so_far(campaign, deeds), tables.who_did_what(deeds, figures, self._names))
        others = (tables.kills(deeds, self._names), tables.carried(deeds, self._names))
        state = self.parts[-1].after
        return Section(
            "whole",
            title,
            "whole",
            state.result or "",
            self.words("summary.missions", n=campaign.number, all=len(campaign.missions)),
            tables=_there((*found, *others)),
            plots=(self._damage(), *self._dice.plots(throws, marks)),
            proofs=self._dice.tables(throws),
            first=self.parts[0].first,
            last=self.parts[-1].last,
        )

    def _so_far(self, campaign: CampaignState, deeds: Sequence[Deed]) -> Table:
        """Return the figures of the whole campaign."""
        words = self.words
        won = [part for part in self._missions if part.result == "victory"]
        entered = sum(one.result == "victory" for part in self.parts for one in part.entered)
        rows = [(words("ending.won"), str(len(won) + entered), tuple(part.last for part in won))]
        again = [part for part in self._missions if part.attempt > 1]
        if again:
            rows.append((words("chronicle.so_far.again"), str(len(again)), tuple(part.first for part in again)))
        rows.append((words("ending.rounds"), str(sum(part.round for part in self._missions)), ()))
        for kind in ("kills", "fell", "consequences", "cured", "intel", "spent"):
            own = [deed for deed in deeds if deed.what == kind]
            steps = tuple(dict.fromkeys(deed.step for deed in own))
            rows.append((words(f"chronicle.so_far.{kind}"), str(total(own)), steps))
        rows.append((words("chronicle.so_far.components"), str(campaign.components), ()))
        rows.append((words("chronicle.so_far.upgrades"), str(len(campaign.upgrades)), ()))
        heads = ("", words("chronicle.total"))
        made = tuple(Row(name, (Cell(value, steps),)) for name, value, steps in rows)
        return Table(words("chronicle.table.so_far"), heads, made)

    def _damage(self) -> Plot:
        """Return the Damage of each mission that was played."""
        names = [self._mission(part.mission) for part in self._missions]
        return tables.by_mission([part.deeds.all for part in self._missions], names, self.words)


def _there(found: Iterable[Table | None]) -> tuple[Table, ...]:
    return tuple(table for table in found if table is not None)
