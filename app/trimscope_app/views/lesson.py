"""The lesson panel: the list of lessons, or the page that is open."""

from __future__ import annotations

from typing import Any, Final

from trimscope_app.i18n import tr
from trimscope_app.lessons.classroom import Classroom
from trimscope_app.lessons.lesson import Page

WORDS: Final = ("title", "next", "back", "list", "leave", "finish", "check", "resume", "drop")


def lesson_view(room: Classroom, lang: str) -> dict[str, Any]:
    """{words, lessons, page}: `page` is empty where no lesson is open."""
    return {
        "words": {key: tr(lang, f"lesson.{key}", page="{page}") for key in WORDS},
        "lessons": [
            {"id": each.id, "title": each.title[lang], "about": each.about[lang], "pages": len(each.pages),
             "length": tr(lang, "lesson.pages", n=len(each.pages))}
            for each in room.offered
        ],
        "page": _page(room, room.page, lang) if room.page is not None else {},
    }  # fmt: skip


def _page(room: Classroom, page: Page, lang: str) -> dict[str, Any]:
    assert room.lesson is not None
    count = len(room.lesson.pages)
    return {
        "lesson": room.lesson.id,
        "turn": room.turns,
        "at": room.at,
        "last": room.at == count - 1,
        "title": room.lesson.title[lang],
        "where": tr(lang, "lesson.where", page=room.at + 1, pages=count),
        "paragraphs": [each.strip() for each in page.text[lang].split("\n\n") if each.strip()],
        "highlight": page.highlight,
        "open": list(page.scene.open) if page.sets else [],
        "question": _question(room, page, lang),
    }


def _question(room: Classroom, page: Page, lang: str) -> dict[str, Any]:
    if page.question is None:
        return {}
    question = page.question
    told = room.chosen is not None
    is_right = told and room.chosen == room.right
    return {
        "text": question.text[lang],
        "choices": [each.text[lang] for each in question.choices],
        "chosen": room.chosen,
        "right": room.right if told else None,
        "tone": "" if not told else "ok" if is_right else "bad",
        "said": "" if not told else tr(lang, "lesson.right" if is_right else "lesson.wrong"),
        "reason": question.reason[lang] if told else "",
    }
