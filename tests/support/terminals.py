# SPDX-License-Identifier: GPL-3.0-or-later
"""The program in a pseudo-terminal, with a home of its own."""

import importlib.util
from pathlib import Path

import homes
import pytest

from bench import terminals

PATIENCE = terminals.PATIENCE


class Terminal(terminals.Terminal):
    """``hektor`` in a pseudo-terminal, in which all comes that is waited for."""

    def __init__(self, *arguments: str, home: str = "/nonexistent") -> None:
        """``home`` is the folder of the user's profile."""
        if importlib.util.find_spec("termios") is None:  # Windows
            pytest.skip("there are no terminals of this kind")
        environment = {**dict(homes.variables(Path(home))), "LC_ALL": "C.UTF-8"}
        super().__init__(*arguments, environment=environment)

    def wait_for(self, text: str) -> bool:
        assert super().wait_for(text), f"it ended: {self.seen}"
        return True

    def assert_restored(self) -> None:
        """Echo and lines as before."""
        import termios  # noqa: PLC0415 - not on Windows

        assert termios.tcgetattr(self.master)[3] == self.before[3]
