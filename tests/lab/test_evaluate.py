# SPDX-License-Identifier: GPL-3.0-or-later
"""Measuring recognition: manifests, noise, verdicts, figures and the command itself."""

import argparse
import contextlib
import io
import json
import math
from collections.abc import Sequence
from pathlib import Path

import chess
import numpy as np
import pytest
import soundfile

from lab import evaluate
from lab.acoustics import LEAD_MS, in_room, speech_end
from lab.evaluate import figures
from lab.scoring import PositionScorer, Scored, Verdict, WordScorer
from training.synthesis import Synthesiser, synthesise
from voice.hearing.audio import MILLISECOND, RATE
from voice.hearing.models import ModelError
from voice.language.completeness import Completeness
from voice.language.transcript import HeardUtterance, Transcript
from voice.learning.manifest import Clip, read_manifest

PHRASES = (
    ("Springer Felix drei", "de+f3"),
    ("Eva vier", "de+m7"),
    ("Gustav drei", "de+f3"),
    ("Springer Cesar drei", "de+m7"),
)
OUTSIDE = ("Der Zug nach Leipzig hat Verspätung.", "Möchtest du einen Tee oder ein Wasser?")


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with recordings of first moves and of other German, and their manifest."""
    folder = tmp_path_factory.mktemp("recordings")
    lines = []
    with Synthesiser() as synthesiser:
        said = [*PHRASES, *((text, "de+m7") for text in OUTSIDE)]
        for number, (text, voice) in enumerate(said):
            samples = synthesise(synthesiser, text, voice, 145)
            soundfile.write(folder / f"{number}.flac", samples, RATE)
            lines.append(f"{number}.flac\t{text}\n")
    (folder / "manifest.tsv").write_text("".join(lines), encoding="utf-8")
    return folder


def command(*arguments: str) -> tuple[int, list[str], list[str]]:
    parser = argparse.ArgumentParser()
    evaluate.add_evaluate_options(parser)
    said, warned = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(warned):
        status = evaluate.run_evaluate(parser.parse_args(list(arguments)))
    return status, said.getvalue().splitlines(), warned.getvalue().splitlines()


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow computer tells how far it is."""
    monkeypatch.setattr("ground.progress.EVERY", math.inf)


# --- The command ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("--fen", chess.STARTING_FEN), ("--noise", "20")])
def test_clear_moves_pass_other_german_does_not(recordings: Path, options: tuple[str, ...]) -> None:
    status, said, warned = command(str(recordings / "manifest.tsv"), "--json", *options)
    assert status == 0
    assert warned == []
    found = json.loads(said[-1])
    assert found["utterances"] == len(PHRASES)
    assert found["outside"] == len(OUTSIDE)
    assert found["right"] == len(PHRASES)
    assert found["utterance_accuracy"] == found["word_accuracy"] == 1.0
    assert found["wrong"] == found["asked_again"] == found["false_accepts"] == 0
    assert 0 < found["latency_ms"] <= found["latency_95_ms"]
    assert found["real_time_factor"] > 0
    assert found["rss_mb"] >= 0


