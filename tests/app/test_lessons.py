"""Lessons are data: each holds, its answers are the core's, and the playground is set up as a page says."""

import base64
import json

import pytest

import trimscope as ts
from trimscope_app import cli
from trimscope_app.i18n import LANGUAGES
from trimscope_app.lesson_messages import learning
from trimscope_app.lessons.checking import answered, check
from trimscope_app.lessons.figures import FIGURES, figure
from trimscope_app.lessons.lesson import Choice, LessonError
from trimscope_app.lessons.library import lessons
from trimscope_app.lessons.reading import is_lesson, lesson_of, read_lesson
from trimscope_app.lessons.skeleton import skeleton
from trimscope_app.lessons.staging import stage
from trimscope_app.playground import Playground
from trimscope_app.samples import samples

PAGES = [
    pytest.param(lesson, at, id=f"{lesson.id}-{at + 1}") for lesson in lessons() for at in range(len(lesson.pages))
]
QUESTIONS = [each for each in PAGES if each.values[0].pages[each.values[1]].question is not None]


@pytest.fixture
def playground():
    made = Playground()
    made.load_sample(samples()[0].id)
    return made


def document():
    return json.loads(skeleton("My first lesson"))


def say(playground, **said):
    for name, value in said.items():
        learning(playground)[name](value)


def drop(playground, text, name="lesson.json"):
    playground.load_upload({"name": name, "base64": base64.b64encode(text.encode()).decode(), "n": 1})


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_every_lesson_holds_and_asks_something(lesson):
    check(lesson)
    assert any(page.question for page in lesson.pages)


def test_lessons_have_names_of_their_own():
    assert len({lesson.id for lesson in lessons()}) == len(lessons())
    for lang in LANGUAGES:
        assert len({lesson.title[lang] for lesson in lessons()}) == len(lessons())


@pytest.mark.parametrize(("lesson", "at"), QUESTIONS)
def test_the_core_picks_exactly_one_choice(lesson, at):
    page = lesson.pages[at]
    found = figure(stage(lesson, page.scene), page.question.answer)
    assert [choice.holds(found) for choice in page.question.choices].count(True) == 1
    assert page.question.choices[answered(lesson, page)].holds(found)


@pytest.mark.parametrize(("lesson", "at"), PAGES)
def test_the_page_shows_the_very_plan_that_a_question_is_about(playground, lesson, at):
    scene = lesson.pages[at].scene
    playground.teach(lesson, at)
    assert playground.trouble is None
    assert playground.plan.plan_digest == stage(lesson, scene).plan.plan_digest
    assert scene.selected is None or playground.selected == scene.selected


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_worked_through_in_either_language(playground, lesson, lang):
    playground.speak(lang)
    say(playground, start={"id": lesson.id})
    for at, page in enumerate(lesson.pages):
        shown = playground.lesson["page"]
        assert shown["at"] == at
        assert "\n\n".join(shown["paragraphs"]) == page.text[lang]
        if page.question:
            assert shown["question"]["right"] is None and not shown["question"]["reason"]
            right = answered(lesson, page)
            say(playground, answer=(right + 1) % len(page.question.choices))
            assert playground.lesson["page"]["question"]["tone"] == "bad"
            say(playground, answer=right)
            told = playground.lesson["page"]["question"]
            assert (told["tone"], told["right"], told["reason"]) == ("ok", right, page.question.reason[lang])
        say(playground, turn=at + 1)
    assert playground.lesson["page"]["at"] == len(lesson.pages) - 1  # there is no page behind the last
    say(playground, leave=True)
    assert playground.lesson["page"] == {}


def test_a_question_stays_about_its_scene_whatever_was_moved_since(playground):
    say(playground, start={"id": "slicing", "page": 1})
    playground.use_preset("patchcat")
    assert playground.plan.status == "fine"
    say(playground, answer=2)
    assert playground.lesson["page"]["question"]["tone"] == "ok"  # refused, as the slice of its scene is


def test_a_page_without_a_scene_leaves_what_a_learner_moved_and_coming_back_sets_it_up_again(playground):
    own = lesson_of(document())
    playground.teach(own, 0)
    playground.change("keep_rounds", 2)
    say(playground, turn=1)
    assert playground.policy.keep_rounds == 2
    say(playground, turn=0)
    assert playground.policy.keep_rounds == own.pages[0].scene.policy["keep_rounds"] == 4
    playground.change("keep_rounds", 2)
    say(playground, start={"id": "slicing"})
    playground.classroom.own = own
    say(playground, start={"id": own.id, "page": 1})  # resumed there: its scene is that of the page before
    assert playground.policy.keep_rounds == 4


def test_what_a_page_sends_may_be_anything(playground):
    before = playground.lesson
    for odd in (None, {}, [], "x", {"id": "none"}, {"id": 3, "page": "2"}, -1, 1.5, True, 10**30):
        say(playground, start=odd, turn=odd, answer=odd)
    assert playground.lesson["page"] == before["page"] == {}
    say(playground, start={"id": lessons()[0].id, "page": 10**30})
    assert playground.lesson["page"]["last"]
    say(playground, turn=-5)
    assert playground.lesson["page"]["at"] == 0
    say(playground, answer=99)
    assert playground.lesson["page"]["question"] == {} or playground.lesson["page"]["question"]["chosen"] is None


