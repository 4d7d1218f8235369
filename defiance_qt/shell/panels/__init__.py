"""Panels around the board. Each shows a value of `shell.present` and emits the user's intent."""
