"""Tools that measure Infinity Defiance: odds from the command line, long games for benchmarks."""
