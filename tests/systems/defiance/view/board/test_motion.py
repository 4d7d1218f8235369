from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as ev
from defiance_qt.systems.defiance.engine.state import Enemy
from defiance_qt.systems.defiance.view.board import motion
from defiance_qt.systems.defiance.view.board.clips import Aim, Edge, Walk, along
from defiance_qt.systems.defiance.view.board.geometry import lattice
from defiance_qt.systems.defiance.view.board.motion import FRAME, LONGEST, Player
from tests.systems.defiance.view.board.table import make_state, unit


class Done:
    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


MOVED = ev.Moved("cadin", "D2", ("E2", "E3"), 2)
EVENTS = [
    MOVED,
    ev.AttackDeclared("cadin", "cadmus.1", "rippers", "slash", 2),
    ev.DamageSuffered("cadin", 1, 5),
    ev.DamageSuffered("cadmus.1", 2, 4),
    ev.StateGained("cadin", "stunned"),
    ev.MiniatureDied("cadmus.1"),
    ev.DoorOpened("gate"),
    ev.ContainerEmptied("crate", "cadin"),
    ev.FellUnconscious("uma"),
]


class Frames:
    """A clock on which each look is one frame later, however busy the machine is."""

    def __init__(self) -> None:
        self._now = 0

    def start(self) -> None:
        self._now = 0

    def restart(self) -> int:
        passed, self._now = self._now, 0
        return passed

    def elapsed(self) -> int:
        now, self._now = self._now, self._now + FRAME
        return now


def test_a_figure_walks_and_arrives(qtbot, view, monkeypatch: pytest.MonkeyPatch) -> None:
    # Every frame is looked at, on a clock of its own: a busy machine drops frames, and whoever only looks now and then
    # would miss the walk.
    monkeypatch.setattr(motion, "QElapsedTimer", Frames)
    advance = Walk.advance
    between: list[tuple[float, float]] = []

    def watched(self: Walk, part: float) -> None:
        advance(self, part)
        between.append(view.tokens["cadin"].pos().toTuple())

    monkeypatch.setattr(Walk, "advance", watched)
    done = Done()
    view.set_speed(4)
    view.animate([MOVED], done)
    assert view._player is not None
    assert between == [view.centre_of("D2")]
    qtbot.waitUntil(lambda: done.times == 1)
    assert view.tokens["cadin"].pos().toTuple() == view.centre_of("E3")
    assert len(set(between)) > 3
    assert view._player is None


def test_a_way_begins_and_ends_slowly() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert along(points, 0.0) == (0, 0)
    assert along(points, 0.5) == (10, 0)
    assert along(points, 1.0) == (10, 10)
    assert along(points, 0.05)[0] < 1
    assert along([(3.0, 4.0)], 0.5) == (3, 4)


def test_skipping_leads_to_the_end_at_once(view) -> None:
    done = Done()
    view.animate(EVENTS, done)
    view.skip()
    assert done.times == 1
    assert view._player is None
    assert view.tokens["cadin"].pos().toTuple() == view.centre_of("E3")
    assert view.tokens["cadin"].look.damage == 5
    assert "stunned" in view.tokens["cadin"].look.states
    assert view.tokens["uma"].look.down
    assert "cadmus.1" not in view.tokens
    used = {one.thing.id: one.thing.used for one in view.things.all}
    assert used["gate"]
    assert used["crate"]
    view.skip()
    assert done.times == 1


def test_nothing_is_left_lying_about(qtbot, view) -> None:
    before = len(view.scene().items())
    done = Done()
    view.set_speed(20)
    view.animate([event for event in EVENTS if not isinstance(event, ev.MiniatureDied)], done)
    qtbot.waitUntil(lambda: done.times == 1)
    assert len(view.scene().items()) == before
    assert all(token.flash == 0 for token in view.tokens.values())


def test_a_state_ends_what_runs(view) -> None:
    done = Done()
    view.animate(EVENTS, done)
    view.show_state(make_state())
    assert done.times == 1
    assert view.tokens["cadin"].pos().toTuple() == view.centre_of("D2")
    assert "cadmus.1" in view.tokens


