"""Infinity Defiance: its rules, content, bots and view."""
