"""One module per area of the rulebook. Functions that cause events are imperatives and take a `Transaction`; queries
are nouns."""
