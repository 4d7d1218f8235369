"""Packs: what is refused, and that a refused, interrupted or older installation changes nothing."""

from __future__ import annotations

import io
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from defiance_qt.cli import main
from defiance_qt.core.errors import PluginError
from defiance_qt.extend import packs
from defiance_qt.extend.found import available, user_folder
from defiance_qt.extend.installing import examine, install, remove, settle
from defiance_qt.extend.manifest import FILE
from defiance_qt.extend.sources import LARGEST, MANIFEST, plugin_files
from tests.extend.plugins import plugin

SIGHT = "def choose_sight(context): return None\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The user's folder of plugins, which may not exist yet."""
    return tmp_path / "home" / "plugins"


def pack(path: Path, folder: Path, top: str = "") -> Path:
    """Write the files of a plugin's folder into a pack."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in plugin_files(folder).items():
            file.writestr(f"{top}{name}", content)
    return path


def radar(folder: Path, version: str = "1.0") -> Path:
    return plugin(folder, "radar", SIGHT, version=version, content={"radar.toml": "units = []"})


def tree(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


@pytest.mark.parametrize("top", ["", "radar/", "radar-1.0/"])
def test_a_pack_is_installed_as_it_stands_in_its_author_s_folder(tmp_path: Path, home: Path, top: str) -> None:
    source = radar(tmp_path / "author")
    manifest = install(pack(tmp_path / "radar.zip", source, top), home)
    assert (manifest.id, manifest.version) == ("radar", "1.0")
    assert tree(home / "radar") == tree(source)
    assert [(one.id, one.faults) for one in available([home])] == [("radar", ())]
    assert [one.name for one in home.iterdir()] == ["radar"]


def test_a_folder_is_installed_like_a_pack(tmp_path: Path, home: Path) -> None:
    source = radar(tmp_path / "author")
    assert install(source, home).id == "radar"
    assert tree(home / "radar") == tree(source)


def test_hidden_files_and_caches_of_a_pack_are_no_part_of_the_plugin(tmp_path: Path, home: Path) -> None:
    source = radar(tmp_path / "author")
    hidden = (
        "radar/.git/config",
        "radar/.hidden",
        "radar/__pycache__/radar.pyc",
        "radar/content/.x.toml",
        "__MACOSX/._a",
    )
    with zipfile.ZipFile(pack(tmp_path / "radar.zip", source, "radar/"), "a") as file:
        for name in hidden:
            file.writestr(name, b"x")
    install(tmp_path / "radar.zip", home)
    assert tree(home / "radar") == tree(source)


def test_a_folder_with_a_link_to_a_file_outside_is_refused(tmp_path: Path, home: Path) -> None:
    source = radar(tmp_path / "author")
    (source / "README.md").symlink_to("radar.txt")
    (source / "radar.txt").write_text("Sees all.", encoding="utf-8")
    install(source, home)
    assert (home / "radar" / "README.md").read_text(encoding="utf-8") == "Sees all."
    remove("radar", home)
    (tmp_path / "private.txt").write_text("mine", encoding="utf-8")
    (source / "notes.txt").symlink_to(tmp_path / "private.txt")
    with pytest.raises(PluginError, match=r"'notes\.txt' is a link to a file outside the folder"):
        install(source, home)
    assert not any(home.iterdir())


def test_what_a_pack_would_do_is_told_before_it_is_installed(tmp_path: Path, home: Path) -> None:
    incoming = examine(radar(tmp_path / "author"), home)
    assert (incoming.runs_code, incoming.present, incoming.downgrade) == (True, None, False)
    assert not any(home.iterdir())
    assert not examine(plugin(tmp_path / "other", "words_only"), home).runs_code


def test_an_installation_imports_nothing(tmp_path: Path, home: Path) -> None:
    source = plugin(tmp_path / "author", "radar", "raise AssertionError('imported')")
    install(pack(tmp_path / "radar.zip", source), home)
    assert not (home / "radar" / "__pycache__").exists()


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_what_is_there_is_replaced_only_on_request(tmp_path: Path, home: Path, version: str) -> None:
    install(radar(tmp_path / "a"), home)
    other = pack(tmp_path / "radar.zip", radar(tmp_path / "b", version))
    before = tree(home)
    told = rf"radar 1.0 already; radar.zip has the version {version}: `--replace`"
    with pytest.raises(PluginError, match=told):
        install(other, home)
    assert tree(home) == before
    assert install(other, home, replace=True).version == version
    assert [one.name for one in home.iterdir()] == ["radar"]


def test_an_older_version_is_asked_for_by_name(tmp_path: Path, home: Path) -> None:
    install(radar(tmp_path / "a", "2.0"), home)
    older = radar(tmp_path / "b", "1.10")
    before = tree(home)
    with pytest.raises(PluginError, match=r"2\.0 is in use, and radar has the older version 1\.10: `--downgrade`"):
        install(older, home, replace=True)
    assert tree(home) == before
    assert install(older, home, downgrade=True).version == "1.10"


def test_a_newer_copy_replaces_a_bundled_plugin_and_gives_its_place_back(tmp_path: Path, home: Path) -> None:
    bundled = tmp_path / "bundled"
    radar(bundled, "1.9")
    folders = (bundled, home)
    there = available(folders)
    assert examine(radar(tmp_path / "newer", "1.10"), home, there).present is not None
    install(tmp_path / "newer" / "radar", home)
    used = [one for one in available(folders) if one.manifest is not None]
    assert [(one.folder.parent, one.manifest.version) for one in used if one.manifest] == [(home, "1.10")]
    assert [str(one.faults[0]) for one in available(folders) if one.manifest is None] == [
        f"the plugin in {home / 'radar'} has the same id"
    ]
    remove("radar", home)
    used = [one for one in available(folders) if one.manifest is not None]
    assert [(one.folder.parent, one.faults) for one in used] == [(bundled, ())]


def test_an_equal_or_older_copy_leaves_the_bundled_one_in_use(tmp_path: Path, home: Path) -> None:
    for version in ("1.9", "1.8.5"):
        place = tmp_path / version
        radar(place / "bundled", "1.9")
        radar(place / "home", version)
        used = [one for one in available((place / "bundled", place / "home")) if one.manifest is not None]
        assert [one.folder.parent.name for one in used] == ["bundled"]


@pytest.mark.parametrize("id", ["absent", "../outside", ".new-x", "linked"])
def test_only_an_installed_plugin_is_removed(tmp_path: Path, home: Path, id: str) -> None:
    home.mkdir(parents=True)
    (tmp_path / "home" / "outside").mkdir()
    (home / ".new-x").mkdir()
    (home / "linked").symlink_to(tmp_path / "home" / "outside")
    with pytest.raises(PluginError, match="is not among the installed ones"):
        remove(id, home)
    assert (tmp_path / "home" / "outside").is_dir()


# ---- hostile packs -----------------------------------------------------------------------------------------------


def manifest_of(tmp_path: Path) -> bytes:
    return (radar(tmp_path / "author") / FILE).read_bytes()


def written(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries:
            made.writestr(name, content)
    return file.getvalue()


def special(name: str, kind: int) -> zipfile.ZipInfo:
    one = zipfile.ZipInfo(name)
    one.external_attr = (kind | 0o777) << 16
    return one


NAMES = {
    "/etc/passwd": "is not a path inside the pack",
    "C:/windows/radar.py": "is not a path inside the pack",
    "..\\radar.py": "is not a path inside the pack",
    "../radar.py": "leads out of the pack",
    "content/../../radar.py": "leads out of the pack",
    "content//radar.toml": "is not a name that every system can hold",
    "./radar.toml": "is not a name that every system can hold",
    "content/con.toml": "is not a name that every system can hold",
    "content/radar. ": "is not a name that every system can hold",
    "what?.toml": "is not a name that every system can hold",
    "bell\x07.toml": "is not a name that every system can hold",
    "x" * 200: "is longer than 180 characters",
    "PLUGIN.TOML": "would be one file",
    "plugin.toml/more": "is a file and a folder",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leads_elsewhere_or_nowhere_is_refused(tmp_path: Path, home: Path, name: str) -> None:
    path = tmp_path / "radar.zip"
    path.write_bytes(written((FILE, manifest_of(tmp_path)), (name, b"x")))
    with pytest.raises(PluginError, match=NAMES[name]):
        install(path, home)
    assert not home.exists()


def _file_with_changed_byte(source: bytes) -> bytes:
    start = source.index(b"api = ") if b"api = " in source else len(source) // 3
    return source[:start] + bytes([source[start] ^ 0xFF]) + source[start + 1 :]


def _marked(source: bytes, field: int, value: int) -> bytes:
    """Return a pack with this value in a field of its local and central header."""
    made = bytearray(source)
    made[field] = value
    made[source.index(b"PK\x01\x02") + field + 2] = value
    return bytes(made)


HOSTILE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "no zip": (lambda manifest: b"PK nothing", "it is not a whole zip file"),
    "empty": (lambda manifest: b"", "it is not a whole zip file"),
    "cut": (lambda manifest: written((FILE, manifest))[:-30], "it is not a whole zip file"),
    "encrypted": (lambda manifest: _marked(written((FILE, manifest)), 6, 1), "'plugin.toml' is encrypted"),
    "strange method": (lambda manifest: _marked(written((FILE, manifest)), 8, 99), "it is packed in a way"),
    "changed": (lambda manifest: _file_with_changed_byte(written((FILE, manifest * 3))), "it is damaged"),
    "several plugins": (
        lambda manifest: written((f"a/{FILE}", manifest), (f"b/{FILE}", manifest), ("c/notes.md", b"")),
        "it holds several plugins, to be packed one by one: a, b",
    ),
    "no manifest": (lambda manifest: written(("radar.py", b"")), "there is no plugin.toml in it"),
    "manifest too deep": (lambda manifest: written((f"a/b/{FILE}", manifest)), "there is no plugin.toml in it"),
    "huge manifest": (lambda manifest: written((FILE, b"#" * (MANIFEST + 1))), "its plugin.toml is larger than 256"),
    "link": (
        lambda manifest: written((FILE, manifest), (special("radar.py", stat.S_IFLNK), b"/etc/passwd")),
        "'radar.py' is a link or a device",
    ),
    "device": (
        lambda manifest: written((FILE, manifest), (special("radar.py", stat.S_IFCHR), b"")),
        "'radar.py' is a link or a device",
    ),
    "bomb": (lambda manifest: written((FILE, manifest), ("zeros", bytes(LARGEST + 1))), "it unpacks to more"),
    "many files": (
        lambda manifest: written((FILE, manifest), *((f"{n}.toml", b"") for n in range(5000))),
        "it has more than 2000 files",
    ),
    "some too many": (
        lambda manifest: written((FILE, manifest), *((f"{n}.toml", b"") for n in range(2000))),
        "it has more than 2000 files",
    ),
    "faulty manifest": (
        lambda manifest: written((FILE, manifest.replace(b'version = "1.0"', b'version = "one"') + b"\nsize = 1")),
        "(?s)size: no such key.*'one' is not a version",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_pack_is_refused_whole(tmp_path: Path, home: Path, kind: str) -> None:
    make, why = HOSTILE[kind]
    path = tmp_path / "radar.zip"
    path.write_bytes(make(manifest_of(tmp_path)))
    with pytest.raises(PluginError, match=why):
        install(path, home)
    assert not home.exists() or not any(home.iterdir())


def test_an_entry_that_is_larger_than_it_says_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The declared size is not believed."""
    monkeypatch.setattr(packs, "LARGEST", 100_000)
    path = tmp_path / "radar.zip"
    source = written((FILE, manifest_of(tmp_path)), ("zeros", bytes(200_000)))
    declared = (200_000).to_bytes(4, "little")
    path.write_bytes(source.replace(declared, (1).to_bytes(4, "little")))
    with pytest.raises(PluginError):
        packs.read_pack(path)


