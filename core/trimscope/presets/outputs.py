"""Presets of the output limits of coding agents and libraries: nothing is dropped, each result is cut.

Most are policies: a cap, its unit, the share that comes from the front; two caps at once are a strategy. Measured in
these systems' own code. Where they count bytes, a policy counts characters (equal for ASCII). Their notice often stands
outside the cap; a policy's is inside, so that a little less of the text is kept.
"""

from __future__ import annotations

from typing import Literal

from trimscope.policies.policy import Policy
from trimscope.presets.named import Preset, by_strategy, named


def _limit(
    name: str, cap: int, head: float, en: str, zh: str, unit: Literal["chars", "tokens", "lines"] = "chars"
) -> Preset:
    policy = Policy(old_rounds="keep", result_limit=cap, head=head, limit_unit=unit)
    return named("outputs", name, policy, f"{en} Old rounds stay.", f"{zh}旧轮次保留。")


OUTPUTS = (
    _limit(
        "codex_output",
        10_000,
        0.5,
        "Codex CLI: a result is cut at 10,000, half from the front, half from the end. The number counts characters "
        "here, bytes there.",
        "Codex CLI：结果截到 10,000，首尾各半。此处按字符，原系统按字节。",
    ),
    _limit(
        "gemini_cli_output",
        40_000,
        0.2,
        "Gemini CLI: a result is cut at 40,000 characters, 20 % front, 80 % end (the whole goes to a file there).",
        "Gemini CLI：结果截到 40,000 字符，前 20 %、后 80 %（原系统另存全文到文件）。",
    ),
    named(
        "outputs",
        "opencode_output",
        by_strategy("opencode_output", max_lines=2_000, max_bytes=51_200),
        "opencode: a result is cut at 2,000 lines and 50 KB, whole lines from the front. Old rounds stay.",
        "opencode：结果截到 2,000 行且 50 KB，从开头保留整行。旧轮次保留。",
    ),
    named(
        "outputs",
        "roo_output",
        by_strategy("roo_output", max_lines=500, max_chars=50_000),
        "Roo: terminal output is cut at 50,000 characters, else at 500 lines, 20 % front, 80 % end; here every result "
        "is. Old rounds stay.",
        "Roo：终端输出超过 50,000 字符按字符截，否则截到 500 行，前 20 %、后 80 %；此处作用于所有结果。旧轮次保留。",
    ),
    _limit(
        "cline_output",
        2_000,
        1.0,
        "Cline: a result is cut at 2,000 characters, all from the front; there only when the history is compacted.",
        "Cline：结果截到 2,000 字符，全部取自开头；原系统仅在压缩历史时进行。",
    ),
    _limit(
        "openhands_output",
        50_000,
        0.5,
        "OpenHands: a result is cut at 50,000 characters, half front, half end, the notice inside the cap.",
        "OpenHands：结果截到 50,000 字符，首尾各半，提示计入上限。",
    ),
    _limit(
        "inspect_output",
        16_384,
        0.5,
        "Inspect: a result is cut at 16 KiB, half front, half end. The number counts characters here, bytes there.",
        "Inspect：结果截到 16 KiB，首尾各半。此处按字符，原系统按字节。",
    ),
    _limit(
        "strands_output",
        400,
        0.5,
        "Strands, classic: 200 characters from the front, 200 from the end of the oldest results, once the window has "
        "overflowed; here of every result, with the banner inside, so that nothing grows.",
        "Strands（经典）：窗口溢出后，最旧结果保留首 200、尾 200 字符；此处作用于所有结果，横幅计入上限，不会变长。",
    ),
    _limit(
        "harness_output",
        4_000,
        0.4,
        "pydantic-ai-harness Truncate: 4,000 characters with the marker inside, 40 % front, 60 % end.",
        "pydantic-ai-harness Truncate：4,000 字符（含标记），前 40 %、后 60 %。",
    ),
)
