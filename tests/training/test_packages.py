# SPDX-License-Identifier: GPL-3.0-or-later
"""Words that people say alone, from packages of Debian: which files, what is said, and by whom."""

import csv
from pathlib import Path

import numpy as np
import pytest

from training import packages, recordings
from training.packages import clips, gather
from training.recordings import Aligned, Recording, RecordingKind, wanted
from voice.acoustic.phones import INDEX, SILENCE, PhoneSpan


def _installed(root: Path) -> None:
    for clip in clips():
        (root / clip.path).parent.mkdir(parents=True, exist_ok=True)
        (root / clip.path).write_bytes(str(clip.path).encode())


def test_files_are_listed_once_with_their_words() -> None:
    found = list(clips())
    assert len({clip.path for clip in found}) == len(found) > 400
    assert all(clip.transcript and clip.speaker for clip in found)
    assert {clip.source for clip in found} == {"klettres", "ktuberling", "kajongg"}


def test_every_clip_is_copied_and_listed(tmp_path: Path) -> None:
    _installed(tmp_path / "root")
    out = tmp_path / "out"
    assert gather(tmp_path / "root", out) == len(list(clips()))
    with (out / "manifest.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row, clip in zip(rows, clips(), strict=True):
        assert (out / row["path"]).read_bytes().decode() == str(clip.path)
        assert (row["transcript"], row["speaker"]) == (clip.transcript, clip.speaker)


def test_missing_package_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["packages", str(tmp_path / "out"), "--root", str(tmp_path)]
    monkeypatch.setattr("sys.argv", arguments)
    with pytest.raises(SystemExit) as ended:
        packages.main()
    assert ended.value.code == 2
    assert "klettres" in capsys.readouterr().err
    assert not (tmp_path / "out" / "manifest.tsv").exists()


def test_held_out_speakers_are_never_trained_on(tmp_path: Path) -> None:
    _installed(tmp_path / "root")
    gather(tmp_path / "root", tmp_path / "out")
    speakers = {one.speaker for one in wanted([tmp_path / "out"], RecordingKind.ALONE)}
    held_out = set(recordings.plan()["alone"]["held_out"])
    assert held_out
    assert held_out < {clip.speaker for clip in clips()}
    assert speakers == {clip.speaker for clip in clips()} - held_out
    assert not wanted([tmp_path / "out"], RecordingKind.SENTENCES)
    assert not wanted([tmp_path / "out"], RecordingKind.DIGITS)


def test_single_words_are_cut_from_silence() -> None:
    segments = (
        PhoneSpan(0, 16_000, SILENCE),
        PhoneSpan(16_000, 18_000, INDEX["d"]),
        PhoneSpan(18_000, 22_000, INDEX["e:"]),
        PhoneSpan(22_000, 40_000, SILENCE),
    )
    wave = np.arange(40_000, dtype=np.float64)
    recording = Recording(Path("d.ogg"), "deh", "somebody", "klettres")
    cut, moved = recordings.said_alone(Aligned(recording, wave, segments, 2.0))
    assert len(cut) == 22_000 - 16_000 + 2 * 1600
    assert cut[1600] == wave[16_000]
    assert abs(cut[0]) < 1  # no click
    assert abs(cut[-1]) < 1
    assert [(s.start, s.end) for s in moved] == [
        (0, 1600),
        (1600, 3600),
        (3600, 7600),
        (7600, 9200),
    ]
