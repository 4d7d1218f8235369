"""The gate round plugins: whatever one returns, raises or causes names it, drops it for the session, costs nothing."""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend import guard, loader
from defiance_qt.extend.guard import LOOKS, SECONDS, PluginFault, Timer, run
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import RandomBot
from tests.extend.plugins import plugin

HEAD = """
import sys
from defiance_qt.api import Ability, PlayContext, RollModifier, SightRule, Veto, commands, events

"""

ABILITY = """
def {function}(*arguments):
    {body}


def contribute_abilities(context):
    return (Ability("trouble", {function}={function}),)
"""

ON_ACTIVATION = "if isinstance(event, events.ActivationEnded): "

CHANGE = "from defiance_qt.api import NumberChange\n\n\n"

WRONG = {
    # hooks: what they return
    "a veto that is text": "def check_command(context, command):\n    return 'no'",
    "a veto of everything": "def check_command(context, command):\n    return Veto('never', 'x-1', 'Never.')",
    "a veto without words": "def check_command(context, command):\n    return Veto('', '', '')",
    "a veto of wrong types": "def check_command(context, command):\n    return Veto(1, 2, 3)",
    "no list of dice": "def modify_roll(context, roll):\n    return None",
    "an unknown die": "def modify_roll(context, roll):\n    return (RollModifier('x', 'team', ('nothing',)),)",
    "an unknown side": "def modify_roll(context, roll):\n    return (RollModifier('x', 'both', ('red',)),)",
    "unknown symbols": "def modify_roll(context, roll):\n    return (RollModifier('x', 'team', symbols='Z'),)",
    "a thousand dice": "def modify_roll(context, roll):\n    return (RollModifier('x', 'team', ('red',) * 1000),)",
    "dice below zero": "def modify_roll(context, roll):\n    return (RollModifier('x', 'team', fewer=-1),)",
    "symbols that are text": "def modify_symbols(context, side, symbols):\n    return 'S S'",
    "symbols below zero": "from defiance_qt.api import SymbolChange\n\n\ndef modify_symbols(context, side, symbols):\n"
    "    return SymbolChange('x', symbols._replace(success=-1))",
    "a speed that is text": "def modify_attribute(context, figure, attribute):\n    return 'fast'",
    "a speed without end": "def modify_attribute(context, figure, attribute):\n    return 10**9",
    "a speed that is true": "def modify_attribute(context, figure, attribute):\n    return True",
    "a cost that is a number": "def modify_cost(context, command, cost):\n    return 1",
    "a cost without a source": f"{CHANGE}def modify_cost(context, command, cost):\n    return NumberChange('', 1)",
    "a cost without end": f"{CHANGE}def modify_cost(context, command, cost):\n    return NumberChange('x', 10**6)",
    "a cost of wrong types": f"{CHANGE}def modify_cost(context, command, cost):\n    return NumberChange('x', 'one')",
    "Damage that is text": "def modify_damage(context, figure, amount, source):\n    return 'none'",
    "Damage without end": f"{CHANGE}def modify_damage(context, figure, amount, source):\n"
    "    return NumberChange('x', 21)",
    "a Range that is a pair": "def modify_range(context, weapon, low, high):\n    return (low, high)",
    "a Range that changes the team": "def modify_range(context):\n    context.state.team.clear()",
    "a target that is true": "def check_target(context, attacker, target, distance):\n    return True",
    "a target refused without words": "def check_target(context, target):\n    return Veto('x', 'x-1', ' ')",
    "events of wrong values": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.AlertChanged(2, 5, ()),)\n    return ()",
    "an Alert off the track": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.AlertChanged(99, 'x', ('x-1',)),)\n    return ()",
    "an unknown figure": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.AggroChanged('nobody', 1, 1),)\n    return ()",
    "an unknown State": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.StateGained(event.character, 'sleepy'),)\n    return ()",
    "a frame closed": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.FrameClosed(),)\n    return ()",
    "an event of a campaign in a game without one": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.CrewLeft('uma'),)\n    return ()",
    "a mission of a campaign ended": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.MissionEnded('extraction', 'victory', 'x'),)\n    return ()",
    "a Respawn space that does not exist": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.RespawnMoved(('x.1',)),)\n    return ()",
    "a zone that does not exist": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.ZoneRuleSet('x.1', 'difficult'),)\n    return ()",
    "a member of the crew that nobody knows": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.CrewJoined('console_extra'),)\n    return ()",
    "an end with Consequences for nobody": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.MissionDecided('defeat', 'x', ('yes',)),)\n    return ()",
    "a deck that does not exist": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.DeckRebuilt('x.1', ()),)\n    return ()",
    "an event that is text": f"def react_event(context, event):\n    {ON_ACTIVATION}return 'boom'\n    return ()",
    "events without end": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.AlertChanged(1, 'x'),) * 1000\n    return ()",
    # hooks: what they do instead of returning
    "an exception": "def react_event(context, event):\n    raise ValueError('no luck')",
    "an exception that raises": "class Nasty(Exception):\n    def __str__(self):\n        raise Nasty\n\n"
    "def react_event(context, event):\n    raise Nasty",
    "sys.exit": "def react_event(context, event):\n    sys.exit(3)",
    "a generator's end": "def react_event(context, event):\n    raise GeneratorExit",
    "deep recursion": "def react_event(context, event):\n    return react_event(context, event)",
    "a team changed": "def react_event(context, event):\n    context.state.team.clear()\n    return ()",
    "a setup changed": "def react_event(context, event):\n    context.state.setup.options['x'] = 1\n    return ()",
    "switches changed": "def react_event(context, event):\n    context.rules.switches['x'] = 'y'\n    return ()",
    "a setup changed for sight": "def choose_sight(context):\n    context.setup.options['x'] = 1",
    "a setup changed for symbols": "def modify_symbols(context, side, symbols):\n    context.setup.options['x'] = 1",
    "rules replaced": "def react_event(context, event):\n    context.rules.catalog = None\n    return ()",
    "rules deleted": "def react_event(context, event):\n    del context.rules.catalog\n    return ()",
    "cards changed": "def react_event(context, event):\n    context.rules.catalog.units.clear()\n    return ()",
    # abilities
    "an ability that raises": ABILITY.format(function="react", body="raise KeyError('nobody')"),
    "an ability without an answer": ABILITY.format(function="react", body="return None"),
    "an ability that answers text": ABILITY.format(function="react", body="return 'events'"),
    "an ability of wrong values": ABILITY.format(function="react", body="return (events.AlertChanged(2, 5, ()),)"),
    "an ability that changes the team": ABILITY.format(function="react", body="arguments[1].team.clear()"),
    "an event of its own kind": "class Own(events.AlertChanged, frozen=True, tag='own'):\n    pass\n\n\n"
    f"def react_event(context, event):\n    {ON_ACTIVATION}return (Own(1, 'x'),)\n    return ()",
    "an event that no file can hold": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.PluginFact('wrong', 'x', '\\ud800'),)\n    return ()",
    "an event of a number that no file can hold": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.PluginFact('wrong', 'x', 10**30),)\n    return ()",
    # what is contributed
    "abilities that are none": "def contribute_abilities(context):\n    return ('fast',)",
    "abilities of wrong values": "def contribute_abilities(context):\n    return (Ability('x', stores='many'),)",
    "an ability that cannot be called": "def contribute_abilities(context):\n    return (Ability('x', react=7),)",
    "sight that is text": "def choose_sight(context):\n    return 'far'",
}
"""What plugins do wrong: module text by name."""

