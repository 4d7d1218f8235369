"""Runs the torture: `python -m defiance_qt.lab.torture MINUTES`."""

from __future__ import annotations

from defiance_qt.lab.torture.running import main

raise SystemExit(main())
