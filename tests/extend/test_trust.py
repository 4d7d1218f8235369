"""Code of plugins runs only after its very files were trusted, whatever asks for it."""

from __future__ import annotations

import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from defiance_qt.cli import main
from defiance_qt.core.errors import PluginError
from defiance_qt.extend import trust
from defiance_qt.extend.found import Found, available, user_folder
from defiance_qt.extend.loader import load
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import load_system
from tests.extend.plugins import plugin

IS_TRUSTED = trust.is_trusted
MARK = """
from pathlib import Path
with (Path(__file__).parents[3] / "ran").open("a") as file:
    file.write("once ")

def modify_attribute(context, figure, attribute):
    return 1
"""


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch, trusting: None, tmp_path: Path) -> None:
    """No code is trusted but by the user's list, and the list is the test's own."""
    monkeypatch.setattr(trust, "is_trusted", IS_TRUSTED)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert user_folder().is_relative_to(tmp_path)
    user_folder().mkdir(parents=True)
    forget()


def forget() -> None:
    """Forget the modules that were imported: those with the same digest are shared."""
    for name in [name for name in sys.modules if name.startswith("defiance_plugin_marking")]:
        del sys.modules[name]


@pytest.fixture
def marking() -> Found:
    plugin(user_folder(), "marking", MARK)
    return the_plugin("marking")


def the_plugin(id: str) -> Found:
    return next(one for one in available((user_folder(),)) if one.id == id)


def ran(tmp_path: Path) -> bool:
    """Return whether the plugin's code ran since this was last asked."""
    mark = tmp_path / "ran"
    found = mark.exists()
    mark.unlink(missing_ok=True)
    return found


@pytest.fixture
def save(marking: Found, tmp_path: Path) -> Path:
    """A game that was played with the plugin while it was trusted; it is trusted no more."""
    trust.trust(marking.id, marking.sha256)
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=("marking",), path=path) as session:
        session.submit(session.legal()[0])
    trust.revoke(marking.id)
    ran(tmp_path)
    forget()
    return path


def test_an_untrusted_plugin_is_refused_without_running_it(marking: Found, tmp_path: Path) -> None:
    with pytest.raises(PluginError) as refused:
        Session.new(mission="extraction", seed=1, plugins=("marking",))
    assert str(refused.value) == (
        "The plugin 'marking' is not used: it runs code that you have not trusted. "
        "`defiance-qt plugin trust marking` trusts these files."
    )
    assert not ran(tmp_path)


@pytest.mark.parametrize("command", ["verify", "log", "export", "chronicle"])
def test_no_command_that_opens_a_save_runs_untrusted_code(save: Path, tmp_path: Path, command: str) -> None:
    out = [] if command in ("verify", "log") else ["--out", str(tmp_path / "out.jsonl")]
    if command == "export":
        out = [str(tmp_path / "out.jsonl")]
    if command == "chronicle":
        out = ["--html", str(tmp_path / "out.html")]
    main([command, str(save), *out])
    assert not ran(tmp_path)


def test_a_save_opens_without_the_untrusted_plugin_and_tells_it(save: Path, tmp_path: Path) -> None:
    with open_save(save) as session:
        assert [error.message.key for error in session.host.missing] == ["plugin.untrusted"]
        session.submit(session.legal()[0])
    assert not ran(tmp_path)


def test_exactly_the_trusted_files_run(marking: Found, tmp_path: Path) -> None:
    assert main(["plugin", "trust", "marking"]) == 0
    assert load(("marking",)).failures == ()
    assert ran(tmp_path)
    (marking.folder / "hooks.py").write_text(MARK + "\n# changed")
    (refused,) = load(("marking",)).refused
    assert "its files have changed since you trusted it" in str(refused)
    assert not ran(tmp_path)


def test_trust_can_be_taken_back(marking: Found, tmp_path: Path) -> None:
    trust.trust(marking.id, marking.sha256)
    assert main(["plugin", "distrust", "marking"]) == 0
    assert not trust.is_trusted(marking.sha256)
    assert load(("marking",)).refused


def test_trusting_a_new_version_takes_it_from_the_old(marking: Found) -> None:
    old = marking.sha256
    trust.trust(marking.id, old)
    (marking.folder / "hooks.py").write_text("\n")
    trust.trust(marking.id, marking.sha256)
    assert not trust.is_trusted(old)


