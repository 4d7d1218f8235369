from __future__ import annotations

from defiance_qt.systems.defiance.view.board.speech import Speech


def test_without_words_keys_are_spoken() -> None:
    assert Speech().title == "view.board.title"
    assert Speech().hint == "view.board.hint"
