"""Plugin folders as strangers hand them on: broken, huge, endless, or with code that means harm."""

from __future__ import annotations

import json
import os
import random
import shutil
import tomllib
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from defiance_qt.extend import trust
from defiance_qt.extend.found import available, bundled_folders, user_folder
from defiance_qt.extend.systems import load_system
from defiance_qt.words.languages import LANGUAGES
from tests.workshop.torture import edits, mischief, values
from tests.workshop.torture.cases import Skip
from tests.workshop.torture.places import PLACES, as_nobody, put


@dataclass
class Folder:
    """A plugin to be tried. `chosen` are the plugins that the game is begun with, `misbehaves` is the name of what it
    does, `named` whether it has to be named then."""

    place: Path
    chance: random.Random
    system: str
    chosen: tuple[str, ...] = ()
    misbehaves: str = ""
    named: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    """The options with which the game is begun."""
    closing: ExitStack = field(default_factory=ExitStack)

    @property
    def id(self) -> str:
        return self.place.name

    @property
    def folder(self) -> Path:
        """The folder whose permissions are harmed."""
        return self.place

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def manifest(self, **changes: Any) -> dict[str, Any]:
        """Return a sound manifest with these changes."""
        texts = dict.fromkeys(LANGUAGES, "X")
        sound = {
            "id": self.id,
            "version": "1.0",
            "api": ">=1,<2",
            "kind": "house-rule",
            "systems": [self.system],
            "name": texts,
            "description": texts,
        }
        return {**sound, **changes}

    def write_manifest(self, **changes: Any) -> None:
        self.write("plugin.toml", toml(self.manifest(**changes)))

    def module(self, code: str | bytes, name: str = "hooks", **changes: Any) -> None:
        """Write the plugin with this code."""
        self.write_manifest(module=name, **changes)
        self.write(f"{name}.py", code)


def toml(table: Mapping[str, Any]) -> str:
    """Return plain values as TOML; what it cannot express is left as JSON would write it."""
    return "".join(f"{json.dumps(str(key))} = {_toml(value)}\n" for key, value in table.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, bytes):
        return json.dumps(value.decode("latin-1"))
    if isinstance(value, float):
        return str(value)
    return json.dumps("" if value is None else value)


def keep_apart(room: Path) -> None:
    """Point the folders of plugins and of trust below a room. Raises `Skip` on a platform that keeps them elsewhere
    whatever it is asked."""
    os.environ["XDG_DATA_HOME"] = str(room / "data")
    os.environ["XDG_CONFIG_HOME"] = str(room / "config")
    for place in (user_folder(), trust.file()):
        if not place.is_relative_to(room):
            # Never write a hostile plugin, or trust in it, where a user or another test would find it.
            raise Skip(f"the platform keeps plugins in {place}, whatever is asked of it")


def let_run(folder: Path) -> None:
    """Trust the plugins in the folder as they are now, as a user would: what is tried is what trusted code can do."""
    for one in available((folder,)):
        if one.sha256:
            # By their folders: some have the id of another.
            trust.trust(one.folder.name, one.sha256)


Make = Callable[[Folder], None]


@dataclass(frozen=True)
class FolderKind:
    """A kind of folder: what makes it, and how often it comes."""

    make: Make
    weight: int


FOLDERS: dict[str, FolderKind] = {}


def folder(weight: int = 4) -> Callable[[Make], Make]:
    """Enter a function as the kind of folder that it is named after."""

    def entered(make: Make) -> Make:
        FOLDERS[f"plugin_{make.__name__}"] = FolderKind(make, weight)
        return make

    return entered


# ---- manifests ------------------------------------------------------------------------------------------------------

BROKEN: tuple[str | bytes, ...] = (
    "",
    "nonsense",
    b"\xff\xfe\x00",
    "a = " + "[" * values.DEEP,
    "a" + ".a" * 30_000 + " = 1",
    "[" + ".".join("a" * 20_000) + "]",
    "id = " + "9" * 20_000,
    "x = 1\n" * 2,
    "\0" * 5000,
    'id = "' + "x" * 3_000_000 + '"',
    "".join(f"[t{number}]\n" for number in range(60_000)),
    "id = 1979-05-27T07:32:00Z\n",
    'id = "\\ud800"',
)


@folder(6)
def manifest_broken(plugin: Folder) -> None:
    """A manifest that is no TOML, or far too much of it."""
    plugin.write("plugin.toml", plugin.chance.choice(BROKEN))