def test_compiled_code_beside_the_sources_never_runs(marking: Found, tmp_path: Path) -> None:
    """The digest leaves out Python's caches, so nothing in them may be run."""
    source = marking.folder / "hooks.py"
    cached = Path(cache_from_source(str(source)))
    cached.parent.mkdir()
    code = compile("def modify_attribute(context, figure, attribute): return 7", str(source), "exec")
    import importlib._bootstrap_external as external

    # Python would take this file without comparing it with the source.
    cached.write_bytes(external._code_to_hash_pyc(code, b"\0" * 8, False))  # type: ignore[attr-defined]
    trust.trust(marking.id, marking.sha256)
    loaded = load(("marking",))
    assert ran(tmp_path)
    (hooks,) = [one for one in sys.modules.values() if getattr(one, "__file__", None) == str(source)]
    assert "modify_attribute" in vars(hooks)
    assert loaded.failures == ()


def test_a_module_written_since_is_not_imported(marking: Found) -> None:
    (marking.folder / "hooks.py").write_text(
        "def modify_attribute(context, figure, attribute):\n    from . import later\n    return 0\n"
    )
    trust.trust(marking.id, marking.sha256)
    session = Session.new(mission="extraction", seed=1, plugins=("marking",))
    (marking.folder / "later.py").write_text("raise SystemExit")
    while not session.host.failures and session.result is None:
        session.submit(session.legal()[0])
    assert "marking" in str(session.host.failures[0])


def test_an_untrusted_system_is_not_run(tmp_path: Path) -> None:
    plugin(user_folder(), "strange", MARK, kind="system", system="strange-game")
    with pytest.raises(PluginError) as refused:
        load_system("strange-game")
    assert refused.value.message.key == "plugin.untrusted"
    assert main(["play", "any", "--system", "strange-game"]) == 2
    assert not ran(tmp_path)


def test_what_the_program_brought_and_content_alone_need_no_trust(tmp_path: Path) -> None:
    plugin(user_folder(), "plain", content={"note.toml": ""})
    loaded = load(("generous_sight", "plain"))
    assert loaded.failures == ()
    assert main(["plugin", "trust", "plain"]) == 0
    assert trust.trusted() == {}


def test_a_copy_of_a_bundled_plugin_is_not_bundled(tmp_path: Path) -> None:
    """A newer copy replaces the bundled one, and its code is not the program's."""
    bundled = next(one for one in available(load_folders()) if one.id == "generous_sight")
    target = user_folder() / "generous_sight"
    target.mkdir()
    for name in ("plugin.toml", "generous_sight.py"):
        text = (bundled.folder / name).read_text(encoding="utf-8")
        (target / name).write_text(text.replace('version = "1', 'version = "9'), encoding="utf-8")
    (refused,) = load(("generous_sight",)).refused
    assert refused.message.key == "plugin.untrusted"


def load_folders() -> tuple[Path, ...]:
    from defiance_qt.extend.found import bundled_folders

    return bundled_folders()


def test_a_damaged_list_is_named_and_set_aside_when_files_are_trusted_again(marking: Found) -> None:
    trust.trust(marking.id, "0" * 64)
    before = trust.file().read_bytes()[:-5]
    trust.file().write_bytes(before)
    refused = trust.untrusted(marking, marking.sha256)
    assert refused is not None
    assert "'marking' is not used: the list of trusted files, trusted.json, cannot be read." in str(refused)
    trust.trust(marking.id, marking.sha256)
    assert trust.untrusted(marking, marking.sha256) is None
    assert trust.file().with_name("trusted.json.old").read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"[", b"[]", b'{"a": 1}', b"\xff" * 10, b"[" * 100_000])
def test_a_damaged_list_trusts_nothing_and_can_be_written_again(marking: Found, content: bytes) -> None:
    trust.file().parent.mkdir(parents=True)
    trust.file().write_bytes(content)
    assert not trust.is_trusted(marking.sha256)
    assert load(("marking",)).refused
    trust.trust(marking.id, marking.sha256)
    assert trust.is_trusted(marking.sha256)


def test_an_unknown_plugin_cannot_be_trusted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "trust", "nothing"]) == 2
    assert capsys.readouterr().err == "There is no plugin 'nothing'.\n"


def test_a_folder_with_a_strange_name_can_be_trusted_and_revoked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    trust.trust("odd\udcff", "a" * 64)
    assert trust.is_trusted("a" * 64)
    trust.revoke("odd\udcff")
    assert not trust.is_trusted("a" * 64)
