"""Languages, catalogues of texts and rule indexes, and the wording of errors."""
