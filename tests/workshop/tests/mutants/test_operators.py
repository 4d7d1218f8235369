"""The mutants of a function: what is changed, and what is left alone."""

from __future__ import annotations

import ast

import pytest

from tests.workshop.mutants.operators import Mutant, applied, mutants

pytestmark = pytest.mark.slow


def made(source: str) -> list[Mutant]:
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef | ast.Assign | ast.AnnAssign)
    return mutants(definition, source)


def after(source: str) -> set[str]:
    return {mutant.after for mutant in made(source)}


@pytest.mark.parametrize(
    ("condition", "changed"),
    [
        ("n >= 4", {"n > 4", "n == 4", "n >= 5", "n >= 3"}),
        ("any(a)", {"all(a)"}),
        ("a and not b", {"a or not b", "a", "not b", "a and b"}),
        ("a is None", {"a is not None"}),
        ("(a < b < c)", {"(a <= b < c)", "(a != b < c)", "(a < b <= c)", "(a < b != c)"}),
    ],
)
def test_conditions_change(condition: str, changed: set[str]) -> None:
    expected = {f"return {one}" for one in (*changed, "True", "False")}
    assert after(f"def f(n, a, b, c) -> bool:\n    return {condition}") == expected


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("a = max(b)", {"a = min(b)"}),
        ("a = b[1:]", {"a = b[:]", "a = b[2:]", "a = b[0:]"}),
        ("a = (*b, c)", {"a = (c,)", "a = (*b,)"}),
        ("a = (b, c)", set()),
        ("a = sorted(b, key=f)", {"a = list(b)"}),
        ("a = replace(b, c=d, e=f)", {"a = replace(b, e=f)", "a = replace(b, c=d)"}),
        ("b = f(b)", {"pass"}),
        ("b.c = a", {"pass"}),
        ("b += c", {"pass", "b -= c"}),
        ("a = [c for c in b if c]", {"a = [c for c in tuple(b)[:1] if c]", "a = [c for c in b if True]"}),
        ("a = b + c", {"a = b - c"}),
        ("a = b + (c,)", {"a = b", "a = (c,)"}),
        ("a = -b", {"a = b"}),
        ("a = True", {"a = False"}),
    ],
)
def test_statements_change(line: str, changed: set[str]) -> None:
    assert after(f"def f(b, c, d):\n    {line}") == changed


@pytest.mark.parametrize(
    ("result", "changed"),
    [
        ("bool", {"return True", "return False"}),
        ("tuple[int, ...]", {"return ()"}),
        ("str | None", {"return None"}),
        ("Frame", set()),
    ],
)
def test_a_result_may_be_missing_where_its_type_allows_it(result: str, changed: set[str]) -> None:
    assert after(f"def f(a) -> {result}:\n    return a") == changed


def test_loops_end_early_or_go_on() -> None:
    source = "def f(a):\n    for b in a:\n        if b:\n            continue\n        yield b"
    assert after(source) == {"for b in tuple(a)[:1]:", "if not b:", "break", "yield from ()"}


def test_a_case_may_never_match() -> None:
    source = "def f(a):\n    match a:\n        case 'x':\n            return\n        case _ if b:\n            return"
    assert after(source) == {"case 'x': never", "case _ if b: never", "case _ if not b:", "pass"}


def test_a_table_loses_an_entry_and_its_order() -> None:
    assert after("T = (a, b, c)") == {"T = (b, c)", "T = (a, c)", "T = (a, b)", "T = (b, a, c)", "T = (a, c, b)"}
    assert after("def f(a):\n    a = max(a, key=lambda b: (b.c, b.d))") >= {
        "a = max(a, key=lambda b: (b.d,))",
        "a = max(a, key=lambda b: (b.c,))",
    }


def test_texts_errors_and_types_are_left_alone() -> None:
    source = '''def f(a: Literal[1]) -> str:
    """Returns 1 > 2."""
    b: Literal[2] = a
    assert a > 1
    if b:
        raise Illegal("few", f"{a + 1} of {b}", 1)
    c = Illegal("few", f"{a + 1} of {b}", a > 1)
    return f"{a + 1} of 3"'''
    assert {one.after for one in made(source)} == {"if not b:", "pass"}


def test_a_change_lasts_no_longer_than_it_is_applied() -> None:
    tree = ast.parse("def f(a):\n    return a > 1")
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    (first, *_) = mutants(definition, "def f(a):\n    return a > 1")
    before = ast.unparse(tree)
    with applied(first.edit):
        assert ast.unparse(tree) != before
    assert ast.unparse(tree) == before


def test_mutants_of_a_statement_over_several_lines_are_written_as_one() -> None:
    source = "def f():\n    c = (a and\n        not b)"
    assert ("c = (a and not b)", "c = (b)") not in [(one.before, one.after) for one in made(source)]
    assert ("c = (a and not b)", "c = (not b)") in [(one.before, one.after) for one in made(source)]
    assert [(one.line, one.before) for one in made(source) if one.after == "b)"] == [(3, "not b)")]
