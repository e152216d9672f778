# SPDX-License-Identifier: GPL-3.0-or-later
"""The first run: three questions, each of which a keyboard, a voice or nothing at all answers."""

import tomllib
from pathlib import Path
from typing import Any, ClassVar

import pytest
from first_runs import Ears, Patient, Silent, asked, said, typed
from told import sentence

from announce.lexicon import languages
from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from clock.control import TimeControl
from game.app import first_run, options
from game.app.cli import make_parser
from game.app.first_run import FirstRun, answers
from game.base.inbox import Attendance, HearingChanged, Item, SpeechHeard
from game.sound.presenter import Presenter
from game.speech import readers
from table.acts.setup import elo_of
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device
from voice.language.transcript import HeardUtterance, Transcript

ENTER = typed("")
TWO = {"time": "15+10"}
"""What is kept where two people play and nobody wishes for anything."""


def test_enter_skips_every_question() -> None:
    answers, lines = asked(ENTER, ENTER, ENTER, ears=Ears())
    assert answers == {"language": "en"} | TWO
    assert lines[0] == sentence("program.message.welcome", language="en")


@pytest.mark.parametrize("language", languages())
def test_system_language_is_the_usual_answer(language: str) -> None:
    assert asked(ENTER, ENTER, ENTER, language=language)[0]["language"] == language


@pytest.mark.parametrize("answer", ["čeština", "cestina", "cs", "1", "Tschechisch", "CS"])
def test_language_has_a_name_a_number_and_a_code(answer: str) -> None:
    answers, lines = asked(typed(answer), ENTER, ENTER)
    assert answers == {"language": "cs"} | TWO
    assert sentence("program.message.screen_reader", language="cs") in lines


@pytest.mark.parametrize("answer", ["tschechisch", "eins", "en_one"])
def test_language_may_be_said(answer: str) -> None:
    assert asked(said(answer), said("nein"), ENTER)[0] == {"language": "cs"} | TWO


def test_a_number_in_other_talk_is_no_language() -> None:
    """ "Eva vier" is a move, and would be the fourth language."""
    assert asked(said("[unk] vier"), ENTER, said("nein"), ENTER)[0] == {"language": "en"} | TWO


def test_the_language_of_the_system_is_heard_under_its_own_name() -> None:
    presenter = Presenter(Settings("en"), lambda _: None, Silent())
    expected = next(FirstRun(presenter).ask_all()).expected
    assert {"en_english", "en_two", "deutsch", "vier"} <= set(expected)


def test_every_language_is_heard_under_its_own_name() -> None:
    """Whoever speaks it does not know how it is called in another."""
    ears = Ears()
    found, _ = asked(said("sl_slovenščina"), ENTER, ENTER, ears=ears, language="de")
    assert found["language"] == "sl"
    (answers,) = ears.sentences[0]
    assert {"en_english", "sl_slovenščina", "sr_srpski", "cs_čeština"} <= set(answers)


def test_a_name_is_none_of_the_words_that_were_heard_for_something_else() -> None:
    _, lines = asked(ENTER, ENTER, ENTER, typed("3"), said("en_level en_two"), ears=Ears())
    assert lines.count(sentence("program.message.your_name_spelt", language="en")) == 2


def test_an_answer_that_was_not_understood_is_asked_for_once_more() -> None:
    nothing = SpeechHeard(HeardUtterance((Transcript("", 1.0),), 0, 1, 2))
    _, lines = asked(nothing, nothing, ENTER, ENTER, ears=Ears())
    assert lines.count(sentence("game.say_again", language="en")) == 1


def over(text: str, *, doubtful: bool) -> SpeechHeard:
    """Words that began while Hektor spoke."""
    utterance = HeardUtterance((Transcript(text, 1.0),), 0, 1, 2)
    return SpeechHeard(utterance, over=True, doubtful=doubtful)


def test_what_may_be_hektors_own_voice_is_no_answer_and_asked_for_by_nobody() -> None:
    own = (over("", doubtful=True), over("en_english [unk]", doubtful=True))
    yes = over("en_yes", doubtful=True)
    _, lines = asked(*own, yes, ENTER, ENTER, ENTER, ears=Ears())
    assert sentence("game.say_again", language="en") not in lines
    assert sentence("program.message.which_answer", language="en") in lines  # to "yes"
    presenter = Presenter(Settings("en"), lambda _: None, Silent())
    first = FirstRun(presenter)
    first.ask(first.ask_all())
    first.begin(Attendance(0))
    before = first.situation()
    first.heard(over("slovenščina", doubtful=True))  # as it was just read out
    assert first.situation() is not None
    assert first.situation() == before
    first.heard(over("sl_slovenščina", doubtful=False))
    assert first.situation() != before


