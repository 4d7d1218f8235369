"""The view of Infinity Defiance: the board, the team and the Enemy in the rails beside it, the Actions below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRect, QTimer
from PySide6.QtWidgets import QWidget

from defiance_qt.core.port import Detail, Field
from defiance_qt.core.session import Change
from defiance_qt.shell.background import SHOWN, SLICE
from defiance_qt.shell.kit.pictures import Portrait
from defiance_qt.shell.native import key_text
from defiance_qt.shell.panels.editors import Editor
from defiance_qt.shell.present.plans import PlanView
from defiance_qt.shell.present.values import HoverView, MessageView
from defiance_qt.shell.table import Table
from defiance_qt.shell.view import LegendEntry, RailPart
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Equipping
from defiance_qt.systems.defiance.engine.outlook import threat_areas
from defiance_qt.systems.defiance.engine.preview import losses
from defiance_qt.systems.defiance.view.actions import SPECS, action_keys
from defiance_qt.systems.defiance.view.board import BoardView
from defiance_qt.systems.defiance.view.board.lines import Line as SightLine
from defiance_qt.systems.defiance.view.drawings import figure_drawings
from defiance_qt.systems.defiance.view.legend import legend
from defiance_qt.systems.defiance.view.panels.actions import ActionBar
from defiance_qt.systems.defiance.view.panels.board_key import BoardKey, ThreatKey
from defiance_qt.systems.defiance.view.panels.candidates import candidates_table
from defiance_qt.systems.defiance.view.panels.cards import FULL, CardColumn
from defiance_qt.systems.defiance.view.panels.enemies import ConsoleColumn, EnemyColumn
from defiance_qt.systems.defiance.view.panels.equip import EquipPanel
from defiance_qt.systems.defiance.view.panels.person import PersonCard
from defiance_qt.systems.defiance.view.panels.roll import RollBody
from defiance_qt.systems.defiance.view.present.equip import holder_views
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.present.values import NO_POINTER, PathView, QuestionDetails, UnitView
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from defiance_qt.systems.defiance.view.preview import Line
from defiance_qt.systems.defiance.view.sounds import SOUNDS

if TYPE_CHECKING:
    # Imported by the first campaign: a mission alone needs none of it.
    from defiance_qt.systems.defiance.engine.ruleset import Rules
    from defiance_qt.systems.defiance.engine.state import State
    from defiance_qt.systems.defiance.view.panels.between import BetweenPanels, Either, Tools
    from defiance_qt.systems.defiance.view.panels.forms import CheckedForm

# Interval in ms at which an idle table prepares a part of what it will need.
LOOK_AHEAD = 30
DONE = object()
PORTRAIT = 34
LARGE = 1.25
RESULTS = (
    e.DamageSuffered,
    e.DamageHealed,
    e.StateGained,
    e.StateLost,
    e.FellUnconscious,
    e.RemoteDisabled,
    e.MiniatureDied,
    e.EnemyDeployed,
)
"""The events that a rail shows as soon as the board does."""
LATER = ("instructions", "acting", "activated", "ai")
"""What a rail shows of a Unit only at the end of an animation."""


class DefianceView:
    """The widgets of one table. Its presenter turns their signals into commands."""

    def __init__(self, table: Table) -> None:
        self._table = table
        table.add_actions(SPECS)
        words, theme = table.words, table.theme
        rules = rules_of(table.session)
        self._animating = False
        self._held = ""  # what the rails still wait for: the dice, or what comes of them
        self._units: tuple[UnitView, ...] = ()  # as they were shown last, all of them
        self._forms: dict[str, tuple[tuple[State, Rules], CheckedForm]] = {}
        self._in_rails: object = None
        self._fitted: object = None
        self.board = BoardView(theme)
        self._laid = rules
        self.board.set_board(rules.board, rules.mission.zones, rules.mission.respawn, bare=True)
        drawings = {**figure_drawings(), **{id: look.svg for id, look in table.token_looks.items()}}
        self.presenter = BoardPresenter(table.presenter, self, drawings)
        self.board.set_words(
            words,
            self.presenter.names.sign,
            lambda one: rules_of(table.session).loadout(one).wounds,
            lambda state: losses(rules_of(table.session), state),
        )
        self.cards = CardColumn(theme, words)
        self.enemies = EnemyColumn(theme, words)
        self.consoles = ConsoleColumn(theme, words)
        self.key = BoardKey(theme, words, "T")
        self.board.marked.connect(self.key.show_marks)
        self.threat_key = ThreatKey(theme, words, self.board)
        self.board.marked.connect(self._show_threat_key)
        self.actions = ActionBar(theme, words, action_keys())
        self.person = PersonCard(theme, words, self.board, "K")
        self.equip = EquipPanel(theme, words, table, self.board)
        self.surface: QWidget = self.board
        self.rails: tuple[RailPart, ...] = (
            RailPart(self.cards),
            RailPart(self.enemies, "right"),
            RailPart(self.consoles, spare=True),
            RailPart(self.key, spare=True),
        )
        self.tools: QWidget | None = self.actions
        self.between: BetweenPanels | None = None
        self._between_tools: Tools | None = None
        self._eithers: tuple[Either, ...] = ()
        if rules.campaign is not None:
            self.between = self._make_between()
        self.body = RollBody(theme, words)
        self.board.falling = self.body
        self._tasks = self._ahead_of_use()
        self._ahead = QTimer(self.board)
        self._ahead.timeout.connect(self._look_ahead)
        self._threat_steps: Iterator[object] = iter(())
        self._threat_timer = QTimer(self.board)
        self._threat_timer.timeout.connect(self._next_threat)
        self._connect()
        self._bind()

    def _make_between(self) -> BetweenPanels:
        """Make what a campaign shows between its missions: beside the widgets of a mission, in the same places."""
        from defiance_qt.systems.defiance.view.panels.between import BetweenPanels, Either, Surface, Tools

        table = self._table
        surface = Surface(self.board)
        made = BetweenPanels(
            table.theme,
            table.words,
            surface,
            self.board,
            self._read_rule,
            self.presenter.between.move,
            key_text("Ctrl+Enter"),
        )
        self._eithers = (
            Either(self.cards, made.guide),
            Either(self.enemies, made.stores),
            Either(self.consoles, None),
            Either(self.key, None),
        )
        left, right, consoles, key = self._eithers
        self.rails = (
            RailPart(left),
            RailPart(right, "right"),
            RailPart(consoles, spare=True),
            RailPart(key, spare=True),
        )
        self.surface = surface
        self.tools = self._between_tools = Tools(self.actions, made.road)
        made.chosen.connect(table.presenter.submit)
        made.finished.connect(self.presenter.finish)
        made.sought.connect(self._go_back)
        made.told.connect(table.announce)
        made.writing.connect(self.write_down)
        made.entering.connect(self.enter_campaign)
        return made

    def write_down(self) -> None:
        """Open the form for a mission that was played with the printed game."""
        from defiance_qt.systems.defiance.view.panels.written import WrittenDialog
        from defiance_qt.systems.defiance.view.present.written import written_faults, written_form

        def make(state: State, rules: Rules) -> CheckedForm:
            form, words = written_form(state, rules, self.presenter.names), self._table.words
            return WrittenDialog(self._table, form, words, lambda one: written_faults(state, rules, one, words))

        self._open("written", make)

    def enter_campaign(self) -> None:
        """Open the form for a campaign that is under way on paper."""
        from defiance_qt.systems.defiance.view.panels.entered import EnteredDialog
        from defiance_qt.systems.defiance.view.present.entered import entered_faults, entered_form

        def make(state: State, rules: Rules) -> CheckedForm:
            form, words = entered_form(state, rules, self.presenter.names), self._table.words
            return EnteredDialog(self._table, form, words, lambda one: entered_faults(state, rules, one, words))

        self._open("entered", make)

    def _open(self, kind: str, make: Callable[[State, Rules], CheckedForm]) -> None:
        """Open a form, and submit what it gives. It stays as it was filled in for the same state, as after an undo."""
        asked = self.presenter.state, rules_of(self._table.session)
        kept = self._forms.get(kind)
        if kept is not None and all(one is other for one, other in zip(kept[0], asked, strict=True)):
            kept[1].open()
            return
        if kept is not None:
            kept[1].deleteLater()
        form = make(*asked)
        form.given.connect(self._table.presenter.submit)
        self._forms[kind] = asked, form
        form.open()

    def _read_rule(self, id: str) -> None:
        self._table.sheets.read_rule(id)

    def _go_back(self, mission: str) -> None:
        """Go back to the last beginning of a mission of this name on the present line."""
        marks = self._table.presenter.frame.timeline.marks
        depths = [mark.depth for mark in marks if mark.kind == "part" and mark.text == mission]
        if depths:
            self._table.presenter.to_depth(depths[-1])

    def _show_between(self) -> None:
        """Show a mission, or what lies between two of them."""
        if self.between is None:
            return
        view = self.presenter.between.view
        for one in self._eithers:
            one.turn(view is not None)
        self.between.show_between(view, self.presenter.asked)
        if self._between_tools is not None:
            self._between_tools.fit()

    def _look_ahead(self) -> None:
        """Do a part of what will be needed while idle, or several that take a few milliseconds together."""
        if not self._table.isVisible():
            return
        self._ahead.setInterval(LOOK_AHEAD)
        until = perf_counter() + SLICE / 2  # a paint may share the turn
        while not self._animating and perf_counter() < until:
            if next(self._tasks, DONE) is DONE:
                self._ahead.stop()
                return

    def _ahead_of_use(self) -> Iterator[object]:
        """Make the Equip panel's locations and the geometry for lines of sight, part by part."""
        rules = rules_of(self._table.session)
        yield from self.actions.prepare()
        yield from self.equip.prepare(holder_views(self.presenter.state, rules, self.presenter.names))
        yield from rules.sight.prepare()

    def _connect(self) -> None:
        presenter, table = self.presenter, self._table
        self.cards.clicked.connect(presenter.click_card)
        self.cards.clicked.connect(lambda: self.person.show_person(None))
        self.cards.lingered.connect(self._show_person)
        self.actions.pressed.connect(presenter.press)
        self.equip.chosen.connect(table.presenter.submit)
        self.enemies.asked.connect(self._explain)
        self.board.spaceClicked.connect(self._click_space)
        self.board.figureClicked.connect(self._click_figure)
        self.board.hovered.connect(presenter.hover)
        self.board.lingered.connect(presenter.linger)
        self.board.teller = presenter.describe
        self.board.sight = presenter.sight_line
        self.board.contextRequested.connect(self._context)
        self.board.sounded.connect(lambda events: table.sound(events, SOUNDS))
        self.board.sounded.connect(self._keep_up)

    def _explain(self, unit: str) -> None:
        self._table.sheets.explain_subject(unit)

    def _bind(self) -> None:
        actions = self._table.named_actions
        for kind in ("move", "attack", "hack", "equip", "rest", "interact", "automedikit", "drag"):
            actions.bind(f"act.{kind}", partial(self.presenter.press, kind))
        actions.bind("act.end", self.presenter.end)
        actions.bind("act.card", self._next_card)
        actions.bind("look.person", self._keep_person)
        actions.bind("look.fit", self.board.fit)
        actions.bind("look.zoom_in", lambda: self.board.zoom_by(1.25))
        actions.bind("look.zoom_out", lambda: self.board.zoom_by(0.8))
        coordinates = actions["look.coordinates"]
        threat = actions["look.threat"]
        actions.bind("look.threat", lambda: self._show_threat(threat.isChecked()))
        actions.bind("look.coordinates", lambda: self.board.set_labels(coordinates.isChecked()))

    def _show_person(self, id: str) -> None:
        """Show the card of the Character in the rail on which the pointer rests; "" hides it unless it is kept."""
        if not self.person.kept:
            self.person.show_person(self.presenter.person(id), self._beside(id))

    def _beside(self, id: str) -> int:
        """Return the height of a Character's place in the rail, in pixels of the board."""
        if id not in self.presenter.state.team:
            return 0
        card = self.cards.card(id)
        return self.board.mapFromGlobal(card.mapToGlobal(card.rect().center())).y()

    def _keep_person(self) -> None:
        """Keep open the card of the Character that is pointed at, of the one who acts or of the first; or close it."""
        if self.person.kept:
            self.person.show_person(None)
            return
        view, state = self.presenter.view, self.presenter.state
        wanted = (self.cards.pointed, self.board.pointed, view.board.active, view.board.selected, *state.team)
        id = next((one for one in wanted if one in state.team), "")
        self.person.show_person(self.presenter.person(id), self._beside(id), kept=True)

    def _next_card(self) -> None:
        """Press the button of the next card Action, in turn."""
        presenter = self.presenter
        groups = [found for found in presenter.offers.by_group if found.startswith("card:")]
        if groups:
            place = groups.index(presenter.picked) + 1 if presenter.picked in groups else 0
            presenter.press(groups[place % len(groups)])

    def _show_threat(self, shown: bool) -> None:
        """Show what the Enemies threaten, one Enemy in each turn of the event loop; or hide it."""
        self._threat_steps = self._threats() if shown else iter(())
        self.board.set_threat(frozenset(), frozenset())
        self._threat_timer.start()

    def _show_threat_key(self, kinds: frozenset[str]) -> None:
        """Explain the threat over the board where no rail does."""
        self.threat_key.show_marks(kinds if not self.key.isVisible() else frozenset())

    def _threats(self) -> Iterator[None]:
        close: frozenset[str] = frozenset()
        far: frozenset[str] = frozenset()
        for area in threat_areas(rules_of(self._table.session), self.presenter.state):
            close, far = close | area.close, far | area.far
            self.board.set_threat(close, far)
            yield

    def _next_threat(self) -> None:
        if next(self._threat_steps, DONE) is DONE:
            self._threat_timer.stop()

    def _click_space(self, space: str) -> None:
        self.person.show_person(None)
        if not self._table.sheets.picked(space):
            self.presenter.click_space(space)

    def _click_figure(self, id: str) -> None:
        self.person.show_person(None)
        state = self.presenter.state
        figure = state.team.get(id) or state.enemies.get(id)
        if figure is None or not self._table.sheets.picked(figure.space):
            self.presenter.click_figure(id)

    def _context(self, about: str, place: QPoint) -> None:
        """Open the context menu of something on the board: its legal commands, and correcting it by hand."""
        presenter = self.presenter
        self._table.context_menu(presenter.options(about), (about, *presenter.why_not.around(about)), place)

    # -- the shell's view

    @property
    def busy(self) -> bool:
        return self._animating

    @property
    def subject(self) -> str:
        return self.presenter.view.board.active or "table"

    def fill(self) -> Iterator[None]:
        view = self.presenter.view
        yield from self.board.ground_steps()
        yield from self.cards.fill(view.cards)
        for place in range(len(view.units) + 1):
            self.enemies.show_enemies(view.alert, view.reserve, view.waiting, view.units[:place])
            yield
        self.consoles.show_consoles(view.consoles)
        self._show_actions()
        yield
        if self._equipping():
            yield from self.equip.prepare(self.presenter.equip().holders)
        self._show_equip()
        yield
        self._show_board()
        self._ahead.start(SHOWN)

    def _show_actions(self) -> None:
        """Show the Actions of the Character who acts, if one does."""
        self.actions.show_card(next((card for card in self.presenter.view.cards if card.buttons), None))
        self._show_between()

    def _equipping(self) -> bool:
        agenda = self.presenter.state.agenda
        return bool(agenda) and isinstance(agenda[-1], Equipping)

    def _show_equip(self) -> None:
        equipping = self._equipping()
        self.equip.show_equip(self.presenter.equip() if equipping else None)
        if equipping:
            self._table.banner.give_way(QRect(self.equip.mapToGlobal(QPoint(0, 0)), self.equip.size()))

    def show(self, change: Change | None) -> None:
        if self._ahead.isActive():
            self._ahead.start(LOOK_AHEAD)  # not in the turn that shows a step
        if rules_of(self._table.session) is not self._laid:
            # Nothing on the new board was on the old one.
            self._follow_mission()
            change = None
        still = self.presenter.state.between or self._table.presenter.speed == "instant"
        if still or change is None or not change.events:
            self._table.sound(change.events if change is not None else (), SOUNDS)
            self._show_rails()
            if self.presenter.state.between:
                self.body.animate()
            self._show_board()
            return
        held = self._table.holding
        if not held:
            self._show_rails()
        self._animating = True
        rolled = any(isinstance(event, e.DiceRolled) for event in change.events)
        self._held = ("dice" if rolled else "result") if held else ""
        if not rolled:
            self.body.animate()
        else:
            coming = self.presenter.details
            self.body.expect(coming if held and isinstance(coming, QuestionDetails) else None)
        self.board.clear_marks()
        self.board.animate(change.events, self._show_all if held else self._show_board)

    def _keep_up(self, events: Sequence[object]) -> None:
        """Show in the rails what has come of the dice as soon as the board shows it. The heading and the Instructions
        wait for the end."""
        if self._held == "dice" and any(isinstance(event, e.DiceRolled) for event in events):
            self._held = "result"
        elif self._held == "result" and any(isinstance(event, RESULTS) for event in events):
            self._held = ""
            view, shown = self.presenter.view, {one.id: one for one in self._units}
            units = (
                replace(one, **{name: getattr(shown[one.id], name) for name in LATER}) if one.id in shown else one
                for one in view.units
            )
            self.cards.show_cards(view.cards)
            self.enemies.show_enemies(view.alert, view.reserve, view.waiting, tuple(units))

    def _show_all(self) -> None:
        """Show what an animation has held back, then the board."""
        self._show_rails()
        self._show_board()

    def _show_rails(self) -> None:
        """Show what surrounds the board."""
        view = self.presenter.view
        self._follow_person()
        if not self.presenter.state.between:
            self.cards.show_cards(view.cards)
            self._units = view.units
            self.enemies.show_enemies(view.alert, view.reserve, view.waiting, view.units)
            self.consoles.show_consoles(view.consoles)
            team = tuple((one.id, one.active, one.chosen, one.activated, one.states, one.slots) for one in view.cards)
            enemies = tuple((one.id, one.acting, one.instructions, one.miniatures) for one in view.units)
            self._in_rails = team, enemies, view.reserve, view.waiting
            self._fit_rail()
        self._show_actions()
        self._show_equip()

    def _fit_rail(self) -> None:
        """Fold the Characters that wait where one rail holds everything and is too full, then the Units that wait: the
        Enemy and six lines of the log stay in sight."""
        rail = self._table.layout_.left
        now = (rail.height(), rail.width(), self.cards.roomy, self._in_rails)
        if now != self._fitted:
            self._fitted = now
            self.enemies.set_tight(0)
            for tight in range(FULL + 1):
                self.cards.set_tight(tight)
                if self.cards.roomy or rail.lacking <= 0:
                    break
            # Large words have no room for a Unit in one line.
            units = len(self.presenter.view.units) if self._table.theme.scale < LARGE else 0
            while not self.cards.roomy and rail.lacking > 0 and self.enemies.tight < units:
                self.enemies.set_tight(self.enemies.tight + 1)
            rail.area.updateGeometry()

    def _follow_person(self) -> None:
        """Show the card that is open as the Character is now."""
        shown = self.person.view
        if shown is not None:
            self.person.show_person(self.presenter.person(shown.id), kept=self.person.kept)

    def _follow_mission(self) -> None:
        """Lay out the board of another mission of the campaign; its ground is painted in steps."""
        rules = rules_of(self._table.session)
        if rules is self._laid:
            return
        self._laid = rules
        self.board.skip()
        self.board.set_board(rules.board, rules.mission.zones, rules.mission.respawn, bare=True)
        self.board.paint_later()
        self._tasks = self._ahead_of_use()
        self._ahead.start(SHOWN)

    def _show_board(self) -> None:
        """Show the current state and marks, immediately or when the animation has ended."""
        self._animating = False
        marks = self.presenter.view.board
        self.board.show_state(self.presenter.state)
        self.board.set_active(marks.active)
        self.board.set_selected(marks.selected)
        self.board.set_reach(dict(marks.reach), dict(marks.beyond))
        self.board.set_targets(marks.targets)
        self.board.set_choices(marks.choices)
        self.board.set_line(*marks.line)
        self.board.set_range(*marks.range)
        if self._table.named_actions["look.threat"].isChecked():
            self._show_threat(True)
        trail, told = self.presenter.told()
        self.board.set_trail(trail)
        self.show_hover(told)
        self._table.settled()

    def skip(self) -> None:
        self.board.skip()
        self.body.skip()

    def set_motion(self, speed: float) -> None:
        self.board.set_speed(speed)
        self.body.set_motion(speed)

    def editor(self, field: Field) -> Editor | None:
        from defiance_qt.systems.defiance.view.panels.editors import EDITORS

        make = EDITORS.get(field.kind)
        return None if make is None else make(field, self._table.words, self._table.theme)

    def portrait(self, subject: str) -> QWidget | None:
        theme, sign = self._table.theme, self.presenter.names.sign(subject)
        return Portrait(theme, sign.letters, theme.enemy, PORTRAIT, "enemy", sign.drawing)

    def details(self, details: tuple[Detail, ...]) -> QWidget | None:
        return candidates_table(details, self._table.words, self.presenter.names)

    def legend(self) -> tuple[LegendEntry, ...]:
        return legend(self._table.words)

    def why_not(self, action: str) -> str:
        return self.presenter.why_no_effect(action.removeprefix("act.")) if action.startswith("act.") else ""

    def place(self) -> None:
        self.equip.place()
        self.threat_key.place()
        if not self.presenter.state.between:
            self._fit_rail()
        if self.person.view is not None:
            self.person.place()
        self._keep_card_clear()

    def point_out(self, message: MessageView) -> Sequence[QPoint]:
        pointer = self.presenter.pointer(message) if message.text else NO_POINTER
        self.board.set_pointer(pointer)
        places = (*pointer.rings, *pointer.path)
        return [self.board.mapFromScene(QPointF(*self.board.centre_of(place))) for place in places]

    def put_away(self) -> None:
        self.person.show_person(None)

    def close(self) -> None:
        self._ahead.stop()
        self._threat_timer.stop()

    # -- previews

    def show_hover(self, hover: HoverView | None) -> None:
        if hover is None:
            self.board.hide_card()
        else:
            self.board.show_card(hover)
            card = self.board.card
            self._table.banner.give_way(QRect(card.mapToGlobal(QPoint(0, 0)), card.size()))
            self._keep_card_clear()

    def _keep_card_clear(self) -> None:
        """Move the floating card off what floats over the board, or hide it where there is no room."""
        if not self.board.place_card():
            self.board.hide_card()

    def show_outlook(self, view: HoverView | None) -> None:
        self.body.show_outlook(view)

    def show_plans(self, plans: Sequence[PlanView]) -> None:
        self.board.show_plans(plans)

    def show_plan(self, out: tuple[Line, ...], into: tuple[Line, ...]) -> None:
        self.board.set_plan([SightLine(*line) for line in out], [SightLine(*line) for line in into])

    def show_path(self, path: PathView) -> None:
        self.board.set_path(path.spaces, path.cost, path.rings)
        self.board.show_price(path)

    def show_line(self, line: Line | None) -> None:
        if line is None:
            self.board.set_line(*self.presenter.view.board.line)
        else:
            self.board.set_line(*line)
