# SPDX-License-Identifier: GPL-3.0-or-later
"""What is listened for agrees in case, number and gender; what is typed need not."""

import random
import re
from collections.abc import Callable, Iterator

import pytest

from table.understanding import control_in
from voice.language import lexicon, orders, study
from voice.language.commands import Command
from voice.language.grammar import parse
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import (
    commands_automaton,
    foreign_commands,
    heard_language,
    language_of,
    moves_automaton,
    opening_automaton,
    parse_words,
)
from voice.language.template import Automaton, Builder, Slot, allows
from voice.language.time_control import number_slot
from voice.language.vocabulary import reading

LANGUAGES = [name for name in lexicon.languages() if name != GERMAN.name]

HEARD: dict[str, Callable[[str], Automaton]] = {
    "game": lambda language: foreign_commands(language, GERMAN),
    "arbiter": orders.heard_automaton,
    "opening": opening_automaton,
    "study": study.sentences,
}
"""All that is listened for in a language, by where."""

SAID = {
    "cs": {
        "game": """dvě sekundy pro černého|jednu minutu bílému
            |pět minut pro bílého|kde stojí moji jezdci|kde je moje dáma|kde jsou bílé věže
            |kde jsou bílý věže|černá věž a osm|černou věž a osm|bílý král na e jedna
            |bez věže emil pět|dotčena věž|dotčen jezdec|hláskuj černého|hraju bílými
            |počítač hraju s bílými|tahy dámy|poslední tři tahy|posledních pět tahů|bílé figury
            |soupeřovi jezdci|tahy v němčině|mluv česky""",
        "arbiter": """přidej dvě minuty pro bílého|napomenutí černému|čas pro bílého jedna hodina
            |praporek spadl bílému|prohra černého|mobil u bílého""",
        "opening": """devadesát minut plus třicet sekund na tah|dvě minuty plus jedna sekunda
            |jednu hodinu|dvě hodiny na čtyřicet tahů|patnáct plus deset""",
        "study": """mat ve dvou|koncovka s věží|věžová koncovka|tři tahy|jeden tah|pět tahů
            |jezdec z g jedna v jednom tahu|jezdec z g jedna ve třech tazích""",
    },
    "sl": {
        "game": """dve sekundi črnemu|dve sekunde črnemu|eno minuto za belega|tri minute belemu
            |pet minut za belega|kje sta moja skakača|kje so moji skakači|kje je bela dama
            |črna trdnjava a osem|beli kralj e ena|dotaknjena trdnjava|dotaknjen skakač
            |črkuj belega|igram belimi|računalnik igram z belimi|poteze dame
            |zadnji dve potezi|zadnje tri poteze|zadnjih pet potez
            |poteze v nemščini|govori slovensko""",
        "arbiter": """dodaj dve minuti za belega|opomin črnemu|čas belega ena ura
            |telefon pri belem|poraz črnega""",
        "opening": """devetdeset minut plus trideset sekund na potezo|dve minuti plus ena sekunda
            |ena ura|petnajst plus deset""",
        "study": """mat v dveh|končnica s trdnjavo|trdnjavska končnica|dve potezi|pet potez
            |skakač z g ena v treh potezah""",
    },
    "sr": {
        "game": """dve sekunde crnom|jednu sekundu za belog|jedan minut belom|dva minuta za belog
            |pet minuta za belog|gde su moji skakači|gde je moja dama|bela dama d jedan
            |crni top a osam|crnog topa a osam|dodirnuta dama|dodirnut skakač|slovkuj crnog
            |igram belim|računar igram sa belim|poslednja dva poteza|poslednjih pet poteza
            |koji topovi mogu|potezi na nemačkom""",
        "arbiter": """dodaj dve minute za belog|dodaj dva minuta belom|opomena za crnog
            |jedna sekunda manje belom|kazna belom jedan minut manje""",
        "opening": """pet minuta i tri sekunde po potezu|dvadeset jedan minut i dve sekunde
            |jedan sat i trideset minuta|trideset plus deset""",
        "study": """mat u dva|završnica sa topom|topovska završnica|dva poteza|jedan potez
            |dvadeset jedan potez|skakač sa g jedan u jednom potezu""",
    },
    "en": {
        "game": """seven minutes for black|one minute for white|eighteen seconds black
            |one second white|where are the white knights|where is my queen|where are my queens""",
        "arbiter": """add one minute for white|two minutes for black|white's flag fell
            |fine black two euros|warning for white""",
        "opening": "one hour and thirty minutes|ninety minutes plus one second per move",
        "study": "mate in one move|mate in three moves|mate in two",
    },
}

