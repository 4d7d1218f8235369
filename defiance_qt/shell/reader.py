"""Looks up the reasons for a log line and the text of the rules it cites. Also finds the log lines that cite a rule and
the account of an opponent's turn."""

from __future__ import annotations

from defiance_qt.core import accounts
from defiance_qt.core.port import Account, Words
from defiance_qt.core.session import Session
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.values import LineView, WhyView

# Maximum number of log lines listed for a rule.
MOST = 40


class Reader:
    """Lookups in one session, in one language."""

    def __init__(self, session: Session, words: Words, log: LogLines) -> None:
        self.session, self.words, self.log = session, words, log

    def why(self, line: LineView) -> WhyView:
        """Return the reasons for a log line and the text of the rules behind it."""
        if line.index < 0:
            return WhyView(line.text)
        reason = self.session.why((line.step, line.index), self.words)
        lines = tuple(text for text in reason.words if text != line.text)
        rules = tuple((id, self.rule_text(id)) for id in dict.fromkeys(reason.rules))
        account = line if accounts.in_account(self.session, line.step, line.index) else None
        return WhyView(line.text, lines, rules, account)

    def rule_text(self, id: str) -> str:
        """Return the text of a rule, or "" if neither the index nor the plugins contain it."""
        rule = self.words.rules.get(id)
        return rule.text if rule is not None else ""

    def opens_account(self, line: LineView) -> bool:
        """Return whether the line's event opens an account."""
        events = self.session.timeline.step(line.step).events
        return line.index >= 0 and bool(self.session.game.opens_account(events[line.index]))

    def account(self, line: LineView) -> Account | None:
        """Return the account that covers a line, up to the head. Returns None if the line was undone or no account
        covers it."""
        timeline = self.session.timeline
        depth = timeline.depth(line.step)
        there = depth < len(timeline.path) and timeline.path[depth] == line.step
        return (
            accounts.account_at(self.session, line.step, line.index, self.words) if there and line.index >= 0 else None
        )

    def last_account(self, subject: str) -> Account | None:
        """Return the last account of a subject; "" means any subject."""
        return accounts.last_account(self.session, self.words, subject)

    def why_last(self) -> WhyView | None:
        """Return the explanation of the last log line of the head step that has one, or None."""
        for line in reversed(self.log.lines(self.session.head)):
            found = self.why(line)
            if found.lines or found.rules:
                return found
        return None

    def citing(self, id: str) -> tuple[tuple[LineView, ...], int]:
        """Return the latest log lines whose events cite a rule, newest first, and the number of such events up to the
        head."""
        timeline = self.session.timeline
        found: list[LineView] = []
        count = 0
        for step in reversed(timeline.path):
            cites = {
                index for index, event in enumerate(timeline.step(step).events) if id in getattr(event, "rules", ())
            }
            count += len(cites)
            if cites and len(found) < MOST:
                found += [line for line in reversed(self.log.lines(step)) if line.index in cites]
        return tuple(found[:MOST]), count
