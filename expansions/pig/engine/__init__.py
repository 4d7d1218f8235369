"""The rules of Pig as pure functions over frozen values."""
