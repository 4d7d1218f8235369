"""The question of a game without a presenter of its own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from defiance_qt.core.port import Prompt
from defiance_qt.shell.present.question import plain_question

WORDS: Any = type("Keys", (), {"__call__": lambda self, key, **more: key, "count": lambda self, key, n: f"{n}"})()


def asked(groups: tuple[tuple[str, int], ...], opened: str = "") -> list[tuple[str, str, str]]:
    """Return the text, key and group of each choice of a question with five answers."""
    game = SimpleNamespace(
        result=lambda state: None,
        label=lambda command, state, words: command,
        automatic=lambda command: False,
        question=lambda state, words: "?",
    )
    prompt = Prompt("team", "what", tuple("abcde"), (), groups)
    session: Any = SimpleNamespace(game=game, state=None, head=0, prompt=prompt)
    question = plain_question(session, WORDS, opened)
    assert question is not None
    return [(one.text, one.key, one.group) for one in question.choices]


def test_a_group_of_one_answer_is_that_answer() -> None:
    assert asked((("move", 1), ("shoot", 3), ("wait", 1))) == [
        ("a", "1", ""),
        ("shoot", "2", "folded"),
        ("e", "3", ""),
    ]


def test_the_answers_of_an_open_group_have_the_first_keys() -> None:
    assert asked((("move", 1), ("shoot", 3)), "shoot") == [
        ("a", "4", ""),
        ("shoot", "", "open"),
        ("b", "1", "inside"),
        ("c", "2", "inside"),
        ("d", "3", "inside"),
        ("e", "5", ""),
    ]
