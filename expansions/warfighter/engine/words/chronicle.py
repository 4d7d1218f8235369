"""The chronicle of a mission: its diary, the Soldiers, the dice against their mean, and the course in numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean

from defiance_qt.api import port

from .. import events as e
from ..state import State
from . import names
from .story import narrate

TOLD: dict[type, port.chronicle.Tone] = {
    e.GameBegan: "",
    e.ObjectiveChosen: "",
    e.TurnBegan: "quiet",
    e.LocationPlaced: "",
    e.HostileGone: "",
    e.SoldierDowned: "danger",
    e.SoldierLeft: "quiet",
    e.ObjectiveActivated: "gold",
    e.Progressed: "gold",
    e.PrizeTaken: "gold",
    e.EventDrawn: "",
    e.SupportCalled: "",
    e.GameEnded: "gold",
}
"""The events of the diary, with their tones."""

DEEDS = ("attacks", "killed", "suppressed", "wounds", "cards")
"""The columns of what each Soldier did."""

DICE = {("team", 10): 5.5, ("team", 6): 3.5, ("enemy", 10): 5.5, ("enemy", 6): 3.5}
"""The mean of a die of each side."""


class Record:
    """What is counted of a game: deeds by Soldier with their steps, faces by die, and the table at each turn."""

    def __init__(self) -> None:
        self.lines: list[tuple[port.EventContext, port.chronicle.Tone]] = []
        self.deeds: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self.cards: dict[str, str] = {}
        self.faces: dict[tuple[str, int], list[tuple[int, int]]] = {}
        self.turns: list[tuple[int, int, int, int]] = []
        self.last: State | None = None
        self.steps: list[int] = []

    def add(self, one: port.EventContext) -> None:
        """Count an event."""
        event = one.event
        self.last = one.after
        self.steps.append(one.step)
        self.cards.update({number: soldier.card for number, soldier in one.after.team.items()})
        if type(event) in TOLD:
            self.lines.append((one, TOLD[type(event)]))
        if isinstance(event, e.DiceRolled):
            for size, face in zip(event.sizes, event.faces, strict=True):
                self.faces.setdefault((event.side, size), []).append((face, one.step))
        elif isinstance(event, e.ShotsResolved) and event.soldier:
            for deed, amount in (("attacks", 1), ("killed", event.killed), ("suppressed", event.suppressed)):
                self._count(event.soldier, deed, amount, one.step)
        elif isinstance(event, e.WoundsSuffered):
            self._count(event.soldier, "wounds", event.wounds, one.step)
        elif isinstance(event, e.CardPlayed):
            self._count(event.soldier, "cards", 1, one.step)
        elif isinstance(event, e.TurnBegan):
            health = sum(soldier.health for soldier in one.after.team.values())
            self.turns.append((event.turn, len(one.after.hostiles), health, one.step))

    def _count(self, soldier: str, deed: str, amount: int, step: int) -> None:
        if amount:
            self.deeds.setdefault((soldier, deed), []).append((amount, step))


def chronicle(events: Iterable[port.EventContext], words: port.Words) -> port.Chronicle | None:
    """Return the chronicle of the events of a whole game, None before its first turn."""
    record = Record()
    for one in events:
        record.add(one)
    state = record.last
    if state is None or not record.turns:
        return None
    title = words(f"scenario.{state.setup.mission}.name")
    outcome = words(f"event.game_ended.{state.because}") if state.result else ""
    section = port.chronicle.Section(
        "mission",
        title,
        result=state.result or "",
        outcome=outcome,
        facts=(words("mark.turn", n=state.turn), names.card(state.goal.id, words, "objective")),
        lines=tuple(_lines(record, words)),
        tables=(_deeds(record, words),),
        plots=(_course(record, words),),
        proofs=(_dice(record, words),),
        first=record.steps[0],
        last=record.steps[-1],
    )
    return port.Chronicle(title, (section,))


def _lines(record: Record, words: port.Words) -> Iterator[port.chronicle.Line]:
    for one, tone in record.lines:
        text = narrate(one.event, one.after, words)
        if text:
            yield port.chronicle.Line(
                text, one.step, words("chronicle.place", turn=one.after.turn, step=one.step), tone
            )


def _deeds(record: Record, words: port.Words) -> port.chronicle.Table:
    """Return what each Soldier did, the highest value of each column marked."""
    sums = {key: sum(amount for amount, _ in found) for key, found in record.deeds.items()}
    best = {deed: max((amount for (_, other), amount in sums.items() if other == deed), default=0) for deed in DEEDS}
    rows = []
    for number, card in record.cards.items():
        cells = tuple(
            port.chronicle.Cell(
                str(sums.get((number, deed), 0)),
                tuple(dict.fromkeys(step for _, step in record.deeds.get((number, deed), []))),
                bool(best[deed]) and sums.get((number, deed), 0) == best[deed],
            )
            for deed in DEEDS
        )
        rows.append(port.chronicle.Row(words(f"soldier.{card}.name"), cells, "team"))
    columns = (words("chronicle.soldier"), *(words(f"chronicle.{deed}") for deed in DEEDS))
    return port.chronicle.Table(words("chronicle.soldiers"), columns, tuple(rows), side="team")


def _dice(record: Record, words: port.Words) -> port.chronicle.Table:
    """Return how often each die was rolled, and its mean beside the expected one."""
    rows = []
    for (side, size), expected in DICE.items():
        found = record.faces.get((side, size), [])
        mean = names.decimal(fmean(face for face, _ in found), 1, words) if found else "–"
        steps = tuple(dict.fromkeys(step for _, step in found))
        cells = (
            port.chronicle.Cell(str(len(found)), steps),
            port.chronicle.Cell(mean),
            port.chronicle.Cell(names.decimal(expected, 1, words)),
        )
        rows.append(port.chronicle.Row(words("chronicle.die", side=words(f"chance.{side}"), size=size), cells, side))
    columns = ("dice", "rolled", "mean", "expected")
    return port.chronicle.Table(
        words("chronicle.dice"), tuple(words(f"chronicle.{column}") for column in columns), tuple(rows)
    )


def _course(record: Record, words: port.Words) -> port.chronicle.Plot:
    """Return Hostile cards in play and Health of the team at the beginning of each turn."""
    hostiles = tuple(port.chronicle.Point(turn, cards, step) for turn, cards, _, step in record.turns)
    health = tuple(port.chronicle.Point(turn, left, step) for turn, _, left, step in record.turns)
    series = (
        port.chronicle.Series(words("chronicle.hostiles"), hostiles, "enemy"),
        port.chronicle.Series(words("chronicle.health"), health, "team"),
    )
    return port.chronicle.Plot(
        words("chronicle.course"),
        words("chronicle.course.text"),
        words("chronicle.turn"),
        words("chronicle.number"),
        series,
    )
