"""Opening and importing games: what is missing, changed or impossible is said, and nothing else is lost."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from defiance_qt import __version__
from defiance_qt.core.errors import PluginError, SaveError
from defiance_qt.core.port import Setup
from defiance_qt.core.timeline import Step
from defiance_qt.core.unknown import UnknownGame
from defiance_qt.extend import loader
from defiance_qt.extend.opening import import_record, open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.journal import store
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import passport
from defiance_qt.lab.bots import RandomBot
from defiance_qt.lab.checking import verdict
from defiance_qt.lab.story import story
from defiance_qt.words.catalogue import Words
from tests.conftest import ROOT
from tests.extend.plugins import plugin

MENDER = "field_mender"
DEFIANCE = ROOT / "defiance_qt" / "systems" / "defiance" / "locale"


def played(path: Path, plugins: tuple[str, ...] = (), steps: int = 30) -> None:
    bot = RandomBot(3)
    with Session.new(mission="extraction", seed=3, plugins=plugins, path=path) as session:
        for _ in range(steps):
            session.submit(bot.choose(session.game, session.state, session.legal()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of plugins, the only one there is, with the Field Menders in it."""
    shutil.copytree(ROOT / "plugins" / MENDER, tmp_path / "plugins" / MENDER)
    monkeypatch.setattr(loader, "default_folders", lambda: (tmp_path / "plugins",))
    return tmp_path / "plugins"


def test_names_stay_when_their_plugin_is_gone(folder: Path, tmp_path: Path) -> None:
    """A save carries its plugins' words as well as their content."""
    path = tmp_path / "game.defiance"
    played(path, (MENDER,))
    with open_save(path) as session:
        names = {language: session.words(language)("unit.field_mender.name") for language in ("en", "es", "ru")}
    shutil.rmtree(folder / MENDER)
    with open_save(path) as session:
        assert [one.message.values["name"] for one in session.host.missing] == [MENDER]
        assert {language: session.words(language)("unit.field_mender.name") for language in names} == names
        session.copy_to(tmp_path / "copy.defiance")
    with open_save(tmp_path / "copy.defiance") as copy:
        assert copy.words()("unit.field_mender.name") == names["en"]


