# SPDX-License-Identifier: GPL-3.0-or-later
"""A view as HTML: the whole page once, and its parts again whenever they change.

A part is what stands inside the element whose id is its name. What the browser does with it is in
``script/``, and no more than putting it there.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape

import chess

from announce.lexicon import lexicon
from announce.page.board import board, definitions, earlier_board, next_step, todo, used
from announce.page.markup import (
    Picture,
    clocks_json,
    document,
    messages_html,
    page_words,
    phrase_html,
    text_html,
    utterance_html,
    word,
)
from announce.page.view import Displays, View
from announce.text.settings import Settings
from announce.words.moves import move_words, notation
from announce.words.phraser import Phraser
from clock.clock import shown
from rules.description import MoveFacts
from rules.editions import title

OrderWords = Mapping[str, Mapping[str, Mapping[str, str]]]
"""The arbiter's orders by their names, each with its fields; of a field that has few values these,
each with its word."""


def parts(view: View) -> dict[str, str]:
    """All parts of the page by name, as HTML."""
    return {
        "state": state(view),
        "todo": todo(view),
        "press": word("press" if view.started else "start", view.settings),
        "board": board(view),
        "moves": score(view),
        "white-side": side(view, chess.WHITE),
        "black-side": side(view, chess.BLACK),
        "access": access(view),
        "devices": devices(view),
        "edition": word("edition", view.settings, year=title(view.edition)),
    }


def picture(view: View, number: int) -> Picture:
    """The parts of the page of a view, and its next step."""
    step = next_step(view)
    return Picture(
        number,
        view.settings,
        parts(view),
        view.messages,
        view.todo_number,
        "" if step is None else utterance_html(step, view.settings),
    )


def page(
    view: View,
    clocks: Displays,
    known: int = 0,
    *,
    turned: bool = False,
    ply: int | None = None,
    orders: OrderWords | None = None,
    part: str = "assistant",
) -> str:
    """The whole page; ``known`` is the number under which it asks for what comes after.

    ``turned``: Black is below. ``ply`` shows an earlier position; raises ``ValueError`` for one
    that there is not. ``orders`` are the arbiter's. ``part`` is that of who sees it.
    """
    settings = view.settings
    texts = lexicon(settings.language).table("page")
    words = page_words(settings)
    looking = {} if ply is None else position(view, ply)
    return document(
        "page",
        settings,
        words,
        white=_colour(chess.WHITE, view),
        black=_colour(chess.BLACK, view),
        pieces=definitions(),
        body_class=f"{part} turned" if turned else part,
        turn_to="?" if turned else "?turned=1",
        kinds=_kinds(view),
        promotions=_promotions(view),
        example=escape(f"Eva vier: {words['empty']}"),
        order_fields=order_fields(orders or {}, settings),
        chosen_text=escape(texts["chosen"], quote=True),
        targets_text=escape(texts["targets"], quote=True),
        messages_so_far=messages_html(view.messages, settings),
        last_message=view.messages[-1].number if view.messages else 0,
        todo_number=view.todo_number,
        known=known,
        state_now=escape(json.dumps(clocks_json(clocks)), quote=True),
        white_clock=shown(clocks.white * 1_000_000),
        black_clock=shown(clocks.black * 1_000_000),
        white_class=_clock_class(clocks, chess.WHITE),
        black_class=_clock_class(clocks, chess.BLACK),
        looking_hidden="hidden" if ply is None else "",
        looking_now=looking.get("looking", ""),
        **{
            f"part_{name.replace('-', '_')}": looking.get(name, html)
            for name, html in parts(view).items()
        },
    )


def position(view: View, ply: int) -> dict[str, str]:
    """The parts that change when an earlier position is looked at; raises ``ValueError`` if there
    is no such ply."""
    return {"board": earlier_board(view, ply), "looking": place_words(view, ply)}


def state(view: View) -> str:
    """How the game stands, in one sentence."""
    phraser = Phraser(view.settings)
    if view.result:
        return text_html(phraser.result(view.result).spoken, view.settings)
    if not view.started:
        return word("not_begun", view.settings)
    if view.paused:
        return escape(phraser.text("game.clocks_stand"))
    key = "announced" if view.announced or view.illegal else "to_move"
    mover = view.turn if view.announced is None else view.announced.colour
    return word(key, view.settings, colour=phraser.colour_name(mover))


def _clock_class(clocks: Displays, colour: chess.Color) -> str:
    return "clock running" if clocks.running is colour else "clock"


def _kinds(view: View) -> str:
    """Buttons for what may stand on a square; their words are read by `read_differences`."""
    kinds = [
        chess.Piece(kind, colour)
        for colour in (chess.WHITE, chess.BLACK)
        for kind in reversed(chess.PIECE_TYPES)
    ]
    empty = f'<button type="button" data-kind="-">{word("empty", view.settings)}</button>'
    return empty + "".join(_choice(piece, piece.symbol(), view) for piece in kinds)


def _promotions(view: View) -> str:
    """Buttons for the pieces of a promotion, the usual one first; the colour is the script's."""
    kinds = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
    return "".join(
        _choice(chess.Piece(kind, colour), chess.piece_symbol(kind), view)
        for colour in (chess.WHITE, chess.BLACK)
        for kind in kinds
    )


