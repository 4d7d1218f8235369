"""Whole screens: the start, a new game."""
