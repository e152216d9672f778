# SPDX-License-Identifier: GPL-3.0-or-later
"""What is typed: in the words and the piece letters of the person's language, and in German."""

from dataclasses import replace

import chess
import pytest
from intents import short

from announce.lexicon import languages, lexicon
from rules.description import MoveDescription
from rules.position import Position
from table.events.answers import Topic
from table.events.game import Role
from table.reception import addressed, leaves
from table.understanding import control_in
from voice.language import lexicon as words
from voice.language.commands import Command, CommandName, OnBoard
from voice.language.grammar import examples
from voice.language.intent import understand_typed
from voice.language.interpretation import Ambiguous, Heard, NoMatch
from voice.language.lexicon import Language

START = chess.STARTING_FEN
ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
ROOK_ON_B8 = "1R6/7k/8/8/8/8/8/4K3 w - - 0 1"
BISHOP_ON_B8 = "1B6/7k/8/8/8/8/8/4K3 w - - 0 1"
BISHOP_AND_ROOK = "1RB1k3/1n1p4/8/8/8/8/8/R3K3 w - - 0 1"
QUEEN_ON_D1 = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
ROOKS = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"

LINES = [
    ("en", "knight f3", START, "g1f3"),
    ("en", "Knight to f3", START, "g1f3"),
    ("en", "pawn from e2 to e4", START, "e2e4"),
    ("en", "time", START, "command: time_own"),
    ("en", "pause", START, "command: pause"),
    ("en", "resign", START, "command: resign"),
    ("en", "offer draw", START, "command: offer_draw"),
    ("en", "I offer a draw", START, "command: offer_draw"),
    ("en", "take back", START, "command: correct"),
    ("en", "help", START, "command: help"),
    ("cs", "ukončit partii bez výsledku", START, "command: abort"),
    ("cs", "přerušit partii", START, "command: pause"),  # as the arbiter's word
    ("sl", "končaj partijo brez izida", START, "command: abort"),
    ("sl", "prekini partijo", START, "command: pause"),
    ("sr", "završi partiju bez rezultata", START, "command: abort"),
    ("sr", "prekini partiju", START, "command: pause"),
    ("en", "yes", START, "command: yes"),
    ("en", "no", START, "command: no"),
    ("en", "explain 9.2", START, "command: article"),
    ("en", "recording of move 47 White", START, "command: recording"),
    ("sr", "skakač f3", START, "g1f3"),
    ("sr", "skakac na f3", START, "g1f3"),
    ("sr", "скакач ф3", START, "g1f3"),
    ("sr", "Сф3", START, "g1f3"),
    ("sr", "време", START, "command: time_own"),
    ("sr", "vrati potez", START, "command: correct"),
    ("sr", "da", START, "command: yes"),
    ("sl", "lovec c4", ITALIAN, "f1c4"),
    ("sl", "ponujam remi", START, "command: offer_draw"),
    ("sl", "cas", START, "command: time_own"),
    ("cs", "jezdec na f3", START, "g1f3"),
    ("cs", "kun f3", START, "g1f3"),
    ("cs", "věž z a1 na b1", ROOKS, "a1b1"),
    ("cs", "vzdávám se", START, "command: resign"),
    ("cs", "napoveda", START, "command: help"),
    *((language, "Springer Felix drei", START, "g1f3") for language in languages()),
    *((language, "Remis anbieten", START, "command: offer_draw") for language in languages()),
    *((language, "?", START, "command: help") for language in languages()),
    *((language, "Blumenkohl", START, "not understood") for language in languages()),
]


@pytest.mark.parametrize(("interface", "line", "fen", "meant"), LINES)
def test_words_of_the_persons_language(interface: str, line: str, fen: str, meant: str) -> None:
    position = Position.from_fen(fen)
    assert short(understand_typed(line, position, interface=interface), fen) == meant


