"""The hooks common to all game systems. A hook is a function of that name in the plugin's module; nothing is inherited
or registered. Each system adds its own hooks in a module of the same form.

The prefix determines how answers combine:
`contribute_*` is called once and returns values.
`check_*` may refuse.
`modify_*` returns changes that combine in any order.
`choose_*` uses the first answer, ordered by plugin id, so the loading order does not matter.
`react_*` returns events.
`show_*` serves the window.

A function may omit parameters it does not need. Functions with a leading underscore, or with none of these prefixes,
are private to the plugin. A name with a prefix that is not a hook is reported as misspelt.

Hooks are pure: equal arguments give equal answers. They do not read the clock, draw random numbers or keep state
between calls, because a step may be decided again (hints, replays, `verify`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any, Literal, Protocol

import msgspec

from defiance_qt.core.errors import Message
from defiance_qt.core.port import Game, GameSystem, Pictures, State, Words
from defiance_qt.extend.answers import Answer, decoded, named_parts
from defiance_qt.extend.bots import BotMaker

PREFIXES = ("contribute_", "check_", "modify_", "choose_", "react_", "show_")


class ContributeContext(msgspec.Struct, frozen=True):
    """The context of a hook that runs before a game exists: the system, and the plugin's own options."""

    system: str
    options: Mapping[str, Any] = {}


class ShowContext(msgspec.Struct, frozen=True):
    """The context of a window hook: the current language, and the plugin's own options."""

    language: str
    options: Mapping[str, Any] = {}


class ThemeColours(msgspec.Struct, frozen=True):
    """The colors of a theme that differ from those of the built-in one that it begins with: "#rrggbb" by name."""

    base: Literal["dark", "light"]
    colours: Mapping[str, str]


class Language(msgspec.Struct, frozen=True):
    """A language: its name in itself, and its texts by key."""

    name: str
    texts: Mapping[str, str]


MOST_TEXTS = 20_000
_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
_ID = re.compile(r"[a-z][a-z0-9_]{0,60}")
_NOT_DRAWN = re.compile(r"(?i)<(script|image|foreignObject|style|!)|href|\burl\((?!#)")
_TITLE = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
_COLOUR = re.compile(r"#([0-9a-fA-F]{2})?[0-9a-fA-F]{6}")


class TableHost(Protocol):
    """What a panel or a menu entry is given of the open game. Everything is for reading."""

    @property
    def game(self) -> Game:
        """The game's rules and texts, to be asked about a state."""

    @property
    def state(self) -> State:
        """The state that the table shows, the current one each time it is asked for."""

    @property
    def words(self) -> Words:
        """The texts in the language of the window, the plugin's among them."""

    @property
    def colours(self) -> Mapping[str, str]:
        """The colors of the theme: "#rrggbb" by name (`plugin api theme`)."""

    @property
    def scale(self) -> float:
        """How much larger than usual words are: 1.5 for half as large again."""


PanelMaker = Callable[[TableHost], object]
"""Makes a panel: a `QWidget`. If it has a method `refresh`, that is called whenever the table has changed."""

MenuEntry = Callable[[TableHost], str]
"""Runs when the entry is chosen, and returns a sentence to show, "" for none."""


class TokenLook(msgspec.Struct, frozen=True):
    """What a figure's token shows in place of its initials: an SVG drawing, of which `currentColor` is the color of its
    side and "#0f1a23" the ground below. Shape and colors stay, because they tell the sides apart."""

    svg: str


LARGEST_SVG = 64 << 10
"""The most letters of a drawing."""

PositionsMaker = Callable[[], Any]
"""Makes a `defiance_qt.testing.Positions`: what lays the positions of a game for tests."""

TableFactory = Callable[..., Any]
"""Takes the window's table and makes the view of a game system that fills its middle."""

MapPainter = Callable[..., bytes]
"""Takes all content, the id of a scenario and the texts, and returns the scenario's map as PNG."""

CardPainter = Callable[..., bytes]
"""Takes a game, its first state, the names of content files and the texts, and returns their cards as one PNG."""

