# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium without a screen, driven over its DevTools protocol, and a game with a page for it.

For tests and benchmarks.
"""

import base64
import json
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from bench.nursery import born

ROOT = Path(__file__).parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60.0
"""Seconds after which nothing is waited for any longer."""

KEYS = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "+": 187,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip
TEXTS = {"Enter": "\r", " ": " ", "+": "+"}
SHIFT, CONTROL = 8, 2


def program() -> str | None:
    """The path of Chromium, if it is here."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """A Chromium with a profile of its own in ``folder``."""

    def __init__(self, folder: Path) -> None:
        path = program()
        assert path is not None, "Chromium is not installed"
        options = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
        options += ["--no-first-run", "--disable-background-networking", "--disable-gpu"]
        options += ["--disable-dev-shm-usage", "--hide-scrollbars", "--lang=en"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium has none for root
        null = subprocess.DEVNULL
        self._process = subprocess.Popen(
            [path, *options], stdout=null, stderr=null, start_new_session=True
        )
        self._port = self._find_port(folder / "DevToolsActivePort")

    def _find_port(self, file: Path) -> int:
        until = time.monotonic() + PATIENCE
        while True:
            lines = file.read_text().splitlines() if file.exists() else []
            if len(lines) > 1:
                return int(lines[0])
            assert self._process.poll() is None, "Chromium did not start"
            assert time.monotonic() < until, "Chromium opened no port"
            time.sleep(0.02)  # the file is the only sign that it gives

    def open(self, address: str) -> "Tab":
        """A new tab that shows ``address``."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}/json/new?about:blank", method="PUT"
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            tab = Tab(json.load(answer)["webSocketDebuggerUrl"])
        tab.go(address)
        return tab

    def sleep(self) -> None:
        """Make all of it stand still, as on a laptop whose lid is closed."""
        os.killpg(self._process.pid, signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        os.killpg(self._process.pid, signal.SIGCONT)

    def close(self) -> None:
        """End it, and its helpers, which would go on writing into the profile for a moment."""
        self._process.terminate()
        self._process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


class Tab:
    """One page. ``faults`` are the errors that it reported: of its script, of its policy."""

    def __init__(self, address: str) -> None:
        self._closing = ExitStack()
        self._socket = self._closing.enter_context(
            connect(address, max_size=None, open_timeout=PATIENCE)
        )
        self._number = 0
        self.faults: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)  # whichever tab is in front

    def call(self, method: str, **arguments: Any) -> Any:
        """A command of the protocol; its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": arguments}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("id") == self._number:
                assert "error" not in told, f"{method}: {told['error']}"
                return told["result"]
            self._note(told)

    def _note(self, told: Any) -> None:
        match told:
            case {"method": "Runtime.exceptionThrown", "params": {"exceptionDetails": details}}:
                self.faults.append(str(details.get("exception", details)))
            case {"method": "Log.entryAdded", "params": {"entry": {"level": "error"} as entry}}:
                self.faults.append(f"{entry['text']} {entry.get('url', '')}")

    def go(self, address: str) -> None:
        """Show ``address``, loaded."""
        self.call("Page.navigate", url=address)
        self.wait_for("location.href !== 'about:blank' && document.readyState === 'complete'")

    def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression, awaited if it is a promise."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, f"{script}: {answer['exceptionDetails']}"
        return answer["result"].get("value")

    def wait_for(self, condition: str) -> None:
        """Until a JavaScript expression is true."""
        until = time.monotonic() + PATIENCE
        while not self.evaluate(f"Promise.resolve({condition}).then(Boolean)"):
            assert time.monotonic() < until, f"never true: {condition}"
            time.sleep(0.01)

    def text(self, selector: str) -> str:
        """Read the text of the first element that fits."""
        text: str = self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")
        return text

    def press(self, key: str, modifiers: int = 0) -> None:
        """A key of the keyboard goes down and up."""
        told: dict[str, Any] = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        told |= {"modifiers": modifiers}
        if key in TEXTS:
            told["text"] = TEXTS[key]
        self.call("Input.dispatchKeyEvent", type="keyDown", **told)
        self.call("Input.dispatchKeyEvent", type="keyUp", **told)

    def click(self, selector: str, button: str = "left") -> None:
        """The mouse clicks the middle of the first element that fits."""
        x, y = self._middle(selector)
        self._mouse("mousePressed", x, y, button)
        self._mouse("mouseReleased", x, y, button)

    def drag(self, start: str, end: str) -> None:
        """The mouse carries something from the middle of one element to that of another."""
        (x, y), (to_x, to_y) = self._middle(start), self._middle(end)
        self._mouse("mousePressed", x, y, "left")
        self._mouse("mouseMoved", (x + to_x) / 2, (y + to_y) / 2, "left")
        self._mouse("mouseMoved", to_x, to_y, "left")
        self._mouse("mouseReleased", to_x, to_y, "left")

    def _middle(self, selector: str) -> tuple[float, float]:
        x, y = self.evaluate(
            "((one) => { one.scrollIntoView({block: 'nearest'});"
            " const {left, top, width, height} = one.getBoundingClientRect();"
            " return [left + width / 2, top + height / 2]; })"
            f"(document.querySelector({json.dumps(selector)}))"
        )
        return x, y

    def _mouse(self, kind: str, x: float, y: float, button: str) -> None:
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def type(self, text: str) -> None:
        """Text comes from the keyboard."""
        self.call("Input.insertText", text=text)

    def tab_to(self, selector: str) -> None:
        """Go with the Tab key to the element that fits."""
        here = f"document.activeElement.matches({json.dumps(selector)})"
        for _ in range(60):
            if self.evaluate(here):
                return
            self.press("Tab")
        raise AssertionError(f"the Tab key never comes to {selector}")

    def look(self, width: int, height: int, zoom: float = 1, **media: str) -> None:
        """A window of so many pixels at a zoom, with media features as ``prefers_color_scheme``."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=round(width / zoom),
            height=round(height / zoom), deviceScaleFactor=zoom, mobile=False,
        )  # fmt: skip
        features = [{"name": n.replace("_", "-"), "value": v} for n, v in media.items()]
        self.call("Emulation.setEmulatedMedia", features=features)

    def screenshot(self, path: Path, whole: bool = True) -> None:
        """Write what is to be seen, or the ``whole`` page, as PNG."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        """Let go of the tab."""
        self._closing.close()


class PageGame:
    """A running ``hektor play --page`` (or ``study``), of which lines are typed at the keyboard."""

    def __init__(self, folder: Path, *options: str, command: str = "play") -> None:
        """``folder`` is its home, and has its archive. ``command`` may be "study" too."""
        self.archive = folder / "games.sqlite"
        folders = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
        given = [command, "--page", "--no-microphone", "--no-speech", "--archive", self.archive]
        given += ["--press", "hand", "--say-press"] if command == "play" else []
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        self.process = born(
            (theirs_in, theirs_out, 2), [*map(str, given), *options], {**os.environ, **folders}
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._in, self._out = os.fdopen(ours_in, "w"), os.fdopen(ours_out)
        self.address = self._out.readline().split()[-1]
        self.printed: queue.Queue[tuple[float, str]] = queue.Queue()
        """Lines that it printed, each with the second of ``time.time``."""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._out:
            self.printed.put((time.time(), line))

    def type(self, *lines: str) -> None:
        """Type lines into the game."""
        self._in.write("".join(f"{line}\n" for line in lines))
        self._in.flush()

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def wait(self) -> None:
        """Until it has ended. Raises AssertionError if it does not."""
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None, "it hangs"

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.wait()
        self._reader.join()
        with suppress(BrokenPipeError):
            self._in.close()
        self._out.close()