def test_a_question_that_a_cough_cuts_is_asked_again() -> None:
    class Noting(Silent):
        said: ClassVar[list[Utterance]] = []

        def say(self, utterance: Utterance) -> int:
            self.said.append(utterance)
            return 1

    asked(ENTER, ENTER, ENTER, speech=Noting())
    questions = [one for one in Noting.said if one.spoken.endswith("English.")]
    assert questions
    assert all(one.priority > Priority.NORMAL for one in questions)


@pytest.mark.parametrize(
    ("said_or_typed", "name"),
    [
        ((said("ich buchstabiere"), said("otto theodor"), said("theodor zurück"),
          said("theodor otto"), said("fertig")), "Otto"),
        ((said("ich buchstabiere"), said("otto theodor theodor"), said("zurück"),
          said("theodor otto"), said("fertig")), "Otto"),
        ((said("ich buchstabiere"), said("eva vier"), said("eva"), said("fertig")), "E"),
        ((said("ich buchstabiere"), typed("Eva")), "Eva"),
        ((said("ich buchstabiere"), ENTER), None),
        ((said("felix"),), "Felix"),
        ((said("springer felix drei"), said("nein")), None),
    ],
)  # fmt: skip
def test_a_name_is_spelt_where_it_is_not_typed(
    said_or_typed: tuple[Item, ...], name: str | None
) -> None:
    items = (ENTER, ENTER, ENTER, typed("3"), *said_or_typed)
    found, _ = asked(*items, ears=Ears(), language="de")
    assert found.get("white") == name


def test_who_says_a_name_is_told_how_it_is_given() -> None:
    nobodys = SpeechHeard(HeardUtterance((Transcript("[unk]", 1.0),), 0, 1, 2))
    _, lines = asked(ENTER, ENTER, ENTER, typed("3"), nobodys, ears=Ears(), language="de")
    assert sentence("program.message.name_missed") in lines
    assert sentence("game.say_again") not in lines


def test_a_move_is_no_level_and_the_level_is_read_back() -> None:
    items = (ENTER, ENTER, ENTER, said("springer felix drei"), said("ja stufe vier"))
    found, lines = asked(*items, ears=Ears(), language="de")
    assert found["level"] == elo_of(4)
    assert sentence("program.message.level_chosen", level="vier") in lines


def test_who_has_a_screen_reader_needs_no_second_voice() -> None:
    answers, _ = asked(typed("sl"), typed("da"), ENTER)
    assert answers == {"language": "sl", "no-speech": True} | TWO


def asked_where_a_reader_runs(*items: Item, reader: str = "NVDA") -> tuple[Any, list[str]]:
    lines: list[str] = []
    presenter = Presenter(Settings("en"), lines.append, None)
    first = FirstRun(presenter)
    return answers(first, first.ask_for_reader(reader), Patient(*items)), lines


@pytest.mark.parametrize(
    ("answer", "kept"),
    [("", {"no-speech": True}), ("yes", {"no-speech": True}), ("no", {"speech": "own"})],
)
def test_where_a_reader_runs_a_second_voice_has_to_be_wanted(answer: str, kept: object) -> None:
    found, lines = asked_where_a_reader_runs(typed(answer))
    assert found == kept
    assert lines == [sentence("program.message.screen_reader_runs", language="en", reader="NVDA")]


def test_a_reader_without_a_name_is_asked_about_too() -> None:
    _, (line,) = asked_where_a_reader_runs(typed(None), reader=readers.UNNAMED)
    assert line.startswith("A screen reader is running.")


@pytest.mark.parametrize("language", languages())
def test_whoever_was_asked_about_the_reader_is_not_asked_again(language: str) -> None:
    lines: list[str] = []
    inbox = Patient(ENTER, ENTER)
    presenter = Presenter(Settings(language), lines.append, Silent())
    first = FirstRun(presenter, clock=lambda: inbox.seconds)
    found = answers(first, first.ask_all(asks_reader=False), inbox)
    assert found == {"language": language} | TWO
    assert sentence("program.message.screen_reader", language=language) not in lines


@pytest.mark.parametrize(
    ("given", "profile", "asks"),
    [
        ("play", "", True),
        ("play --language de", "", True),
        ("play", 'language = "de"', True),
        ("play", 'speech = "own"', False),
        ("play", "no-speech = true", False),
        ("play --speech reader", "", False),
        ("play --no-sp", "", False),
    ],
)
def test_who_is_asked_about_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, profile: str, asks: bool
) -> None:
    path = tmp_path / "profile.toml"
    path.write_text(f"[play]\n{profile}\n")
    monkeypatch.setattr(options, "profile_path", lambda: path)
    monkeypatch.setattr(first_run, "is_terminal", lambda: True)
    monkeypatch.setattr(readers, "running", lambda: "Orca")
    assert first_run.unasked_reader(given.split()) == ("Orca" if asks else None)
    monkeypatch.setattr(first_run, "is_terminal", lambda: False)
    assert first_run.unasked_reader(given.split()) is None


