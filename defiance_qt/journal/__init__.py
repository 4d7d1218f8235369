"""Games on disk: the journal over the eventsourcing library's recorders, and its text form."""
