"""The frames of each provider, with the source of each number; which table holds follows from the tokenizer family.

"Measured": from recorded requests with the usage that the provider reported, none of them from this project's tests.
"Template": counted from the chat template that the model's maker publishes, not checked against usage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from trimscope import model_names
from trimscope.families.family import Family
from trimscope.frames.frames import Frames, Tools
from trimscope.pictures.file_guesses import FileRule
from trimscope.pictures.picture_rules import Cells, Crops, Flat, Patches, PictureRule, Tiles

ARTICLE = Frames("patchcat", request=0, message=4, call=4, result_id=2)
"""The fourth source article's constants: 4 a message, 4 a call, 2 a result's id, whatever the provider."""

OPENAI = Frames(
    "openai",
    request=3,  # measured: primes the answer; 4 a message + 3 a request was exact on 495 of 504 recorded requests
    message=4,  # measured
    call=8,  # measured: 7 to 10 on top of name and arguments (gpt-4.1, 45 requests; gpt-5, 8); ids are not counted
    author=1,  # provider's cookbook
    # measured: declarations + 9, gpt-4 to gpt-4.1, mean error 4 to 12 %; less the 4 of a frame that they share with a
    # system message (npm openai-chat-tokens), which the requests of agents have: the cookbook's example then comes
    # out at 102, and 101 is what was charged
    tools=Tools("typescript", 5),
    pictures=Tiles(85, 170),  # provider documentation; measured exact
    files=FileRule(page=2_000, second=10, film=1_000),  # documentation: text and a picture a page; 1 a 100 ms of speech
)

PLAIN = replace(OPENAI, name="plain", tools=Tools("stored"), pictures=Flat(), files=None)
"""`chars4`, and texts outside of any transcript: OpenAI's frames, everything else as it is stored."""

RESPONSES = replace(OPENAI, name="openai-responses", call=12, thinking=41)
"""OpenAI's Responses: 20 a call with its output, of which 8 are the frames of their two messages, and 41 a reasoning
item (measured: gpt-5-codex, 438 turns)."""

CLAUDE = Frames(
    "claude",
    request=6,  # measured: 6 to 8 for one short message (72 requests), fitted as 1.2 a message + 5.8 a request
    message=1,
    call=68,  # measured: 60 to 81 a call and its result (844 turns, five models), of which 2 are their messages' frames
    tools=Tools("json", 500),  # measured: about 500 with Sonnet 4.5 and later, and the text by the family's ratio
    pictures=Cells(28, 1_568, 1_600, 3),  # measured: 3 off at most, documented area / 750 up to 40
    files=FileRule(page=2_250, second=32, film=300),  # documentation: 1,500 to 3,000 a page; no sound is taken
)

GEMINI = Frames(
    "gemini",
    request=1,  # measured: 0 to 2 a request on 84 of 96, mostly of one message
    message=0,
    call=2,  # measured on two recorded turns only: 0 to 3 a call and its response
    tools=Tools("json", 0, 760),  # measured: median 0.76 of the minified JSON, wide (0.28 to 1.05)
    pictures=Crops(),  # provider documentation; measured exact
    files=FileRule(page=258, second=32, film=300),  # provider documentation
)

LLAMA = Frames("llama3", request=5, message=5, call=8, tools=Tools("json", 0), files=CLAUDE.files)
"""Template: header, role, end of header, line ends, end of turn; begin of text and the answer's header."""

QWEN = Frames(
    "qwen",
    request=7,  # npm ai-tokenizer 1.0.6: 4 a message + 7 a request; the template says the same
    message=4,
    call=16,  # template: the tags and the JSON around name and arguments 12, the tags around the result 4
    tools=Tools("json", 90),  # template: its instructions on calling
    pictures=Cells(28, 16_384, 16_384, 2),  # documentation: 28 x 28 a token, at most 16,384, and two marks
    files=CLAUDE.files,
)

DEEPSEEK = Frames("deepseek", request=3, message=2, call=9, tools=Tools("json", 20), files=CLAUDE.files)
"""npm ai-tokenizer 1.0.6: 1 to 3 a message; recorded prompts (only small ones): 3 to 10 in all. Calls: template."""

MISTRAL = Frames("mistral", request=1, message=2, call=8, tools=Tools("json", 2), files=CLAUDE.files)
"""Template (mistral-common): a mark before and behind each message, around the tools, and around a call's list."""

BY_FAMILY: Mapping[str, Frames] = {
    "o200k": OPENAI,
    "cl100k": OPENAI,
    "claude": CLAUDE,
    "claude-4.7": replace(CLAUDE, pictures=Cells(28, 2_576, 4_784, 3)),  # documentation: up to 3.75 megapixels
    "gemini": GEMINI,
    "llama3": LLAMA,
    "qwen": QWEN,
    "deepseek": DEEPSEEK,
    "mistral": MISTRAL,
}

TOOL_OVERHEAD = (
    ("claude-3-5-haiku", 270),  # measured
    ("claude-3-5-sonnet", 320),  # measured
    ("claude-3-opus", 530),  # provider documentation, as the next two
    ("claude-3-sonnet", 159),
    ("claude-3-haiku", 264),
    ("claude-3-7-sonnet", 346),  # provider documentation
    ("claude-sonnet-4-5", 500),  # measured, as the next two
    ("claude-sonnet-4-6", 500),
    ("claude-opus-4-5", 500),
    ("claude-opus-4-1", 366),  # as Sonnet 4 of the same generation
    ("claude-sonnet-4", 366),  # npm ai-tokenizer 1.0.6
    ("claude-opus-4", 366),
    ("gpt-5", 89),  # measured: mean error 1.4 tokens on 20 requests
)
"""By how the model's name begins, the first that fits; the family's own for all others."""

PICTURES: tuple[tuple[str, PictureRule], ...] = (
    ("gpt-4o-mini", Tiles(2_833, 5_667)),  # measured exact
    ("gpt-5-mini", Patches(1_200)),  # measured exact
    ("gpt-5-nano", Patches(1_500)),  # measured exact
    ("gpt-5", Tiles(70, 140)),  # measured exact
    ("gpt-4-1-mini", Patches(1_620)),  # measured exact
    ("gpt-4-1-nano", Patches(2_460)),  # provider documentation
    ("o4-mini", Patches(1_720)),  # measured exact
    ("o1", Tiles(75, 150)),  # provider documentation
    ("o3", Tiles(75, 150)),  # provider documentation
    ("gemini-3", Flat(1_120)),  # provider documentation: the default resolution's most
)
"""As `TOOL_OVERHEAD`, what a picture costs."""

REASONING = ("gpt-5", "gpt-6", "o1", "o3", "o4")
"""OpenAI's reasoning models: they read one token less a request (measured: 21 of 23)."""


def frames_of(family: Family, dialect: str, model: str | None) -> Frames:
    """The frames for a family, the dialect it is asked in and the model's name, where it has one."""
    found = BY_FAMILY[family.name]
    if found is OPENAI and dialect in ("openai-responses", "deepseek-responses"):
        found = RESPONSES
    plain = model_names.clean(model or "")
    overhead = next((tokens for name, tokens in TOOL_OVERHEAD if _is(plain, name)), found.tools.overhead)
    pictures = next((rule for name, rule in PICTURES if _is(plain, name)), found.pictures)
    request = found.request - any(_is(plain, name) for name in REASONING)
    return replace(found, request=request, pictures=pictures, tools=replace(found.tools, overhead=overhead))


def _is(plain: str, name: str) -> bool:
    """Whether a cleaned name is that model or a variant of it."""
    return plain == name or plain.startswith(f"{name}-")
