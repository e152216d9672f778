# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the decoding graph and the settings of a Vosk model, so that it takes runtime grammars.

`HCLr.fst` holds the words as chains of transitions, `Gr.fst` a loop over all words for use without
a grammar; libvosk composes the first with its own bigram of a runtime grammar. Kaldi's layout
with reordered self-loops: a phone is its forward transition, then the self-loop on the state
that it leads to. The word label stands on the word's first arc, so that no disambiguation symbols
are needed.

`[unk]` is a free loop over all phones, each at a cost: it stands for all other words.
"""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pywrapfst as fst

from voice.acoustic.dictionary import Dictionary, Pronunciation
from voice.acoustic.features import MFCC_CONF
from voice.acoustic.kaldi_io import (
    PHONE_ID,
    PHONE_TABLE,
    TRANSITIONS,
    entry_transition,
    loop_transition,
)
from voice.acoustic.phones import INDEX, PHONES, SILENCE, SUBSAMPLING
from voice.acoustic.search import SCALE, UNKNOWN_PHONE

UNKNOWN: Final = "[unk]"
_EPSILON: Final = "<eps>"
_CHUNK: Final = 18  # input frames computed at once: fewer bring partial results earlier, at a price
_HALF: Final = math.log(2)  # silence after a word is as likely as none


_WORD: Final = 4.0  # cost of each, in units of the scaled acoustic likelihood, as those below
_BEAM: Final = 10.0
_LATTICE_BEAM: Final = 3.0


class _FstBuilder:
    """The transducer under construction: it maps transition ids to words."""

    def __init__(self) -> None:
        self.fst = fst.VectorFst()
        self.start, self.loop = self.state(), self.state()
        self.fst.set_start(self.start)
        self.fst.set_final(self.loop, fst.Weight("tropical", 0.0))

    def state(self) -> int:
        return int(self.fst.add_state())

    def arc(self, source: int, label: int, word: int, cost: float, target: int) -> None:
        self.fst.add_arc(source, fst.Arc(label, word, fst.Weight("tropical", cost), target))

    def phone(self, source: int, phone_id: int, word: int = 0, cost: float = 0.0) -> int:
        """One phone from `source` on; returns the state after it."""
        target = self.state()
        self.arc(source, entry_transition(phone_id), word, cost, target)
        self.arc(target, loop_transition(phone_id), 0, 0.0, target)
        return target

    def end(self, source: int) -> None:
        """From `source` back to the beginning of words, with or without silence."""
        self.arc(source, 0, 0, _HALF, self.loop)
        silence = self.phone(source, PHONE_ID[SILENCE, "nonword"], cost=_HALF)
        self.arc(silence, 0, 0, 0.0, self.loop)


def _word(graph: _FstBuilder, number: int, pronunciation: Pronunciation) -> None:
    phones = pronunciation.phones
    state, last = graph.loop, len(phones) - 1
    for i, phone in enumerate(phones):
        place = "begin" if i == 0 else "end" if i == last else "internal"
        phone_id = PHONE_ID[INDEX[phone], "singleton" if last == 0 else place]
        first = i == 0
        state = graph.phone(
            state, phone_id, number if first else 0, pronunciation.cost + _WORD if first else 0.0
        )
    graph.end(state)


def _unknown(graph: _FstBuilder, number: int) -> None:
    cost = UNKNOWN_PHONE
    inner, after = graph.state(), graph.state()
    graph.end(after)
    for phone in range(1, len(PHONES)):
        first = graph.phone(graph.loop, PHONE_ID[phone, "begin"], number, cost)
        graph.arc(first, 0, 0, 0.0, inner)
        middle = graph.phone(inner, PHONE_ID[phone, "internal"], cost=cost)
        graph.arc(middle, 0, 0, 0.0, inner)
        last = graph.phone(inner, PHONE_ID[phone, "end"], cost=cost)
        graph.arc(last, 0, 0, 0.0, after)


def _any_words(count: int) -> Any:
    """A loop over all words but [unk], for recognition without a grammar."""
    loop = fst.VectorFst()
    state = loop.add_state()
    loop.set_start(state)
    loop.set_final(state, fst.Weight("tropical", 1.0))
    for number in range(1, count + 1):
        weight = fst.Weight("tropical", math.log(count))
        loop.add_arc(state, fst.Arc(number, number, weight, state))
    return loop.arcsort("ilabel")


def write_graph(folder: Path, lexicon: Dictionary) -> None:
    """Write `graph/` and `conf/` of the model in `folder` for the words of `lexicon`."""
    names = [_EPSILON, *sorted(lexicon), UNKNOWN]
    numbers = {name: number for number, name in enumerate(names)}
    graph = _FstBuilder()
    graph.end(graph.start)
    for word in sorted(lexicon):
        for pronunciation in lexicon[word]:
            _word(graph, numbers[word], pronunciation)
    _unknown(graph, numbers[UNKNOWN])

    (folder / "graph/phones").mkdir(parents=True, exist_ok=True)
    (folder / "conf").mkdir(exist_ok=True)
    _write(folder / "graph/words.txt", (f"{name} {numbers[name]}" for name in names))
    _write(folder / "graph/disambig_tid.int", [str(TRANSITIONS + 1)])  # must exist; unused
    table = (f"{i + 1} {place}" for i, (_, place) in enumerate(PHONE_TABLE))
    _write(folder / "graph/phones/word_boundary.int", table)
    fst.convert(graph.fst.arcsort("olabel"), "const").write(str(folder / "graph/HCLr.fst"))
    fst.convert(_any_words(len(lexicon)), "const").write(str(folder / "graph/Gr.fst"))
    (folder / "conf/mfcc.conf").write_text(MFCC_CONF, "utf-8")
    (folder / "conf/model.conf").write_text(_settings(), "utf-8")


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _settings() -> str:
    """`conf/model.conf`. Rules 2 to 4 end an utterance after speech and so much silence."""
    return f"""\
--frame-subsampling-factor={SUBSAMPLING}
--acoustic-scale={SCALE}
--beam={_BEAM}
--lattice-beam={_LATTICE_BEAM}
--max-active=3000
--min-active=200
--frames-per-chunk={_CHUNK}
--endpoint.silence-phones=1
--endpoint.rule2.min-trailing-silence=0.5
--endpoint.rule3.min-trailing-silence=0.75
--endpoint.rule4.min-trailing-silence=1.0
"""
