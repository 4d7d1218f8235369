"""The plugins in `wrong` have tests of their own, which are no tests of this program."""

collect_ignore = ["wrong"]
