"""defiance-qt: a table for co-operative tactical games."""

__version__ = "0.1.0"
