// One row of the ring map: built once, then filled; only what changed is touched. Text goes in by textContent only.
import {glyph, make} from "./dom.js"
import {SHAPES} from "./shapes.js"

const SENT_KINDS = {compact: "stub", clear: "clear", dedupe: "clear"} // how the bar of what is sent looks, by action

function cell(cls) {
  const node = make("div", `cell ${cls}`)
  const track = make("div", "b")
  // The row's name for a screen reader is its content, so the columns say what they are; nobody sees it.
  const word = make("span", "sr")
  const number = make("span", "n num")
  node.append(track, word, number)
  return {node, track, word, number}
}

export function buildRow() {
  const node = make("div", "row")
  node.setAttribute("role", "option")
  node.tabIndex = -1
  const lane = make("span", "lane")
  const ix = make("span", "ix num")
  const ring = make("span", "sr")
  const ic = make("span", "ic")
  const shape = glyph("")
  ic.append(shape.svg)
  const text = make("span", "text")
  const title = make("b")
  const sub = make("span", "sub")
  const badge = make("span", "badge")
  const warn = make("span", "badge warn")
  warn.hidden = true
  text.append(title, sub, badge, warn)
  const stored = cell("stored")
  const sent = cell("sent")
  ic.append(ring)
  node.append(lane, ix, ic, text, stored.node, sent.node)
  return {node, lane, ix, ring, path: shape.path, title, sub, badge, warn, stored, sent, key: ""}
}

function bar(track, kind, share, cut, head) {
  track.replaceChildren()
  if (share <= 0) { return }
  const fill = make("i", `k-${kind}`)
  share = Math.min(1, share)
  fill.style.width = `${(100 * share).toFixed(2)}%`
  track.append(fill)
  if (cut) {
    const gap = make("span", "cut")
    gap.style.left = `calc(${(100 * share * head).toFixed(2)}% - 3px)`
    track.append(gap)
  }
}

function words(parts, names) {
  parts.stored.word.textContent = `, ${names.stored} `
  parts.sent.word.textContent = `, ${names.sent} `
}

// A text of ours: the tombstone, a notice, a result that a repair made up.
export function fillInserted(parts, item, selected, names) {
  const t = item.ours
  const key = JSON.stringify([t, selected === item.select, names])
  if (key === parts.key) { return }
  parts.key = key
  parts.node.className = `row ours${selected === item.select ? " selected" : ""}`
  parts.node.setAttribute("aria-selected", String(selected === item.select))
  parts.node.dataset.testid = t.testid
  parts.node.dataset.action = "insert"
  parts.node.dataset.kind = t.kind
  parts.node.dataset.before = "0"
  parts.node.dataset.after = String(t.after)
  parts.path.setAttribute("d", SHAPES[t.kind] ?? SHAPES.insert)
  parts.title.textContent = t.title
  parts.sub.textContent = t.text
  parts.badge.textContent = t.badge
  parts.badge.className = `badge insert ${t.kind}`
  parts.stored.number.textContent = "–"
  parts.stored.track.replaceChildren()
  parts.sent.number.textContent = t.after_text
  bar(parts.sent.track, `insert ${t.kind}`, t.share)
  words(parts, names)
}

