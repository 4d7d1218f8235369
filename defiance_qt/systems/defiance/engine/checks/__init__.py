"""Checks of content: which ids, words and numbers are valid where. Each module owns one kind of content."""