@folder(16)
def manifest_changed(plugin: Folder) -> None:
    """A manifest with a value of another type, an unknown key, a missing one."""
    options = [{"id": "a", "kind": "int", "default": 1, "low": 0, "high": 2, "text": dict.fromkeys(LANGUAGES, "X")}]
    plugin.module("", options=options, requires=[], conflicts=[], replaces=[])
    table = tomllib.loads((plugin.place / "plugin.toml").read_text(encoding="utf-8"))
    for _ in range(plugin.chance.choice((1, 1, 2))):
        changed = values.change(table, plugin.chance)
        table = changed if isinstance(changed, dict) else table
    plugin.write("plugin.toml", toml(table))


@folder(6)
def manifest_bytes(plugin: Folder) -> None:
    """A manifest with damaged bytes."""
    plugin.module("")
    edits.edit(plugin.place / "plugin.toml", plugin.chance, edits.any_of_these)


@folder(4)
def manifest_no_file(plugin: Folder) -> None:
    """Something else than a file in place of the manifest."""
    plugin.place.mkdir(parents=True, exist_ok=True)
    put(plugin.place / "plugin.toml", plugin.chance.choice((*PLACES, "/dev/zero", "/dev/urandom", "/dev/tty")))


@folder(2)
def folder_is_no_folder(plugin: Folder) -> None:
    """Something else than a folder among the plugins."""
    plugin.place.parent.mkdir(parents=True, exist_ok=True)
    put(plugin.place, plugin.chance.choice((*PLACES, "/", "/proc", "/dev", "..", ".", "/dev/zero")))


@folder(3)
def relations(plugin: Folder) -> None:
    """Plugins that need each other in a circle, exclude each other, or need what does not exist."""
    other = Folder(plugin.place.with_name("other_one"), plugin.chance, plugin.system)
    wanted: tuple[list[str], ...] = plugin.chance.choice(
        (
            (["other_one"], [plugin.id], [], []),
            ([plugin.id], [], [], []),
            ([], [], ["other_one"], [plugin.id]),
            ([f"other_one >={'9' * 5000}"], [], [], []),
            (["nobody"] * 500, [], [plugin.id], []),
            (["other_one"], [], ["other_one"], []),
        )
    )
    plugin.module("", requires=wanted[0], conflicts=wanted[2])
    other.module("", requires=wanted[1], conflicts=wanted[3])
    plugin.chosen = plugin.chance.choice(((plugin.id,), (plugin.id, other.id)))


TEXTS = (
    "\u202egnp.ecaf\u202c",
    "one\ntwo\r\nthree",
    "\x1b[31mred\x1b[0m\x07",
    "\u2028\u2029\x85",
    "{0} {name} %s %n {",
    "<b>bold</b><img src='file:///etc/passwd'>",
    "e\u0301\u200b\ufeff\u00ad",
    "x" * 60_000,
    " ",
)
"""Texts that a terminal, a list or a window could take for something else."""


@folder(6)
def texts_strange(plugin: Folder) -> None:
    """Names, descriptions and options with line breaks, other directions of writing, codes for the terminal."""
    text = plugin.chance.choice(TEXTS)
    texts = dict.fromkeys(LANGUAGES, text)
    option = {"id": "a", "kind": "choice", "default": text, "choices": [text, "x"], "text": texts}
    more = {"names": {text: texts}} if plugin.chance.random() < 0.5 else {}
    key = plugin.chance.choice(("name", "description", "version", "id", "module", "requires", "unheard", "systems"))
    plain = [text] if key in ("requires", "systems") else text
    changes: dict[str, Any] = {key: texts if key in ("name", "description") else plain}
    plugin.module("")
    plugin.write_manifest(**{"module": "hooks", "options": [{**option, **more}], **changes})


STRANGE_FOLDERS = (
    "hostile \u202egnp",
    "hostile\nline",
    "hostile\x1b[31m",
    "hostile" + "x" * 240,
    "hostile..",
    "-hostile",
    "~hostile",
    "HOSTILE",
    "hostile\udcff\udcfe",
    "hostile'\";--",
    "hostile{0}%s",
)


@folder(4)
def folder_strange(plugin: Folder) -> None:
    """A folder of a name that no id can have, with a sound manifest in it, or none."""
    name = plugin.chance.choice(STRANGE_FOLDERS)
    plugin.place = plugin.place.with_name(name)
    plugin.chosen = () if plugin.chance.random() < 0.5 else (name,)
    if plugin.chance.random() < 0.5:
        plugin.module("")
    else:
        plugin.place.mkdir()


