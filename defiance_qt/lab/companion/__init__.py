"""Phones at the table: the game that is open, live in the browsers of the local network.

`feed` is what phones are shown, `asked` what is asked of them, `hub` who they are and what they may give, `server`
speaks HTTP, `process` runs all of it beside the window. A phone changes nothing by itself: what it gives goes to the
window as a command, and is submitted there like a click.
"""
