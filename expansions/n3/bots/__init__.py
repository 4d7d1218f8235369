"""Bots of the game."""
