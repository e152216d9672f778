# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the libraries that Hektor needs on Windows work: tried under Wine."""

import shutil
import subprocess
from collections.abc import Mapping


def end(environment: Mapping[str, str]) -> None:
    """End Wine's own processes, which otherwise write into its folder while that is removed."""
    server = shutil.which("wineserver") or "/usr/lib/wine/wineserver"
    for wanted in ("-k", "-w"):
        subprocess.run([server, wanted], env=environment, check=False)