@folder(6)
def options_wrong(plugin: Folder) -> None:
    """A sound plugin that is given options of other types, or options that it does not have; the game too."""
    texts = dict.fromkeys(LANGUAGES, "X")
    plugin.module(
        "",
        options=[
            {"id": "a", "kind": "int", "default": 1, "low": 0, "high": 2, "text": texts},
            {"id": "b", "kind": "bool", "default": True, "text": texts},
            {"id": "c", "kind": "choice", "default": "x", "choices": ["x", "y"], "text": texts},
        ],
    )
    value = plugin.chance.choice((*values.OTHER, *values.HUGE, *values.STRANGE, [1] * 9000, {"x": "y" * 9000}))
    id = plugin.chance.choice((plugin.id, plugin.id, "nobody", "", "a\nb"))
    plugin.options = plugin.chance.choice(
        (
            {"plugins": {id: {plugin.chance.choice(("a", "b", "c", "d", "", "a\nb")): value}}},
            {"plugins": {id: value}},
            {"plugins": value},
            {"switches": value},
            {"switches": {"x": value}},
            {"answers": value},
            {"answers": {"team.dice": value}},
            {plugin.chance.choice(("x", "", "a\nb")): value},
        )
    )


@folder(4)
def unreadable(plugin: Folder) -> None:
    """A plugin whose folder, manifest or code may not be read."""
    plugin.module("")
    plugin.write("content/x.toml", "a = 1")
    target = plugin.place / plugin.chance.choice((".", "plugin.toml", "hooks.py", "content", "content/x.toml"))
    as_nobody(plugin)
    mode = target.stat().st_mode
    target.chmod(plugin.chance.choice((0o000, 0o200, 0o444) if target.is_dir() else (0o000, 0o200)))
    plugin.closing.callback(target.chmod, mode)


@folder(4)
def taken(plugin: Folder) -> None:
    """A plugin that claims what another has: the id of the built-in system, its system, a bundled plugin's id."""
    bundled = [one.id for one in available(bundled_folders()) if one.manifest is not None]
    claimed = plugin.chance.choice(("defiance", *bundled))
    other = Folder(plugin.place.with_name(claimed), plugin.chance, plugin.system)
    other.module("raise ValueError('in its place')", kind=plugin.chance.choice(("house-rule", "system")))
    plugin.module("raise ValueError('no luck')", kind="system", systems=[plugin.system])
    plugin.chosen = ()


# ---- files ----------------------------------------------------------------------------------------------------------


@folder(8)
def files_no_files(plugin: Folder) -> None:
    """FIFOs, devices, and links in circles among the plugin's files."""
    plugin.module("")
    where = plugin.chance.choice(("content/x.toml", "locale/words.toml", "deep/er/x", "hooks.py", "picture.png"))
    path = plugin.place / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    put(path, plugin.chance.choice((*PLACES, "/dev/zero", "/dev/urandom", "/", "..", str(plugin.place), "/proc/self")))


@folder(1)
def files_many(plugin: Folder) -> None:
    """Thousands of files, or folders a hundred levels deep."""
    plugin.module("")
    if plugin.chance.random() < 0.5:
        for number in range(6000):
            plugin.write(f"content/x{number}.toml", "")
        return
    (plugin.place / ("d/" * 400)).mkdir(parents=True)
    (plugin.place / ("d/" * 400) / "x.toml").write_bytes(b"a = 1")


@folder(1)
def files_huge(plugin: Folder) -> None:
    """A file that pretends to be many gigabytes long."""
    plugin.module("")
    path = plugin.write(plugin.chance.choice(("content/x.toml", "notes.txt", "locale/words.toml", "plugin.toml")), "")
    os.truncate(path, plugin.chance.choice((1 << 30, 40 << 30)))


@folder(3)
def names_strange(plugin: Folder) -> None:
    """Files whose names are not UTF-8 or hold control characters."""
    plugin.module("")
    (plugin.place / "content").mkdir()
    name = plugin.chance.choice(
        (b"\xff\xfe.toml", b"a\nb.toml", b"\x1b[31m.toml", b"{x}.toml", b"-.toml", b"a" * 240 + b".toml")
    )
    Path(os.fsdecode(os.fsencode(plugin.place / "content") + b"/" + name)).write_bytes(b"a = 1")


@folder(10)
def content_changed(plugin: Folder) -> None:
    """Content with wrong values: that of a bundled plugin, or of the game itself in place of the built-in one."""
    content = dict(load_system(plugin.system).rules.content())
    name = plugin.chance.choice(sorted(content))
    table = tomllib.loads(content[name].decode())
    for _ in range(plugin.chance.choice((1, 1, 3))):
        changed = values.change(table, plugin.chance)
        table = changed if isinstance(changed, dict) else table
    replaces = [name] if plugin.chance.random() < 0.8 else []
    plugin.write_manifest(replaces=replaces)
    plugin.write(f"content/{name}", toml(table))


