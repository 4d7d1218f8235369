"""A real browser without a display, driven by the DevTools protocol over a pipe: no library, no port."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars", "--lang=en-US",
    "--remote-debugging-pipe",
)  # fmt: skip
PATIENCE = 60.0
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, " ": 32}


def browser_command() -> str:
    """Return the path of the browser, "" without one."""
    return shutil.which("chromium") or ""


class Browser:
    """One browser with one page. Since the last `open`: `requests` are the addresses that were asked for, `stopped`
    those that its policy forbade, `errors` what the console was told."""

    def __init__(self, folder: Path) -> None:
        theirs, self._to = os.pipe()
        self._from, back = os.pipe()
        command = f'exec "$0" "$@" 3<&{theirs} 4>&{back}'
        arguments = (*FLAGS, f"--user-data-dir={folder}")
        self._process = subprocess.Popen(
            ["bash", "-c", command, browser_command(), *arguments],
            pass_fds=(theirs, back),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(back)
        self._number = 0
        self._rest = b""
        self._session = ""
        self._loaded = False
        self.requests: dict[str, str] = {}
        self.stopped: list[str] = []
        self.errors: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **values: Any) -> dict[str, Any]:
        """Send a command and return its result. What happens meanwhile is noted."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": values}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            found = self._read()
            if found.get("id") == self._number:
                assert "error" not in found, found
                result: dict[str, Any] = found["result"]
                return result

    def _read(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            part = os.read(self._from, 1 << 20)
            assert part, "the browser has ended"
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        self._note(found.get("method", ""), found.get("params", {}))
        return found

    def _note(self, method: str, told: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests[told["requestId"]] = told["request"]["url"]
        elif method == "Network.loadingFailed" and told.get("blockedReason"):
            self.stopped.append(self.requests.pop(told["requestId"], ""))
        elif method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(told["exceptionDetails"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] != "info":
            self.errors.append(told["entry"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.errors.append(json.dumps(told["args"]))

    def open(self, page: Path, fragment: str = "") -> None:
        """Open a page, and wait until its script has run."""
        self.visit(page.as_uri() + fragment)

    def visit(self, address: str) -> None:
        """The same with a page by its address."""
        self._navigate("about:blank")
        self.requests, self.stopped, self.errors = {}, [], []
        self._navigate(address)
        self.wait("document.documentElement.dataset.ready === ''")

    def _navigate(self, address: str) -> None:
        self._loaded = False
        self.send("Page.navigate", url=address)
        while not self._loaded:
            self._read()

    def wait(self, condition: str) -> None:
        """Wait until a condition of the page is met."""
        look = f"const look = () => ({condition}) ? done() : setTimeout(look, 5); look();"
        self.value(f"new Promise(done => {{ {look} }})")

    def text(self, id: str) -> str:
        """Return the text of an element."""
        return str(self.value(f"document.getElementById('{id}').textContent"))

    def value(self, script: str) -> Any:
        """Return the value of an expression in the page; of a promise, what it comes to."""
        found = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=KEYS[key])

    def size(self, width: int, height: int, *, dark: bool = False, language: str = "en") -> None:
        """Take a size, a theme and a language. The language is that of the next page that is opened."""
        mobile = width < 600
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])
        self.send("Emulation.setLocaleOverride", locale=language)
        agent = self.send("Runtime.evaluate", expression="navigator.userAgent", returnByValue=True)["result"]["value"]
        self.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def pdf(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.send("Page.printToPDF", printBackground=True)["data"]))

    def close(self) -> None:
        """End the browser: it ends when its pipe does."""
        os.close(self._to)
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()
            os.close(self._from)
