"""`defiance-qt content check`: finds every fault of content files, a folder of them or a plugin, and draws their maps.

Loose files are checked together with the content of the system. A file of the system's own content, or a new one in its
folder, is checked in its place. What cards and missions mean is the system's to say (`SystemTools.examine`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

from defiance_qt.core.errors import ContentError, Message, SaveError
from defiance_qt.core.port import Setup
from defiance_qt.extend.binding import bound
from defiance_qt.extend.found import Found, available, default_folders, required
from defiance_qt.extend.hookspecs import MapPainter
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.extend.manifest import FILE, read
from defiance_qt.extend.sources import Unreadable, plugin_files, table
from defiance_qt.extend.systems import DEFAULT, system_words
from defiance_qt.extend.texts import WORDS, read_words, word_faults
from defiance_qt.journal import disk
from defiance_qt.lab.placeholders import wrong_texts
from defiance_qt.lab.tools import Examined, tools_of
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import FALLBACK, LANGUAGES

Texts = Mapping[str, Mapping[str, str]]


class Gathered(NamedTuple):
    """Content under check: the loaded system with its plugins, all content, the names of the files under check, their
    own texts, the faults found so far, and the languages that the texts have to be in."""

    loaded: Loaded
    content: Mapping[str, bytes]
    files: tuple[str, ...]
    texts: Texts
    faults: tuple[Message, ...] = ()
    languages: tuple[str, ...] = LANGUAGES


class Report(NamedTuple):
    """The result of a check. `scenarios` are those of the files under check, `texts` the keys of all texts that are
    looked up for them."""

    gathered: Gathered
    faults: tuple[Message, ...]
    scenarios: tuple[str, ...]
    texts: tuple[str, ...] = ()


def check(path: Path, system: str = DEFAULT) -> Report:
    """Check a TOML file, a folder of them or a plugin's folder. Raises `SaveError` if it cannot be read, `NoTools` and
    `PluginError`."""
    if not path.exists():
        raise SaveError("save.missing", "{file} does not exist.", file=path)
    return examined(gather(path, system))


def gather(path: Path, system: str = DEFAULT) -> Gathered:
    """Return the content under check, with what it is checked against. Raises `SaveError` and `PluginError`."""
    return _plugin(path, system) if (path / FILE).is_file() else _loose(path, system)


def examined(gathered: Gathered) -> Report:
    """Examine gathered content. Raises `NoTools`."""
    if not gathered.files:
        return Report(gathered, (*gathered.faults, *_wrong_texts(gathered)), ())
    tools = tools_of(gathered.loaded.system.found.system)
    found: Examined = tools.examine(gathered.content, gathered.files, gathered.loaded)
    faults = (*gathered.faults, *found.faults, *_textless(gathered, found.texts))
    faults += _wrong_texts(gathered, (*found.texts, *found.optional))
    return Report(gathered, tuple(dict.fromkeys(faults)), found.scenarios, (*found.texts, *found.optional))


def draw(report: Report, out: Path, language: str = FALLBACK, scenario: str = "") -> tuple[Path, ...]:
    """Draw the maps of the report's scenarios, or of one of them, as PNG. Return the files: `out`, or one with the id
    of the scenario in its name for each of several. Raises `SaveError`, and `ContentError` for no map and for a
    board that cannot be built."""
    painter = _painter(report.gathered.loaded, language)
    wanted = tuple(id for id in report.scenarios if scenario in ("", id))
    if painter is None or not wanted:
        nothing = Message("command.no_scenario", "the content has no mission")
        absent = Message("command.not_among", "the content has no mission {name!r}", name=scenario)
        raise ContentError("command.no_map", "No map can be drawn: {why}.", why=absent if scenario else nothing)
    words = _words(report.gathered, language)
    drawn = []
    for id in wanted:
        place = out if len(wanted) == 1 else out.with_stem(f"{out.stem}-{id}")
        disk.replace_file(place, (painter(report.gathered.content, id, words),))
        drawn.append(place)
    return tuple(drawn)


def draw_cards(report: Report, out: Path, language: str = FALLBACK) -> Path:
    """Draw the cards that the files under check bring, as the table shows them, as one PNG. Raises `SaveError`,
    and `ContentError` for no card and for content with which no game can begin."""
    gathered = report.gathered
    system = gathered.loaded.system
    painter = gathered.loaded.shown("show_cards", language).get(system.found.system)
    if painter is None or not gathered.files:
        raise _no_cards()
    offerings = system.rules.offerings(gathered.content)
    scenario = next(one.id for one in offerings.scenarios if not one.campaign)
    edition = next((one.id for one in offerings.variants), "")
    setup = Setup(system.found.system, scenario, 1, edition, {}, tuple(stamp.id for stamp in gathered.loaded.stamps))
    game = bound(setup, gathered.content, gathered.loaded)
    state: Any = reduce(game.evolve, game.start(setup), game.blank())
    picture = painter(game, state, gathered.files, _words(gathered, language))
    if not picture:
        raise _no_cards()
    disk.replace_file(out, (picture,))
    return out


def _no_cards() -> ContentError:
    return ContentError("command.no_cards", "No card can be drawn: the content has none.")


def _painter(loaded: Loaded, language: str) -> MapPainter | None:
    return loaded.shown("show_map", language).get(loaded.system.found.system)


def _words(gathered: Gathered, language: str) -> Words:
    return system_words(gathered.loaded.system.found, language, gathered.texts)


# ---- gathering ------------------------------------------------------------------------------------------------------


def _plugin(path: Path, system: str) -> Gathered:
    """Return the content of a plugin, loaded like for a game, with the plugins that it requires."""
    own = Found(path, *read(path))
    manifest = own.manifest
    if manifest is None or not manifest.systems:
        return Gathered(load([], found=(), system=system), {}, (), {}, own.faults)
    chosen = system if system in manifest.systems else manifest.systems[0]
    if manifest.kind == "system":
        loaded = load([], system=chosen)
        return Gathered(loaded, {}, (), read_words(loaded.system.contents.get(WORDS, b"")))
    others = [one for one in available(default_folders()) if one.id != own.id]
    loaded = load(with_required(own), found=(own, *others), system=chosen)
    files = tuple(name for name, id in loaded.owners.items() if id == own.id)
    refused = tuple(error.message for error in loaded.failures)
    languages = tuple(language for language in LANGUAGES if language in manifest.languages)
    return Gathered(loaded, loaded.content, files, loaded.texts, refused, languages)


def with_required(own: Found) -> tuple[str, ...]:
    """Return the ids of a plugin and of what it requires, directly or not."""
    return required([own.id], [*available(default_folders()), own])


def _loose(path: Path, system: str) -> Gathered:
    """Return loose files over the content of the system. Raises `SaveError` for files that cannot be read."""
    loaded = load([], found=(), system=system)
    home = (loaded.system.found.folder / "content").resolve()
    folder = path if path.is_dir() else path.parent
    content, files, faults = dict(loaded.content), [], []
    for name, source in _sources(path).items():
        file = (folder / name).resolve()
        own = file.is_relative_to(home)
        key = file.relative_to(home).as_posix() if own else name
        if own and path.is_dir() and key not in content:
            continue  # a lesson, which is content only in its own session
        if not own and key in content:
            key = f"{folder.resolve().name}/{name}"
        try:
            table(source)
        except Unreadable as error:
            faults.append(Message("content.file", "{file}: {why}", file=key, why=error.why))
            continue
        content[key] = source
        files.append(key)
    texts, languages, wrong = _texts(folder)
    return Gathered(loaded, content, tuple(files), texts, (*faults, *wrong), languages)


def _sources(path: Path) -> dict[str, bytes]:
    """Return the content files of a folder, or the one file, by name. Raises `SaveError`."""
    if not path.is_dir():
        return {path.name: disk.read_file(path)}
    try:
        found = plugin_files(path)
    except Unreadable as error:
        raise SaveError("content.file", "{file}: {why}", file=path, why=error.why) from error
    return {name: source for name, source in found.items() if name.endswith(".toml") and name != WORDS}


def _texts(folder: Path) -> tuple[Texts, tuple[str, ...], tuple[Message, ...]]:
    """Return the texts beside loose files, the languages that they have to be in, and the faults of their file:
    `locale/words.toml` in the folder, or in the one above it, as in a plugin."""
    for base in (folder, folder.resolve().parent):
        if (base / WORDS).is_file():
            manifest = read(base)[0] if (base / FILE).is_file() else None
            languages = LANGUAGES if manifest is None else manifest.languages
            source = disk.read_file(base / WORDS)
            faults = tuple(word_faults(source, languages))
            sound = all(fault.key == "fault.words_lack" for fault in faults)
            return (read_words(source) if sound else {}), languages, faults
    return {}, LANGUAGES, ()


def _textless(gathered: Gathered, keys: tuple[str, ...]) -> list[Message]:
    """Return a fault for each text that a language lacks. What some language has is told of its file."""
    words = {language: _words(gathered, language) for language in gathered.languages}
    told = {key for own in gathered.texts.values() for key in own}
    lacking = {
        key: [language for language in gathered.languages if words[language].lacks(key)]
        for key in keys
        if key not in told
    }
    return [no_text(key, those) for key, those in lacking.items() if those]


def _wrong_texts(gathered: Gathered, content: tuple[str, ...] = ()) -> tuple[Message, ...]:
    """Return a fault for each text that cannot be filled in; `content` are the keys that the content needs."""
    english = system_words(gathered.loaded.system.found, FALLBACK)
    return tuple(wrong.fault for wrong in wrong_texts(gathered.texts, english, content))


def no_text(key: str, languages: Sequence[str]) -> Message:
    """Return the fault of a text that some languages lack."""
    return Message(
        "content.no_text", "the text {key!r} is missing in: {languages}", key=key, languages=", ".join(languages)
    )