@folder(5)
def content_broken(plugin: Folder) -> None:
    """Content that is no TOML, or far too much of it."""
    plugin.write_manifest()
    plugin.write("content/x.toml", plugin.chance.choice(BROKEN))


@folder(5)
def words_broken(plugin: Folder) -> None:
    """Texts that cannot be read, lack languages, or are no templates."""
    plugin.write_manifest()
    template = plugin.chance.choice(("{", "}", "{0}", "{x.__class__}", "{name!z}", "{n:99999999d}", "x" * 2_000_000))
    known = {language: {"ui.title": template, "": template} for language in LANGUAGES}
    sources: tuple[str | bytes, ...] = (toml(known), toml({"en": 1}), toml({"en": {"a": 1}}), *BROKEN)
    plugin.write("locale/words.toml", sources[0] if plugin.chance.random() < 0.4 else plugin.chance.choice(sources))


# ---- code -----------------------------------------------------------------------------------------------------------

CODE: tuple[str | bytes, ...] = (
    "raise ValueError('no luck')",
    "raise RuntimeError('one\\ntwo')",
    "raise SystemExit('good-bye')",
    "import sys; sys.exit(0)",
    "class Outrage(BaseException): pass\nraise Outrage",
    "raise GeneratorExit",
    "1 / 0",
    "def f(): return f()\nf()",
    "def f(:",
    b"\xff\xfe\x00",
    b"# coding: nonsense\nx = 1",
    b"x = '\x00'",
    "x = " + "(" * 5000 + ")" * 5000,
    "x = " + "-" * 100_000 + "1",
    "x = " + "[" * 150 + "]" * 150,
    "import nothing_of_that_name",
    "from . import nothing_of_that_name",
    "from .hooks import x",
    "import sys; del sys.modules[__name__]",
    "def __getattr__(name): raise ValueError(name)",
    "def __dir__(): raise ValueError('no names')",
    "def __dir__(): return [1, None]",
    "def check_commands(context, command): return None",
    "def react_event(contexts, event): return ()",
    "def check_command(context, command, more): return None",
    "def check_command(*arguments): return None",
    "def check_command(**arguments): return None",
    "def check_command(): return None",
    "async def check_command(context, command): return None",
    "def react_event(context, event): yield 1",
    "check_command = 5",
    "check_command = lambda context, command: 5",
    "class check_command: pass",
    "contribute_content = react_event = None",
    "def contribute_content(context): return {'../x.toml': b''}",
    "def contribute_content(context): return {'x.toml': 'text'}",
    "def contribute_content(context): return {'x.toml': b'a = ' + b'[' * 100000}",
    "def contribute_content(context): return {f'x{n}.toml': b'' for n in range(20000)}",
    "def contribute_content(context): return {'/etc/x.toml': b'', 'a\\0.toml': b''}",
    "def contribute_content(context): return 7",
    "def contribute_content(context): context.options['x'] = 1",
    "def contribute_system(context): return object()",
    "def show_table(context): return {'x': 1}",
    "raise Exception('x' * 1000000)",
    "raise type('E', (Exception,), {'__str__': lambda self: 1 / 0})",
    "print('noise'); import sys; print('noise', file=sys.stderr)",
    "import warnings; warnings.warn('noise')",
)


@folder(24)
def code(plugin: Folder) -> None:
    """Code that cannot be imported, or whose functions are no hooks."""
    plugin.module(plugin.chance.choice(CODE))


@folder(2)
def module_names(plugin: Folder) -> None:
    """A module with the name of another one, or of none."""
    name = plugin.chance.choice(
        ("os", "sys", "json", "__init__", "__main__", "defiance_qt", "..x", "a.b", "x" * 300, "plugin")
    )
    plugin.write_manifest(module=name)
    if len(name) < 200 and "." not in name:
        plugin.write(f"{name}.py", "raise ValueError('imported')")


ANYTHING = """
class Any:
    def __getattr__(self, name):
        return self

    def __call__(self, *arguments, **named):
        return self


def contribute_system():
    return Any()
"""
RAISING = """
class Raises:
    def __getattr__(self, name):
        raise RuntimeError(name)


def contribute_system():
    return Raises()
"""


