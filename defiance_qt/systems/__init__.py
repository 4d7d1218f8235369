"""The games that the table can run, one package each. No system imports another."""
