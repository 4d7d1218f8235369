"""Every save made with a bundled plugin or expansion is the same game with none installed, names included."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend import carried, loader, systems
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, offered
from defiance_qt.journal import mapper
from defiance_qt.lab.bots import RandomBot
from defiance_qt.lab.story import story
from defiance_qt.words.languages import LANGUAGES

STEPS = 120
PLUGINS = [one for one in available(bundled_folders()) if one.manifest is not None and not one.system]


def scenario_of(plugin: str, system: str) -> str:
    """Return a scenario of the plugin's own, else one that is always there."""
    own = {one.id for one in offered(system, (plugin,), None, "en").offerings.scenarios}
    others = [one.id for one in offered(system, (), None, "en").offerings.scenarios]
    return next(iter(sorted(own - set(others))), others[0])


def told(session: Session) -> list[list[str]]:
    """Return the log in every language. Reasons are worked out anew: those of a changed Line of Sight need its
    plugin."""
    return [list(story(session, session.words(language))) for language in LANGUAGES]


@pytest.mark.parametrize("plugin", [one.id for one in PLUGINS])
@pytest.mark.slow
def test_a_save_is_the_same_without_its_plugin(plugin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = next(one.manifest for one in PLUGINS if one.id == plugin)
    assert manifest is not None
    system = manifest.systems[0]
    path = tmp_path / "game.defiance"
    bot = RandomBot(3)
    with Session.new(
        system, mission=scenario_of(plugin, system), seed=5, plugins=(plugin, *required(plugin)), path=path
    ) as session:
        for _ in range(STEPS):
            if session.result is not None:
                break
            session.submit(bot.choose(session.game, session.state, session.legal()))
        assert session.host.failures == ()
        state, log = session.state, told(session)
    with open_save(path) as again:
        assert (again.state, told(again)) == (state, log)
    monkeypatch.setattr(loader, "default_folders", lambda: ())
    with open_save(path) as without:
        assert without.state == state
        assert told(without) == log
        assert plugin in [error.message.values["name"] for error in without.host.missing]


def required(plugin: str) -> tuple[str, ...]:
    manifest = next(one.manifest for one in PLUGINS if one.id == plugin)
    return () if manifest is None else tuple(text.split()[0] for text in manifest.requires)


def played(path: Path, seed: int = 3, steps: int = STEPS) -> tuple[list[list[str]], str | None]:
    """Play Pig, a bundled game system, and return its log in every language and its result."""
    with Session.new("pig", mission="duel", seed=seed, path=path) as session:
        bot = RandomBot(seed)
        for _ in range(steps):
            if session.result is None:
                session.submit(bot.choose(session.game, session.state, session.legal()))
        session.jump(session.head // 2)
        session.submit(session.legal()[0])
        return told(session), session.result


def test_the_log_of_a_game_reads_the_same_without_its_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save cannot carry the rules of a game, which are code; but it carries what the log says, branches included."""
    path, copy = tmp_path / "game.defiance", tmp_path / "game.jsonl"
    log, _ = played(path)
    with open_save(path) as again:
        assert told(again) == log
        again.export(copy)
    monkeypatch.setattr(systems, "default_folders", lambda: ())
    for file in (path, copy):
        with open_save(file, read_only=True) as without:
            assert without.readable_only
            assert told(without) == log
            assert [error.message.key for error in without.host.missing] == ["system.needed"]
            assert without.words("es")("pig") == "Cerdo"


def test_what_a_save_carries_grows_with_it_and_a_look_at_it_adds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.defiance"
    played(path, steps=6)
    before = path.read_bytes()
    with open_save(path):
        pass
    assert path.read_bytes() == before
    with open_save(path) as session:
        session.submit(session.legal()[0])
        log = told(session)
    monkeypatch.setattr(systems, "default_folders", lambda: ())
    with open_save(path, read_only=True) as without:
        assert told(without) == log


def test_the_sentences_of_a_long_game_are_carried_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry of a save has a limit, the length of a game has none."""
    monkeypatch.setattr(carried, "AT_ONCE", 3)
    path = tmp_path / "game.defiance"
    log, _ = played(path, steps=20)
    monkeypatch.setattr(systems, "default_folders", lambda: ())
    with open_save(path, read_only=True) as without:
        sizes = [len(value) for name, value in without.timeline.settings.items() if name.startswith(carried.NAME)]
        assert len(sizes) > 5
        assert set(sizes[:-1]) == {3}
        assert told(without) == log


def test_a_save_without_room_for_its_sentences_is_closed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.defiance"
    with Session.new("pig", mission="duel", seed=3, path=path) as session:
        session.submit(session.legal()[0])
        monkeypatch.setattr(mapper, "LARGEST", 10)
    with open_save(path) as again:
        assert again.head == session.head


def test_a_system_that_cannot_tell_its_story_is_shown_by_its_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.defiance"
    with Session.new("pig", mission="duel", seed=3, path=path) as session:
        session.submit(session.legal()[0])
        monkeypatch.setattr(session.game, "narrate", lambda *_: 1 // 0)
    monkeypatch.setattr(systems, "default_folders", lambda: ())
    with open_save(path, read_only=True) as without:
        assert told(without)[0][0].startswith("Game began: target 50")