// A message of the transcript; `data` is of the transcript, `plan` of what happens to it.
export function fillMessage(parts, item, data, plan, selected) {
  const {row, i} = item
  const code = plan.actions?.[i] ?? "keep"
  const after = plan.after?.[i] ?? row.before
  const fault = plan.faults?.[String(row.i)] ?? ""
  const warning = plan.warnings?.[String(row.i)]
  const linked = selected !== null && selected !== row.i && (data.links[String(selected)] ?? []).includes(row.i)
  const key = `${data.id}|${code}|${after}|${fault}|${warning?.badge}${warning?.text}|${selected === row.i}|${linked}|${plan.scale}|${plan.head}|${plan.lang}|${plan.refused}`
  if (key === parts.key) { return }
  const fresh = !parts.key.startsWith(`${data.id}|`)
  parts.key = key
  const node = parts.node
  node.className = `row${code === "anchor" ? " anchor" : ""}${fault ? " fault" : ""}${selected === row.i ? " selected" : ""}${linked ? " linked" : ""}${plan.refused ? " nosend" : ""}`
  node.setAttribute("aria-selected", String(selected === row.i))
  node.dataset.action = code
  node.dataset.before = String(row.before)
  node.dataset.after = String(after)
  if (fresh) {
    node.dataset.testid = `row-${row.i}`
    parts.ix.textContent = String(row.i)
    parts.title.textContent = row.title
    parts.sub.textContent = row.text
    parts.ring.textContent = row.ring_text
  }
  const gone = ["drop", "past", "later", "summarise"].includes(code)
  parts.lane.replaceChildren(...row.lanes.map((mark) => make("i", mark ? `${mark}${gone && mark !== "pass" ? " gone" : ""}${fault ? " bad" : ""}` : "")))
  const shape = fault ? "fault" : code === "keep" && !row.ring ? "plain" : SHAPES[code] ? code : "keep"
  parts.path.setAttribute("d", SHAPES[shape])
  parts.badge.textContent = fault || (plan.words?.[code] ?? code)
  parts.badge.className = fault ? "badge fault" : code === "keep" ? "sr" : `badge ${code}` // what is kept needs no badge
  parts.warn.textContent = fault ? "" : warning?.badge ?? ""
  parts.warn.hidden = !!fault || !warning
  parts.warn.title = fault ? "" : warning?.text ?? ""
  const scale = Math.max(1, plan.scale ?? 1)
  parts.stored.number.textContent = row.before_text
  const kind = code === "anchor" && row.kind !== "system" ? "anchor" : row.kind
  bar(parts.stored.track, code === "summarise" ? "told" : gone ? "gone" : kind, row.before / scale)
  parts.sent.number.textContent = plan.refused ? "–" : gone ? "0" : plan.after_text?.[i] ?? String(after)
  bar(parts.sent.track, SENT_KINDS[code] ?? kind, plan.refused || gone ? 0 : after / scale, code === "truncate", plan.head ?? 0.6)
  words(parts, plan.head_words ?? {})
}

// What is sent with every request and is no message: no choice in the list, so an item of a list of its own.
export function fixedRow(row, plan, choose) {
  const parts = buildRow()
  const node = make("li", "row still")
  node.append(...parts.node.childNodes)
  const scale = Math.max(1, plan.scale ?? 1)
  const after = plan.fixed?.[row.code] ?? {after: row.before, text: row.before_text, badge: ""}
  const gone = after.after === 0
  node.dataset.testid = `fixed-${row.code}`
  node.dataset.before = String(row.before)
  node.dataset.after = String(after.after)
  node.dataset.action = gone ? "drop" : after.badge ? "merge" : "fixed"
  parts.path.setAttribute("d", gone ? SHAPES.drop : after.badge ? SHAPES.merge : SHAPES.clear)
  parts.title.textContent = row.title
  parts.sub.textContent = row.text
  parts.badge.className = gone ? "badge drop" : after.badge ? "badge merge" : "sr"
  parts.badge.textContent = gone ? plan.words?.drop ?? "" : after.badge ?? ""
  if (after.badge) { // a text of ours behind it: a button, since the row itself is no choice
    const button = make("button", "badge merge", after.badge)
    button.type = "button"
    button.title = after.why
    button.dataset.testid = `fixed-${row.code}-ours`
    button.addEventListener("click", () => choose(after.select))
    parts.badge.replaceWith(button)
  }
  const kind = row.code === "system" ? "system" : "fixed"
  bar(parts.stored.track, gone ? "gone" : kind, row.before / scale)
  bar(parts.sent.track, kind, plan.refused ? 0 : after.after / scale)
  parts.stored.number.textContent = row.before_text
  parts.sent.number.textContent = plan.refused ? "–" : after.text
  words(parts, plan.head_words ?? {})
  return node
}
