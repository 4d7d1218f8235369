"""Bots that play Infinity Defiance."""