CONTENT = {"more.toml": '[[states]]\nid = "troubled"\nabilities = ["trouble"]\n'}


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], str]:
    """Write one plugin with this code, the only one there is; returns its id."""

    def write(code: str) -> str:
        plugin(tmp_path / "plugins", "wrong", HEAD + code)
        folders = lambda: (tmp_path / "plugins",)
        monkeypatch.setattr(loader, "default_folders", folders)
        return "wrong"

    return write


@pytest.mark.parametrize("code", WRONG.values(), ids=WRONG)
def test_a_plugin_that_misbehaves_is_named_and_dropped_and_the_game_goes_on(
    only: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    from defiance_qt.systems.defiance.engine import reactions

    if "contribute_abilities" in code:
        # As if the mission's card named it.
        bearers = lambda run: ((one, [run.rules.mission.id]) for one in run.rules.reacting if one.id == "trouble")
        monkeypatch.setattr(reactions, "_bearers", bearers)
    id = only(code)
    path = tmp_path / "game.defiance"
    session = Session.new(mission="extraction", seed=3, plugins=[id], path=path)
    bot = RandomBot(3)
    for _ in range(60):
        if session.result is not None:
            break
        session.submit(bot.choose(session.game, session.state, session.legal()))
    assert [(one.message.key, one.message.values["name"]) for one in session.host.failures] == [("plugin.failed", id)]
    assert "\n" not in str(session.host.failures[0])
    assert session.head > 20 or session.result is not None
    state, head = session.state, session.head
    session.close()
    again = open_save(path)
    assert (again.head, again.state) == (head, state)
    assert not session.game.invariants(state)
    again.submit(bot.choose(again.game, again.state, again.legal()))
    again.close()


def test_verify_does_not_trust_the_state_that_a_plugin_has_seen(only: Callable[[str], str], tmp_path: Path) -> None:
    """Even one that gets round the read-only table by force is found."""
    id = only(
        "import msgspec\n\ndef react_event(context, event):\n"
        "    one = context.state.team['cadin']\n"
        "    msgspec.structs.force_setattr(one, 'aggro', one.aggro + 1)\n"
        "    return ()"
    )
    with Session.new(mission="extraction", seed=3, plugins=[id], path=tmp_path / "x.defiance") as session:
        bot = RandomBot(3)
        for _ in range(30):
            session.submit(bot.choose(session.game, session.state, session.legal()))
    with open_save(tmp_path / "x.defiance") as again:
        assert not again.verify().ok


def test_a_fault_says_what_and_where(only: Callable[[str], str]) -> None:
    id = only(WRONG["a veto of everything"])
    session = Session.new(mission="extraction", seed=3, plugins=[id])
    assert session.legal()
    assert str(session.host.failures[0]) == "The plugin 'wrong' failed in check_command: it leaves no legal command."


def test_an_import_that_exits_refuses_the_plugin(only: Callable[[str], str]) -> None:
    id = only("sys.exit(1)")
    with pytest.raises(PluginError, match=r"'wrong' cannot be used: its import failed: SystemExit: 1"):
        Session.new(mission="extraction", seed=3, plugins=[id])


def test_an_async_hook_is_named_and_leaves_no_warning(only: Callable[[str], str]) -> None:
    """Python complains on the terminal of a coroutine that nobody awaits; here that would fail the test."""
    id = only("async def check_command(context, command):\n    return None\n")
    with Session.new(mission="extraction", seed=1, plugins=[id]) as session:
        session.submit(session.legal()[0])
        (failure,) = session.host.failures
    gc.collect()
    assert str(failure) == (
        f"The plugin {id!r} failed in check_command: TypeError: an async function cannot be called here."
    )


def test_an_interruption_by_the_user_passes() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(interrupted)


# -- the limit of time --


class Turned:
    """A clock that only `compute` turns. `armed` is what the timer was set to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.armed: list[float] = []

    def compute(self, seconds: float) -> None:
        """Compute so long; the timer looks at the beginning and at the end."""
        guard.timer.look(sys._getframe())
        self.now += seconds
        guard.timer.look(sys._getframe())


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> Turned:
    turned = Turned()
    monkeypatch.setattr(guard, "timer", Timer(lambda: turned.now, turned.armed.append))
    return turned


def test_a_call_that_computes_too_long_is_ended(turned: Turned) -> None:
    with pytest.raises(PluginFault, match="it took longer than 3 s"):
        run(turned.compute, SECONDS)
    assert guard.timer.calls == []
    assert run(lambda: 7) == 7


def test_what_others_compute_does_not_count(turned: Turned) -> None:
    """The timer looks as often as it likes: on a busy machine, or beside threads that compute."""

    def looked_at() -> str:
        for _ in range(100):
            turned.compute(0)
        turned.compute(SECONDS * 0.9)
        return "done"

    assert run(looked_at) == "done"


def test_the_timer_is_armed_for_the_outermost_call_alone(turned: Turned) -> None:
    run(run, run, len, ())
    assert turned.armed == [SECONDS / LOOKS, 0]


def test_nothing_is_ended_on_other_threads(turned: Turned) -> None:
    thread = threading.Thread(target=run, args=(turned.compute, SECONDS))
    thread.start()
    thread.join()
    assert turned.armed == []


def test_a_call_inside_a_call_is_ended_alone(turned: Turned) -> None:
    def outer() -> str:
        turned.compute(0)
        with pytest.raises(PluginFault):
            run(turned.compute, SECONDS)
        turned.compute(SECONDS * 0.9)
        return "done"

    assert run(outer) == "done"


def test_the_outer_of_two_calls_is_ended(turned: Turned) -> None:
    """Whichever call it is in when its time is over."""
    inner: list[str] = []

    def outer() -> None:
        while True:
            try:
                run(turned.compute, SECONDS / 4)
            except PluginFault:
                inner.append("blamed")

    with pytest.raises(PluginFault):
        run(outer)
    assert inner == []


def test_a_call_that_catches_everything_is_ended_again_and_blamed_as_it_returns(turned: Turned) -> None:
    ended: list[int] = []

    def stubborn() -> str:
        for time in range(2):
            with contextlib.suppress(BaseException):
                turned.compute(SECONDS)
                ended.append(time)
        return "done"

    with pytest.raises(PluginFault, match="it took longer than"):
        run(stubborn)
    assert ended == []


def test_nothing_is_raised_where_a_call_begins_or_ends(turned: Turned) -> None:
    """There it would hit what comes after the call."""

    def late() -> str:
        turned.compute(SECONDS * 0.9)
        turned.now += SECONDS
        gate = sys._getframe(2)
        assert gate.f_code is run.__code__
        guard.timer.look(gate)
        return "done"

    assert run(late) == "done"
    guard.timer.look(sys._getframe())


def test_a_foreign_handler_of_the_signal_stays() -> None:
    before = signal.signal(signal.SIGVTALRM, lambda number, frame: None)
    try:
        assert not guard._ready.__wrapped__()
    finally:
        signal.signal(signal.SIGVTALRM, before)


def test_the_signal_ends_an_endless_call_and_is_off_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts what this process computes, so the load of the machine does not matter."""
    monkeypatch.setattr(guard, "SECONDS", 0.1)
    alarm = signal.getsignal(signal.SIGALRM)

    def endless() -> None:
        while True:
            pass

    for _ in range(2):
        with pytest.raises(PluginFault, match=r"it took longer than 0\.1 s"):
            run(endless)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is alarm
