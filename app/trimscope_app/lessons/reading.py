"""From a lesson file to a lesson. Whatever is not in form is refused with one sentence that names the place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from trimscope.errors import LoadError
from trimscope.source import reading
from trimscope_app.i18n import LANGUAGES
from trimscope_app.lessons.lesson import OPENABLE, Choice, Lesson, LessonError, Page, Question, Scene, Words

SCHEMA: Final = "trimscope.lesson/1"

BEGINNING: Final = 4_096  # bytes of a file in which a lesson says that it is one: the key stands first

MOST_PAGES: Final = 60  # more is a book, and each is planned when the file is opened
MOST_CHARS: Final = 4_000  # of one text: what a panel beside the playground can show
MOST_CHOICES: Final = 8
_ID: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def is_lesson(source: bytes | str) -> bool:
    """Whether a file says that it is a lesson, of whatever version."""
    start = source[:BEGINNING]
    text = start.decode("utf-8", "replace") if isinstance(start, bytes) else start
    key, _, rest = text.removeprefix("\ufeff").lstrip(" \t\r\n{").partition(":")
    return key.strip() == '"schema"' and rest.lstrip().startswith('"trimscope.lesson/')


def read_lesson(source: bytes | str) -> Lesson:
    """The lesson of a file. Raises LessonError, or LoadError for what is no JSON."""
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8")
        except UnicodeDecodeError:
            raise LessonError("The lesson is not UTF-8 text.") from None
    try:
        return lesson_of(reading.parse(source.removeprefix("\ufeff")))
    except LoadError as error:
        raise LessonError(f"The lesson cannot be read: {error}") from None


def lesson_of(document: Any) -> Lesson:
    """The lesson of a parsed document. Raises LessonError."""
    top = _table(document, "lesson")
    if top.get("schema") != SCHEMA:
        raise LessonError(f'schema: this page reads "{SCHEMA}"; the lesson says something else.')
    _only(top, ("schema", "id", "title", "about", "transcripts", "pages"), "lesson")
    id = _text(top.get("id"), "id", 60)
    if not set(id) <= _ID:
        raise LessonError("id: only small letters, digits and hyphens, as it stands in a link.")
    transcripts = _table(top.get("transcripts", {}), "transcripts")
    given = _list(top.get("pages"), "pages", MOST_PAGES)
    pages: list[Page] = []
    for number, each in enumerate(given, 1):
        before = pages[-1].scene if pages else Scene()
        pages.append(_page(each, f"page {number}", before, transcripts))
    return Lesson(id, _words(top.get("title"), "title"), _words(top.get("about"), "about"), transcripts, tuple(pages))


def _page(given: Any, at: str, before: Scene, transcripts: Mapping[str, Any]) -> Page:
    page = _table(given, at)
    _only(page, ("text", "scene", "highlight", "question"), at)
    sets = "scene" in page
    scene = _scene(page["scene"], f"{at}, scene", before, transcripts) if sets else before
    if not (scene.sample or scene.transcript):
        raise LessonError(f"{at}: the first page's scene names a sample or a transcript.")
    highlight = _text(page["highlight"], f"{at}, highlight", 60) if "highlight" in page else ""
    question = _question(page["question"], f"{at}, question") if "question" in page else None
    return Page(_words(page.get("text"), f"{at}, text"), scene, sets, highlight, question)


def _scene(given: Any, at: str, before: Scene, transcripts: Mapping[str, Any]) -> Scene:
    scene = _table(given, at)
    _only(scene, ("sample", "transcript", "policy", "call", "selected", "open"), at)
    now = replace(before, call=None, selected=None, open=())
    if "sample" in scene and "transcript" in scene:
        raise LessonError(f"{at}: names a sample or a transcript, not both.")
    if "sample" in scene:
        now = replace(now, sample=_text(scene["sample"], f"{at}, sample", 60), transcript="")
    if "transcript" in scene:
        name = _text(scene["transcript"], f"{at}, transcript", 60)
        if name not in transcripts:
            raise LessonError(f"{at}: the lesson has no transcript of that name.")
        now = replace(now, sample="", transcript=name)
    if "policy" in scene:
        now = replace(now, policy=_table(scene["policy"], f"{at}, policy"))
    opened = _list(scene.get("open", []), f"{at}, open", len(OPENABLE), least=0)
    if not all(isinstance(each, str) and each in OPENABLE for each in opened):
        raise LessonError(f"{at}, open: names of {', '.join(OPENABLE)}.")
    return replace(now, open=tuple(opened), call=_whole(scene, "call", at), selected=_whole(scene, "selected", at))


def _question(given: Any, at: str) -> Question:
    question = _table(given, at)
    _only(question, ("text", "choices", "answer", "reason"), at)
    choices = tuple(
        _choice(each, f"{at}, choice {number}")
        for number, each in enumerate(_list(question.get("choices"), f"{at}, choices", MOST_CHOICES, least=2), 1)
    )
    answer = _table(question.get("answer"), f"{at}, answer")
    return Question(_words(question.get("text"), f"{at}, text"), choices, answer,
                    _words(question.get("reason"), f"{at}, reason"))  # fmt: skip


def _choice(given: Any, at: str) -> Choice:
    choice = _table(given, at)
    _only(choice, ("text", "value", "least", "most"), at)
    value = choice.get("value")
    least, most = _whole(choice, "least", at), _whole(choice, "most", at)
    if value is not None and type(value) not in (str, int):
        raise LessonError(f"{at}, value: a text or a whole number.")
    if (value is None) == (least is None and most is None):
        raise LessonError(f"{at}: has a value, or a range of least and most.")
    return Choice(_words(choice.get("text"), f"{at}, text"), value, least, most)


def _table(given: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise LessonError(f"{at}: has to be an object.")
    return given


def _only(given: Mapping[str, Any], known: tuple[str, ...], at: str) -> None:
    for key in given:
        if key not in known:
            raise LessonError(f"{at}: there is no key {key[:40]!r}; known are {', '.join(known)}.")


def _list(given: Any, at: str, most: int, *, least: int = 1) -> list[Any]:
    if not isinstance(given, list) or not least <= len(given) <= most:
        raise LessonError(f"{at}: has to be a list of {least} to {most} entries.")
    return given


def _text(given: Any, at: str, most: int = MOST_CHARS) -> str:
    if not isinstance(given, str) or not given.strip() or len(given) > most:
        raise LessonError(f"{at}: has to be a text of 1 to {most:,} characters.")
    return given


def _words(given: Any, at: str) -> Words:
    words = _table(given, at)
    _only(words, LANGUAGES, at)
    return {lang: _text(words.get(lang), f"{at}, {lang}") for lang in LANGUAGES}


def _whole(given: Mapping[str, Any], key: str, at: str) -> int | None:
    value = given.get(key)
    if value is not None and type(value) is not int:
        raise LessonError(f"{at}, {key}: has to be a whole number.")
    return value