def test_a_teachers_own_lesson_opens_by_drop_and_stands_first_in_the_list(playground):
    drop(playground, skeleton("My first lesson"))
    assert playground.trouble is None
    assert playground.lesson["page"]["title"] == "My first lesson"
    assert playground.lesson["lessons"][0]["id"] == "my-first-lesson"
    assert len(playground.loaded.transcript.messages) == 4


def broken(change):
    made = document()
    change(made)
    return json.dumps(made)


BROKEN = {
    "newer": lambda d: d.update(schema="trimscope.lesson/2"),
    "no id": lambda d: d.update(id="Über"),
    "no pages": lambda d: d.update(pages=[]),
    "unknown key": lambda d: d.update(colour="red"),
    "one language": lambda d: d["title"].pop("zh"),
    "no first scene": lambda d: d["pages"][0].pop("scene"),
    "both": lambda d: d["pages"][0]["scene"].update(sample="coding"),
    "no such transcript": lambda d: d["pages"][0]["scene"].update(transcript="yours"),
    "no such sample": lambda d: d["pages"][0].update(scene={"sample": "nowhere"}),
    "no such card": lambda d: d["pages"][0]["scene"].update(open=["door"]),
    "no such policy": lambda d: d["pages"][0]["scene"].update(policy={"keep_round": 1}),
    "no such call": lambda d: d["pages"][0]["scene"].update(call=99),
    "no transcript": lambda d: d["transcripts"].update(mine=[3]),
    "no such figure": lambda d: d["pages"][1]["question"].update(answer={"figure": "sense"}),
    "no such message": lambda d: d["pages"][1]["question"].update(answer={"figure": "action", "message": 99}),
    "one choice": lambda d: d["pages"][1]["question"]["choices"].pop(),
    "none right": lambda d: d["pages"][1]["question"]["choices"][0].update(value="over_budget"),
    "two right": lambda d: d["pages"][1]["question"]["choices"][1].update(value="fine"),
    "no value": lambda d: d["pages"][1]["question"]["choices"][0].pop("value"),
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_a_broken_lesson_gives_one_sentence_and_the_rest_stays(playground, change):
    before = playground.loaded
    drop(playground, broken(change))
    (box,) = playground.notice["boxes"]
    assert box["testid"] == "error"
    assert box["text"].strip() and "\n" not in box["text"] and "Traceback" not in box["text"]
    assert playground.loaded is before
    assert playground.lesson["page"] == {}


@pytest.mark.parametrize("rest", ["", ', "pages": ' + "[" * 9_000], ids=["cut off", "deep"])
def test_what_is_no_json_is_said_so(rest):
    with pytest.raises(LessonError, match="cannot be read"):
        read_lesson('{"schema": "trimscope.lesson/1"' + rest)


def test_only_a_file_that_begins_as_one_is_a_lesson():
    assert is_lesson(skeleton("x")) and is_lesson(skeleton("x").encode())
    assert is_lesson("\ufeff" + skeleton("x"))
    assert not is_lesson('[{"role": "user", "content": "{\\"schema\\": \\"trimscope.lesson/1\\"}"}]')
    assert not is_lesson(b"\xff\xfe")


def test_choices_hold_for_values_of_their_own_kind_and_within_their_ends():
    words = {"en": "x", "zh": "x"}
    assert Choice(words, value=3).holds(3) and not Choice(words, value=3).holds("3")
    assert [Choice(words, least=2, most=4).holds(n) for n in (1, 2, 4, 5)] == [False, True, True, False]
    assert Choice(words, least=2).holds(9) and not Choice(words, most=4).holds("fine")


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_a_number_or_a_text_of_the_core(name):
    one = lessons()[0]
    staged = stage(one, one.pages[0].scene)
    found = figure(staged, {"figure": name, "message": 0, "text": "parcels"})
    assert type(found) in (int, str)
    sums, lost = staged.plan.tokens, ts.replay(staged.transcript, staged.policy).lost
    numbers = {"stored": sums.stored, "sent": sums.sent, "lost": len(lost)}
    assert numbers.get(name, found) == found


def test_the_command_writes_a_lesson_that_holds_and_writes_over_nothing(tmp_path, capsys):
    path = tmp_path / "mine.json"
    assert cli.main(["lesson", "new", "Rings & things", "-o", str(path)]) == 0
    assert read_lesson(path.read_bytes()).id == "rings-things"
    assert cli.main(["lesson", "check", str(path)]) == 0
    before = path.read_bytes()
    assert cli.main(["lesson", "new", "Other", "-o", str(path)]) == 2
    assert path.read_bytes() == before
    capsys.readouterr()
    assert cli.main(["lesson", "new", "课程"]) == 0
    check(read_lesson(capsys.readouterr().out))


def test_the_command_names_the_page_of_a_lesson_that_does_not_hold(tmp_path, capsys):
    path = tmp_path / "bad.json"
    path.write_text(broken(BROKEN["two right"]), encoding="utf-8")
    assert cli.main(["lesson", "check", str(path)]) == 1
    assert "page 2: exactly one choice" in capsys.readouterr().out
