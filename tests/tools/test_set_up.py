# SPDX-License-Identifier: GPL-3.0-or-later
"""Setting up on Windows, as far as it can be seen anywhere."""

import sys
from pathlib import Path

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


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("WARNING: Failed to establish a new connection: [Errno 11001] getaddrinfo failed",
            "There is no network, or pypi.org cannot be reached in it."),
        ("SSLError(SSLCertVerificationError(1, 'certificate verify failed'))",
            "The network lets nobody reach pypi.org unseen: its certificate is not the one that "
            "Python knows."),
        ("ERROR: No matching distribution found for vosk==0.3.45",
            "There is no package for this Python: take Python for 64 bits from python.org."),
        ("OSError: [Errno 28] No space left on device", "There is no space left on the disk."),
    ],
)  # fmt: skip
def test_what_pip_means_comes_first(line: str, meaning: str) -> None:
    command = (sys.executable, "-c", f"print({line!r}); raise SystemExit(1)")
    assert install([command])[0] == meaning


def test_a_file_that_a_scanner_holds_is_tried_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    held = tmp_path / "held"
    held.touch()
    program = (
        f"import pathlib; held = pathlib.Path({str(held)!r}).exists();"
        "print('PermissionError: [WinError 32]' if held else 'well'); raise SystemExit(held)"
    )
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            held.unlink()

    assert install([(sys.executable, "-c", program)], wait) == []
    assert len(waited) == 2
    assert capfd.readouterr().err.count("perhaps a virus scanner. Trying again.") == 2


def test_a_scanner_that_never_lets_go_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    command = (sys.executable, "-c", "print('[WinError 5]'); raise SystemExit(1)")
    reasons = install([command], lambda _: None)
    assert reasons == ["Another program holds a file, perhaps a virus scanner."]
