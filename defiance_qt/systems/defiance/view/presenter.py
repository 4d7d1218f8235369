"""Presenter of this game's view, without Qt: turns clicks and keys into commands, and the state into view models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from defiance_qt.core.session import Session
from defiance_qt.core.system import Command, Words
from defiance_qt.shell.present.values import ChoiceView, HoverView, RefusedView
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.view import Parts
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import label
from defiance_qt.systems.defiance.view.present import reasons
from defiance_qt.systems.defiance.view.present.equip import EquipView, equip_view
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers, group, kind
from defiance_qt.systems.defiance.view.present.table import TableBuilder
from defiance_qt.systems.defiance.view.present.team import activation
from defiance_qt.systems.defiance.view.present.values import ExplainedView, TableView
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from defiance_qt.systems.defiance.view.preview import Line, PreviewService


class BoardScreen(Protocol):
    """Shows previews on the board; implemented by widgets and by test doubles."""

    def show_hover(self, hover: HoverView | None) -> None:
        """Show the floating card; None hides it."""

    def show_path(self, path: tuple[str, ...], cost: int) -> None:
        """Show the path to a space; () hides it."""

    def show_line(self, line: Line | None) -> None:
        """Show the line of sight (from, to, clear, cut by); None shows that of the open roll."""


class BoardPresenter:
    """This game's half of one table. `picked` is the button whose target is being chosen, `chosen` the Character about
    to be deployed."""

    def __init__(self, table: TablePresenter, screen: BoardScreen) -> None:
        self.table, self.screen = table, screen
        self.session: Session = table.session
        self.words: Words = table.words
        self.picked = ""
        self.chosen = ""
        self._doors = _door_spaces(self.session)
        self._odds = ""
        self.names = Names(self.words, rules_of(self.session).catalog)
        self.preview = PreviewService(self.session, self.names)
        self.why_not = WhyNot(self.session, self.names, self._doors)
        self._builder = TableBuilder(self.session, self.names)

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    @property
    def submit(self) -> Any:
        """The function that submits a command."""
        return self.table.submit

    # -- the system's half of a table

    def refresh(self) -> Parts:
        """Build the view models of the current state, and drop choices that no longer apply."""
        state = self.state
        self.offers = Offers(self.session.legal(), state, self._doors)
        self._settle(state)
        self.view: TableView
        self.view, parts = self._builder.build(
            self.offers,
            picked=self.picked,
            chosen=self.chosen,
            reach=self.preview.reach(self.offers),
            explained=self._explained(),
            odds=self._odds,
            why_not=self.why_not.action,
        )
        return parts

    def acting(self, command: Command) -> None:
        """Store the odds of an attack, to show them with its roll."""
        if isinstance(command, c.Attack | c.Hack):
            self._odds = self.preview.odds_line(command)

    def acted(self) -> None:
        """Drop the unfinished choice and the preview."""
        self.picked = ""
        self.screen.show_hover(None)

    def travelled(self) -> None:
        self._odds = ""

    def _settle(self, state: State) -> None:
        """Drop choices that no longer apply to the state."""
        if self.picked and self.picked not in self.offers.by_group:
            self.picked = ""
        frame = state.agenda[-1] if state.agenda else None
        waiting = frame.waiting if isinstance(frame, f.Deployment) else ()
        if self.chosen not in waiting:
            self.chosen = waiting[0] if waiting else ""
        if not any(isinstance(one, f.Roll) for one in state.agenda):
            self._odds = ""

    def _explained(self) -> ExplainedView:
        """Explain the Enemy's choices in the last step; without choices, return its last log sentences."""
        if not self.offers.of("proceed"):
            return ExplainedView()
        step = self.session.timeline.step(self.session.head)
        found = reasons.explained(step.events, self.state, self.names)
        return found if found.lines else ExplainedView(self.table.log.sentences(self.session.head)[-3:])

    # -- clicks and buttons

    def press(self, action: str) -> None:
        """Handle a button of the active card: run its only command, or start choosing a target."""
        commands = self.offers.by_group.get(action, [])
        if not commands:
            self.table.refuse(self.why_not.action(action))
            return
        if len(commands) == 1 and action != "drag":
            self.submit(commands[0])
            return
        self.picked = "" if self.picked == action else action
        self.table.screen.announce(self.words(f"view.pick.{action.split(':')[0]}"))
        self.table.refresh()

    def cancel(self) -> None:
        """Handle Esc: stop choosing a target and hide the preview."""
        self.screen.show_hover(None)
        if self.picked:
            self.picked = ""
            self.table.refresh()

    def click_card(self, id: str) -> None:
        """Handle a click on a Character's card."""
        if any(one.character == id for one in self.offers.of("deploy")):
            self.chosen = id
            self.table.refresh()
            return
        self._mean(self.offers.clicked(id, self.picked), id)

    def click_figure(self, id: str) -> None:
        """Handle a click on a figure on the board."""
        meant = self.offers.clicked(id, self.picked)
        if meant:
            self._mean(meant, id)
        else:
            figure = self.state.team.get(id) or self.state.enemies.get(id)
            if figure is not None and figure.space:
                self.click_space(figure.space)
            else:
                self._mean((), id)

    def click_space(self, space: str) -> None:
        """Handle a click on a space of the board: an answer, a destination, or a figure or element on it."""
        deploys = [one for one in self.offers.of("deploy") if one.space == space and one.character == self.chosen]
        if deploys:
            self.submit(deploys[0])
            return
        meant = [one for one in self.offers.clicked(space, self.picked) if kind(one) not in ("deploy", "step")]
        steps = [] if self.picked else [one for one in self.offers.on(space) if kind(one) == "step"]
        if not self.picked and not steps:
            path = self.preview.path(space)
            if path:
                self.walk(path)
                return
        if steps and self.preview.path(space):
            self.submit(steps[0])
        elif steps and not meant:
            # The space may be passed but not stayed on: the user has to click a space beyond it.
            name = self.names.short(steps[0].character)
            self.table.refuse(RefusedView(self.words("view.why_not.through", name=name, space=space), ("R-056",)))
        else:
            self._mean(meant, self.why_not.standing(space) or space)

    def walk(self, path: Sequence[str]) -> None:
        """Walk along a path: one command per space, all in one step of the timeline."""
        frame = activation(self.state)
        if frame is None:
            return
        first: list[Any] = []
        if not frame.points and self.offers.of("move"):
            first = list(self.offers.of("move"))
        steps = [*first, *(c.StepTo(frame.character, space) for space in path)]
        self.table.submit_all(steps)

    def options(self, about: str) -> tuple[ChoiceView, ...]:
        """Return all legal commands about a figure, an element or a space, as choices."""
        return self._choices(self.offers.at(about) or self.offers.on(about))

    def _mean(self, commands: Sequence[Any], about: str) -> None:
        """Handle a click: run the only matching command, offer a menu if several match, or explain why none does."""
        if len(commands) == 1:
            self.submit(commands[0])
        elif commands:
            self._offer(commands)
        else:
            found = self.why_not.click(about, self.picked, self.chosen)
            if self.picked and not found.text:
                found = RefusedView(self.words("view.pick.not_here"))
            self.table.refuse(found)

    def _choices(self, commands: Sequence[Any]) -> tuple[ChoiceView, ...]:
        return tuple(
            ChoiceView(label(one, self.state, self.words, actor=False), one, str(place) if place < 10 else "")
            for place, one in enumerate(commands, 1)
        )

    def _offer(self, commands: Sequence[Any]) -> None:
        groups = {group(one) for one in commands}
        title = self.words(f"view.pick.{kind(commands[0])}") if len(groups) == 1 else self.words("ui.pick.what")
        self.table.screen.offer(title, self._choices(commands))

    # -- previews

    def hover_figure(self, id: str) -> None:
        """Preview an attack on this figure."""
        hover, line = self.preview.figure(id, self.offers, self.picked)
        self.screen.show_hover(hover)
        self.screen.show_line(line)

    def hover_space(self, space: str) -> None:
        """Preview the path to a space and its cost."""
        path = self.preview.path(space) if space and not self.picked else ()
        self.screen.show_path(path, self.preview.cost(space))

    def equip(self) -> EquipView:
        """Build the view model of the Equip Action in progress, including Loot found in the last step."""
        found = tuple(
            (self.words(f"loot.{event.card}.name"), self.words(f"loot.{event.card}.text"))
            for event in self.session.timeline.step(self.session.head).events
            if isinstance(event, e.LootFound)
        )
        return equip_view(self.state, rules_of(self.session), self.names, self.offers, found)


def _door_spaces(session: Session) -> dict[str, tuple[str, ...]]:
    """Return the two spaces on either side of each door."""
    rules = rules_of(session)
    found: dict[str, tuple[str, ...]] = {}
    for door in rules.board.doors:
        first, second = rules.board.door_cells(rules.board.door_index[door.id])
        found[door.id] = (rules.board.name(first), rules.board.name(second))
    return found
