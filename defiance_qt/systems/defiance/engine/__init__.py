"""Infinity Defiance: the rules, as pure functions over frozen values."""
