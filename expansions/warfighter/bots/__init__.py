"""Bots that play the game."""
