"""Binds a game system to a set-up, content and the plugins that are loaded for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import ContentError, Message, PluginError
from defiance_qt.core.port import Game, Offerings, Setup
from defiance_qt.extend import loader
from defiance_qt.extend.blame import at_fault, blamed
from defiance_qt.extend.facets import asked, check_game
from defiance_qt.extend.found import available, default_folders
from defiance_qt.extend.options import shared
from defiance_qt.extend.systems import offerings_of, system_words
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import passport
from defiance_qt.words.languages import FALLBACK


def header_of(setup: Setup, loaded: loader.Loaded) -> Header:
    """Return the header of a game with today's content and plugins."""
    texts = {language: dict(own) for language, own in loaded.texts.items() if own}
    used = (loaded.system.found.id, *setup.plugins)
    stamps = tuple(stamp for stamp in loaded.stamps if stamp.id in used)
    return Header(setup, passport(__version__, loaded.content, stamps), loaded.content, texts)


def offerings_with(loaded: loader.Loaded) -> Offerings:
    """Return what the loaded system offers with the loaded content. Raises `ContentError`, and `PluginError` with the
    names of the plugins to blame."""
    rules = loaded.system.rules

    def offerings(content: Mapping[str, bytes], loaded: loader.Loaded) -> Offerings:
        if loaded.system.built_in:
            return rules.offerings(content)
        return offerings_of(loaded.system.found.id, rules, content)

    try:
        return offerings(loaded.content, loaded)
    except ContentError as error:
        raise blamed(error, loaded) from error
    except PluginError as error:
        raise at_fault(error, loaded, offerings) from error.__cause__


def leaving_out(setup: Setup, ids: Collection[str]) -> Setup:
    """Return the set-up without these plugins."""
    return msgspec.structs.replace(setup, plugins=tuple(id for id in setup.plugins if id not in ids))


def loaded_for(header: Header, stay: bool = False, defaults: bool = False) -> loader.Loaded:
    """Load the system and the plugins that a header names. `stay`: in the versions that it names, where copies of them
    were kept. `defaults`: with those of options that do not fit. Raises `PluginError` for the system."""
    stamps = header.passport.plugins if stay else ()
    return loaded_with(header.setup, {one.id: one.sha256 for one in stamps}, defaults)


def loaded_with(setup: Setup, versions: Mapping[str, str] | None = None, defaults: bool = False) -> loader.Loaded:
    """Load the system and the plugins of a set-up, those with these digests from the copies that were kept of them.
    `defaults`: with those of options that do not fit. Raises `PluginError` for the system."""
    options = shared(setup.options)
    return loader.load(
        setup.plugins,
        options.plugins,
        system=setup.system,
        winners=options.winners,
        versions=versions,
        defaults=defaults,
    )


def carried_over(setup: Setup, loaded: loader.Loaded) -> Setup:
    """Return the set-up with the options of its plugins as they are loaded: by the ids and within the limits that they
    have now."""
    chosen = shared(setup.options).plugins
    now = {stamp.id: stamp.options for stamp in loaded.stamps if stamp.id in chosen}
    changed = {id: dict(own) for id, own in now.items() if not chosen[id].items() <= own.items()}
    if not changed:
        return setup
    return msgspec.structs.replace(setup, options={**setup.options, "plugins": {**chosen, **changed}})


def stays(loaded: loader.Loaded) -> Iterator[Message]:
    """Yield which plugins are loaded from a copy that was kept, while another version is installed."""
    if not loaded.kept:
        return
    there = {one.id: one.manifest for one in available(default_folders()) if one.manifest is not None}
    for stamp in loaded.stamps:
        if stamp.id not in loaded.kept or stamp.id not in there:
            continue
        if stamp.version == there[stamp.id].version:
            yield Message(
                "passport.plugin_files_kept",
                "The game stays with the files of {id} {before} that it was made with; others are installed.",
                id=stamp.id,
                before=stamp.version,
            )
        else:
            yield Message(
                "passport.plugin_kept",
                "The game stays with {id} {before}; {now} is installed.",
                id=stamp.id,
                before=stamp.version,
                now=there[stamp.id].version,
            )


def bound(setup: Setup, content: Mapping[str, bytes], loaded: loader.Loaded) -> Game:
    """Bind the loaded system to the content. Raises `ContentError`, and `PluginError` for a system that fails or is
    incomplete."""
    found = loaded.system.found
    if loaded.system.built_in:
        return loaded.system.rules.bind(content, setup, loaded)
    game = asked(found.id, "bind", loaded.system.rules.bind, content, setup, loaded)
    return check_game(found.id, game, setup, system_words(found, FALLBACK))