@pytest.mark.parametrize("line", ["help", "?", "Hilfe"])
def test_help_asks_once_more(line: str) -> None:
    answers, lines = asked(typed(line), typed("de"), typed("Hilfe"), typed("ja"), ENTER)
    assert answers == {"language": "de", "no-speech": True} | TWO
    assert lines.count(sentence("program.message.screen_reader")) == 2
    assert sentence("program.message.which_answer", language="en") not in lines


def test_other_words_are_no_answer() -> None:
    _, lines = asked(typed("Klingon"), typed("de"), typed("vielleicht"), typed("nein"), ENTER)
    assert sentence("program.message.which_answer", language="en") in lines
    assert sentence("program.message.which_answer") in lines


@pytest.mark.parametrize(
    ("language", "answer", "elo"),
    [("en", "3", 800), ("de", "Stufe drei", 800), ("sr", "dva", 700), ("sl", "dva", 700),
     ("cs", "dva", 700), ("de", "die leichteste", 600), ("en", "easiest level", 600),
     ("sr", "najlakši nivo", 600), ("sl", "najlažja", 600), ("cs", "nejsilnější úroveň", 1800),
     ("en", "no", None), ("de", "", None), ("de", "zu zweit", None),
     ("de", "gegen den Computer Stufe zwei", 700), ("cs", "ve dvou", None)],
)  # fmt: skip
def test_who_plays_alone_names_a_level_once(language: str, answer: str, elo: int | None) -> None:
    found, _ = asked(ENTER, ENTER, typed(answer), ENTER, ENTER, language=language)
    kept = TWO if elo is None else {"opponent": "computer", "level": elo, "time": "24h"}
    assert found == {"language": language} | kept


@pytest.mark.parametrize(
    ("language", "yes", "level", "elo"),
    [("de", "ja", "zwei", 700), ("de", "gegen den Computer", "", 600), ("en", "yes", "2", 700),
     ("sr", "da", "dva", 700), ("sl", "da", "dva", 700), ("cs", "ano", "dva", 700)],
)  # fmt: skip
def test_whoever_says_yes_is_asked_for_the_level(
    language: str, yes: str, level: str, elo: int
) -> None:
    found, lines = asked(ENTER, ENTER, typed(yes), typed(level), language=language)
    assert (found["opponent"], found["level"]) == ("computer", elo)
    assert sentence("program.message.which_answer", language=language) not in lines


def test_whoever_plays_alone_has_a_name_and_no_hurry() -> None:
    ways = {"": "24h", "nein": "15+10", "drei plus zwei": "3+2", "25+10": "25+10"}
    for said_of_time, control in ways.items():
        answers = (typed("ja"), typed("eins"), typed("  Jörg\x07 Berg "), typed(said_of_time))
        found, lines = asked(ENTER, ENTER, *answers, language="de")
        assert (found["white"], found["time"]) == ("Jörg Berg", control)
        assert any("ohne Zeitdruck" in line for line in lines)
    found, _ = asked(ENTER, ENTER, typed("ja"), typed("eins"), typed("anna"), ENTER, language="de")
    assert found["white"] == "Anna"  # as it comes from the microphone


def test_two_people_are_asked_for_the_time_alone() -> None:
    found, lines = asked(ENTER, ENTER, typed("no"), typed("often"), typed("5+3"))
    assert found == {"language": "en", "time": "5+3"}
    assert sentence("program.message.which_answer", language="en") in lines
    assert sentence("program.message.your_name", language="en") not in lines


def test_what_is_known_is_not_asked() -> None:
    inbox, lines = Patient(ENTER, ENTER), list[str]()
    presenter = Presenter(Settings("en"), lines.append, Silent())
    first = FirstRun(presenter, clock=lambda: inbox.seconds, asks_game=False)
    assert answers(first, first.ask_all(), inbox, None) == {"language": "en"}


def test_a_name_is_kept_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "profile_path", lambda: tmp_path / "profile.toml")
    options.keep_setting("white", 'Jörg "🙂"')
    kept = tomllib.loads((tmp_path / "profile.toml").read_text("utf-8"))
    assert kept == {"play": {"white": 'Jörg "🙂"'}}


def test_a_competition_has_no_time_of_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "profile.toml"
    path.write_text('[play]\ntime = "24h"\n')
    monkeypatch.setattr(options, "profile_path", lambda: path)
    for more, control in (((), "90+30"), (("--time", "24h"), "24h")):
        words = ["play", "--mode", "competition", *more]
        given = make_parser(words).parse_args(words)
        agreed = options.conditions(given).time_control
        assert TimeControl.parse(agreed) == TimeControl.parse(control)