def _choice(piece: chess.Piece, value: str, view: View) -> str:
    name = Phraser(view.settings).coloured(piece)["coloured"]
    colour = chess.COLOR_NAMES[piece.color]
    return (
        f'<button type="button" class="kind" data-kind="{value}" data-colour="{colour}">'
        f'{used(piece)}<span class="hidden">{text_html(name, view.settings)}</span></button>'
    )


def _colour(colour: chess.Color, view: View) -> str:
    return text_html(Phraser(view.settings).colour_name(colour), view.settings)


# --- The score in two columns, and what each side has captured, offered and claimed ---------------

WORTH = {chess.QUEEN: 9, chess.ROOK: 5, chess.BISHOP: 3, chess.KNIGHT: 3, chess.PAWN: 1}
"""The usual values of the pieces, to tell who has more."""


def score(view: View) -> str:
    """A row for each move number, the announced move at the end; a move leads to its position."""
    rows: dict[int, dict[bool, str]] = {}
    moves = [*view.moves, *([view.announced] if view.announced else [])]
    for ply, move in enumerate(moves, start=1):
        cell = _move(move, ply, ply == len(moves), view)
        rows.setdefault(move.number, {})[move.colour] = cell
    return "".join(
        f'<tr><th scope="row">{number}.</th>'
        f"<td>{cells.get(chess.WHITE, '…')}</td><td>{cells.get(chess.BLACK, '')}</td></tr>"
        for number, cells in rows.items()
    )


def _move(move: MoveFacts, ply: int, is_last: bool, view: View) -> str:
    """The notation for the eye, the words of the game for the ear."""
    current = ' aria-current="true"' if is_last else ""
    announced = ' class="announced"' if move is view.announced else ""
    return (
        f'<a href="?ply={ply}" data-ply="{ply}"{current}{announced}>'
        f'<span aria-hidden="true">{escape(notation(move, view.settings))}</span>'
        f'<span class="hidden">{phrase_html(move_words(move, view.settings), view.settings)}</span>'
        "</a>"
    )


def place_words(view: View, ply: int) -> str:
    """The sentence that tells which position of the game is looked at."""
    if not ply:
        return word("looking_start", view.settings)
    move = [*view.moves, *([view.announced] if view.announced else [])][ply - 1]
    number = f"{move.number}{'.' if move.colour else '…'}"
    told = f"{number} {notation(move, view.settings)}"
    return word("looking", view.settings, move=told)


def side(view: View, colour: chess.Color) -> str:
    """The side of ``colour``: the player, open offers and claims, captured pieces."""
    parts = [_badges(view, colour), _captured(view, colour)]
    name = view.white if colour else view.black
    if name:
        parts.insert(0, f'<span class="player">{escape(name)}</span>')
    return " ".join(filter(None, parts))


