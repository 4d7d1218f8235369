"""Mutants of one function: small changes of its syntax tree that a test of the function's rule should notice.

Changed are comparisons, boolean operators and conditions, numbers and truth values, any/all, min/max, arithmetic,
slices, loops (only the first turn; break and continue), results (nothing instead of something, where the type allows
it), statements and single fields of `replace` (left out), and the order and parts of sort keys and tables. Texts,
docstrings, annotations, assertions and the values of errors are left alone: no rule speaks of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

Definition = ast.FunctionDef | ast.Assign | ast.AnnAssign

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.NotEq),
    ast.LtE: (ast.Lt, ast.Eq),
    ast.Gt: (ast.GtE, ast.NotEq),
    ast.GtE: (ast.Gt, ast.Eq),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPPOSITES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLS = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list", "reversed": "iter"}
# What these make is for people to read.
WORDS = ("ContentError", "Fault", "Illegal", "Message", "SymbolsError", "fault")
# What a function may return instead, by how the annotation of its result begins.
NOTHING = {
    "bool": ("True", "False"),
    "int": ("0",),
    "tuple": ("()",),
    "Iterator": ("()",),
    "Iterable": ("()",),
    "Sequence": ("()",),
    "list": ("[]",),
    "dict": ("{}",),
    "Mapping": ("{}",),
    "frozenset": ("frozenset()",),
    "set": ("set()",),
}


class Edit(NamedTuple):
    """A place in a syntax tree and what stands there instead. `number` is the place in a list, None for one node."""

    parent: ast.AST
    field: str
    number: int | None
    old: ast.AST
    new: ast.AST


class Mutant(NamedTuple):
    """One change: the first line of what it changes, and those lines before and after."""

    line: int
    before: str
    after: str
    edit: Edit


def mutants(definition: Definition, source: str) -> list[Mutant]:
    """The mutants of a function or of a module's table, in the order of the source; no two of them are the same."""
    lines = source.splitlines()
    seen = {ast.unparse(definition)}
    found: list[Mutant] = []
    for edit in _edits(definition):
        with applied(edit):
            text = ast.unparse(definition)
        if text not in seen:
            seen.add(text)
            found.append(_mutant(edit, lines))
    return sorted(found, key=lambda one: one.line)


@contextmanager
def applied(edit: Edit) -> Iterator[None]:
    """Change the tree meanwhile."""
    _put(edit, edit.new)
    try:
        yield
    finally:
        _put(edit, edit.old)


def _put(edit: Edit, node: ast.AST) -> None:
    if edit.number is None:
        setattr(edit.parent, edit.field, node)
    else:
        getattr(edit.parent, edit.field)[edit.number] = node


def _mutant(edit: Edit, lines: list[str]) -> Mutant:
    old = edit.old
    if isinstance(old, ast.match_case):
        line = _one_line(lines[old.pattern.lineno - 1])
        return Mutant(old.pattern.lineno, line, f"{line} never", edit)
    assert isinstance(old, ast.expr | ast.stmt)
    last = old.end_lineno or old.lineno
    before = lines[old.lineno - 1 : last]
    # Columns count bytes.
    head, tail = before[0].encode()[: old.col_offset].decode(), before[-1].encode()[old.end_col_offset or 0 :].decode()
    after = f"{head}{ast.unparse(edit.new)}{tail}"
    return Mutant(old.lineno, _one_line("\n".join(before)), _one_line(after), edit)


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ---- where ----


def _edits(definition: Definition) -> Iterator[Edit]:
    if isinstance(definition, ast.FunctionDef):
        yield from _in_block(definition, definition, "body", {argument.arg for argument in _arguments(definition)})
    elif definition.value is not None:
        yield from _changes(definition, "value", None, definition.value, table=True)
        yield from _inside(definition.value)


def _arguments(definition: ast.FunctionDef) -> Iterator[ast.arg]:
    of = definition.args
    yield from (*of.posonlyargs, *of.args, *of.kwonlyargs)


def _in_block(owner: ast.FunctionDef, parent: ast.AST, field: str, bound: set[str]) -> Iterator[Edit]:
    """The edits of a list of statements. `bound` are names that have a value before it."""
    block: list[ast.stmt] = getattr(parent, field)
    for index, statement in enumerate(block):
        if isinstance(statement, ast.Assert) or _is_text(statement):
            continue
        for new in _statements(owner, statement, bound):
            yield Edit(parent, field, index, statement, _placed(new, statement))
        if isinstance(statement, ast.FunctionDef):
            yield from _in_block(statement, statement, "body", {one.arg for one in _arguments(statement)})
        elif not isinstance(statement, ast.Raise):
            yield from _expressions(statement)
            for name in ("body", "orelse", "finalbody"):
                if isinstance(getattr(statement, name, None), list):
                    yield from _in_block(owner, statement, name, bound)
            for inner in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                yield from _in_block(owner, inner, "body", bound)
        bound |= {leaf.id for leaf in ast.walk(statement) if isinstance(leaf, ast.Name) and _stored(leaf)}


def _is_words(node: ast.AST) -> bool:
    """Check whether a node is a text for people: an error, a message or a text with values."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS
    return called or isinstance(node, ast.JoinedStr)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _expressions(statement: ast.stmt) -> Iterator[Edit]:
    """The edits of a statement's own expressions, without those of the statements in it."""
    if isinstance(statement, ast.For):
        yield Edit(statement, "iter", None, statement.iter, _placed(_first(statement.iter), statement.iter))
    if isinstance(statement, ast.Match):
        if len(statement.cases) > 1:
            for index, case in enumerate(statement.cases):
                never = ast.match_case(case.pattern, ast.Constant(False), case.body)
                yield Edit(statement, "cases", index, case, never)
        for case in statement.cases:
            if case.guard is not None:
                yield from _whole(case, "guard", None, case.guard)
    for field, value in ast.iter_fields(statement):
        if field == "annotation":
            continue
        if isinstance(value, ast.expr):
            yield from _whole(statement, field, None, value)
        elif isinstance(value, list):
            for index, one in enumerate(value):
                if isinstance(one, ast.expr):
                    yield from _whole(statement, field, index, one)


