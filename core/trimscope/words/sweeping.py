"""The words of a sweep's recommendation and of what its neighbours give up, English and Chinese, by code."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, tuple[str, str]] = {
    "best_in_all": (
        "Take {name}: of the policies compared none is cheaper, loses fewer values or has a smaller largest request.",
        "建议 {name}：参与比较的策略中，没有更便宜、丢失更少的值或最大请求更小的。",
    ),
    "cheapest": (
        "Take {name}: nothing here loses fewer values ({lost} of {grounded}), and nothing here costs less.",
        "建议 {name}：丢失的值最少（{grounded} 个中的 {lost} 个），费用也最低。",
    ),
    "fewest_lost": (
        "Take {name}: nothing here loses fewer values ({lost} of {grounded}), and it costs {more} more than the cheapest.",
        "建议 {name}：丢失的值最少（{grounded} 个中的 {lost} 个），费用比最便宜的高 {more}。",
    ),
    "balance": (
        "Take {name}: it loses {lost} of {grounded} values and costs {more} more than the cheapest; each further value kept would cost at least as much as those kept so far.",
        "建议 {name}：{grounded} 个值中丢失 {lost} 个，费用比最便宜的高 {more}；再往后，每多保住一个值的代价不会比此前更低。",
    ),
    "cheaper": (
        "Next door, cheaper: {name} costs {cost} less and loses {lost} more.",
        "相邻更便宜：{name} 费用低 {cost}，多丢失 {lost} 个值。",
    ),
    "safer": (
        "Next door, safer: {name} loses {lost} fewer and costs {cost} more.",
        "相邻更稳妥：{name} 少丢失 {lost} 个值，费用高 {cost}。",
    ),
    "costs_more": (
        "It costs {n} more than not trimming at all: its breaks of the cached prefix cost more than it saves.",
        "它比完全不裁剪还贵 {n}：缓存前缀中断的代价超过了节省。",
    ),
    "failing": (
        "{n} of {calls} calls are over budget or would be refused under every policy of this sweep.",
        "在本次扫描的每个策略下，{calls} 次调用中都有 {n} 次超出预算或会被拒绝。",
    ),
    "more_failing": (
        "Not compared with it: {n} under which more calls are over budget or would be refused.",
        "未与之比较：{n} 个策略下有更多调用超出预算或会被拒绝。",
    ),
    "other_unit": (
        "Not compared with it: {n} whose cost is in another unit, because the price of a model is not known.",
        "未与之比较：{n} 个策略的费用单位不同，因为有模型的价格未知。",
    ),
    "more_rows": ("  and {n} more (--top N, --csv FILE)", "  另有 {n} 行（--top N，--csv FILE）"),
    "legend": (
        "* nothing beats it in cost, lost references and largest request; > recommended",
        "* 在费用、丢失引用与最大请求三项上没有策略全面优于它；> 建议",
    ),
    "runs": ("{n} runs compared, {failed} left out.", "比较了 {n} 次运行，{failed} 次未计入。"),
    "spread_cost": (
        "cost of a run: {least} at least, {median} median, {p90} p90, {most} at most, {total} in all",
        "每次运行的费用：最小 {least}，中位 {median}，p90 {p90}，最大 {most}，合计 {total}",
    ),
    "spread_lost": (
        "lost references of a run: {least} at least, {median} median, {p90} p90, {most} at most, {total} in all",
        "每次运行的丢失引用：最小 {least}，中位 {median}，p90 {p90}，最大 {most}，合计 {total}",
    ),
    "worst": ("Runs that lose most under {name}:", "在 {name} 下丢失最多的运行："),
    "worst_run": ("{run}: {lost} of {grounded}", "{run}：{grounded} 个中的 {lost} 个"),
    "none": ("No policy of this sweep could be replayed.", "本次扫描中没有可重放的策略。"),
    "stopped": ("Stopped after {done} of {whole} policies.", "在 {whole} 个策略中的 {done} 个之后停止。"),
}

HEADS: Mapping[str, tuple[str, ...]] = {
    "en": ("cost", "of whole", "lost", "of all", "peak", "cached", "breaks", "failing", "policy"),
    "zh": ("费用", "占不裁剪", "丢失", "占全部", "峰值", "缓存", "中断", "失败", "策略"),
}
"""Heads of the table, in the order of its columns."""


def sentence(code: str, lang: str, **values: object) -> str:
    """A sentence with its values; whole numbers get their commas. English for a language that has no words."""
    en, zh = SENTENCES[code]
    shown = {key: f"{value:,}" if isinstance(value, int) else str(value) for key, value in values.items()}
    return (zh if lang == "zh" else en).format(**shown)


def percent(per_mille: int) -> str:
    """Thousandths as a percentage with one place: `12.3 %`."""
    sign = "-" if per_mille < 0 else ""
    return f"{sign}{abs(per_mille) // 10}.{abs(per_mille) % 10} %"