# ---- interruptions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", range(1, 5))
def test_an_interrupted_replacement_is_as_if_it_had_never_begun(
    tmp_path: Path, home: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends before the n-th change of a name; the next one puts everything right."""
    install(radar(tmp_path / "a"), home)
    before = tree(home)
    newer = radar(tmp_path / "b", "1.1")
    left, rename, rmtree = [step], Path.rename, shutil.rmtree

    class Killed(BaseException):
        pass

    def ends(act: Callable[..., object]) -> Callable[..., object]:
        def one(*given: object, **named: object) -> object:
            left[0] -= 1
            if left[0] <= 0:
                raise Killed
            return act(*given, **named)

        return one

    monkeypatch.setattr(Path, "rename", ends(rename))
    monkeypatch.setattr(shutil, "rmtree", ends(rmtree))
    with pytest.raises(Killed):
        install(newer, home, replace=True)
    monkeypatch.undo()
    settle(home)
    assert tree(home) in (before, {f"radar/{name}": content for name, content in tree(newer).items()})
    assert [one.name for one in home.iterdir()] == ["radar"]


def test_what_was_interrupted_is_put_right_when_the_program_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that is opened next has its plugin."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = user_folder()
    install(radar(tmp_path / "a", "2.0"), folder)
    (folder / "radar").rename(folder / ".old-radar")
    assert main(["docs"]) == 0
    assert [one.name for one in folder.iterdir()] == ["radar"]


def test_what_was_interrupted_is_put_right_before_the_next_installation(tmp_path: Path, home: Path) -> None:
    """The version that was being replaced is there again, and asked about."""
    install(radar(tmp_path / "a", "2.0"), home)
    (home / "radar").rename(home / ".old-radar")
    with pytest.raises(PluginError, match=r"radar 2\.0 is in use"):
        install(radar(tmp_path / "b", "1.0"), home)
    assert [one.name for one in home.iterdir()] == ["radar"]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file in the way")
    with pytest.raises(Exception, match="radar could not be written") as refused:
        install(radar(tmp_path / "author"), tmp_path / "home")
    assert not isinstance(refused.value, OSError)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["author", "home"]