PicturesMaker = Callable[[Game], Pictures]
"""Takes a game and makes what draws its states."""


def contribute_system(context: ContributeContext) -> GameSystem:  # type: ignore[empty-body]
    """A game system: a set of rules that the app can run.

    Called: once, when the system is first needed. Only for a plugin of kind "system"; its manifest names the system's
    id under `systems`.
    Returns: a `defiance_qt.core.port.BasicSystem`, or an object with every member of `GameSystem`.
    Example: `return Pig()`
    """


def contribute_content(context: ContributeContext) -> Mapping[str, bytes]:  # type: ignore[empty-body]
    """Content files: name ("units.toml") to TOML bytes, in the form of the built-in ones.

    Called: once, when a game is set up. Files in the plugin's `content` folder are contributed automatically; this hook
    is for content that depends on options.
    Returns: new cards, missions, dice or edition switches. An id that exists already is an error naming both files.
    Example: `return {"units.toml": HARD if context.options["hard"] else EASY}`
    """


def contribute_bot(context: ContributeContext) -> Mapping[str, BotMaker]:  # type: ignore[empty-body]
    """Bots: id to a function that makes one for a game of a seed. A bot is an object of
    `defiance_qt.api.port.Bot`; its name is the text of the key "bot.<id>" among the plugin's words.

    Called: once, when a game or a simulation is set up. Each choice may take three seconds, and must be one of the
    legal commands.
    Returns: the bots; {} for none. `auto --bot ID`, `simulate --bot ID` and the hints of a game with the plugin use
    them. An id that is taken refuses the plugin.
    Example: `return {"careful": lambda seed: CarefulBot(seed)}`
    """


def contribute_theme(context: ContributeContext) -> Mapping[str, ThemeColours]:  # type: ignore[empty-body]
    """Themes of the window: id to colors. A theme is the dark or the light one with some colors of its own, by the
    names that `plugin api theme` lists. Its name is the text of the key "theme.<id>" among the plugin's words.

    Called: when the window starts with such a theme, and when the settings are opened. Only for a plugin of kind
    "look"; no game is needed, and `context.system` is "".
    Returns: the themes; {} for none. One in which a word has a contrast of less than 4.5 on its ground, or a mark of
    less than 3, is refused with the names of both colors.
    Example: `return {"night_watch": ThemeColours("dark", {"team": "#ff9a5c"})}`
    """


def contribute_language(context: ContributeContext) -> Mapping[str, Language]:  # type: ignore[empty-body]
    """Languages of the program: ISO 639 code to the language's name in itself and its texts by key, the window's and
    those of games alike. What it lacks is shown in English. Where a number decides, "key[0]" is for one and "key[1]"
    for others.

    Called: when the window starts in such a language, and when the settings are opened. Only for a plugin of kind
    "language"; no game is needed, and `context.system` is "".
    Returns: the languages; {} for none. A built-in language cannot be replaced.
    Example: `return {"eo": Language("Esperanto", {"ui.start.play": "Ludu nun"})}`
    """


def contribute_positions(context: ContributeContext) -> PositionsMaker | None:
    """Positions of the game in text, for tests of it and of its packs: a function that makes a
    `defiance_qt.testing.Positions`, which the fixtures `position` and `mission` ask.

    Called: once, when a game is set up. Only for a plugin of kind "system". Import the module inside the function: it
    is needed in tests alone.
    Returns: the function, or None.
    Example: `return lambda: SiegePositions()`
    """


def show_table(context: ShowContext) -> Mapping[str, TableFactory]:  # type: ignore[empty-body]
    """The window's view of game systems: system id to a factory. The factory takes the table
    (`defiance_qt.shell.table.Table`) and returns the view that fills its center (`defiance_qt.shell.view.SystemView`).

    Called: once, when the window opens a game of a system. Import Qt inside the factory, not at module level.
    Returns: the factories; {} for none. Two plugins with the same system are an error naming both.
    Example: `return {"three-sieges": lambda table: SiegeView(table)}`
    """