@folder(6)
def system_broken(plugin: Folder) -> None:
    """A game system that lacks everything, raises, or takes the place of a built-in one."""
    code = plugin.chance.choice(
        (
            "def contribute_system(): return None",
            "def contribute_system(): return object()",
            "def contribute_system(): raise ValueError('no luck')",
            "def contribute_system(): raise SystemExit",
            "def contribute_system(a, b, c): return 1",
            "contribute_system = 5",
            "",
            "raise ValueError('no luck')",
            ANYTHING,
            RAISING,
        )
    )
    systems = plugin.chance.choice((["torture"], [plugin.system], ["torture", "more"], [""], ["a\nb"]))
    plugin.module(code, kind="system", systems=systems)
    plugin.chosen = ()


# ---- misbehaviour ---------------------------------------------------------------------------------------------------

HOOKS = """from tests.workshop.torture import mischief
"""
HOOK = """

def {hook}({parameters}):
    return mischief.act("{id}", {name!r}, "{hook}", ({parameters},), {rate})
"""
SPOILED = """

def {hook}(context):
    from . import {module} as original

    return mischief.spoiled(original.{hook}(context), "{id}", {name!r}, {rate})
"""


MAKERS = ("contribute_positions",)
"""Hooks whose answer is a function: one that returns a function does as it should."""


def misbehave(plugin: Folder, name: str, hooks: tuple[str, ...] = (), rate: int = 1) -> None:
    """Write a plugin that misbehaves in this way, in these hooks or in all that the way spoils."""
    types = mischief.answers(load_system(plugin.system).rules.hookspecs())
    mischief.TYPES.update(types)
    behaviour = mischief.BEHAVIOURS[name]
    fitting = [
        hook
        for hook, answer in types.items()
        if hook != "contribute_system"
        and not (name == "returns a function" and hook in MAKERS)
        and mischief.shape_of(answer) in behaviour.shapes
        and (not hooks or hook in hooks)
    ]
    code = HOOKS
    for hook in fitting:
        parameters = ", ".join(parameters_of(plugin.system)[hook])
        code += HOOK.format(hook=hook, parameters=parameters, id=plugin.id, name=name, rate=rate)
    plugin.module(code)
    plugin.misbehaves, plugin.named = name, behaviour.named


def parameters_of(system: str) -> dict[str, tuple[str, ...]]:
    """Return the parameters of every hook of a system."""
    from defiance_qt.extend import hookspecs

    more = load_system(system).rules.hookspecs()
    both = {**hookspecs.ANSWERS, **(more.ANSWERS if more is not None else {})}
    return {hook: tuple(answer.arguments) for hook, answer in both.items()}


def spoil(plugin: Folder, name: str, rate: int = 1) -> bool:
    """Write a copy of a bundled plugin whose contributed functions misbehave. Return False if there is none."""
    originals = [
        one
        for one in available(bundled_folders())
        if one.manifest is not None
        and one.serves(plugin.system)
        and one.manifest.module
        and "def contribute_" in (one.folder / f"{one.manifest.module}.py").read_text(encoding="utf-8")
    ]
    if not originals:
        return False
    original = plugin.chance.choice(originals)
    assert original.manifest is not None
    shutil.copytree(original.folder, plugin.place)
    source = (plugin.place / f"{original.manifest.module}.py").read_text(encoding="utf-8")
    code = HOOKS
    for line in source.splitlines():
        if line.startswith("def contribute_") and "content" not in line:
            hook = line.removeprefix("def ").partition("(")[0]
            code += SPOILED.format(hook=hook, module=original.manifest.module, id=plugin.id, name=name, rate=rate)
    plugin.module(code, "spoiled", kind="unit")
    behaviour = mischief.BEHAVIOURS[name]
    plugin.misbehaves, plugin.named = name, behaviour.named
    return True


def drawn_misbehaviour(chance: random.Random) -> str:
    """Return the name of a misbehaviour; the endless ones come rarely, because each costs the program's patience."""
    names = [name for name in mischief.BEHAVIOURS if name not in mischief.ENDLESS]
    return chance.choice(mischief.ENDLESS) if chance.random() < 0.01 else chance.choice(names)


@folder(60)
def misbehaves(plugin: Folder) -> None:
    """A plugin that misbehaves in one way, in one hook or in all of them."""
    types = [*parameters_of(plugin.system)]
    hooks = tuple(plugin.chance.sample(types, 1)) if plugin.chance.random() < 0.6 else ()
    misbehave(plugin, drawn_misbehaviour(plugin.chance), hooks, plugin.chance.choice((1, 1, 3, 10)))


@folder(40)
def contributes_misbehaviour(plugin: Folder) -> None:
    """A copy of a bundled plugin whose abilities misbehave."""
    name = drawn_misbehaviour(plugin.chance)
    if not spoil(plugin, name, plugin.chance.choice((1, 1, 3))):
        misbehave(plugin, name)