def test_what_a_plugin_changed_is_not_called_the_programs(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.defiance"
    played(path, (MENDER,))
    words = folder / MENDER / "locale" / "words.toml"
    words.write_text(words.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    with open_save(path) as session:
        (change,) = session.host.changes
        assert (change.key, change.values["id"]) == ("passport.plugin_changed", MENDER)
        assert session.host.can_update
        session.host.take_update()
        assert not session.host.can_update
        session.submit(session.legal()[0])
    with open_save(path) as again:
        assert again.host.changes == ()
        assert again.verify().ok


def test_a_save_with_a_missing_plugin_cannot_take_an_update(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.defiance"
    played(path, (MENDER,))
    shutil.rmtree(folder / MENDER)
    with open_save(path) as session:
        assert not session.host.can_update
        with pytest.raises(PluginError, match=MENDER):
            session.host.take_update()


def test_faulty_content_is_blamed_on_its_plugin(folder: Path) -> None:
    plugin(folder, "odd", content={"units.toml": '[[units]]\nid = "x"\nnonsense = 1\n'})
    with pytest.raises(PluginError, match=r"'odd' cannot be used: its content is faulty: odd/units\.toml"):
        Session.new(mission="extraction", seed=1, plugins=["odd"])


def without(record: Path, number: int) -> None:
    """Take a line out of a record and make its hash again."""
    lines = record.read_bytes().splitlines(keepends=True)
    text = b"".join(lines[: number - 1] + lines[number:-1])
    record.write_bytes(text + msgspec.json.encode({"sha256": sha256(text).hexdigest()}) + b"\n")


def test_a_record_without_a_step_makes_no_save(tmp_path: Path) -> None:
    """It would never open."""
    played(tmp_path / "game.defiance")
    record = tmp_path / "game.jsonl"
    with open_save(tmp_path / "game.defiance", read_only=True) as session:
        session.export(record)
    import_record(record, tmp_path / "whole.defiance")
    without(record, 12)
    with pytest.raises(SaveError, match=r"^game\.jsonl: Step 11 does not follow step 9"):
        import_record(record, tmp_path / "parted.defiance")
    assert not (tmp_path / "parted.defiance").exists()
    assert verdict(tmp_path / "whole.defiance").key == "verdict.ok"


def test_verify_does_not_call_a_parted_save_sound(tmp_path: Path) -> None:
    path = tmp_path / "game.defiance"
    session = Session.new(mission="extraction", seed=3, path=path)
    bot = RandomBot(3)
    for _ in range(10):
        session.submit(bot.choose(session.game, session.state, session.legal()))
    parted = tmp_path / "parted.defiance"
    shutil.copy(path, parted)
    session.close()
    assert verdict(path).key == "verdict.ok"
    assert verdict(parted).key == "save.parted"


def test_importing_a_save_leaves_it_as_it_is(tmp_path: Path) -> None:
    """A log that a killed program has left beside it is not merged."""
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.submit(session.legal()[0])
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{path}{suffix}", tmp_path / f"killed.defiance{suffix}")
    killed = tmp_path / "killed.defiance"
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    import_record(killed, tmp_path / "new.defiance")
    (tmp_path / "new.defiance").unlink()
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


# ---- a plugin that leaves in the middle of a game -------------------------------------------------------------------

FASTER = """
def modify_attribute(context, figure, attribute):
    return 1 if attribute == "speed" else 0
"""
FAILS = """
from defiance_qt.api import events

def modify_attribute(context, figure, attribute):
    return 1 if attribute == "speed" else 0

def react_event(context, event):
    if isinstance(event, events.ActivationBegan):
        raise ValueError("not now")
    return ()
"""


def with_the_code(folder: Path, id: str, code: str) -> str:
    plugin(folder, id, code)
    return id


def test_a_plugin_is_switched_off_in_the_middle_of_a_game(folder: Path, tmp_path: Path) -> None:
    id = with_the_code(folder, "faster", FASTER)
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=(id, MENDER), path=path) as session:
        for _ in range(5):
            session.submit(session.legal()[0])
        last = session.head
        change = session.host.switch_off(id)
        assert (change.cause, session.host.plugins) == ("update", (MENDER,))
        assert [str(one) for one in session.host.announcements(last)] == ["From here on without the plugin faster."]
        with pytest.raises(PluginError, match="The plugin 'faster' takes no part in this game"):
            session.host.switch_off(id)
        for _ in range(5):
            session.submit(session.legal()[0])
        assert session.verify().ok
        state = session.state
    with open_save(path) as again:
        assert again.state == state
        assert (again.host.plugins, again.host.changes) == ((MENDER,), ())
        assert again.verify().ok
    shutil.rmtree(folder / id)
    with open_save(path) as without:
        # The plugin is needed for what was decided with it, not to go on.
        assert (without.state, without.host.missing, len(without.host.undecidable)) == (state, (), 1)
        without.submit(without.legal()[0])


def test_a_plugin_can_be_switched_on_again(folder: Path, tmp_path: Path) -> None:
    id = with_the_code(folder, "faster", FASTER)
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=(id,), path=path) as session:
        session.submit(session.legal()[0])
        session.host.switch_off(id)
        session.submit(session.legal()[0])
        session.host.switch_on(id)
        assert [str(one) for one in session.host.announcements(session.head)] == [
            "From here on with the plugin faster 1.0."
        ]
        session.submit(session.legal()[0])
        assert session.host.plugins == (id,)
    with open_save(path) as again:
        assert again.host.plugins == (id,)
        assert again.verify().ok


def test_a_step_is_decided_without_the_plugin_that_fails_in_it(folder: Path, tmp_path: Path) -> None:
    """Half a step with its Speed and half without could never be decided again."""
    id = with_the_code(folder, "fails", FAILS)
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=(id,), path=path) as session:
        while not session.host.failures:
            session.submit(session.legal()[0])
        assert "not now" in str(session.host.failures[0])
        assert session.host.plugins == ()
        assert session.host.announcements(session.head - 1)
        for _ in range(5):
            session.submit(session.legal()[0])
        assert session.verify().ok
    with open_save(path) as again:
        assert again.verify().ok


def test_a_plugin_that_fails_in_the_set_up_takes_no_part(folder: Path, tmp_path: Path) -> None:
    id = with_the_code(folder, "early", "def choose_sight(context):\n    raise ValueError('early')\n")
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=(id,), path=path) as session:
        assert session.host.failures
        assert session.host.plugins == ()
        session.submit(session.legal()[0])
    with open_save(path) as again:
        assert again.host.changes == ()
        assert again.verify().ok


