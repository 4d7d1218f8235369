"""The gate round plugins: whatever one returns, raises or causes names it, drops it for the session and costs nothing
(F-20, F-21, F-22, F-29)."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from weakref import WeakSet

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend import guard, loader
from defiance_qt.extend.guard import PATIENCE, PluginFault, run
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
    "an endless loop": "def react_event(context, event):\n    while True:\n        pass",
    "an endless loop that catches": "def react_event(context, event):\n    while True:\n        try:\n"
    "            while True:\n                pass\n        except Exception:\n            pass",
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
    "an ability that loops": ABILITY.format(function="react", body="\n    while True: pass"),
    "an event of its own kind": "class Own(events.AlertChanged, frozen=True, tag='own'):\n    pass\n\n\n"
    f"def react_event(context, event):\n    {ON_ACTIVATION}return (Own(1, 'x'),)\n    return ()",
    "an event that no file can hold": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.PluginFact('wrong', 'x', '\\ud800'),)\n    return ()",
    "an event of a number that no file can hold": f"def react_event(context, event):\n    {ON_ACTIVATION}"
    "return (events.PluginFact('wrong', 'x', 10**30),)\n    return ()",
    "an exception whose text exits": "class Nasty(Exception):\n    def __str__(self):\n        sys.exit(3)\n\n"
    "def react_event(context, event):\n    raise Nasty",
    "an exception whose text never ends": "class Nasty(Exception):\n    def __str__(self):\n        while True:\n"
    "            pass\n\ndef react_event(context, event):\n    raise Nasty",
    "an exception whose class has no name": "class Kind(type):\n    @property\n    def __name__(cls):\n"
    "        raise RuntimeError\n\nclass Nasty(Exception, metaclass=Kind):\n    pass\n\n"
    "def react_event(context, event):\n    raise Nasty",
    "a number that claims to be small": "class Small(int):\n    __abs__ = __int__ = lambda self: 1\n\n"
    "def modify_attribute(context, figure, attribute):\n    return Small(10**9)",
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
    began = time.process_time()
    session = Session.new(mission="extraction", seed=3, plugins=[id], path=path)
    bot = RandomBot(3)
    for _ in range(60):
        if session.result is not None:
            break
        session.submit(bot.choose(session.game, session.state, session.legal()))
    assert time.process_time() - began < 10
    assert [(one.message.key, one.message.values["name"]) for one in session.failures] == [("plugin.failed", id)]
    assert "\n" not in str(session.failures[0])
    assert session.head > 20 or session.result is not None
    state, head = session.state, session.head
    session.close()
    again = open_save(path)
    assert (again.head, again.state) == (head, state)
    assert not session.game.invariants(state)
    again.submit(bot.choose(again.game, again.state, again.legal()))
    again.close()


def test_verify_does_not_trust_the_state_that_a_plugin_has_seen(only: Callable[[str], str], tmp_path: Path) -> None:
    """F-22: even one that gets round the read-only table by force is found."""
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
    assert str(session.failures[0]) == "The plugin 'wrong' failed in check_command: it leaves no legal command."


def test_an_import_that_never_ends_refuses_the_plugin(
    only: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "IMPORT_SECONDS", 0.3)
    id = only("while True: pass")
    with pytest.raises(PluginError, match=r"'wrong' cannot be used: its import failed: it took longer than 0.3 s"):
        Session.new(mission="extraction", seed=3, plugins=[id])


def test_an_import_that_exits_refuses_the_plugin(only: Callable[[str], str]) -> None:
    id = only("sys.exit(1)")
    with pytest.raises(PluginError, match=r"'wrong' cannot be used: its import failed: SystemExit: 1"):
        Session.new(mission="extraction", seed=3, plugins=[id])


# -- the guard itself --


def test_a_slow_call_is_interrupted_and_nothing_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow() -> None:
        while True:
            pass

    for _ in range(3):
        with pytest.raises(PluginFault, match="longer than"):
            run(slow, seconds=0.1)
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            pass


def test_the_watchdog_stands_down_and_comes_back() -> None:
    """Beside its thread no process could be forked. It stays while a call runs."""

    def watched() -> bool:
        return any(thread.name == "plugin-watchdog" for thread in threading.enumerate())

    def inside() -> bool:
        guard.stand_down()
        return watched()

    assert run(inside)
    guard.stand_down()
    assert not watched()
    guard.stand_down()
    for _ in range(2):
        with pytest.raises(PluginFault, match="took longer than"):
            run(spin, seconds=0.1)
    assert watched()


def test_a_call_inside_a_call_is_interrupted_alone() -> None:
    def inner() -> None:
        while True:
            pass

    def outer() -> str:
        with pytest.raises(PluginFault, match=r"longer than 0.1 s"):
            run(inner, seconds=0.1)
        return "done"

    assert run(outer, seconds=5.0) == "done"


def test_the_outer_of_two_calls_is_interrupted() -> None:
    def outer() -> None:
        while True:
            run(len, (), seconds=5.0)

    with pytest.raises(PluginFault, match=r"longer than 0.1 s"):
        run(outer, seconds=0.1)


def test_an_interruption_by_the_user_passes() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(interrupted)


def test_an_async_hook_is_named_and_leaves_no_warning(only: Callable[[str], str]) -> None:
    """Python complains on the terminal of a coroutine that nobody awaits; here that would fail the test."""
    id = only("async def check_command(context, command):\n    return None\n")
    with Session.new(mission="extraction", seed=1, plugins=[id]) as session:
        session.submit(session.legal()[0])
        (failure,) = session.failures
    gc.collect()
    assert str(failure) == (
        f"The plugin {id!r} failed in check_command: TypeError: an async function cannot be called here."
    )


def test_a_hook_that_waits_for_ever_is_interrupted() -> None:
    """It runs no instruction at which an exception could reach it; a signal ends the wait (F-29)."""
    begun = time.monotonic()
    with pytest.raises(PluginFault, match="it took longer than"):
        run(time.sleep, 10**6, seconds=0.2)
    assert time.monotonic() - begun < 2 * PATIENCE
    assert run(lambda: 7) == 7


def test_a_hook_that_waits_and_forbids_interruptions_is_interrupted_again() -> None:
    def stubborn() -> None:
        for _ in range(2):
            with contextlib.suppress(BaseException):
                time.sleep(10**6)
        time.sleep(10**6)

    with pytest.raises(PluginFault):
        run(stubborn, seconds=0.2)
    time.sleep(0.2)


def test_a_foreign_handler_of_the_signal_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGUSR2, lambda number, frame: None)
    try:
        here = threading.get_ident()
        assert not guard._Signals().ready(here)
        signal.signal(signal.SIGUSR2, signal.SIG_DFL)
        assert guard._Signals().ready(here)
        assert not guard._Signals().ready(here + 1)
    finally:
        signal.signal(signal.SIGUSR2, before)


@pytest.mark.parametrize("entered", [True, False])
def test_no_call_is_watched_after_it_was_interrupted_as_it_began(
    monkeypatch: pytest.MonkeyPatch, entered: bool
) -> None:
    """It would interrupt whatever runs when its time is over."""
    enter = guard._watchdog.enter

    def interrupted(call: guard._Call) -> None:
        if entered:
            enter(call)
        raise guard.OutOfTime  # meant for the call around this one

    monkeypatch.setattr(guard._watchdog, "enter", interrupted)
    with pytest.raises(guard.OutOfTime):
        run(lambda: None)
    assert guard._watchdog.calls() == ()


def test_a_call_that_begins_as_the_watchdog_falls_asleep_is_watched() -> None:
    watchdog, asleep = guard._Watchdog(), threading.Event()

    class Late(threading.Event):
        """Another thread's call begins between the look for calls and the sleep."""

        def clear(self) -> None:
            if not asleep.is_set():
                watchdog.enter(guard._Call(60))
            super().clear()
            asleep.set()

    watchdog._awake = Late()
    watchdog.enter(call := guard._Call(60))
    watchdog.leave(call)
    assert asleep.wait(5)
    time.sleep(0.1)
    assert watchdog._awake.is_set()
    watchdog._calls.clear()
    watchdog.stand_down()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_a_call_in_a_forked_process_is_watched() -> None:
    """The thread is not forked, only what it has noted."""

    def endless() -> None:
        while True:
            pass

    assert guard.run(lambda: 1) == 1  # the watchdog is awake
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(10)
        try:
            guard.run(endless, seconds=0.2)
        except PluginFault:
            os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_no_interruption_gets_lost_where_python_reports_what_is_raised() -> None:
    """In the note of a collection and in the callbacks of weak references it goes on without it."""

    def collects() -> str:
        # As if the watchdog had just sent its signal: it reaches Python at the callback's first instruction.
        (call,) = guard._watchdog.calls()
        call.interrupted = True
        guard._interrupted(signal.SIGUSR2, _frame_of(guard._garbage.heard, "stop", {}))
        guard._interrupted(signal.SIGUSR2, _frame_of(guard._watchdog.calls))
        guard._interrupted(signal.SIGUSR2, _frame_of(WeakSet.discard, WeakSet(), guard))
        with pytest.raises(guard.OutOfTime):
            guard._interrupted(signal.SIGUSR2, sys._getframe())
        return "done"

    assert guard.run(collects) == "done"


def _frame_of(function: Callable[..., object], *arguments: object) -> FrameType:
    """Return a frame in which a function runs."""
    frames: list[FrameType] = []

    def trace(frame: FrameType, event: str, argument: object) -> None:
        if frame.f_code is function.__code__:
            frames.append(frame)

    before = sys.getprofile()
    sys.setprofile(trace)
    try:
        function(*arguments)
    finally:
        sys.setprofile(before)
    return frames[0]


def test_the_time_of_collecting_garbage_is_not_the_plugins() -> None:
    """In a large process a collection takes seconds, within whatever call it begins."""

    class Heavy:
        """Takes long to be thrown away."""

        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            end = time.thread_time() + 0.4
            while time.thread_time() < end:
                pass

    def collects() -> str:
        Heavy()
        gc.collect()
        return "done"

    # What other tests have left in this process takes its time too, and on a busy machine more than is given.
    gc.collect()
    gc.freeze()
    try:
        assert guard.run(collects, seconds=0.2) == "done"
    finally:
        gc.unfreeze()
    with pytest.raises(guard.PluginFault, match="took longer"):
        guard.run(spin, seconds=0.2)


def spin() -> None:
    while True:
        pass