@pytest.mark.parametrize(("highest", "elo"), [(15, 600), (22, 3000)])
def test_so_many_levels_are_offered_as_there_are(highest: int, elo: int) -> None:
    found, lines = asked(ENTER, ENTER, typed("22"), typed("1"), highest=highest)
    assert found["level"] == elo
    named = "fifteen" if highest == 15 else "twenty-two"
    assert sentence("program.message.who_plays", language="en", highest=named) in lines


@pytest.mark.parametrize(
    ("language", "answer"),
    [("de", "einundzwanzig"), ("de", "Stufe ein und zwanzig"), ("en", "level twenty-one"),
     ("cs", "dvacet jedna"), ("sl", "enaindvajset"), ("sr", "dvadeset jedan")],
)  # fmt: skip
def test_a_level_of_two_words_is_not_its_last_word(language: str, answer: str) -> None:
    found, _ = asked(ENTER, ENTER, typed(answer), language=language, highest=22)
    assert found["level"] == elo_of(21)


def test_the_usual_computer_plays_in_no_competition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.toml"
    path.write_text('[play]\nopponent = "computer"\nlevel = 3\n')
    monkeypatch.setattr(options, "profile_path", lambda: path)
    for mode, computer in (("training", False), ("competition", None)):
        words = ["play", "--mode", mode]
        given = make_parser(words).parse_args(words)
        assert options.conditions(given).computer is computer


def test_a_word_tries_the_microphone() -> None:
    ears = Ears()
    _, lines = asked(ENTER, ENTER, said("dame eva vier"), said("springer felix drei"), ears=ears)
    heard = sentence("program.message.heard_word", language="en", phrase="Springer Felix drei")
    assert lines[-2] == heard
    assert "springer felix drei" in ears.phrases[-2]


@pytest.mark.parametrize("heard", [said("deutsch"), said("[unk]"), HearingChanged(False, 2)])
def test_whoever_spoke_hears_the_next_question(heard: Item) -> None:
    """And silence after it is an answer again."""
    speech = Silent()
    found, _ = asked(HearingChanged(True, 1), heard, ENTER, ENTER, ears=Ears(), speech=speech)
    assert found["language"] in ("de", "en")
    assert not speech.gives_way


def test_silent_microphone_keeps_nobody_waiting() -> None:
    _, lines = asked(ENTER, ENTER, ears=Ears())
    assert lines[-2] == sentence("program.message.unheard", language="en")


@pytest.mark.parametrize("answer", ["en_no", "nein"])
def test_who_has_answered_by_voice_needs_no_test_of_the_microphone(answer: str) -> None:
    _, lines = asked(ENTER, said(answer), ENTER, ears=Ears())
    assert sentence("program.message.microphone_works", language="en") in lines
    asks = sentence("program.message.say_word", language="en", phrase="Springer Felix drei")
    assert asks not in lines


def test_words_that_are_no_answer_do_not_show_that_it_works() -> None:
    _, lines = asked(said("dame"), ENTER, ENTER, ears=Ears())
    asks = sentence("program.message.say_word", language="en", phrase="Springer Felix drei")
    assert asks in lines


def test_who_said_something_else_is_not_told_that_nothing_came() -> None:
    others = (said("dame eva vier"), said("dame bella drei"))
    _, lines = asked(ENTER, ENTER, *others, ENTER, ears=Ears())
    assert sentence("program.message.heard_otherwise", language="en") in lines


@pytest.mark.parametrize("device", [Device.MICROPHONE, Device.RECOGNISER])
def test_without_a_microphone_all_is_typed(device: Device) -> None:
    answers, lines = asked(ENTER, DeviceChanged(device, False), ENTER, ears=Ears())
    assert answers == {"language": "en"} | TWO
    assert lines[-2] == sentence("program.message.no_microphone", language="en")


def test_end_of_input_ends_the_questions() -> None:
    assert asked(typed(None), ears=Ears())[0] == {"language": "en"} | TWO


def test_it_can_be_left() -> None:
    inbox = Patient(typed("quit"))
    first = FirstRun(
        Presenter(Settings("en"), list[str]().append, Silent()), clock=lambda: inbox.seconds
    )
    assert answers(first, first.ask_all(), inbox) is None


def test_numbers_alone_answer_in_the_own_language() -> None:
    """Of the levels, and of the minutes there are."""
    ears = Ears()
    spoken = (said("sl_pet"), ENTER, said("sl_petnajst"))
    found, _ = asked(ENTER, ENTER, ENTER, *spoken, ears=ears, language="sl")
    assert (found["level"], found["time"]) == (elo_of(5), "15")
    listened = [each[0] for each in ears.sentences if each is not None]
    assert any({"sl_pet", "fünf"} <= each for each in listened)
    assert any("sl_petnajst" in each and "sl_sedem" not in each for each in listened)