def test_a_new_animation_ends_the_last(view) -> None:
    first, second = Done(), Done()
    view.animate([MOVED], first)
    view.animate([ev.Moved("cadin", "E3", ("E4",), 1)], second)
    assert (first.times, second.times) == (1, 0)
    view.skip()
    assert second.times == 1


def test_without_speed_nothing_moves(view) -> None:
    done = Done()
    view.set_speed(0)
    view.animate(EVENTS, done)
    assert done.times == 1


def test_what_cannot_be_seen_takes_no_time(view) -> None:
    done = Done()
    view.animate([ev.RoundBegan(2), ev.StepDone(), ev.CardsStraightened()], done)
    assert done.times == 1


def test_those_who_come_appear(view) -> None:
    state = make_state()
    done = Done()
    newcomer = Enemy("gwailos.1", "gwailos", 1, "M5")
    events = [
        ev.UnitDeployed(unit("gwailos", 7), "selected"),
        ev.EnemyDeployed(newcomer),
        ev.CharacterDeployed("jazz", "A1"),
    ]
    view.animate(events, done)
    view.skip()
    assert view.tokens["gwailos.1"].look.wounds == 7
    assert view.tokens["gwailos.1"].pos().toTuple() == view.centre_of("M5")
    assert view.tokens["jazz"].space == "A1"
    view.show_state(state)
    assert "gwailos.1" not in view.tokens


def test_both_sides_are_hurt_at_once(view) -> None:
    together = Player(view, [ev.DamageSuffered("cadin", 1, 5), ev.DamageSuffered("cadmus.1", 2, 4)], Done())
    assert [len(group) for group in together._groups] == [2]


def test_damage_of_nothing_is_not_shown(view) -> None:
    assert Player(view, [ev.DamageSuffered("cadin", 0, 4), ev.DamageHealed("cadin", 0, 4)], Done())._groups == []


def test_long_turns_run_faster(view) -> None:
    many = [ev.AttackDeclared("cadin", "cadmus.1", "x", "y", 1)] * 60
    player = Player(view, many, Done())
    assert player._pace == pytest.approx(60 * 380 / LONGEST)


def test_figures_nobody_shows_do_no_harm(view) -> None:
    done = Done()
    state = make_state()
    view.show_state(replace(state, enemies={}, team={}))
    view.animate(EVENTS, done)
    view.skip()
    assert done.times == 1


def test_lost_states_and_waking_up(view) -> None:
    view.animate(
        [
            ev.StateLost("uma", "focused"),
            ev.StateLost("qiang", "unconscious"),
            ev.StateGained("cadin", "unconscious"),
            ev.StateGained("nox_spec_ops.2", "stunned"),
        ],
        Done(),
    )
    view.skip()
    assert view.tokens["uma"].look.states == ()
    assert not view.tokens["qiang"].look.down
    assert view.tokens["cadin"].look.down
    assert view.tokens["nox_spec_ops.2"].look.states == ("stunned", "suppressed")


def test_a_dragged_one_follows_at_the_same_time(view) -> None:
    events = [ev.Moved("cadin", "D2", ("E2",), 2), ev.Dragged("qiang", "cadin", "F2", "D2")]
    player = Player(view, events, Done())
    assert [len(group) for group in player._groups] == [2]


# ---- short motion ----


def at(view, clip, part: float) -> None:
    """Show a clip at one part of its time."""
    clip.begin()
    clip.advance(part)


def test_a_figure_that_is_hit_shakes_and_stands_still_again(view) -> None:
    token = view.tokens["cadin"]
    place = token.pos()
    clip = Player(view, [ev.DamageSuffered("cadin", 1, 5)], Done())._groups[0][0]
    at(view, clip, 0.05)
    assert token.pos() != place
    assert token.y() == place.y()
    clip.advance(0.6)
    assert token.pos() == place
    clip.advance(0.05)
    clip.finish()
    assert token.pos() == place


def test_a_figure_that_is_healed_does_not_shake(view) -> None:
    place = view.tokens["cadin"].pos()
    at(view, Player(view, [ev.DamageHealed("cadin", 1, 3)], Done())._groups[0][0], 0.05)
    assert view.tokens["cadin"].pos() == place


