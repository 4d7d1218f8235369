"""Which rule is enforced where, which events cite it, which tests claim it: read from the sources and from play.

    python -m defiance_qt.lab.coverage [--write]

prints the rules that lack something; with `--write` it writes docs/rules.md. Tests are found beside the package, in a
checkout; an installed program has none to show.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import msgspec

from defiance_qt.extend.sessions import Session
from defiance_qt.words.catalogue import FALLBACK, Words
from defiance_qt.words.rules import Rule, rule, rules

PACKAGE = Path(__file__).resolve().parent.parent / "systems" / "defiance"
ROOT = PACKAGE.parent.parent.parent
DOCUMENT = ROOT / "docs" / "rules.md"
RULE = re.compile(r"R-\d{3}")
# "R-046…R-061", also with blanks around the dots.
SPAN = re.compile(r"R-(\d{3})\s?(?:…|\.\.\.)\s?R-(\d{3})")
CAMPAIGN = range(280, 319)
# What tells of rules and carries none out.
TELLING = ("words", "events", "notation.py")
# What cites rules besides events, and how it is called in the report.
CITING = {"Illegal": "refusal", "Ability": "ability"}
MISSION = "extraction"
SEEDS = (1, 2, 3)
MOVES = 250


class Row(NamedTuple):
    """One rule. Places in the source are dotted names below the package, tests are pytest's node ids."""

    id: str
    enforced_by: tuple[str, ...] = ()
    cited_by: tuple[str, ...] = ()
    tested_by: tuple[str, ...] = ()


Report = dict[str, list[dict[str, Any]]]


def coverage(ids: Iterable[str] | None = None) -> Report:
    """{"rules": [{"id", "enforced_by", "cited_by", "tested_by"}]}: these rules, by default all of the index, in the
    order of their ids."""
    wanted = set(rules() if ids is None else ids)
    return {"rules": [row._asdict() for row in rows() if row.id in wanted]}


@cache
def rows() -> tuple[Row, ...]:
    """Every rule of the index. Takes a few seconds: games are played to see what events cite."""
    enforced, tested = enforced_by(), tested_by(ROOT)
    cited = merged(cited_in_source(), cited_in_play(SEEDS), refused())
    return tuple(Row(id, enforced.get(id, ()), cited.get(id, ()), tested.get(id, ())) for id in rules())


def of_missions(id: str) -> bool:
    """Whether the rule belongs to missions, and not to the campaign between them."""
    return int(id[2:]) not in CAMPAIGN


Found = dict[str, tuple[str, ...]]


def merged(*found: Found) -> Found:
    keys = sorted({key for one in found for key in one})
    return {key: tuple(sorted({name for one in found for name in one.get(key, ())})) for key in keys}


def gathered(pairs: Iterable[tuple[str, str]]) -> Found:
    """Pairs of rule and name, by rule; each name once, sorted."""
    found: dict[str, set[str]] = {}
    for id, name in pairs:
        found.setdefault(id, set()).add(name)
    return {id: tuple(sorted(names)) for id, names in found.items()}


def ids_in(text: str) -> set[str]:
    """The rules that a text names, those within a span too."""
    found = set(RULE.findall(text))
    for first, last in SPAN.findall(text):
        found |= {f"R-{number:03}" for number in range(int(first), int(last) + 1)}
    return found


# ---- where it is enforced ----


def enforced_by() -> Found:
    """Functions, classes and tables of the engine whose docstring, comments or citations name the rule; where none
    does, the modules that say it is theirs; and the edition switches that turn it."""
    names: list[tuple[str, str]] = []
    modules: list[tuple[str, str]] = []
    for path in sorted((PACKAGE / "engine").rglob("*.py")):
        if not any(part in TELLING for part in path.relative_to(PACKAGE / "engine").parts):
            for id, name, whole in _named_in(path):
                (modules if whole else names).append((id, name))
    names += _switches()
    found, loose = gathered(names), gathered(modules)
    return {id: found.get(id) or loose[id] for id in sorted(found.keys() | loose.keys())}


def _named_in(path: Path) -> Iterator[tuple[str, str, bool]]:
    """(rule, dotted name, whether it is only the module's docstring that says so)."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
    opening = tree.body[0].end_lineno or 0 if ast.get_docstring(tree) is not None else 0
    for id in ids_in("\n".join(source.splitlines()[:opening])):
        yield id, module, True
    for number, line in _joined(source, opening):
        for id in ids_in(line):
            yield id, f"{module}.{_owner(tree, number)}".removesuffix("."), False


def _joined(source: str, opening: int) -> Iterator[tuple[int, str]]:
    """The lines after the module's docstring by number; one that ends within a span has the next one added."""
    lines = source.splitlines()
    for number, line in enumerate(lines[opening:], opening + 1):
        text = f"{line} {lines[number].strip()}" if line.rstrip().endswith("…") and number < len(lines) else line
        yield number, text