def show_panel(context: ShowContext) -> Mapping[str, PanelMaker]:  # type: ignore[empty-body]
    """Panels beside the table, below those of the game: the text key of a title to a function that makes the widget.

    Called: when the window opens a game with the plugin, and again after a change of language or theme. Import Qt
    inside the function, not at module level.
    Returns: the panels; {} for none. A panel whose making or refreshing fails is taken away, and its plugin named.
    Example: `return {"panel.night_watch": lambda host: make_panel(host)}`
    """


def show_menu(context: ShowContext) -> Mapping[str, MenuEntry]:  # type: ignore[empty-body]
    """Entries of the menu and the command palette of an open game: the text key of a title to what it does.

    Called: when the window opens a game with the plugin, and again after a change of language or theme.
    Returns: the entries; {} for none. One that fails is named with its plugin, and does nothing from then on.
    Example: `return {"menu.night_watch": lambda host: report(host)}`
    """


def show_tokens(context: ShowContext) -> Mapping[str, TokenLook]:  # type: ignore[empty-body]
    """Looks of tokens: the id of a Character, an Ally or a Unit to its drawing. The view of the game's system draws
    them where it can, before the drawings in the `figures` folders of plugins.

    Called: when the window opens a game with the plugin, and again after a change of language or theme.
    Returns: the looks; {} for none. Of two plugins the first one's is drawn, ordered by plugin id. A drawing holds no
    scripts, entities, links or pictures of other files.
    Example: `return {"uma": TokenLook("<svg viewBox='-9 -9 18 18'><circle r='8' fill='currentColor'/></svg>")}`
    """


def show_map(context: ShowContext) -> Mapping[str, MapPainter]:  # type: ignore[empty-body]
    """The maps of game systems: system id to a painter. The painter takes all content (file name to bytes), the id of a
    scenario and the texts (`defiance_qt.core.port.Words`), and returns the scenario's map as PNG.

    Called: when an author has a map drawn (`defiance-qt content check --map`). Import Qt inside the painter, not at
    module level; no window is open.
    Returns: the painters; {} for none. Two plugins with the same system are an error naming both.
    Example: `return {"three-sieges": lambda content, scenario, words: paint(content, scenario, words)}`
    """


def show_cards(context: ShowContext) -> Mapping[str, CardPainter]:  # type: ignore[empty-body]
    """The cards of game systems: system id to a painter. The painter takes a `Game` that is bound to all content and
    plugins, its state at the start of a game, the names of content files and the texts, and returns the cards of these
    files as one PNG, as the table shows them; b"" if there are none.

    Called: when an author has cards drawn (`defiance-qt content check --cards`, `plugin check --cards`). Import Qt
    inside the painter, not at module level; no window is open.
    Returns: the painters; {} for none. Two plugins with the same system are an error naming both.
    Example: `return {"three-sieges": lambda game, state, files, words: paint(game, state, files, words)}`
    """


def show_pictures(context: ShowContext) -> Mapping[str, PicturesMaker]:  # type: ignore[empty-body]
    """Pictures of states: system id to a function that takes a `Game` and makes its `defiance_qt.core.port.Pictures`,
    which draw a state as vectors.

    Called: when a game is written as a replay page (`defiance-qt export FILE OUT.html`). Import Qt inside the function,
    not at module level; perhaps no window is open.
    Returns: the functions; {} for none. Without one a page tells each state in words. Two plugins with the same system
    are an error naming both.
    Example: `return {"three-sieges": lambda game: SiegePictures(game)}`
    """


# ---- valid return values --------------------------------------------------------------------------------------------


def _content(answer: Any, context: ContributeContext) -> Mapping[str, bytes]:
    files = named_parts(answer)
    for name, source in files.items():
        path = PurePosixPath(name)
        if path.suffix != ".toml" or path.is_absolute() or ".." in path.parts:
            raise TypeError(f"{name!r} is not the name of a content file like units.toml")
        if type(source) is not bytes:
            raise TypeError(f"{name!r} holds {type(source).__name__} instead of bytes")
    return files