def test_a_figure_falls_over_and_lies(view) -> None:
    token = view.tokens["uma"]
    clip = Player(view, [ev.FellUnconscious("uma")], Done())._groups[0][0]
    at(view, clip, 0.0)
    assert token.look.down
    assert token.rotation() == -90
    clip.advance(0.65)
    assert token.rotation() == pytest.approx(0, abs=1e-9)
    clip.advance(0.8)
    assert token.rotation() < 0
    clip.finish()
    assert token.rotation() == 0


def test_an_enemy_that_dies_falls_and_one_that_goes_does_not(view) -> None:
    died, gone = (
        Player(view, [kind(id)], Done())._groups[0][0]
        for kind, id in ((ev.MiniatureDied, "cadmus.1"), (ev.MiniatureRetreated, "nox_spec_ops.2"))
    )
    for clip in (died, gone):
        at(view, clip, 0.5)
    assert view.tokens["cadmus.1"].rotation() > 0
    assert view.tokens["nox_spec_ops.2"].rotation() == 0


def test_the_leaves_of_a_door_slide_apart(view) -> None:
    clip = Player(view, [ev.DoorOpened("gate")], Done())._groups[0][0]
    before = len(view.scene().items())
    at(view, clip, 0.5)
    assert len(view.scene().items()) == before + 1
    clip.finish()
    assert len(view.scene().items()) == before
    assert next(one.thing.used for one in view.things.all if one.thing.id == "gate")


def test_the_edge_pulses_when_the_alert_rises_only(view) -> None:
    assert view.state is not None
    now = view.state.alert
    assert Player(view, [ev.AlertChanged(now, "x")], Done())._groups == []
    clip = Player(view, [ev.AlertChanged(now + 1, "x")], Done())._groups[0][0]
    before = len(view.scene().items())
    at(view, clip, 0.25)
    (edge,) = (one for one in view.scene().items() if isinstance(one, Edge))
    assert edge.opacity() == pytest.approx(1)
    assert edge.boundingRect() == view.visible_rect()
    clip.finish()
    assert len(view.scene().items()) == before


# ---- what is heard of it ----


def test_what_a_group_shows_is_told_as_it_begins(view) -> None:
    heard: list[list[object]] = []
    view.sounded.connect(heard.append)
    round, shot, hurt, over = (
        ev.RoundBegan(2),
        ev.AttackDeclared("cadin", "cadmus.1", "rippers", "slash", 2),
        ev.DamageSuffered("cadmus.1", 2, 4),
        ev.StepDone(),
    )
    player = Player(view, [round, shot, hurt, over], Done())
    assert player._shown == [[round, shot], [hurt, over]]
    player.start()
    assert heard == [[round, shot]]
    player.finish()
    assert heard == [[round, shot]], "what is skipped is silent"


def test_without_motion_all_is_told_at_once(view) -> None:
    heard: list[object] = []
    view.sounded.connect(heard.append)
    view.set_speed(0)
    view.animate(EVENTS, Done())
    view.animate([ev.RoundBegan(2)], Done())
    assert heard == [EVENTS, [ev.RoundBegan(2)]]


class Sight:
    """Answers with a line of sight, and notes between which spaces it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def __call__(self, start: str, end: str) -> tuple[tuple[float, float], tuple[float, float]]:
        self.asked.append((start, end))
        return (10.0, 1.0), (16.0, 4.0)


@pytest.mark.rule("R-062")
def test_a_shot_follows_the_line_of_sight_and_not_the_middles(view) -> None:
    view.sight = sight = Sight()
    aim = Aim(view, "cadin", "cadmus.1", "#ff0000")
    aim.begin()
    assert aim._shot is not None
    ends = [(point.x(), point.y()) for point in (aim._shot._a, aim._shot._b)]
    assert ends == [lattice((10.0, 1.0)), lattice((16.0, 4.0))]
    assert sight.asked == [("D2", view.tokens["cadmus.1"].space)]
    aim.finish()
    view.set_line("cadin", "cadmus.1")
    assert view.lines.line is not None
    assert view.lines.line.segment == tuple(ends)


def test_a_shot_within_one_space_goes_between_the_middles(view) -> None:
    aim = Aim(view, "cadin", "cadmus.1", "#ff0000")
    aim.begin()
    assert aim._shot is not None
    assert (aim._shot._a.x(), aim._shot._a.y()) == view.centre_of("cadin")
    aim.finish()