def _owner(tree: ast.Module, line: int) -> str:
    """The function, class or table that a line belongs to; a comment belongs to what follows it."""
    for node in tree.body:
        if line > (node.end_lineno or node.lineno):
            continue
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inner = _method(node, line) if isinstance(node, ast.ClassDef) else ""
            return f"{node.name}.{inner}" if inner else node.name
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        return next((target.id for target in targets if isinstance(target, ast.Name)), "")
    return ""


def _method(node: ast.ClassDef, line: int) -> str:
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    return next((one.name for one in methods if one.lineno <= line <= (one.end_lineno or one.lineno)), "")


def _switches() -> Iterator[tuple[str, str]]:
    source = (package_files("defiance_qt.systems.defiance.content") / "switches.toml").read_bytes()
    for switch in msgspec.toml.decode(source)["switches"]:
        for id in switch.get("rules", ()):
            yield id, f"switch {switch['id']} {switch['name']}"


# ---- which events cite it ----


def cited_in_source() -> Found:
    """Event types that are made with the rule among their arguments: as a literal, by a name given to it nearby, or
    handed on from a caller."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((PACKAGE / "engine").rglob("*.py"))]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    common = _common(trees)
    makes: dict[str, set[str]] = {"Roll": {"RollOpened"}}
    while True:
        before = {name: len(events) for name, events in makes.items()}
        for function in functions:
            handed = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}
            for events, names, _ in _calls(function, makes):
                if names & handed & {"rules", "cites"}:
                    makes.setdefault(function.name, set()).update(events)
        if before == {name: len(events) for name, events in makes.items()}:
            break
    pairs: list[tuple[str, str]] = []
    for function in functions:
        given = _given(function)
        for events, names, ids in _calls(function, makes):
            cited = ids.union(*(given.get(name) or common.get(name, set()) for name in names))
            pairs += [(id, event) for id in cited for event in events]
    return gathered(pairs)


def _calls(function: ast.FunctionDef, makes: dict[str, set[str]]) -> Iterator[tuple[set[str], set[str], set[str]]]:
    """Every call in a function that makes events: their types, the names among its arguments, the rules among them."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        of_events = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "e"
        events = {called} if of_events else makes.get(called, set())
        if events:
            arguments = ast.Tuple([*node.args, *(one.value for one in node.keywords)], ast.Load())
            names = {one.id for one in ast.walk(arguments) if isinstance(one, ast.Name)}
            yield events, names, _literals(arguments)


def _common(trees: Sequence[ast.Module]) -> dict[str, set[str]]:
    """The rules that tables of a module hold, and functions that return rules."""
    found: dict[str, set[str]] = {}
    for node in (node for tree in trees for node in tree.body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, set()).update(_literals(node))
        elif isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "tuple[str, ...]":
            found.setdefault(node.name, set()).update(_literals(node))
    return found


def _given(function: ast.FunctionDef) -> dict[str, set[str]]:
    """The rules that names are given within a function."""
    given: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            used = {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)}
            ids = _literals(node.value).union(*(given.get(name, set()) for name in used))
            for name in ast.walk(node):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    given.setdefault(name.id, set()).update(ids)
    return given


