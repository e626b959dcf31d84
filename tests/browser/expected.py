"""What the core says the page must show."""

import trimscope as ts


def numbers(plan):
    """The numbers on the page under a plan: gauge, and every row in order, as the `data-` attributes have them."""
    refused = plan.status == "refused"
    rows = []
    inserted = [each for each in plan.decisions if each.message is None and each.action == "insert"]
    for decision in sorted((d for d in plan.decisions if d.message is not None), key=lambda d: d.message):
        while inserted and inserted[0].at <= decision.message:
            rows.append(_inserted(inserted.pop(0)))
        row = [f"row-{decision.message}", decision.action, str(decision.before), str(decision.after)]
        rows.append(row)
    rows += [_inserted(decision) for decision in inserted]
    sent = 0 if refused else plan.tokens.sent
    return {"stored": str(plan.tokens.stored), "sent": str(sent), "status": plan.status, "rows": rows}


def _inserted(decision):
    name = "row-tombstone" if decision.reason == "tombstone" else "row-inserted"
    return [name, "insert", "0", str(decision.after)]


def decision_of(plan, index):
    """The decision about one message."""
    return next(each for each in plan.decisions if each.message == index)


def tokens_line(decision):
    """Tokens of a message as the preview writes them."""
    if decision.before == decision.after:
        return f"{decision.before:,}, unchanged"
    return f"{decision.before:,} → {decision.after:,}"


def shortened(plan):
    """Index of the longest shortened result."""
    cut = [each for each in plan.decisions if each.action == "truncate"]
    return max(cut, key=lambda each: each.before).message


def result_texts(transcript, index):
    """Each tool result of a message as one text."""
    results = transcript.messages[index].results
    return ["".join(part.text for part in result.texts) for result in results]


def sentence_about(source):
    """The one sentence the core refuses an input with."""
    try:
        ts.load(source)
    except ts.TrimscopeError as error:
        return str(error)
    raise AssertionError("the core takes this input")
