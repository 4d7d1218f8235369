"""One file an area of the rulebook. Functions that cause events are imperatives and take a `Run`; queries are nouns."""
