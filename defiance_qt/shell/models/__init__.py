"""Item models for views: lists that are read row by row."""