NOT_SAID = {
    "cs": {
        "game": """dva sekund černého|dvě sekundy černého|jednu sekundu bílými|jednu sekund bílý
            |dvou sekundu bílými|pět minuty bílému|pět minut pro bílý|pět minut bílého
            |kde stojí má jezdci|kde je moji jezdci|kde jsou dáma|černá věže a osm|černý věž a osm
            |bílé král e jedna|bez věž emil pět|dotčen věž|dotčena jezdec|hláskuj černému
            |počítač hraju s bílého|tahy jezdci|kam může dámu|posledních tři tahů
            |poslední pět tahy|bílí figury|tahy v němčina|úroveň dvou""",
        "arbiter": """přidej dva minut pro bílého|napomenutí pro černému|mobil u bílému
            |praporek spadl bílým|asistent bílým|bílého prohrává""",
        "study": """mat ve dva|koncovka s věž|věž koncovka|tři tahů|pět tah
            |jezdec z g jedna v jednom tazích""",
    },
    "sl": {
        "game": """dve sekund črnemu|pet minute belemu|eno minuta belemu|kje sta moji skakači
            |kje je bele dama|črni trdnjavo a osem|dotaknjen trdnjava|računalnik igram z belega
            |zadnjih tri potez|zadnji pet potezi|poteze v nemščina|stopnja petih""",
        "arbiter": "dodaj dve minut za belega|opomin za črnemu|telefon pri belega|belim moti",
        "study": "mat v dve|končnica s trdnjava|trdnjava končnica|dve potez",
    },
    "sr": {
        "game": """dva sekunde crnom|jednu sekunda belom|tri minut belom|pet minuti belom
            |pet minut za belog|gde su moja dama|gde je moje topovi|bela top a osam
            |dodirnuta top|računar igram sa belog|poslednja pet poteza|koji kralj mogu
            |potezi na nemački|kuda može damu""",
        "arbiter": """dodaj dve minut za belog|opomena za crnim|kazna belom jednu minut manje
            |telefon kod belom""",
        "study": "završnica sa top|top završnica|dva potez|dvadeset jedan poteza",
    },
    "en": {
        "game": """seven minute for black|one minutes for white|eighteen second black
            |one seconds white|where is the white knights""",
        "arbiter": "add two minute for white|warning for white's|fine black two euro",
        "study": "mate in one moves|mate in three move",
    },
}


def lines(table: dict[str, dict[str, str]]) -> Iterator[tuple[str, str, str]]:
    for language, places in table.items():
        for place, text in places.items():
            for line in text.split("|"):
                yield language, place, " ".join(line.split())


def heard(line: str, language: str) -> tuple[str, ...]:
    return tuple(lexicon.foreign(word, language) for word in line.split())


def typed(line: str, language: str, place: str) -> bool:
    """True if a line is understood where it is typed."""
    if place == "game":
        return any(isinstance(one, Command) for one in parse(line, heard_language(language)))
    if place == "arbiter":
        return orders.parse(line, language) is not None
    return (study.parse(line, language) or control_in(line, language)) is not None


@pytest.mark.parametrize(("language", "place", "line"), [*lines(SAID)])
def test_what_people_say_is_listened_for(language: str, place: str, line: str) -> None:
    assert allows((HEARD[place](language),), heard(line, language))
    assert typed(line, language, place)


@pytest.mark.parametrize(("language", "place", "line"), [*lines(NOT_SAID)])
def test_what_nobody_says_is_only_understood_where_it_is_typed(
    language: str, place: str, line: str
) -> None:
    assert not allows((HEARD[place](language),), heard(line, language))
    assert typed(line, language, place)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("cs", "dva hodina"),
        ("cs", "jednou hodinu plus jednou sekund"),
        ("sl", "pet minute"),
        ("sr", "tri minut"),
        ("sr", "dvadeset dve minuta i dva sekunde"),
        ("en", "one hours"),
    ],
)
def test_time_controls_that_nobody_says(language: str, line: str) -> None:
    assert not allows((opening_automaton(language),), heard(line, language))


@pytest.mark.parametrize(
    ("language", "number", "ways"),
    [
        ("sr", 22, ("dvadeset dva@m.few.nom", "dvadeset dve@f.few.nom")),
        ("sr", 122, ("sto dvadeset dva@m.few.nom", "sto dvadeset dve@f.few.nom")),
        ("sl", 32, ("dve in trideset@many.nom@more.loc",)),
        ("cs", 110, ("sto deset@many.nom@more.loc",)),
        ("en", 21, ("twenty one@many.nom",)),
        ("de", 2, ("zwei",)),
    ],
)
def test_numbers_have_the_form_of_the_word_that_is_declined(
    language: str, number: int, ways: tuple[str, ...]
) -> None:
    assert number_slot((number,), language) == ((number, ways),)


def at_random(automaton: Automaton, choose: random.Random) -> Iterator[tuple[str, ...]]:
    """Endless phrases by chance."""
    while True:
        words: list[str] = []
        state = 0
        while automaton.arcs[state] and not (automaton.ends[state] and choose.random() < 0.3):
            arc = choose.choice(automaton.arcs[state])
            words.append(arc.word)
            state = arc.target
        yield tuple(words)


