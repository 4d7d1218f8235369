"""The kit of an author of plugins: what `defiance-qt plugin new` and `plugin check` do."""