def test_unreadable_recordings_are_named_and_skipped(recordings: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "some.tsv"
    manifest.write_text(f"{recordings / '1.flac'}\tEva vier\nnone.wav\tDavid vier\n")
    status, said, warned = command(str(manifest), "--json")
    assert status == 0
    assert len(warned) == 1
    assert "none.wav" in warned[0]
    assert json.loads(said[-1])["unreadable"] == 1


def test_all_processors_hear_what_one_hears(
    recordings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In their order, with noise, a sentence that is unlike what was said, and a missing file."""
    manifest = tmp_path / "some.tsv"
    start = chess.STARTING_FEN
    manifest.write_text(
        f"path\ttranscript\tfen\n{recordings / '0.flac'}\tEva vier\t\nnone.wav\tEva vier\t\n"
        f"{recordings / '1.flac'}\tEva vier\t{start}\n{recordings / '3.flac'}\tEva drei\t{start}\n"
    )
    alone = command(str(manifest), "--noise", "20", "--details")
    monkeypatch.setattr(evaluate, "MANY", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    status, said, warned = command(str(manifest), "--noise", "20", "--details")
    assert (status, said[:5], warned) == (alone[0], alone[1][:5], alone[2])
    assert said[0].startswith("0.flac: wrong")
    assert "none.wav" in warned[0]


@pytest.mark.parametrize(
    ("manifest", "options", "sentence"),
    [
        (None, (), "cannot be read"),
        ("", (), "names no recording"),
        ("path\ttranscript\n", (), "names no recording"),
        ("none.wav\tEva vier\n", (), "None of the recordings"),
    ],
)
def test_unmeasurable_input_ends_in_a_sentence(
    tmp_path: Path, manifest: str | None, options: tuple[str, ...], sentence: str
) -> None:
    path = tmp_path / "manifest.tsv"
    if manifest is not None:
        path.write_text(manifest)
    status, said, warned = command(str(path), *options)
    assert status == 2
    assert said == []
    assert sentence in warned[-1]


def test_a_missing_model_is_told_by_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "manifest.tsv"
    path.write_text("none.wav\tEva vier\n")
    with pytest.raises(ModelError, match=r"^no_model, name no-such-model"):
        command(str(path), "--model", "no-such-model")


def test_invalid_position_ends_in_a_sentence(recordings: Path) -> None:
    status, _, warned = command(str(recordings / "manifest.tsv"), "--fen", "nonsense")
    assert status == 2
    assert len(warned) == 1


# --- Manifests ------------------------------------------------------------------------------------


def manifest(tmp_path: Path, text: str, fen: str | None = None) -> list[Clip]:
    path = tmp_path / "manifest.tsv"
    path.write_text(text, encoding="utf-8")
    return read_manifest(path, fen)


def test_columns_in_any_order_others_are_ignored(tmp_path: Path) -> None:
    (clip,) = manifest(tmp_path, "speaker\ttranscript\tpath\tfen\nx\tEva vier\ta.wav\tFEN\n")
    assert clip == Clip(tmp_path / "a.wav", ("eva", "vier"), True, "FEN")


def test_transcript_in_any_spelling_is_matched(tmp_path: Path) -> None:
    (clip,) = manifest(tmp_path, "a.wav\tLaeufer  CÄSAR 5.\n")
    assert clip.words == ("läufer", "cesar", "fünf")


@pytest.mark.parametrize(
    ("line", "inside"),
    [
        ("a.wav\tEva vier\n", True),
        ("a.wav\t\n", False),
        ("a.wav\n", False),
        ("a.wav\tGuten Morgen\n", False),
        ("path\ttranscript\trole\na.wav\tnull\tout_of_grammar\n", False),
        ("path\ttranscript\trole\na.wav\teins\tin_grammar\n", True),
    ],
)
def test_what_is_outside_the_language(tmp_path: Path, line: str, inside: bool) -> None:
    (clip,) = manifest(tmp_path, line)
    assert clip.inside is inside


def test_fen_option_fills_an_empty_column(tmp_path: Path) -> None:
    text = "path\ttranscript\tfen\na.wav\tEva vier\t\nb.wav\tEva vier\tOTHER\n"
    assert [clip.fen for clip in manifest(tmp_path, text, "FEN")] == ["FEN", "OTHER"]


def test_byte_order_mark_and_comments_are_harmless(tmp_path: Path) -> None:
    text = "\ufeffpath\ttranscript\n# a comment\na.wav\tEva vier\n"
    assert [clip.path.name for clip in manifest(tmp_path, text)] == ["a.wav"]


def test_binary_manifest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "manifest.tsv"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(ValueError, match="cannot be read"):
        read_manifest(path)


# --- Noise ----------------------------------------------------------------------------------------


def burst(level: float = 3_000.0) -> np.ndarray:
    """Half a second of sound between two stretches of silence."""
    sound = level * np.sin(2 * np.pi * 500 * np.arange(RATE // 2) / RATE)
    quiet = np.zeros(RATE // 2)
    return np.concatenate((quiet, sound, quiet)).astype(np.int16)


@pytest.mark.parametrize("snr_db", [20.0, 10.0, 5.0])
def test_noise_is_as_loud_as_said(snr_db: float) -> None:
    noise = in_room(burst(), snr_db)[: RATE * LEAD_MS // 1000].astype(float)
    speech_rms = 3_000 / 2**0.5
    assert 20 * np.log10(speech_rms / noise.std()) == pytest.approx(snr_db, abs=1.0)


def test_the_same_seed_makes_the_same_noise() -> None:
    assert (in_room(burst(), 10.0, seed=1) == in_room(burst(), 10.0, seed=1)).all()
    assert (in_room(burst(), 10.0, seed=1) != in_room(burst(), 10.0, seed=2)).any()


def test_no_noise_leaves_the_recording_alone() -> None:
    lead = RATE * LEAD_MS // 1000
    assert (in_room(burst(), None)[lead : lead + len(burst())] == burst()).all()


def test_speech_ends_where_it_ends() -> None:
    assert speech_end(burst()) / MILLISECOND == pytest.approx(1_000, abs=10)


# --- Verdicts -------------------------------------------------------------------------------------


def said(words: str, inside: bool = True) -> Clip:
    return Clip(Path("x.wav"), tuple(words.split()), inside)


def heard(*texts: str | Sequence[tuple[str, float]]) -> list[HeardUtterance]:
    lists = [[(text, 1.0)] if isinstance(text, str) else text for text in texts]
    return [
        HeardUtterance(tuple(Transcript(text, share) for text, share in each), 0, 0, 0)
        for each in lists
    ]


@pytest.mark.parametrize(
    ("clip", "utterances", "verdict"),
    [
        (said("eva vier"), heard("eva vier"), Verdict.RIGHT),
        (
            said("eva vier"),
            heard("eva zwei eva vier"),
            Verdict.RIGHT,
        ),  # the same move in other words
        (said("eva vier"), heard("david vier"), Verdict.WRONG),
        (said("eva vier"), heard("eva vier", "david vier"), Verdict.WRONG),
        (said("eva vier"), heard("hilfe"), Verdict.WRONG),
        (said("eva vier"), heard("aufgeben"), Verdict.ASKED_AGAIN),  # "really?"
        (  # "Pause?" is asked, and nothing is done
            said("eva vier"),
            heard([("pause", 0.6), ("eva drei", 0.002)]),
            Verdict.ASKED_AGAIN,
        ),
        (said("aufgeben"), heard("aufgeben"), Verdict.RIGHT),
        (said("eva vier"), heard(), Verdict.ASKED_AGAIN),
        (said("eva vier"), heard("[unk]"), Verdict.ASKED_AGAIN),
        (said("eva vier"), heard([("eva vier", 0.5), ("eva drei", 0.5)]), Verdict.ASKED_AGAIN),
        (said("eva fünf"), heard("eva fünf"), Verdict.RIGHT),  # illegal, and said to be so
        (said("eva fünf"), heard("eva vier"), Verdict.WRONG),
        (said("wie spät"), heard("wie spät ist es"), Verdict.RIGHT),
        (said("guten tag", inside=False), heard("[unk]"), Verdict.REJECTED),
        (said("guten tag", inside=False), heard("eva vier"), Verdict.ACCEPTED),
        (said("guten tag", inside=False), heard("uhr"), Verdict.ACCEPTED),
        (said("schall", inside=False), heard("schach"), Verdict.REJECTED),  # nothing is done
    ],
)
def test_verdicts_in_the_first_position(
    clip: Clip, utterances: list[HeardUtterance], verdict: Verdict
) -> None:
    assert PositionScorer(chess.STARTING_FEN).verdict(clip, utterances)[1] is verdict


@pytest.mark.parametrize(
    ("clip", "utterances", "verdict"),
    [
        (said("zwei"), heard("zwei"), Verdict.RIGHT),
        (said("zwei"), heard("drei"), Verdict.WRONG),
        (said("zwei"), heard([("zwei sieben", 0.6), ("zwei", 0.4)]), Verdict.RIGHT),
        (said("zwei"), heard([("[unk]", 0.85), ("zwei", 0.15)]), Verdict.ASKED_AGAIN),
        (said("zwei"), heard([("zwei", 0.4), ("drei", 0.35), ("vier", 0.3)]), Verdict.ASKED_AGAIN),
        (said("kette", inside=False), heard("[unk]"), Verdict.REJECTED),
        (said("kette", inside=False), heard("vier"), Verdict.ACCEPTED),
    ],
)
def test_verdicts_on_words_alone(
    clip: Clip, utterances: list[HeardUtterance], verdict: Verdict
) -> None:
    scorer = WordScorer(["zwei", "drei", "vier", "kurze rochade", "[unk]"], language=False)
    assert scorer.verdict(clip, utterances)[1] is verdict


def test_words_settle_when_no_phrase_continues() -> None:
    scorer = WordScorer(["zwei", "kurze rochade", "[unk]"], language=False)
    texts = ("zwei", "kurze", "kurze rochade", "drei")
    expected = (
        Completeness.COMPLETE,
        Completeness.OPEN,
        Completeness.COMPLETE,
        Completeness.UNKNOWN,
    )
    assert tuple(scorer.completeness(tuple(text.split())) for text in texts) == expected


def test_figures_count_what_was_judged() -> None:
    scored = [
        Scored(said("eva vier"), ("eva", "vier"), Verdict.RIGHT, 200.0, 2.0, 0.02),
        Scored(said("eva vier"), ("eva", "drei", "vier"), Verdict.WRONG, 300.0, 2.0, 0.02),
        Scored(said("david vier"), (), Verdict.ASKED_AGAIN, None, 2.0, 0.02),
        Scored(said("guten tag", inside=False), ("uhr",), Verdict.ACCEPTED, 900.0, 2.0, 0.02),
    ]
    found = figures(scored)
    assert (found.utterances, found.outside) == (3, 1)
    assert (found.right, found.wrong, found.asked_again, found.false_accepts) == (1, 1, 1, 1)
    assert found.utterance_accuracy == pytest.approx(1 / 3)
    assert found.word_accuracy == pytest.approx(1 - 3 / 6)  # one word too many, two lost
    assert found.latency_ms == pytest.approx(250.0)
    assert found.real_time_factor == pytest.approx(0.01)
