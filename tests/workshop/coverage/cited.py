"""Finds the events, refusals and abilities that cite a rule, in the engine's source and in random games."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import get_args

import msgspec

from defiance_qt.core.port import Game
from defiance_qt.extend.sessions import Session
from tests.workshop.coverage.sources import Found, RuleSources, gathered

# The maximum number of random commands per game.
MOVES = 250


@cache
def cited_in_source(sources: RuleSources) -> Found:
    """Return the event types that are created with the rule among their arguments.

    The rule can be a literal, a name assigned in the same function, or passed on from a caller.
    """
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sources.modules]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    scan = _Scan(sources)
    common = scan.common(trees)
    calls = [scan.calls(function) for function in functions]
    makes: dict[str, set[str]] = {}
    for name, event in sources.makers:
        makes.setdefault(name, set()).add(event)
    while True:
        before = {name: len(events) for name, events in makes.items()}
        for function, made in zip(functions, calls, strict=True):
            handed = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}
            for called, names, _ in made:
                if names & handed & {"rules", "cites"}:
                    makes.setdefault(function.name, set()).update(scan.events(called, makes))
        if before == {name: len(events) for name, events in makes.items()}:
            break
    pairs: list[tuple[str, str]] = []
    for function, made in zip(functions, calls, strict=True):
        given = scan.given(function)
        for called, names, ids in made:
            cited = ids.union(*(given.get(name) or common.get(name, set()) for name in names))
            pairs += [(id, event) for id in cited for event in scan.events(called, makes)]
    return gathered(pairs)


def refused(sources: RuleSources) -> Found:
    """Return the other calls that cite the rule in a literal, as "refusal no_sight" or "ability frenzy"."""
    pairs: list[tuple[str, str]] = []
    scan, citing = _Scan(sources), dict(sources.citing)
    for path in sources.modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in citing:
                names = [str(argument.value) for argument in node.args[:1] if isinstance(argument, ast.Constant)]
                pairs += [(id, f"{citing[called]} {name}") for name in names for id in scan.literals(node)]
    return gathered(pairs)


def cited_in_play(sources: RuleSources, seeds: Sequence[int]) -> Found:
    """Return the rules cited by the events of random games, one game per seed, over all editions in turn, and those
    that events cite unless they are given others."""
    pairs: set[tuple[str, str]] = set()
    for seed in seeds:
        chance = random.Random(seed)
        edition = sources.editions[seed % len(sources.editions)]
        with Session.new(
            sources.system, mission=sources.scenario, seed=seed, edition=edition, journal=False
        ) as session:
            for _ in range(MOVES):
                legal = session.legal()
                if not legal:
                    break
                session.submit(chance.choice(legal))
            for event in (event for step in session.timeline.steps() for event in step.events):
                pairs.update((id, type(event).__name__) for id in getattr(event, "rules", ()))
            pairs.update(_usual(session.game))
    return gathered((id, event) for id, event in pairs if sources.pattern.fullmatch(id))


def _usual(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the rules that a game's events cite by default, each with the event."""
    for kind in get_args(game.event_type) or (game.event_type,):
        for field in msgspec.structs.fields(kind):
            if field.name == "rules" and field.default is not msgspec.NODEFAULT:
                yield from ((id, kind.__name__) for id in field.default)


class _Scan:
    """Reads citations from syntax trees."""

    def __init__(self, sources: RuleSources) -> None:
        self._sources = sources

    def literals(self, node: ast.AST) -> set[str]:
        return self.rules(ast.walk(node))

    def rules(self, nodes: Iterable[ast.AST]) -> set[str]:
        texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
        return {text for text in texts if isinstance(text, str) and self._sources.pattern.fullmatch(text)}

    def calls(self, function: ast.FunctionDef) -> list[tuple[str, set[str], set[str]]]:
        """Return what each call in a function calls, the names in its arguments, and the rules in them."""
        found = []
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                leaves = [leaf for part in (*node.args, *node.keywords) for leaf in ast.walk(part)]
                names = {leaf.id for leaf in leaves if isinstance(leaf, ast.Name)}
                found.append((called, names, self.rules(leaves)))
        return found

    def events(self, called: str, makes: Mapping[str, set[str]]) -> set[str]:
        """Return the types of the events that a call of this name creates."""
        return {called} if called in self._sources.events else set(makes.get(called, ()))

    def common(self, trees: Sequence[ast.Module]) -> dict[str, set[str]]:
        """Return the rules in module-level tables, and in functions that return rules."""
        found: dict[str, set[str]] = {}
        for node in (node for tree in trees for node in tree.body):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.setdefault(node.target.id, set()).update(self.literals(node))
            elif isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "tuple[str, ...]":
                found.setdefault(node.name, set()).update(self.literals(node))
        return found

    def given(self, function: ast.FunctionDef) -> dict[str, set[str]]:
        """Return the rules that are assigned to names within a function."""
        given: dict[str, set[str]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                used = {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)}
                ids = self.literals(node.value).union(*(given.get(name, set()) for name in used))
                for name in ast.walk(node):
                    if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                        given.setdefault(name.id, set()).update(ids)
        return given
