"""Bots that play Pig."""
