"""Reads up: the reasons of a line of the log, the rules behind it in their own words, the turn of a Unit as a whole,
and where a game cites a rule."""

from __future__ import annotations

from defiance_qt.core.session import Session
from defiance_qt.shell.present.rules import rule_text
from defiance_qt.shell.present.story import Story
from defiance_qt.systems.defiance.engine.events import UnitActivated
from defiance_qt.systems.defiance.engine.words.turns import Turn, in_turn, last_turn, turn_at
from defiance_qt.systems.defiance.view.present.names import Words
from defiance_qt.systems.defiance.view.present.values import LineView, WhyView

# The latest events that are listed for a rule.
MOST = 40


class Reader:
    """Reads one session in one language."""

    def __init__(self, session: Session, words: Words, story: Story) -> None:
        self.session, self.words, self.story = session, words, story

    def why(self, line: LineView) -> WhyView:
        """The reasons of a line of the log, and the rules behind it in their own words."""
        if line.index < 0:
            return WhyView(line.text)
        reason = self.session.why((line.step, line.index), self.words)
        said = tuple(text for text in reason.words if text != line.text)
        language = self.words.language
        rules = tuple((id, rule_text(id, language)) for id in dict.fromkeys(reason.rules))
        turn = line if in_turn(self.session, line.step, line.index) else None
        return WhyView(line.text, said, rules, turn)

    def opens_turn(self, line: LineView) -> bool:
        """Whether the line says that a Unit is activated."""
        events = self.session.timeline.step(line.step).events
        return line.index >= 0 and isinstance(events[line.index], UnitActivated)

    def turn(self, line: LineView) -> Turn | None:
        """The turn of the Unit that a line belongs to, as far as it has come; None once the line is undone."""
        timeline = self.session.timeline
        depth = timeline.depth(line.step)
        stands = depth < len(timeline.path) and timeline.path[depth] == line.step
        return turn_at(self.session, line.step, line.index, self.words) if stands and line.index >= 0 else None

    def last_turn(self, unit: str) -> Turn | None:
        """What a Unit did when it was activated last."""
        return last_turn(self.session, self.words, unit)

    def why_last(self) -> WhyView | None:
        """The reasons of the last line of the log that has any."""
        for line in reversed(self.story.lines(self.session.head)):
            found = self.why(line)
            if found.lines or found.rules:
                return found
        return None

    def citing(self, id: str) -> tuple[tuple[LineView, ...], int]:
        """The latest lines of the log, the newest first, whose events cite a rule; and how many events do so in all, on
        the way to the head."""
        timeline = self.session.timeline
        found: list[LineView] = []
        count = 0
        for step in reversed(timeline.path):
            places = {
                place for place, event in enumerate(timeline.step(step).events) if id in getattr(event, "rules", ())
            }
            count += len(places)
            if places and len(found) < MOST:
                found += [line for line in reversed(self.story.lines(step)) if line.index in places]
        return tuple(found[:MOST]), count