def _maker(answer: Any, context: ContributeContext) -> PositionsMaker | None:
    if answer is not None and not callable(answer):
        raise TypeError(f"{answer!r} is not a function")
    found: PositionsMaker | None = answer
    return found


def _by_system(answer: Any, context: ShowContext) -> Mapping[str, Callable[..., Any]]:
    factories = named_parts(answer)
    for system, factory in factories.items():
        if not callable(factory):
            raise TypeError(f"{system!r}: {factory!r} is not a system with a factory")
    return factories


def _bots(answer: Any, context: ContributeContext) -> Mapping[str, BotMaker]:
    bots = named_parts(answer)
    for id, make in bots.items():
        if not _ID.fullmatch(id) or not callable(make):
            raise TypeError(f"{id!r}: {make!r} is not a bot's id with a function that makes it")
    return bots


def _themes(answer: Any, context: ContributeContext) -> Mapping[str, ThemeColours]:
    found = {id: decoded(theme, ThemeColours) for id, theme in named_parts(answer).items()}
    for id, theme in found.items():
        if not _ID.fullmatch(id) or id in ("system", "dark", "light"):
            raise ValueError(f"{id!r} is not the id of a theme like night_watch")
        for name, colour in theme.colours.items():
            if not _COLOUR.fullmatch(colour):
                raise ValueError(f"{id}: {name}: {colour!r} is not a color like #1a2b3c")
    return found


def _by_title(answer: Any, context: ShowContext) -> Mapping[str, Callable[..., Any]]:
    found = named_parts(answer)
    for title, function in found.items():
        if not _TITLE.fullmatch(title) or not callable(function):
            raise TypeError(f"{title!r}: {function!r} is not the key of a title with a function")
    return found


def _languages(answer: Any, context: ContributeContext) -> Mapping[str, Language]:
    found = {id: decoded(one, Language) for id, one in named_parts(answer).items()}
    for id, one in found.items():
        if not _LANGUAGE.fullmatch(id):
            raise ValueError(f"{id!r} is not the code of a language like eo")
        if not one.name.strip() or len(one.name) > 60 or not one.name.isprintable():
            raise ValueError(f"{one.name!r} is not the name of a language")
        if len(one.texts) > MOST_TEXTS:
            raise ValueError(f"more than {MOST_TEXTS} texts")
    return found


def _tokens(answer: Any, context: ShowContext) -> Mapping[str, TokenLook]:
    found = {id: decoded(one, TokenLook) for id, one in named_parts(answer).items()}
    for id, one in found.items():
        if fault := not_drawn(id, one.svg):
            raise ValueError(str(fault))
    return found


def not_drawn(name: str, svg: str) -> Message | None:
    """Return why something is not a drawing, None if it is one."""
    svg = svg.strip()
    if len(svg) > LARGEST_SVG or not svg.startswith("<svg") or not svg.endswith("</svg>"):
        return Message(
            "fault.not_svg",
            "{name!r}: it is not an SVG drawing of at most {limit} KiB",
            name=name,
            limit=LARGEST_SVG >> 10,
        )
    if (inside := _NOT_DRAWN.search(svg)) is not None:
        return Message("fault.in_svg", "{name!r}: a drawing cannot have {what!r}", name=name, what=inside[0])
    return None


ANSWERS = {
    "show_tokens": Answer(("context",), _tokens, {}),
    "contribute_language": Answer(("context",), _languages, {}),
    "show_panel": Answer(("context",), _by_title, {}),
    "show_menu": Answer(("context",), _by_title, {}),
    "contribute_theme": Answer(("context",), _themes, {}),
    "contribute_bot": Answer(("context",), _bots, {}, list),
    "contribute_system": Answer(("context",), lambda answer, context: answer, None),
    "contribute_content": Answer(("context",), _content, {}),
    "contribute_positions": Answer(("context",), _maker, None),
    "show_map": Answer(("context",), _by_system, {}),
    "show_cards": Answer(("context",), _by_system, {}),
    "show_pictures": Answer(("context",), _by_system, {}),
    "show_table": Answer(("context",), _by_system, {}),
}
