"""The hover card: what something is, what a click does and costs, or what has to come first."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.shell.present.values import HoverView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation, Roll
from defiance_qt.systems.defiance.engine.outlook import Outlook, Threat, outlook
from defiance_qt.systems.defiance.view.present.clicks import Meaning
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from tests.systems.defiance.view.positions import activated, deployed, table, until
from tests.texts import defiance_words


def acting(presenter: BoardPresenter) -> Activation:
    frame = presenter.state.agenda[-1]
    assert isinstance(frame, Activation)
    return frame


def card(presenter: BoardPresenter, notes, space: str = "", id: str = "") -> HoverView:
    presenter.linger(space, id)
    found = notes.outlook or notes.hover
    assert found is not None
    return found


def doors(session) -> list[str]:
    """The doors that can be opened now."""
    found = (one.element for one in session.legal() if isinstance(one, c.Interact))
    return [id for id in found if id in session.state.doors]


def test_a_door_says_what_a_click_does_and_costs_and_the_click_does_it() -> None:
    session = until(deployed(), lambda game: bool(doors(game)))
    presenter, notes = table(session)
    door = doors(session)[0]
    shown = card(presenter, notes, id=door)
    assert shown.title == "Closed Door"
    assert any(line.startswith("A click: ") for line in shown.lines)
    assert "1 Action" in shown.lines
    actions = acting(presenter).actions
    presenter.click_figure(door)
    assert presenter.state.doors[door].open
    assert acting(presenter).actions == actions - 1


def test_a_bare_space_behind_a_closed_door_spends_nothing() -> None:
    """The door is opened by a click on the door, not by one on a space that does not glow."""
    session = until(deployed(), lambda game: bool(doors(game)))
    presenter, notes = table(session)
    who = acting(presenter).character
    door = doors(session)[0]
    here = session.state.team[who].space
    beyond = next(space for space in presenter._doors[door] if space != here)
    assert beyond not in dict(presenter.view.board.reach)
    head = session.head
    presenter.click_space(beyond)
    assert session.head == head
    assert "Door" in notes.told[-1]
    assert notes.rules[-1] == ("R-123",)


def test_everything_on_the_board_says_what_it_is() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    state = session.state
    assert card(presenter, notes, id="cadin").lines[1] == "9 of 9 health left"
    enemy = next(id for id, one in state.enemies.items() if one.space)
    assert card(presenter, notes, id=enemy).lines[0].endswith("health left")
    console = card(presenter, notes, id="console_1")
    assert console.parts[0][0].tokens == ("success", "block")
    # A screen reader was told what an input does and not what it wants.
    assert "success, block: Open the laboratory. special: Open the service hatch." in console.spoken
    assert "Loot" in card(presenter, notes, id="crate").lines[0]
    assert "Joins the team" in card(presenter, notes, id="goldstein").lines[0]
    secure = next(id for id, one in state.doors.items() if one.security)
    assert "Only a Console opens it." in card(presenter, notes, id=secure).lines


def test_health_reads_as_what_is_left() -> None:
    session = activated("uma")
    session.submit(*session.game.overrule({"team.cadin.damage": 3}, ""))
    presenter, notes = table(session)
    assert card(presenter, notes, id="cadin").lines[1] == "6 of 9 health left"


def test_what_cannot_be_done_yet_says_why() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    far = card(presenter, notes, id="console_1")
    assert far.parts[-1][0].icon == "lock"
    assert far.parts[-1][0].end.startswith("R-")


def test_during_a_roll_a_thing_says_that_the_roll_comes_first() -> None:
    session = until(deployed(), lambda s: bool(s.state.agenda) and isinstance(s.state.agenda[-1], Roll))
    presenter, notes = table(session)
    assert "Not yet: finish the roll first." in card(presenter, notes, id="console_1").lines


def test_a_space_in_reach_says_the_way_and_what_it_would_be_like() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    space, cost = max(presenter.view.board.reach, key=lambda way: way[1])
    shown = card(presenter, notes, space)
    assert shown.title == f"If Uma stands on {space}"
    walk, price, *_ = shown.parts[0]
    assert walk.text == f"A click walks to {space}"
    points = "1 point" if cost == 1 else f"{cost} points"
    assert price.text == f"1 Action · {points}"
    ahead = outlook(rules_of(session), session.state, "uma", space)
    out, into = notes.plan
    assert len(out) == len(ahead.aims)
    assert len(into) == sum(not one.moves for one in ahead.threats)
    assert notes.hover is None  # The board stays free: the tray shows it.
    presenter.linger("", "")
    assert notes.outlook is None
    assert notes.plan == ((), ())


def test_the_card_of_a_walk_tells_what_the_walk_costs() -> None:
    session = activated("uma")
    session.submit(c.Move("uma"))
    presenter, notes = table(session)
    for space, cost in presenter.view.board.reach:
        points = "1 point" if cost == 1 else f"{cost} points"
        assert card(presenter, notes, space).parts[0][1].text == points


def test_the_screen_reader_is_told_what_the_card_says() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    for space in rules_of(session).board.by_name:
        presenter.linger(space, "")
        told = presenter.describe(space)
        assert space in told
        shown = notes.outlook or notes.hover
        if shown is not None:
            assert shown.spoken in told


def test_a_click_on_a_character_without_a_meaning_is_no_action() -> None:
    session = activated("uma")
    presenter, _ = table(session)
    head = session.head
    for id in session.state.team:
        presenter.click_figure(id)
    assert session.head == head


def test_the_card_is_in_every_language() -> None:
    for language in ("es", "ru"):
        session = activated("uma")
        presenter, notes = table(session, words=defiance_words(language))
        for id in (*session.state.doors, *session.state.containers, *session.state.consoles, *session.state.enemies):
            shown = card(presenter, notes, id=id)
            assert not any("view." in line for line in (shown.title, *shown.lines))


def test_a_walk_costs_a_move_only_without_points() -> None:
    session = activated("uma")
    presenter, _ = table(session)
    space = presenter.view.board.reach[0][0]
    meant = presenter.clicks.on_space(space).commands
    assert isinstance(meant[0], c.Move)
    frame = session.state.agenda[-1]
    assert isinstance(frame, Activation)
    session.submit(c.Move("uma"))
    presenter.refresh()
    assert not isinstance(presenter.clicks.on_space(space).commands[0], c.Move)
    assert replace(frame) == frame


def test_of_many_threats_and_choices_the_first_four_are_named_and_the_others_counted() -> None:
    presenter, _ = table(activated("cadin"))
    enemy = next(iter(presenter.state.enemies))
    for count, more in ((4, False), (6, True)):
        threats = tuple(Threat(enemy, "", "H5", False, 0.5) for _ in range(count))
        rows = [row.text for row in presenter.about._threats(Outlook("cadin", "F6", (), threats, 3.0), "Cadin")]
        assert len(rows) == 4 + more + 1
        assert (rows[-1] == "and 2 more") is more
    commands = tuple(c.Move("cadin") for _ in range(7))
    shown = presenter.about._offered(Meaning(choices=commands))
    assert len(shown) == 1 + 4 + 1
    assert shown[-1].text == "and 3 more"
    assert presenter.about._offered(Meaning()) == ()


def test_what_is_expected_in_a_space_follows_the_state() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    space = presenter.view.board.reach[0][0]

    def health() -> str:
        return next(line for line in card(presenter, notes, space).lines if "health left" in line)

    before = health()
    assert health() == before
    session.submit(c.Overrule("team.uma.damage", 2))
    presenter.table.refresh()
    assert before.endswith("9 of 9 health left now")
    assert health().endswith("7 of 9 health left now")


def test_a_bare_space_is_named_in_the_enemys_turn() -> None:
    session = until(deployed(), lambda one: any(isinstance(legal, c.Proceed) for legal in one.legal()))
    presenter, _ = table(session)
    taken = {one.space for one in (*session.state.team.values(), *session.state.enemies.values())}
    told = [presenter.describe(name) for name in rules_of(session).board.by_name if name not in taken]
    assert "Space A1" in told


def test_what_stands_on_the_board_is_told_after_the_end() -> None:
    session = activated("uma")
    state = replace(session.state, agenda=(), result="victory")
    session.timeline._states[session.head] = state
    presenter, _ = table(session)
    shown = presenter.about.card("", "cadin", presenter.offers, presenter.clicks, "")
    assert shown is not None
    assert shown.lines[1] == "9 of 9 health left"
