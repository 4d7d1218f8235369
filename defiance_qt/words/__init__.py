"""Languages, text catalogues, rule indexes, and the localization of errors."""
