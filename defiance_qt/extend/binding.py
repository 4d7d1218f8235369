"""Binds a game system to a set-up, content and the plugins that are loaded for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import ContentError, DefianceError, PluginError
from defiance_qt.core.system import Game, Offerings, Setup
from defiance_qt.extend import loader
from defiance_qt.extend.blame import at_fault, blamed
from defiance_qt.extend.guard import IMPORT_SECONDS, PluginFault, failed, run
from defiance_qt.extend.options import shared
from defiance_qt.extend.systems import check_game, offerings_of
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import passport


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
        raise at_fault(error, loaded, offerings) from error


def leaving_out(setup: Setup, ids: Collection[str]) -> Setup:
    """Return the set-up without these plugins."""
    return msgspec.structs.replace(setup, plugins=tuple(id for id in setup.plugins if id not in ids))


def loaded_for(header: Header) -> loader.Loaded:
    """Load the system and the plugins that a header names. Raises `PluginError` for the system."""
    return loaded_with(header.setup)


def loaded_with(setup: Setup) -> loader.Loaded:
    """Load the system and the plugins of a set-up. Raises `PluginError` for the system."""
    options = shared(setup.options)
    return loader.load(setup.plugins, options.plugins, system=setup.system, winners=options.winners)


def bound(setup: Setup, content: Mapping[str, bytes], loaded: loader.Loaded) -> Game:
    """Bind the loaded system to the content. Raises `ContentError`, and `PluginError` for a system that fails or is
    incomplete."""
    found = loaded.system.found
    if loaded.system.built_in:
        return loaded.system.rules.bind(content, setup, loaded)
    try:
        game = run(loaded.system.rules.bind, content, setup, loaded, seconds=IMPORT_SECONDS)
    except PluginFault as fault:
        if isinstance(fault.__cause__, DefianceError):
            raise fault.__cause__ from None
        raise failed(found.id, "bind", fault) from fault
    return check_game(found.id, game)
