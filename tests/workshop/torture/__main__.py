"""Runs the torture: `python -m tests.workshop.torture MINUTES`."""

from __future__ import annotations

from tests.workshop.torture.running import main

raise SystemExit(main())