@pytest.mark.article("C.3")
@pytest.mark.parametrize(
    ("interface", "line", "fen", "meant"),
    [
        ("cs", "Jf3", START, "g1f3"),
        ("cs", "jf3", START, "g1f3"),
        ("cs", "Sf3", START, "illegal: not its way"),  # no knight: a bishop
        ("cs", "Sc4", ITALIAN, "f1c4"),
        ("de", "Sf3", START, "g1f3"),
        ("sl", "Sf3", START, "g1f3"),
        ("en", "Nf3", START, "g1f3"),
        ("en", "Sf3", START, "g1f3"),  # no letter of English: the German one
        ("cs", "Lc4", ITALIAN, "f1c4"),
        ("cs", "Bc4", ITALIAN, "f1c4"),
    ],
)
def test_c_3_letters_are_those_of_the_person(
    interface: str, line: str, fen: str, meant: str
) -> None:
    position = Position.from_fen(fen)
    assert short(understand_typed(line, position, interface=interface), fen) == meant


@pytest.mark.parametrize(
    ("interface", "line", "fen", "meant"),
    [
        ("de", "b8b7", ROOK_ON_B8, "b8b7"),
        ("de", "B8B7", ROOK_ON_B8, "b8b7"),
        ("de", "E2e4", START, "e2e4"),  # no piece has this letter
        ("de", "B8b7", ROOK_ON_B8, "b8b7?"),  # a bishop, or the square?
        ("en", "B8b7", ROOK_ON_B8, "b8b7?"),
        ("de", "B8-b7", ROOK_ON_B8, "b8b7?"),
        ("en", "B8b7", BISHOP_AND_ROOK, "Bella oder Cesar?"),
        ("de", "B8b7", BISHOP_AND_ROOK, "Bella oder Cesar?"),
        ("cs", "B8xb7", BISHOP_AND_ROOK, "Bella oder Cesar?"),
        ("sl", "B8b7", BISHOP_AND_ROOK, "Bella oder Cesar?"),
        ("sr", "B8:b7", BISHOP_AND_ROOK, "Bella oder Cesar?"),
        ("de", "D1d4", QUEEN_ON_D1, "d1d4"),  # both are the same move
        ("en", "B8a7", BISHOP_ON_B8, "b8a7"),
        ("de", "B8a7", BISHOP_ON_B8, "b8a7?"),  # an English letter
        ("en", "B8b7", BISHOP_ON_B8, "illegal: not its way"),
        ("de", "D2d4", START, "d2d4?"),
        ("en", "bc4", ITALIAN, "f1c4?"),  # a pawn's move, which is illegal
    ],
)
def test_a_move_that_was_not_said_is_asked_about(
    interface: str, line: str, fen: str, meant: str
) -> None:
    position = Position.from_fen(fen)
    assert short(understand_typed(line, position, interface=interface), fen) == meant


SAID = [
    ("de", "wo sind meine Springer", Command(CommandName.PIECES)),
    ("de", "welche Farbe hat e4", Command(CommandName.SQUARE_COLOUR)),
    ("de", "ich möchte gegen den Computer spielen", Command(CommandName.OPPONENT)),
    ("en", "I want to play against the computer", Command(CommandName.OPPONENT)),
    ("cs", "chci hrát proti počítači", Command(CommandName.OPPONENT)),
    ("sl", "želim igrati proti računalniku", Command(CommandName.OPPONENT)),
    ("sr", "želim da igram protiv računara", Command(CommandName.OPPONENT)),
    ("de", "was kann ich hier machen", Command(CommandName.HELP)),
    ("de", "kannst du das wiederholen", Command(CommandName.REPEAT)),
    ("de", "ohne Turm a1", Command(CommandName.PLACE)),
    ("en", "where are my pieces", Command(CommandName.PIECES)),
    ("en", "who has the move", Command(CommandName.TURN)),
    ("en", "where were the mistakes", Command(CommandName.ERRORS)),
    ("en", "export", Command(CommandName.SAVE)),
    ("en", "best move", Command(CommandName.HINT)),
    ("en", "where am I", Command(CommandName.LAST_MOVE)),
    ("de", "wo bin ich", Command(CommandName.LAST_MOVE)),
    ("de", "nochmal", Command(CommandName.REPEAT)),
    ("de", "steht Schach", Command(CommandName.IN_CHECK)),
    ("en", "what time do I have", Command(CommandName.TIME_OWN)),
]


@pytest.mark.parametrize(("interface", "line", "asked"), SAID)
def test_what_newcomers_type(interface: str, line: str, asked: Command) -> None:
    meant = understand_typed(line, Position.start(), interface=interface)
    assert isinstance(meant, Command)
    assert meant.name is asked.name