def test_a_game_goes_on_without_a_missing_plugin_and_records_it(folder: Path, tmp_path: Path) -> None:
    id = with_the_code(folder, "faster", FASTER)
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=(id,), path=path) as session:
        session.submit(session.legal()[0])
    (folder / id).rename(folder / ".away")
    with open_save(path) as without:
        assert [str(one) for one in without.host.missing] == ["There is no plugin 'faster'."]
        assert without.host.announcements(without.head) == ()
        head = without.head
        without.submit(without.legal()[0])
        assert [str(one) for one in without.host.announcements(head)] == ["From here on without the plugin faster."]
        assert (without.host.missing, len(without.host.undecidable)) == ((), 1)
    (folder / ".away").rename(folder / id)
    with open_save(path) as again:
        assert again.verify().ok
        again.host.switch_on(id)
        assert (again.host.plugins, again.host.missing) == ((id,), ())


def test_a_plugin_that_fails_while_the_game_is_set_up_leaves_a_line_in_the_log(folder: Path, tmp_path: Path) -> None:
    broken = "def modify_attribute(context, figure, attribute):\n    raise ValueError('never')\n"
    id, path = with_the_code(folder, "broken", broken), tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=(id, MENDER), path=path) as session:
        assert (len(session.host.failures), session.host.plugins) == (1, (MENDER,))
        head = session.head
    with open_save(path) as again:
        line = "Without the plugin broken, which failed while the game was set up."
        assert [str(one) for one in again.host.announcements(0)] == [line]
        assert f"  * {line}" in story(again, again.words())
        again.submit(again.legal()[0])
        assert again.host.announcements(head + 1) == ()
        assert again.verify().ok


def test_a_session_without_a_journal_leaves_a_plugin_out_too(folder: Path) -> None:
    id = with_the_code(folder, "fails", FAILS)
    session = Session.new(mission="extraction", seed=1, plugins=(id,), journal=False)
    while not session.host.failures:
        session.submit(session.legal()[0])
    session.submit(session.legal()[0])
    assert session.host.plugins == ()
    assert any(session.host.announcements(step) for step in range(session.head))
    assert session.verify().ok


SPOILT = (
    '[{0}]\n"mission.extraction.name" = "{{oops}}"\n"unit.cadmus.name" = ":-{{"\n"state.stunned.name" = "{{n:q}}"\n'
)


def test_texts_that_cannot_be_filled_in_stop_no_log_and_no_save(folder: Path, tmp_path: Path) -> None:
    """The built-in texts are shown in their place, and the plugin is named once; also by a save that carries them."""
    place = plugin(folder, "spoilt")
    (place / "locale").mkdir()
    text = "".join(map(SPOILT.format, ("en", "es", "ru")))
    (place / "locale" / "words.toml").write_text(text, encoding="utf-8")
    path = tmp_path / "game.defiance"
    played(path, ("spoilt",))
    named = (
        "A text of the plugin 'spoilt' in its locale/words.toml cannot be shown as it is written: "
        "the text 'mission.extraction.name' needs the value 'oops'."
    )
    told = []
    for _ in range(2):
        with open_save(path, read_only=True) as session:
            words = session.words("es")
            assert words("mission.extraction.name") == Words("es", (DEFIANCE,))("mission.extraction.name")
            told.append(list(story(session, words, why=True)))
            assert [str(one) for one in session.host.failures] == [named]
        shutil.rmtree(place, ignore_errors=True)
    assert told[0] == told[1]
    assert not any("oops" in line or ":-{" in line for line in told[0])


def test_content_of_a_save_that_would_take_minutes_to_read_is_refused(tmp_path: Path) -> None:
    setup = Setup("infinity-defiance", "extraction", 3)
    content = {**loader.load(()).content, "dice.toml": b"a." * 501}
    forged = store.create(tmp_path / "deep.defiance", Header(setup, passport(__version__, content, ()), content))
    forged.bind(UnknownGame(setup))
    forged.append(Step(0, -1, (), (), 0.0))
    forged.close()
    with pytest.raises(SaveError, match=r"dice\.toml: it is nested too deeply"):
        open_save(tmp_path / "deep.defiance")
