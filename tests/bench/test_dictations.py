# SPDX-License-Identifier: GPL-3.0-or-later
"""A benchmark that writes recordings never takes the place of other ones."""

from pathlib import Path

import pytest

from bench.dictations import manifest_in

OTHERS = "path\ttranscript\tspeaker\trole\tseconds\tnote\n"


def test_manifest_of_other_recordings_is_left_alone(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.tsv"
    manifest.write_text(OTHERS, encoding="utf-8")
    with pytest.raises(SystemExit, match="other recordings"):
        manifest_in(tmp_path)
    assert manifest.read_text(encoding="utf-8") == OTHERS


def test_own_manifest_may_be_written_anew(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    path = manifest_in(folder)
    path.write_text("path\ttranscript\trole\tfen\tvoice\n", encoding="utf-8")
    assert manifest_in(folder) == path
