"""What the bridge needs of whoever shows the table: widgets, or the notes of a test."""

from __future__ import annotations

from typing import Protocol

from defiance_qt.core.session import Change
from defiance_qt.systems.defiance.view.present.values import ChoiceView, HoverView, Picture


class Screen(Protocol):
    """What shows the table."""

    def show_picture(self, picture: Picture, change: Change | None) -> None:
        """The table as it stands now. `change` is what led here, to be animated; None: no animation."""

    def show_hover(self, hover: HoverView | None) -> None: ...

    def show_path(self, path: tuple[str, ...], cost: int) -> None: ...

    def show_line(self, line: tuple[str, str, bool, tuple[str, ...]] | None) -> None:
        """The line of sight (from, to, clear, what cuts it), None for none."""

    def offer(self, title: str, choices: tuple[ChoiceView, ...]) -> None:
        """A click that can mean several things: let the person choose one."""

    def tell(self, sentence: str, rules: tuple[str, ...] = ()) -> None:
        """A refusal, in one sentence, and the ids of the rules behind it."""

    def announce(self, sentence: str) -> None:
        """For a screen reader."""

    def wake(self, milliseconds: int | None) -> None:
        """Call `Bridge.tick` after that time; None: not at all."""
