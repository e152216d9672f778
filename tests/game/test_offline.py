# SPDX-License-Identifier: GPL-3.0-or-later
"""Article 11.3.2.1: in competition no *network* socket is opened, by no part of the program.

A process of its own watches every socket and address that Python is asked for while a whole game
is spoken by a voice, heard by the recogniser, recorded, told and verified. Libraries in C ask the
system themselves: they reach the sound server of the machine by a socket of the machine (AF_UNIX).
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROGRAM = '''
import sys

asked = []


def watch(name, arguments):
    if name.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")):
        asked.append(f"{name} {arguments!r}")


sys.addaudithook(watch)

from pathlib import Path

import numpy as np
import soxr

from announce.text.settings import Settings
from announce.lexicon import MOVES
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from table import understanding
from game.app.commands import verify
from table.core.conditions import Conditions, Mode
from record.journal import Archive
from game.base.game_time import GameTime
from game.base.inbox import Inbox, SpeechHeard, TypedLine
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from record.session import begin
from voice.hearing.audio import RATE, blocks
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser

archive = Archive(Path(sys.argv[1]) / "games.sqlite")
agreed = Conditions(mode=Mode.COMPETITION, press_after=None)
now = 0
printed = []
inbox = Inbox(lambda: now)
session = begin(archive, agreed, Settings(), lambda: "2026-01-01T12:00:00+01:00")
presenter = Presenter(Settings(), printed.append)
loop = Loop(
    inbox, presenter, Game(session, presenter, inbox, time=GameTime(inbox.clock, lambda: 0))
)
loop.start()
renderer = EngineRenderer()
recogniser = Recogniser(find_model(None))
quiet = np.random.default_rng(0).normal(0, 5, RATE).astype(np.int16)


def say(text):
    """Speak, hear, and let the loop have what was heard; typed where the voice was not."""
    global now
    state = session.state
    recogniser.listen_for(
        understanding.listened_for(state), lambda words: understanding.done(words, state)
    )
    sound = renderer.render(text, Voice().for_language(MOVES))
    spoken = soxr.resample(sound.astype(np.float32), SAMPLE_RATE, RATE).astype(np.int16)
    heard = None
    for block in blocks(np.concatenate([quiet, spoken, quiet, quiet]), now):
        now = block.at
        heard = recogniser.feed(block.pcm, block.at) or heard
    if heard is not None:
        loop.turn(SpeechHeard(heard))
    after = session.state
    if (after.position, after.spoken) == (state.position, state.spoken):
        loop.turn(TypedLine(text, now))


for text in ("Felix drei", "Uhr", "Eva fünf", "Uhr", "Gustav vier", "Uhr", "Dame Hektor vier"):
    say(text)
loop.turn(TypedLine("Zeit", now))
for _ in range(5):  # a longer gap would be a sleep
    now += 4 * 10**9
    loop.turn(None)
assert session.state.outcome is not None, printed
session.close()
(game,) = archive.games()
verify.report(archive, game.id, game.result)
print(f"sounds {archive.check_sounds(game.id)}")
print(f"asked {asked}")
'''


@pytest.mark.article("11.3.2.1")
def test_11_3_2_1_a_competition_game_opens_no_network_socket(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sounds, asked = done.stdout.splitlines()[-2:]
    assert sounds != "sounds 0"
    assert asked == "asked []"


def test_the_watch_sees_a_socket(tmp_path: Path) -> None:
    start = PROGRAM.partition("from pathlib")[0]
    program = f"{start}\nimport socket\nsocket.socket().close()\nprint(len(asked))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert int(done.stdout) > 0
