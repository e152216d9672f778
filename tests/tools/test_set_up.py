# SPDX-License-Identifier: GPL-3.0-or-later
"""Setting up on Windows, as far as it can be seen anywhere."""

import sys

import pytest

from tools.set_up import install, told


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  Downloading vosk-0.3.45-py3-none-win_amd64.whl (14.0 MB)", "vosk, 14.0 MB"),
        ("Downloading numpy-2.3.5-cp311-cp311-win_amd64.whl (13.1 MB)", "numpy, 13.1 MB"),
        ("  Downloading https://a.org/x/espeakng_loader-0.2.4-py3-none-win_amd64.whl (9.4 MB)",
            "espeakng_loader, 9.4 MB"),
    ],
)  # fmt: skip
def test_a_download_that_takes_a_while_is_told(line: str, expected: str) -> None:
    assert told(line) == f"Downloading {expected}."


@pytest.mark.parametrize(
    "line",
    [
        "  Downloading attrs-25.4.0-py3-none-any.whl (67 kB)",
        "Collecting vosk==0.3.45",
        "  Using cached vosk-0.3.45-py3-none-win_amd64.whl (14.0 MB)",
        "Successfully installed vosk-0.3.45",
    ],
)
def test_everything_else_is_kept_to_itself(line: str) -> None:
    assert told(line) is None


def test_a_failure_ends_it_and_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    def saying(*lines: str, status: int) -> tuple[str, ...]:
        return sys.executable, "-c", f"print(*{lines!r}, sep=chr(10)); raise SystemExit({status})"

    well = saying("  Downloading vosk-0.3.45-py3-none-any.whl (14.0 MB)", "ERROR: odd", status=0)
    ill = saying("Collecting chess", "ERROR: No network", status=1)
    assert install([well]) == []
    assert capfd.readouterr().err == "Downloading vosk, 14.0 MB.\n"
    assert install([ill, well]) == ["ERROR: No network"]
    assert install([saying(status=3)]) == ["pip ended with status 3."]
    assert capfd.readouterr().err == ""
