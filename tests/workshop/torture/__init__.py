"""Torture: damages saves and records, kills the program, and feeds it hostile plugins and settings: `make torture`.

Each case is drawn from its kind and a seed, runs in a worker process that is killed when it hangs, and is judged by
what the user would see. Whatever is neither sound nor refused in one sentence is a finding. docs/reliability.md states
what is promised.
"""
