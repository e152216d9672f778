# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and writes `am/final.mdl`, the acoustic model in Kaldi's binary nnet3 format. numpy only.

Formats after Kaldi's hmm/transition-model.cc, hmm/hmm-topology.cc, nnet3/nnet-nnet.cc,
nnet3/nnet-simple-component.cc, nnet3/am-nnet-simple.cc and matrix/compressed-matrix.cc. Tokens
end with a space; an integer is its size in one byte (4) and then its bytes.

Phone 1 is silence; every other phone has four entries in Kaldi's table, for its place in a word
(begin, end, internal, singleton), which share pdfs. `PHONE_TABLE` lists them.

A model has one such network or several, which hear the same sound (`Networks`). libvosk's hears
while somebody speaks, and waits for little. Others hear what is over: they see more of what
follows, and the background of the whole utterance. They err in different places, so the mean of
what they think is better than any of them.
"""

import re
import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic.features import with_background
from voice.acoustic.phones import PHONES, SILENCE, SUBSAMPLING, first_pdf, further_pdf

Floats = NDArray[np.float32]

POSITIONS: Final = ("begin", "end", "internal", "singleton")
PHONE_TABLE: Final = (
    (SILENCE, "nonword"),
    *((phone, place) for phone in range(1, len(PHONES)) for place in POSITIONS),
)
PHONE_ID: Final = {entry: i + 1 for i, entry in enumerate(PHONE_TABLE)}
TRANSITIONS: Final = 2 * len(PHONE_TABLE)


@dataclass(frozen=True, slots=True)
class Layer:
    """An affine map (out, offsets x in) of the frames at `offsets` (10 ms each), offset-major.

    An `active` layer has a ReLU after it. With a `skip` the output of the layer so many before is
    added to that: 2 is what the layer before this one was given. The map is kept in the small
    whole numbers of a file where it comes from one, and is `low` and so many times `step`: a
    network then takes a quarter of the memory.
    """

    kept: NDArray[Any]
    bias: Floats
    offsets: tuple[int, ...]
    active: bool = True
    skip: int = 0
    low: float = 0.0
    step: float = 1.0

    @property
    def weights(self) -> Floats:
        """The map, in floats."""
        if self.kept.dtype == np.float32:
            return self.kept
        found: Floats = self.kept.astype(np.float32)
        found *= np.float32(self.step)
        found += np.float32(self.low)
        return found


@dataclass(frozen=True, slots=True)
class AcousticModel:
    """Layers, with log-softmax after the last; `priors` of the pdfs, or a power of them, is what
    the posteriors are divided by."""

    layers: tuple[Layer, ...]
    priors: Floats

    def likelihoods(self, features: Floats) -> Floats:
        """Scaled log likelihoods (30 ms frames, pdfs) of `features` (10 ms frames, cepstra).

        As in libvosk the first and the last frame stand for those beyond the ends.
        """
        count = (len(features) + SUBSAMPLING - 1) // SUBSAMPLING
        times = self.times(np.arange(count) * SUBSAMPLING)
        hidden = [features[np.clip(times[0], 0, len(features) - 1)]]
        for i, layer in enumerate(self.layers):
            wanted = times[i + 1][:, None] + np.array(layer.offsets)
            spliced = hidden[i][np.searchsorted(times[i], wanted)].reshape(len(wanted), -1)
            found = spliced @ layer.weights.T + layer.bias
            if layer.active:
                found = np.maximum(found, 0)
            if layer.skip:
                before = i + 1 - layer.skip
                found = found + hidden[before][np.searchsorted(times[before], times[i + 1])]
            hidden.append(found)
        scores = hidden[-1] - hidden[-1].max(1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(1, keepdims=True))
        return np.asarray(logs - np.log(self.priors), np.float32)

    def unpacked(self) -> "AcousticModel":
        """The same in floats: quicker where it is used again and again, and four times as large."""
        layers = tuple(replace(layer, kept=layer.weights) for layer in self.layers)
        return replace(self, layers=layers)

    def times(self, wanted: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """The frames at which the input, and then the output of each layer, is needed for the
        last layer at the frames `wanted`."""
        times: list[set[int]] = [*(set() for _ in self.layers), set(wanted.tolist())]
        for i in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[i]
            times[i] |= {at + offset for at in times[i + 1] for offset in layer.offsets}
            if layer.skip:
                times[i + 1 - layer.skip] |= times[i + 1]
        return [np.array(sorted(each), np.int64) for each in times]


def entry_transition(phone_id: int) -> int:
    """The transition id that enters and so also leaves the only state of `phone_id`."""
    return 2 * phone_id


def loop_transition(phone_id: int) -> int:
    """The transition id of the self-loop of `phone_id`."""
    return 2 * phone_id - 1


def write_model(path: Path, model: AcousticModel, bits: int = 8) -> None:
    """Write `model` to `path`, its matrices with 8 or 16 bits a number, or 32 (floats)."""
    path.write_bytes(b"\0B" + _transition_model() + _network(model, bits))


def read_model(path: Path) -> AcousticModel:
    """The model in `path`. Raises ValueError if `write_model` does not write such a one."""
    data = path.read_bytes()
    start, priors = data.find(b"<Nnet3> \n"), data.rfind(b"<Priors> ")
    if not data.startswith(b"\0B") or start < 0 or priors < 0:
        raise ValueError(f"{path} is not a binary nnet3 acoustic model")
    at = data.index(b"\n\n", start)
    config = data[start:at]
    names = ["input"]  # of the nodes that give the input and each layer's output
    layers: list[Layer] = []
    for i, sources in enumerate(
        re.findall(rb"name=layer\d+\.affine component=\S+ input=(.*)", config)
    ):
        begin = data.index(b"<LinearParams> ", at) + len(b"<LinearParams> ")
        kept, low, step, at = _read_matrix(data, begin)
        bias, at = _read_vector(data, data.index(b"<BiasParams> ", at) + 13)
        active = b"name=layer%d.relu " % i in config
        added = re.search(rb"name=layer%d\.sum .*, (\S+)\)" % i, config)
        skip = i + 1 - names.index(added[1].decode()) if added else 0
        layers.append(Layer(kept, bias, _offsets(sources.decode()), active, skip, low, step))
        names.append(f"layer{i}." + ("sum" if added else "relu" if active else "affine"))
    values, _ = _read_vector(data, priors + len(b"<Priors> "))
    return AcousticModel(tuple(layers), values)


def _offsets(sources: str) -> tuple[int, ...]:
    """The frames that `Append(Offset(x, -1), x, Offset(x, 1))`, or `x` alone, names."""
    inner = re.fullmatch(r"Append\((.*)\)", sources)
    if inner is None:
        return (0,)
    found = re.findall(r"Offset\([^,]+, (-?\d+)\)|([^,\s()]+)", inner[1])
    return tuple(int(offset) if offset else 0 for offset, _ in found)


def _token(name: str) -> bytes:
    return name.encode() + b" "


def _int(value: int) -> bytes:
    return struct.pack("<bi", 4, value)


def _float(value: float) -> bytes:
    return struct.pack("<bf", 4, value)


def _double(value: float) -> bytes:
    return struct.pack("<bd", 8, value)


def _ints(values: list[int]) -> bytes:
    return struct.pack("<bi", 4, len(values)) + np.asarray(values, "<i4").tobytes()


def _vector(values: NDArray[np.generic] | list[float]) -> bytes:
    array = np.asarray(values, "<f4")
    return _token("FV") + _int(len(array)) + array.tobytes()


def _matrix(values: Floats, bits: int) -> bytes:
    rows, columns = values.shape
    if bits == 32:
        return (
            _token("FM")
            + _int(rows)
            + _int(columns)
            + np.ascontiguousarray(values, "<f4").tobytes()
        )
    name, kind = {8: ("CM3", "<u1"), 16: ("CM2", "<u2")}[bits]
    top = 2**bits - 1
    low, extent = float(values.min()), float(np.ptp(values))
    data: bytes = np.round((values - low) / extent * top).astype(kind).tobytes()
    return _token(name) + struct.pack("<ffii", low, extent, rows, columns) + data


def _read_vector(data: bytes, at: int) -> tuple[Floats, int]:
    if data[at : at + 3] != b"FV ":
        raise ValueError("a vector of floats was expected")
    (count,) = struct.unpack_from("<xi", data, at + 3)
    return np.frombuffer(data, "<f4", count, at + 8).copy(), at + 8 + 4 * count


def _read_matrix(data: bytes, at: int) -> tuple[NDArray[Any], float, float, int]:
    """The numbers as a file keeps them, of small ones the file itself; what is added to so many
    times a step, and where the file goes on."""
    if data[at : at + 3] == b"FM ":
        rows, columns = struct.unpack_from("<xixi", data, at + 3)
        values = np.frombuffer(data, "<f4", rows * columns, at + 13).reshape(rows, columns)
        return values.copy(), 0.0, 1.0, at + 13 + 4 * rows * columns
    kind, size = {b"CM2 ": ("<u2", 2), b"CM3 ": ("<u1", 1)}.get(data[at : at + 4], ("", 0))
    if not size:
        raise ValueError("a matrix of floats, of 16 or of 8 bits was expected")
    low, extent, rows, columns = struct.unpack_from("<ffii", data, at + 4)
    steps = np.frombuffer(data, kind, rows * columns, at + 20).reshape(rows, columns)
    return steps, low, extent / (2 ** (8 * size) - 1), at + 20 + size * rows * columns


def _transition_model() -> bytes:
    """One state a phone, with different pdfs for entering it and for staying (chain topology)."""
    count = len(PHONE_TABLE)
    topology = _ints(list(range(1, count + 1))) + _ints([-1] + [0] * count)
    topology += _int(-1) + _int(1)  # -1: a list with a pdf class for entry and one for the loop
    topology += _int(2)  # states: the emitting one ...
    topology += _int(0) + _int(1) + _int(2) + _int(0) + _float(0.5) + _int(1) + _float(0.5)
    topology += _int(-1) + _int(-1) + _int(0)  # ... and the final one
    tuples = b"".join(
        _int(i + 1) + _int(0) + _int(first_pdf(phone)) + _int(further_pdf(phone))
        for i, (phone, _) in enumerate(PHONE_TABLE)
    )
    # Element 0 is never used: transition ids count from 1.
    logs = _vector([0.0, *([float(np.log(0.5))] * TRANSITIONS)])
    return (
        _token("<TransitionModel>")
        + _token("<Topology>")
        + topology
        + _token("</Topology>")
        + _token("<Tuples>")
        + _int(count)
        + tuples
        + _token("</Tuples>")
        + _token("<LogProbs>")
        + logs
        + _token("</LogProbs>")
        + _token("</TransitionModel>")
    )


def _component(name: str, kind: str, body: bytes) -> bytes:
    head = _token("<ComponentName>") + _token(name) + _token(f"<{kind}Component>")
    return head + body + _token(f"</{kind}Component>")


def _affine(name: str, layer: Layer, bits: int) -> bytes:
    body = _token("<LinearParams>") + _matrix(layer.weights, bits)
    body += _token("<BiasParams>") + _vector(layer.bias)
    return _component(name, "FixedAffine", body)


def _nonlinear(name: str, kind: str, size: int) -> bytes:
    body = _token("<Dim>") + _int(size) + _token("<ValueAvg>") + _vector([])
    body += _token("<DerivAvg>") + _vector([]) + _token("<Count>") + _double(0.0)
    return _component(name, kind, body)


def _sum(name: str, size: int) -> bytes:
    """Hands on its input, which Kaldi adds up before it."""
    body = _token("<Dim>") + _int(size) + _token("<BackpropScale>") + _float(1.0)
    return _component(name, "NoOp", body)


def _network(model: AcousticModel, bits: int) -> bytes:
    first = model.layers[0]
    config = [f"input-node name=input dim={first.kept.shape[1] // len(first.offsets)}"]
    components: list[bytes] = []
    outputs = ["input"]

    def node(layer: int, kind: str, component: bytes, source: str) -> str:
        name = f"layer{layer}.{kind}"
        config.append(f"component-node name={name} component={name} input={source}")
        components.append(component)
        return name

    for i, layer in enumerate(model.layers):
        size = layer.kept.shape[0]
        parts = [outputs[i] if at == 0 else f"Offset({outputs[i]}, {at})" for at in layer.offsets]
        spliced = f"Append({', '.join(parts)})" if len(parts) > 1 else parts[0]
        name = node(i, "affine", _affine(f"layer{i}.affine", layer, bits), spliced)
        if layer.active:
            name = node(i, "relu", _nonlinear(f"layer{i}.relu", "RectifiedLinear", size), name)
        if layer.skip:
            added = f"Sum({name}, {outputs[i + 1 - layer.skip]})"
            name = node(i, "sum", _sum(f"layer{i}.sum", size), added)
        outputs.append(name)
    last = len(model.layers)
    size = model.layers[-1].kept.shape[0]
    source = node(
        last, "logsoftmax", _nonlinear(f"layer{last}.logsoftmax", "LogSoftmax", size), outputs[-1]
    )
    config.append(f"output-node name=output input={source} objective=linear")
    context = [
        sum(max(0, sign * max(sign * at for at in layer.offsets)) for layer in model.layers)
        for sign in (-1, 1)
    ]
    return (
        _token("<Nnet3>")
        + b"\n"
        + "\n".join(config).encode()
        + b"\n\n"
        + _token("<NumComponents>")
        + _int(len(components))
        + b"".join(components)
        + _token("</Nnet3>")
        + _token("<LeftContext>")
        + _int(context[0])
        + _token("<RightContext>")
        + _int(context[1])
        + _token("<Priors>")
        + _vector(model.priors)
    )


# --- All networks of a model ----------------------------------------------------------------------

FIRST: Final = Path("am", "final.mdl")
"""libvosk's, in the folder of a model."""
OTHERS: Final[tuple[Path, ...]] = tuple(
    Path("am", f"{name}.mdl") for name in ("second", "third", "fourth")
)
"""Those of the second pass."""


