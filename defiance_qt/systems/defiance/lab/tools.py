"""The tools of Infinity Defiance: see `defiance_qt.lab.tools.SystemTools`."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from defiance_qt.core.port import Plugins
from defiance_qt.lab.tools import Examined, SystemTools


class DefianceTools(SystemTools):
    """The tools of Infinity Defiance for authors."""

    def examine(self, content: Mapping[str, bytes], files: Collection[str], plugins: Plugins) -> Examined:
        from defiance_qt.systems.defiance.lab.content import examine

        return examine(content, files, plugins)

    def ids(self, content: Mapping[str, bytes], plugins: Plugins) -> Mapping[str, Mapping[str, str]]:
        from defiance_qt.systems.defiance.lab.listing import ids

        return ids(content, plugins)