KNIGHT_F3 = MoveDescription(chess.KNIGHT, to_square=chess.F3)
KEYS = [
    ("de", "c", Command(CommandName.TIME_BOTH)),
    ("de", "L", Command(CommandName.LAST_MOVE)),
    ("de", "t", Command(CommandName.TURN)),
    ("de", "p s", Command(CommandName.PIECES, OnBoard(piece=chess.KNIGHT))),
    ("de", "p N", Command(CommandName.PIECES, OnBoard(piece=chess.KNIGHT))),
    ("de", "p b", Command(CommandName.PIECES, OnBoard(piece=chess.PAWN))),
    ("de", "p springer", Command(CommandName.PIECES, OnBoard(piece=chess.KNIGHT))),
    ("de", "p Laeufer", Command(CommandName.PIECES, OnBoard(piece=chess.BISHOP))),
    ("en", "p knights", Command(CommandName.PIECES, OnBoard(piece=chess.KNIGHT))),
    ("cs", "p kun", Command(CommandName.PIECES, OnBoard(piece=chess.KNIGHT))),
    ("en", "p b", Command(CommandName.PIECES, OnBoard(piece=chess.BISHOP))),
    ("cs", "p s", Command(CommandName.PIECES, OnBoard(piece=chess.BISHOP))),
    ("en", "s e4", Command(CommandName.SQUARE, OnBoard(chess.E4))),
    ("en", "s f3", Command(CommandName.SQUARE, OnBoard(chess.F3))),  # Sf3 is a knight's move
    ("de", "nein, Sf3", Command(CommandName.NO, move=KNIGHT_F3)),
    ("sl", "ne, Springer f3", Command(CommandName.NO, move=KNIGHT_F3)),
    ("en", "correction: Nf3", Command(CommandName.CORRECT, move=KNIGHT_F3)),
    ("de", "s e", Command(CommandName.FILE, 4)),
    ("de", "s 4", Command(CommandName.RANK, 3)),
    ("en", "s e 4", Command(CommandName.SQUARE, OnBoard(chess.E4))),
]


@pytest.mark.parametrize(("interface", "line", "asked"), KEYS)
def test_a_short_key_asks_and_is_no_move(interface: str, line: str, asked: Command) -> None:
    meant = understand_typed(line, Position.start(), interface=interface)
    assert meant == replace(asked, text=line)


@pytest.mark.parametrize("line", ["p x", "s i9", "s", "p", "x", "s e4 e5"])
def test_what_is_no_key_is_not_understood(line: str) -> None:
    assert isinstance(understand_typed(line, Position.start()), NoMatch)


def test_a_letter_that_answers_a_question_is_no_key() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/R1R1K3 w - - 0 1")
    rooks = (chess.Move.from_uci("a1b1"), chess.Move.from_uci("c1b1"))
    assert understand_typed("c", position, Ambiguous(rooks, "")) == Heard(rooks[1], "Cesar")


def test_a_question_is_answered_in_the_persons_words() -> None:
    position = Position.from_fen(ROOKS)
    asked = understand_typed("věž d1", position, interface="cs")
    assert short(asked, ROOKS) == "Anna oder Hektor?"
    for answer in ("h", "Hektor", "z h"):
        chosen = understand_typed(answer, position, asked, interface="cs")  # type: ignore[arg-type]
        assert isinstance(chosen, Heard)
        assert chosen.move.uci() == "h1d1"


def test_all_commands_have_words_in_every_language() -> None:
    """In English where a language lacks them."""
    assert set(words.languages()) == set(languages())
    for language in words.languages():
        missing = set(CommandName) - set(words.load(language)["commands"])
        assert not missing, language


NO_COMMAND_OF_ITS_OWN = (CommandName.CASTLE_INTENT, CommandName.CHECK_CALLED)
"""What is understood as a move, or stands after one."""


