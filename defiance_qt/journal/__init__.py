"""Stored games: the journal on top of the eventsourcing library's recorders, and its text form."""