_OWN: Final = 0.75  # how much is believed of networks that have learnt the language


@dataclass(frozen=True, slots=True)
class Networks:
    """libvosk's network, and the others if there are any."""

    first: AcousticModel
    others: tuple[AcousticModel, ...] = ()

    def likelihoods(self, cepstra: Floats) -> Floats:
        """Scaled log likelihoods (30 ms frames, pdfs) of the ``cepstra`` (10 ms frames, cepstra) of
        a whole utterance: the mean of what the networks think."""
        heard = self.first.likelihoods(cepstra)
        if not self.others:
            return heard
        known = with_background(cepstra)
        mean = np.mean([heard, *(one.likelihoods(known) for one in self.others)], 0)
        return np.asarray(mean, np.float32)

    def unpacked(self) -> "Networks":
        """The same in floats, see :meth:`AcousticModel.unpacked`."""
        return Networks(self.first.unpacked(), tuple(other.unpacked() for other in self.others))


def read_networks(folder: Path) -> Networks:
    """The networks of a model; raises OSError or ValueError if it has none of this kind."""
    others = (folder / name for name in OTHERS)
    return Networks(
        read_model(folder / FIRST), tuple(read_model(path) for path in others if path.exists())
    )


def also_heard(likelihoods: Floats, learnt: tuple[AcousticModel, ...], cepstra: Floats) -> Floats:
    """As `Networks.likelihoods`, for what is said in a language that more networks have ``learnt``:
    they are believed three times as much as all those whose ``likelihoods`` are given."""
    known = with_background(cepstra)
    own = [one.likelihoods(known) for one in learnt]
    return np.asarray(likelihoods + _OWN * (np.mean(own, 0) - likelihoods), np.float32)


def learnt_file(language: str) -> Path:
    """The network of a model that has learnt another language, in its folder."""
    return Path("am", f"{language}.mdl")


def read_learnt(folder: Path, language: str) -> tuple[AcousticModel, ...]:
    """The network of that name, if the model has one; raises as :func:`read_networks`."""
    path = folder / learnt_file(language)
    return (read_model(path),) if path.exists() else ()


def write_networks(folder: Path, networks: Networks, bits: int) -> None:
    """Write them into ``folder``, with so many bits a number; raises OSError if it cannot."""
    (folder / FIRST).parent.mkdir(parents=True)
    write_model(folder / FIRST, networks.first, bits)
    for name, other in zip(OTHERS, networks.others, strict=False):
        write_model(folder / name, other, bits)