def _whole(parent: ast.AST, field: str, index: int | None, node: ast.expr) -> Iterator[Edit]:
    if not _is_words(node):
        yield from _changes(parent, field, index, node)
        yield from _inside(node)


def _inside(node: ast.AST) -> Iterator[Edit]:
    for field, value in ast.iter_fields(node):
        for index, one in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(one, ast.AST) or _is_words(one):
                continue
            if isinstance(one, ast.expr):
                yield from _changes(node, field, index, one)
            yield from _inside(one)


def _changes(parent: ast.AST, field: str, index: int | None, node: ast.expr, table: bool = False) -> Iterator[Edit]:
    condition = field == "test" or field == "guard"
    dropped = isinstance(parent, ast.comprehension) and field == "ifs"
    for new in (*_replaced(node), *_conditions(node, condition), *([ast.Constant(True)] if dropped else [])):
        yield Edit(parent, field, index, node, _placed(new, node))
    if isinstance(parent, ast.comprehension) and field == "iter":
        yield Edit(parent, field, index, node, _placed(_first(node), node))
    if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
        key = isinstance(parent, ast.Lambda) and field == "body"
        for new in _displays(node, key or table, table):
            yield Edit(parent, field, index, node, _placed(new, node))


def _placed(new: ast.AST, old: ast.AST) -> ast.AST:
    """The new node in the place of the old one; a part of the old one stays where it is."""
    return new if hasattr(new, "lineno") else ast.fix_missing_locations(ast.copy_location(new, old))


# ---- what ----


def _statements(owner: ast.FunctionDef, statement: ast.stmt, bound: set[str]) -> Iterator[ast.stmt]:
    match statement:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            # The function goes on being a generator.
            yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Assign(targets=[ast.Name(id=name)]) if name in bound:
            yield ast.Pass()
        case ast.Return(value=None):
            yield ast.Pass()
        case ast.Return(value=ast.expr() as value):
            for nothing in _nothing(owner):
                if ast.unparse(value) != nothing:
                    yield ast.Return(ast.parse(nothing, mode="eval").body)
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
    if isinstance(statement, ast.AugAssign) and type(statement.op) in ARITHMETIC:
        yield ast.AugAssign(statement.target, ARITHMETIC[type(statement.op)](), statement.value)


def _nothing(owner: ast.FunctionDef) -> tuple[str, ...]:
    if owner.returns is None:
        return ()
    text = ast.unparse(owner.returns).strip("'\"")
    if text.endswith("| None"):
        return ("None",)
    return NOTHING.get(text.partition("[")[0], ())


def _first(node: ast.expr) -> ast.expr:
    """Only the first of what is iterated over."""
    every = ast.Call(ast.Name("tuple", ast.Load()), [node], [])
    return ast.Subscript(every, ast.Slice(upper=ast.Constant(1)), ast.Load())


def _conditions(node: ast.expr, condition: bool) -> Iterator[ast.expr]:
    """The condition, negated, where no other mutant is the same."""
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    opposite = isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], OPPOSITES)
    if condition and not negated and not opposite:
        yield ast.UnaryOp(ast.Not(), node)


def _replaced(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for index, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], comparators)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            for index in range(len(values)):
                rest = [*values[:index], *values[index + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand) if not isinstance(operand, ast.Constant):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.BinOp() if type(node.op) in ARITHMETIC:
            yield from _arithmetic(node)
        case ast.Subscript(value=sequence, slice=ast.Slice(lower=lower, upper=upper, step=step)):
            slices = [ast.Slice(None, upper, step)] if lower else []
            slices += [ast.Slice(lower, None, step)] if upper else []
            yield from (ast.Subscript(sequence, one, node.ctx) for one in slices)
        case ast.Call(func=ast.Name(id=name)):
            yield from _calls(node, name)


def _arithmetic(node: ast.BinOp) -> Iterator[ast.expr]:
    """The other operation; one side alone where sequences are joined."""
    if any(isinstance(side, ast.Tuple | ast.List | ast.Dict | ast.JoinedStr) for side in (node.left, node.right)):
        yield from (node.left, node.right)
    else:
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)


def _calls(node: ast.Call, name: str) -> Iterator[ast.expr]:
    if name in CALLS:
        # list() and iter() know no key.
        kept = [] if CALLS[name] in ("list", "iter") else node.keywords
        yield ast.Call(ast.Name(CALLS[name], ast.Load()), node.args, kept)
    if name == "replace":
        for index in range(len(node.keywords)):
            yield ast.Call(node.func, node.args, [*node.keywords[:index], *node.keywords[index + 1 :]])


def _displays(node: ast.Tuple | ast.List, every: bool, order: bool) -> Iterator[ast.expr]:
    """Without one of several elements, where a list of any length fits; for a table also in another order."""
    kind = type(node)
    if every or any(isinstance(one, ast.Starred) for one in node.elts):
        for index in range(len(node.elts)):
            yield kind([*node.elts[:index], *node.elts[index + 1 :]], ast.Load())
    if order:
        for index in range(len(node.elts) - 1):
            swapped = [node.elts[index + 1], node.elts[index]]
            yield kind([*node.elts[:index], *swapped, *node.elts[index + 2 :]], ast.Load())