def refused() -> Found:
    """The codes of refusals that cite the rule, as "refusal no_sight", and the abilities that carry it out."""
    pairs: list[tuple[str, str]] = []
    for path in sorted((PACKAGE / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in CITING:
                names = [str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant)]
                pairs += [(id, f"{CITING[called]} {name}") for name in names for id in _literals(node)]
    return gathered(pairs)


def _literals(node: ast.AST) -> set[str]:
    texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return {text for text in texts if RULE.fullmatch(text)}


def cited_in_play(seeds: Sequence[int]) -> Found:
    """What the events of games cite, played at random in every edition."""
    pairs: set[tuple[str, str]] = set()
    for seed in seeds:
        chance = random.Random(seed)
        edition = ("en", "es", "en-print")[seed % 3]
        with Session.new(mission=MISSION, seed=seed, edition=edition, journal=False) as session:
            for _ in range(MOVES):
                legal = session.legal()
                if not legal:
                    break
                session.submit(chance.choice(legal))
            for step in session.timeline.steps():
                for event in step.events:
                    pairs.update((id, type(event).__name__) for id in getattr(event, "rules", ()) if RULE.fullmatch(id))
    return gathered(pairs)


# ---- which tests claim it ----


def tested_by(root: Path) -> Found:
    """The tests that claim the rule by `@pytest.mark.rule(…)`, on themselves, on their class or on their module."""
    pairs: list[tuple[str, str]] = []
    for path in sorted((root / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        file = path.relative_to(root).as_posix()
        marked = [id for node in tree.body if _marks_module(node) for id in _marks(node.value)]
        pairs += _claimed(tree.body, file, marked)
    return gathered(pairs)


def _marks_module(node: ast.stmt) -> TypeGuard[ast.Assign]:
    return isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "pytestmark" for target in node.targets)


def _claimed(body: Sequence[ast.stmt], name: str, inherited: Sequence[str]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [id for decorator in node.decorator_list for id in _claims(decorator)]
            yield from _claimed(node.body, f"{name}::{node.name}", [*inherited, *own])
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            own = [id for decorator in node.decorator_list for id in _claims(decorator)]
            for id in (*inherited, *own):
                yield id, f"{name}::{node.name}"


def _claims(mark: ast.AST) -> Iterator[str]:
    """The rules that a mark claims: `pytest.mark.rule(…)` itself, or among the marks of a test's parameters."""
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
        yield from (str(one.value) for one in mark.args if isinstance(one, ast.Constant))
        return
    for call in ast.walk(mark):
        if isinstance(call, ast.keyword) and call.arg == "marks":
            yield from _marks(call.value)


def _marks(node: ast.AST) -> Iterator[str]:
    """The rules in one mark, or in a list of them."""
    for one in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        yield from _claims(one)


# ---- for people ----


def rules_of(id: str, language: str = FALLBACK) -> tuple[Rule, ...]:
    """The rule with that id, all of them for "". Raises `ContentError` for one that is not there."""
    return (rule(id.upper(), language),) if id else tuple(rules(language).values())


def rule_lines(one: Rule) -> tuple[str, str]:
    """A rule in words: its id with the heading it stands under and its page, then its text."""
    page = f" · {one.page}" if one.page is not None else ""
    return f"{one.id} · {one.area}{page}", f"  {one.text}"


def report_lines(report: Report, words: Words) -> Iterator[str]:
    """A line a rule with how often it is enforced, cited and tested; for a single rule its text and the places."""
    for row in report["rules"]:
        if len(report["rules"]) > 1:
            counts = (f"{words(f'cli.coverage.{name}')} {len(row[name])}" for name in Row._fields[1:])
            yield f"{row['id']}  " + "  ".join(counts)
            continue
        yield from rule_lines(rule(row["id"], words.language))
        for name in Row._fields[1:]:
            yield words(f"cli.coverage.{name}")
            yield from (f"  {place}" for place in row[name])


def document() -> str:
    """docs/rules.md: every rule in our own words, with where it is enforced, cited and tested."""
    lines = [
        "# The rules, one by one",
        "",
        "Written by `python -m defiance_qt.lab.coverage --write`. Each rule of the book in our own words, where the",
        "program enforces it, which events cite it, and the tests that claim it. R-280 to R-318 are the campaign's.",
    ]
    area = ""
    for row in rows():
        known = rule(row.id)
        if known.area != area:
            area = known.area
            lines += ["", f"## {area}"]
        lines += ["", f"**{row.id}** {known.text}", ""]
        for name, places in zip(("Enforced by", "Cited by", "Tests"), row[1:], strict=True):
            lines.append(f"- {name}: {', '.join(f'`{place}`' for place in places) if places else 'none'}")
    return "\n".join(lines) + "\n"


def gaps() -> dict[str, list[str]]:
    """The rules of missions that nothing enforces, and those that no test claims."""
    mine = [row for row in rows() if of_missions(row.id)]
    return {
        "enforced_by": [row.id for row in mine if not row.enforced_by],
        "cited_by": [row.id for row in mine if not row.cited_by],
        "tested_by": [row.id for row in mine if not row.tested_by],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coverage", description="Which rule is enforced, cited and tested where.")
    parser.add_argument("--write", action="store_true", help="write docs/rules.md")
    options = parser.parse_args(arguments)
    if options.write:
        DOCUMENT.write_text(document(), encoding="utf-8")
    for name, ids in gaps().items():
        print(f"{name}: {len(ids)} without" + (f" ({' '.join(ids)})" if ids else ""))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