@pytest.mark.parametrize("place", HEARD)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_listened_for_is_understood_and_may_be_typed(language: str, place: str) -> None:
    choose = random.Random(f"{language} {place}")
    phrases = at_random(HEARD[place](language), choose)
    for words in (next(phrases) for _ in range(300)):
        line = " ".join(lexicon.native(words))
        if place == "game":
            meant = parse_words(words)
            assert meant, words
            alone = all(one.move is None for one in meant if isinstance(one, Command))
            assert not alone or {*meant} <= {*parse(line, heard_language(language))}, words
        elif place == "arbiter":
            assert orders.heard(words) is not None, words
        elif place == "opening":
            assert control_in(line, language) is not None, words
        elif lexicon.heard_in(words[-1:]) == language:
            assert study.means(words) is not None, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_typing_is_in_any_form(language: str) -> None:
    """No mark of a form is left where words are typed, or in the vocabulary."""
    spoken = Language(language)
    automata = (
        commands_automaton(spoken, frozenset()),
        reading(spoken, "game", "commands"),
        moves_automaton(spoken),
        HEARD["arbiter"](language),
    )
    words = {arc.word for each in automata for out in each.arcs for arc in out}
    assert not [word for word in {*words, *lexicon.vocabulary(language)} if "@" in word]


FEATURES = {
    *("m", "f", "n", "sg", "du", "pl", "nom", "acc", "gen", "dat", "loc", "ins"),
    *("one", "two", "few", "many", "more"),  # counted; "more" where the case leaves no other
    *("how", "adj"),  # "česky", "věžová"
}


@pytest.mark.parametrize("file", ["game", "arbiter", "study"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_have_known_features(language: str, file: str) -> None:
    text = str(lexicon.with_forms(language, file))
    forms = re.findall(r"@([\w.]+)|\{\w+\.([\w.]+)@?\}", text)
    assert {feature for one in forms for feature in "".join(one).split(".")} <= FEATURES
    assert "@" not in str(lexicon.load(language, file))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_can_be_said_in_some_form(language: str) -> None:
    """A form that no word has would take a phrase out, and nobody would notice."""
    spoken = heard_language(language)
    for name, templates in lexicon.with_forms(language, "game")["commands"].items():
        for template in templates:
            assert next(language_of([template], spoken).paths(plain=True)), (name, template)


@pytest.mark.parametrize(
    ("language", "piece", "taken", "not_said"),
    [
        ("cs", "dáma", "věž", "dámou schlägt bauer"),
        ("sl", "dama", "trdnjavo", "damo schlägt bauer"),
        ("sr", "dama", "kulu", "damu schlägt bauer"),
    ],
)
def test_pieces_of_another_language_take_and_are_taken(
    language: str, piece: str, taken: str, not_said: str
) -> None:
    moves = moves_automaton(Language(moves_in=language))
    taking = (lexicon.foreign(piece, language), "schlägt", lexicon.foreign(taken, language))
    assert moves.read(taking)
    first, *others = not_said.split()
    assert not moves.read((lexicon.foreign(first, language), *others))


# --- The templates --------------------------------------------------------------------------------

PIECES: Slot = (
    ("queen", ("dáma@f.nom", "dámu@f.acc")),
    ("king", ("král@m.nom", "krále@m.acc@m.gen")),
)
COLOURS: Slot = (("white", ("bílá@f.nom", "bílou@f.acc", "bílý@m.nom", "bílého@m.acc")),)
NUMBERS: Slot = ((1, ("one@one",)), (2, ("two@many",)), (5, ("some",)))


def phrases(template: str, parts: dict[str, str] | None = None) -> set[str]:
    builder = Builder(parts or {}, {"piece": PIECES, "colour": COLOURS, "n": NUMBERS})
    builder.add(template)
    return {" ".join(words) for _, words in builder.build().paths()}


def test_slots_that_agree_share_a_form() -> None:
    assert phrases("{colour@} {piece@}") == {
        *("bílá dáma", "bílou dámu", "bílý král", "bílého krále"),
    }
    assert phrases("{colour.nom@} {piece@}") == {"bílá dáma", "bílý král"}


def test_a_slot_may_name_features() -> None:
    assert phrases("take {piece.acc}") == {"take dámu", "take krále"}
    assert phrases("without {piece.gen}") == {"without krále"}
    assert phrases("{piece}") == {"dáma", "dámu", "král", "krále"}


def test_words_agree_with_a_slot() -> None:
    assert phrases("{n@} (move@one|moves@many)") == {
        *("one move", "two moves", "some move", "some moves"),
    }
    assert phrases("(touched@f|hit@m) {piece.nom@}") == {"touched dáma", "hit král"}


def test_a_part_agrees_in_itself() -> None:
    parts = {"moves": "{n@} (move@one|moves@many)"}
    assert {"one move two moves", "two moves one move"} < phrases("<moves> <moves>", parts)
    assert not {"one moves two moves"} & phrases("<moves> <moves>", parts)


def test_the_first_way_in_a_form_is_the_plain_one() -> None:
    builder = Builder({}, {"piece": PIECES})
    builder.add("take {piece.acc}")
    plain = builder.build().paths(plain=True)
    assert [words for _, words in plain] == [("take", "dámu"), ("take", "krále")]


def test_forms_that_share_nothing_leave_no_phrase() -> None:
    assert phrases("{n@} moves@few") == {"some moves"}
    assert phrases("a|b {piece.dat}") == {"a"}