def _badges(view: View, colour: chess.Color) -> str:
    badges = [word("offers", view.settings)] if colour in view.offers else []
    if view.claims is not None and view.claims == colour:
        badges.append(word("claims", view.settings))
    return "".join(f'<span class="badge">{badge}</span>' for badge in badges)


def _captured(view: View, colour: chess.Color) -> str:
    """The men that ``colour`` has captured, and by how much it has more if that may be told."""
    taken = captured(view, not colour)
    drawn = "".join(used(piece) for piece in taken)
    told = ", ".join(_counted(taken, view.settings))
    if told:
        told = f'<span class="hidden">{word("captured", view.settings)}: {told}.</span>'
    ahead = _worth(view, colour) - _worth(view, not colour)
    if view.advice and ahead > 0:
        more = word("ahead", view.settings)
        told += f'<span class="ahead"><span class="hidden">{more}: </span>+{ahead}</span>'
    return f'<span class="captured">{drawn}{told}</span>' if drawn or told else ""


def captured(view: View, colour: chess.Color) -> list[chess.Piece]:
    """The pieces of ``colour`` that were captured in this game, queens first."""
    moves = [*view.moves, *([view.announced] if view.announced else [])]
    kinds = [move.captured for move in moves if move.captured and move.colour != colour]
    return [chess.Piece(kind, colour) for kind in sorted(kinds, reverse=True)]


def _counted(taken: Iterable[chess.Piece], settings: Settings) -> Iterable[str]:
    for piece, number in Counter(taken).items():
        name = text_html(Phraser(settings).coloured(piece)["coloured"], settings)
        yield name if number == 1 else f"{number} × {name}"


def _worth(view: View, colour: chess.Color) -> int:
    placed = view.placement.values()
    return sum(WORTH.get(piece.piece_type, 0) for piece in placed if piece.color == colour)


def devices(view: View) -> str:
    """The list of devices, each with a button that disconnects it."""
    lines = (
        f"<li>{word(one.part, view.settings)}, {escape(one.place)} "
        f'<button type="button" data-device="{one.number}">{word("send_away", view.settings)}'
        f'<span class="hidden"> {one.number}</span></button></li>'
        for one in view.devices
    )
    listed = "".join(lines)
    return f"<ul>{listed}</ul>" if listed else f"<p>{word('no_devices', view.settings)}</p>"


def join_page(settings: Settings) -> str:
    """The page on which a device asks to be let in, and enters the code."""
    return document("join", settings, page_words(settings))


NUMBERS = ("minutes", "seconds", "number")
"""Fields that take a number."""


def access(view: View) -> str:
    """The form that the arbiter sees: of the PIN, of the orders, or of a question."""
    if view.pin_needed:
        return "pin"
    return "asks" if view.asks else "orders"


def order_fields(orders: OrderWords, settings: Settings) -> str:
    """The select element of the arbiter's orders, and every field that one of them has."""
    names = "".join(
        f'<option value="{name}" data-slots="{" ".join(slots)}">'
        f"{word(f'orders.{name}', settings)}</option>"
        for name, slots in orders.items()
    )
    used = {slot: choices for slots in orders.values() for slot, choices in slots.items()}
    label = word("order", settings)
    first = (
        f'<p><label for="order-name">{label}</label> '
        f'<select id="order-name" name="name">{names}</select></p>'
    )
    return first + "".join(_field(slot, used[slot], settings) for slot in used)


def _field(slot: str, choices: Mapping[str, str], settings: Settings) -> str:
    name = f"order-{slot}"
    label = f'<label for="{name}">{word(f"slots.{slot}", settings)}</label>'
    if choices:
        given = "".join(
            f'<option value="{escape(value, quote=True)}">{escape(text)}</option>'
            for value, text in {"": "–", **choices}.items()
        )
        control = f'<select id="{name}" name="{slot}">{given}</select>'
    else:
        kind = ' inputmode="numeric" size="4"' if slot in NUMBERS else ' size="8"'
        control = f'<input id="{name}" name="{slot}" maxlength="40" autocomplete="off"{kind}>'
    return f'<p class="slot" data-slot="{slot}">{label} {control}</p>'