@pytest.mark.parametrize("language", [one for one in words.languages() if one != "de"])
def test_no_wording_means_another_command(language: str) -> None:
    for name in set(CommandName) - {*NO_COMMAND_OF_ITS_OWN}:
        for line in examples(name, Language(language)):
            meant = understand_typed(line, Position.start(), interface=language)
            assert isinstance(meant, Command), line
            assert meant.name is name, line


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("de", "was soll ich spielen", CommandName.HINT),
        ("de", "Restzeit", CommandName.TIME_OWN),
        ("de", "los", CommandName.PRESS),
        ("de", "welche Stufe", CommandName.PLAYERS),
        ("de", "mögliche Züge vom Springer", CommandName.LEGAL_MOVES),
        ("de", "Stellung vorlesen", CommandName.POSITION),
        ("de", "English", CommandName.LANGUAGE),
        ("de", "language srpski", CommandName.LANGUAGE),
        ("en", "let's go", CommandName.PRESS),
        ("en", "what's the opening", CommandName.OPENING),
        ("en", "how long did my last move take", CommandName.TIME_SPENT),
        ("en", "what level is it", CommandName.PLAYERS),
        ("en", "what is attacking e4", CommandName.ATTACKERS),
        ("en", "copy the position", CommandName.SAVE),
        ("cs", "zkopíruj partii", CommandName.SAVE),
        ("en", "who is winning", CommandName.EVALUATION),
        ("en", "any threats", CommandName.THREATS),
        ("en", "what did he play", CommandName.THEIR_MOVE),
        ("en", "who am I playing against", CommandName.PLAYERS),
        ("en", "I want to play black", CommandName.PLAY_COLOUR),
        ("en", "settings", CommandName.SETTINGS),
        ("en", "how long did I think", CommandName.TIME_SPENT),
        ("en", "position as fen", CommandName.FEN),
        ("en", "shorter", CommandName.SHORTER),
        ("en", "undo the setting", CommandName.AS_BEFORE),
        ("en", "undo", CommandName.CORRECT),
        ("en", "language german", CommandName.LANGUAGE),
        ("cs", "jazyk němčina", CommandName.LANGUAGE),
        ("sl", "jezik nemščina", CommandName.LANGUAGE),
        ("sr", "jezik nemački", CommandName.LANGUAGE),
        ("cs", "co zahrál soupeř", CommandName.THEIR_MOVE),
        ("sl", "nastavitve", CommandName.SETTINGS),
        ("sr", "kako se zove protivnik", CommandName.PLAYERS),
        ("en", "which opening is this", CommandName.OPENING),
        ("en", "can I still castle", CommandName.MAY_CASTLE),
        ("cs", "může soupeř ještě rošovat krátce", CommandName.MAY_CASTLE),
        ("sl", "ali lahko nasprotnik še rokira", CommandName.MAY_CASTLE),
        ("sr", "mogu li još da rokiram kratko", CommandName.MAY_CASTLE),
        ("en", "who's winning", CommandName.EVALUATION),
        ("cs", "jaké je to zahájení", CommandName.OPENING),
        ("sl", "katera otvoritev je to", CommandName.OPENING),
        ("sr", "koje je ovo otvaranje", CommandName.OPENING),
        ("sr", "da li nešto preti", CommandName.THREATS),
        ("sr", "igraj protiv računara", CommandName.OPPONENT),
        ("sl", "daj namig", CommandName.HINT),
        ("sl", "razveljavi potezo", CommandName.CORRECT),
        ("cs", "vzít tah zpět", CommandName.CORRECT),
        ("cs", "ještě jednu partii", CommandName.NEW_GAME),
    ],
)
def test_what_people_say_of_themselves(language: str, line: str, meant: CommandName) -> None:
    said = understand_typed(line, Position.start(), interface=language)
    assert isinstance(said, Command)
    assert said.name is meant


def test_what_help_tells_is_understood() -> None:
    for language in set(languages()) - {"de"}:
        word = f" {lexicon(language).word('grammar.or')} "
        for topic in set(Topic) - {Topic.OPTIONS, Topic.SEAL, Topic.MOVE, Topic.FIRST_MOVE}:
            for line in lexicon(language).word(f"commands.{topic.value}").split(word):
                meant = understand_typed(line, Position.start(), interface=language)
                assert isinstance(control_in(line, language) or meant, Command | Heard), line


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("black: e5", Role.BLACK),
        ("crni: e5", Role.BLACK),
        ("бели: e4", Role.WHITE),
        ("Bílý: e4", Role.WHITE),
        ("sodnik: premor", Role.ARBITER),
    ],
)
def test_lines_name_people_in_every_language(line: str, who: Role) -> None:
    assert addressed(line)[0] is who


@pytest.mark.parametrize("line", ["quit", "kraj", "крај", "konec", "Ende"])
def test_every_language_has_a_word_to_leave(line: str) -> None:
    assert leaves(line)
