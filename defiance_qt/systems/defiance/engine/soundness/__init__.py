"""Checks whether a mission can be played as it is written: that all of it can be reached and that it can end.

The checks of `engine.checks` and `engine.catalog` say whether content can be read. These are for authors, and need the
board: `possible` works out what can ever happen in a mission, `faults` names what cannot.
"""
