// The transcript as one aligned list: a row a message, stored beside sent, results joined to their call by the lines on the left.
// `data` (the transcript, sent once) and `plan` (what happened to each row, sent at every change) come from views/ringmap.py.
// Text reaches the page by textContent only.

const WINDOW_FROM = 2000 // rows; a plain list stays smooth to here, beyond it only the rows in sight are in the DOM
const DIGIT_PX = 7 // a digit at 12 px is 6.9 px wide in the widest of the system fonts
const NUMBER_PX = 46 // least width of the column of tokens: six characters, 12,345
const INDEX_PX = 26 // least width of the column of message numbers: three digits
const MARGIN_ROWS = 20 // rows kept ready above and below what is in sight

const SHAPES = { // 16 x 16, stroked
  keep: "M8 3.2a4.8 4.8 0 1 1 0 9.6a4.8 4.8 0 0 1 0-9.6",
  plain: "M8 6.8a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 0 1 0-2.4",
  anchor: "M8 6v8M8 2.4a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 0 1 0-3.6M3 9.5c.4 3 2.4 4.5 5 4.5s4.6-1.5 5-4.5M5.5 8h5",
  truncate: "M2.5 5h4M9.5 5h4M2.5 11h4M9.5 11h4M9.2 2.5L6.8 13.5",
  compact: "M8 1.5v4M5.8 3.6L8 5.8l2.2-2.2M8 14.5v-4M5.8 12.4L8 10.2l2.2 2.2M3 8h10",
  clear: "M3 3.5h10v9H3z",
  drop: "M4 4l8 8M12 4l-8 8",
  insert: "M4 13.5V7a4 4 0 0 1 8 0v6.5zM2.5 13.5h11M6.5 8h3",
  fault: "M8 2.2L14.5 13.5h-13zM8 6.5v3.5M8 11.6v.6",
}

function make(tag, cls, text) {
  const node = document.createElement(tag)
  if (cls) { node.className = cls }
  if (text !== undefined) { node.textContent = text }
  return node
}

function icon() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("viewBox", "0 0 16 16")
  svg.setAttribute("aria-hidden", "true")
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  for (const [k, v] of [["fill", "none"], ["stroke", "currentColor"], ["stroke-width", "1.5"], ["stroke-linecap", "round"], ["stroke-linejoin", "round"]]) {
    path.setAttribute(k, v)
  }
  svg.append(path)
  return {svg, path}
}

function cell(cls) {
  const node = make("div", `cell ${cls}`)
  const track = make("div", "b")
  // The row's name for a screen reader is its content, so the columns say what they are; nobody sees it.
  const word = make("span", "sr")
  const number = make("span", "n num")
  node.append(track, word, number)
  return {node, track, word, number}
}

function buildRow() {
  const node = make("div", "row")
  node.setAttribute("role", "option")
  node.tabIndex = -1
  const lane = make("span", "lane")
  const ix = make("span", "ix num")
  const ring = make("span", "sr")
  const ic = make("span", "ic")
  const glyph = icon()
  ic.append(glyph.svg)
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
  return {node, lane, ix, ring, path: glyph.path, title, sub, badge, warn, stored, sent, key: ""}
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

export function render({model}) {
  const root = make("section", "map card")
  root.dataset.testid = "ringmap"
  const cols = make("div", "cols num")
  cols.setAttribute("aria-hidden", "true")
  const colWhat = make("span", "what")
  const colStored = make("span", "stored")
  const colSent = make("span", "sent")
  cols.append(colWhat, colStored, colSent)
  const list = make("div", "list")
  list.setAttribute("role", "listbox")
  const padTop = make("div", "pad")
  const padEnd = make("div", "pad")
  list.append(padTop, padEnd)
  // What no message holds is no choice in the list: it stands above it, always in sight.
  const fixed = make("ul", "fixed")
  root.append(cols, fixed, list)

  let items = [] // what stands in the list: {key, at} rows by message, and the inserted one
  let shown = new Map() // key -> row parts now in the DOM
  let focusKey = null

  const rowHeight = () => (root.clientWidth > 0 && root.clientWidth <= 560 ? 46 : 27) // px, as in ringmap.css

  function layout() {
    const rows = model.data?.rows ?? []
    const inserted = model.plan?.inserted ?? []
    items = []
    let next = 0
    rows.forEach((row, i) => {
      while (next < inserted.length && inserted[next].at <= i) { items.push({key: `t${next}`, select: -1 - next, tomb: inserted[next++]}) }
      items.push({key: `m${row.i}`, row, i})
    })
    while (next < inserted.length) { items.push({key: `t${next}`, select: -1 - next, tomb: inserted[next++]}) }
  }

  function words(parts) {
    const names = model.plan?.head_words ?? {}
    parts.stored.word.textContent = `, ${names.stored} `
    parts.sent.word.textContent = `, ${names.sent} `
  }

  function fillTomb(parts, item) {
    const t = item.tomb
    parts.node.className = `row tomb${model.selected === item.select ? " selected" : ""}`
    parts.node.dataset.testid = t.testid
    parts.node.dataset.action = "insert"
    parts.node.dataset.before = "0"
    parts.node.dataset.after = String(t.after)
    parts.lane.replaceChildren()
    parts.ix.textContent = ""
    parts.path.setAttribute("d", SHAPES.insert)
    parts.title.textContent = t.title
    parts.sub.textContent = t.text
    parts.badge.textContent = t.badge
    parts.badge.className = "badge insert"
    parts.stored.number.textContent = "–"
    parts.stored.track.replaceChildren()
    parts.sent.number.textContent = t.after_text
    bar(parts.sent.track, "insert", t.share)
    words(parts)
  }

  function fill(parts, item) {
    const selected = model.selected
    if (item.tomb) {
      const key = JSON.stringify([item.tomb, selected === item.select])
      if (key !== parts.key) { parts.key = key; fillTomb(parts, item) }
      return
    }
    const {row, i} = item
    const plan = model.plan ?? {}
    const code = plan.actions?.[i] ?? "keep"
    const after = plan.after?.[i] ?? row.before
    const fault = plan.faults?.[String(row.i)] ?? ""
    const warning = plan.warnings?.[String(row.i)]
    const linked = selected !== null && selected !== row.i && (model.data.links[String(selected)] ?? []).includes(row.i)
    const key = `${model.data.id}|${code}|${after}|${fault}|${warning?.badge}${warning?.text}|${selected === row.i}|${linked}|${plan.scale}|${plan.head}|${plan.lang}|${plan.refused}`
    if (key === parts.key) { return }
    const fresh = !parts.key.startsWith(`${model.data.id}|`)
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
    const gone = code === "drop" || code === "past"
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
    bar(parts.stored.track, gone ? "gone" : kind, row.before / scale)
    parts.sent.number.textContent = plan.refused ? "–" : gone ? "0" : plan.after_text?.[i] ?? String(after)
    const sentKind = code === "compact" ? "stub" : code === "clear" ? "clear" : kind
    bar(parts.sent.track, sentKind, plan.refused || gone ? 0 : after / scale, code === "truncate", plan.head ?? 0.6)
    words(parts)
  }

  function fixedRows() {
    const plan = model.plan ?? {}
    const scale = Math.max(1, plan.scale ?? 1)
    fixed.setAttribute("aria-label", plan.head_words?.fixed ?? "")
    fixed.hidden = !model.data?.fixed?.length
    fixed.replaceChildren(...(model.data?.fixed ?? []).map((row) => {
      const parts = buildRow()
      const node = make("li", "row still")
      node.append(...parts.node.childNodes)
      const after = plan.fixed?.[row.code] ?? {after: row.before, text: row.before_text}
      const gone = after.after === 0
      node.dataset.testid = `fixed-${row.code}`
      node.dataset.before = String(row.before)
      node.dataset.after = String(after.after)
      node.dataset.action = gone ? "drop" : "fixed"
      parts.path.setAttribute("d", gone ? SHAPES.drop : SHAPES.clear)
      parts.title.textContent = row.title
      parts.sub.textContent = row.text
      parts.badge.className = gone ? "badge drop" : "sr"
      parts.badge.textContent = gone ? plan.words?.drop ?? "" : ""
      const kind = row.code === "system" ? "system" : "fixed"
      bar(parts.stored.track, gone ? "gone" : kind, row.before / scale)
      bar(parts.sent.track, kind, plan.refused ? 0 : after.after / scale)
      parts.stored.number.textContent = row.before_text
      parts.sent.number.textContent = plan.refused ? "–" : after.text
      words(parts)
      return node
    }))
  }

  function visibleRange() {
    if (items.length <= WINDOW_FROM) { return [0, items.length] }
    const height = rowHeight()
    const from = Math.max(0, Math.floor(list.scrollTop / height) - MARGIN_ROWS)
    const to = Math.min(items.length, Math.ceil((list.scrollTop + list.clientHeight) / height) + MARGIN_ROWS)
    return [from, to]
  }

  function draw() {
    const [from, to] = visibleRange()
    const height = rowHeight()
    padTop.style.height = `${from * height}px`
    padEnd.style.height = `${(items.length - to) * height}px`
    const wanted = new Set()
    for (let n = from; n < to; n++) { wanted.add(items[n].key) }
    for (const [key, parts] of shown) {
      if (!wanted.has(key)) { parts.node.remove(); shown.delete(key) }
    }
    let before = padTop
    for (let n = from; n < to; n++) {
      const item = items[n]
      let parts = shown.get(item.key)
      if (!parts) {
        parts = buildRow()
        parts.node.dataset.key = item.key
        shown.set(item.key, parts)
      }
      fill(parts, item)
      if (parts.at !== n || parts.of !== items.length) {
        parts.at = n
        parts.of = items.length
        parts.node.setAttribute("aria-setsize", String(items.length))
        parts.node.setAttribute("aria-posinset", String(n + 1))
      }
      if (before.nextSibling !== parts.node) { before.after(parts.node) }
      before = parts.node
    }
    const keys = new Set(items.map((item) => item.key))
    if (focusKey === null || !keys.has(focusKey)) { focusKey = items[0]?.key ?? null }
    for (const [key, parts] of shown) {
      const index = key === focusKey ? 0 : -1
      if (parts.node.tabIndex !== index) { parts.node.tabIndex = index }
    }
  }

  function header() {
    const words = model.plan?.head_words ?? {}
    colWhat.textContent = words.what ?? ""
    colStored.textContent = words.stored ?? ""
    colSent.textContent = words.sent ?? ""
    root.setAttribute("aria-label", words.what ?? "")
    list.setAttribute("aria-label", words.aria ?? "")
  }

  function refresh() { layout(); header(); fixedRows(); draw() }

  let transcript = ""

  // Room for the longest number of the transcript: a bar's width must not depend on its own row's.
  function room() {
    const rows = [...(model.data?.rows ?? []), ...(model.data?.fixed ?? [])]
    const longest = rows.reduce((most, row) => Math.max(most, row.before_text.length), 0)
    root.style.setProperty("--num", `${Math.max(NUMBER_PX, longest * DIGIT_PX)}px`)
    root.style.setProperty("--ix", `${Math.max(INDEX_PX, String(rows.length).length * DIGIT_PX)}px`)
  }

  function newRows() {
    room()
    root.style.setProperty("--lanes", `${Math.max(1, model.data?.lanes ?? 1) * 9 + 4}px`)
    for (const parts of shown.values()) { parts.node.remove() }
    shown = new Map()
    const id = model.data?.transcript ?? ""
    const kept = id === transcript ? list.scrollTop : 0 // another language is no other transcript
    if (id !== transcript) { focusKey = null }
    transcript = id
    refresh()
    list.scrollTop = kept
    soon()
  }

  function indexOfKey(key) { return items.findIndex((item) => item.key === key) }

  function focusAt(n) {
    const item = items[Math.max(0, Math.min(items.length - 1, n))]
    if (!item) { return }
    focusKey = item.key
    if (!shown.has(item.key)) {
      list.scrollTop = Math.max(0, indexOfKey(item.key) * rowHeight() - list.clientHeight / 2)
      draw()
    }
    const parts = shown.get(item.key)
    for (const [key, other] of shown) { other.node.tabIndex = key === focusKey ? 0 : -1 }
    parts?.node.focus({preventScroll: true})
    parts?.node.scrollIntoView({block: "nearest"})
  }

  function choose(key) {
    focusKey = key
    model.selected = key.startsWith("t") ? -1 - Number(key.slice(1)) : Number(key.slice(1))
    // Below the desktop width the preview stands under the list: it brings itself into sight when it hears this.
    window.dispatchEvent(new CustomEvent("trimscope:select"))
  }

  list.addEventListener("click", (event) => {
    const row = event.target.closest?.(".row")
    if (row) { choose(row.dataset.key) }
  })
  list.addEventListener("keydown", (event) => {
    const row = event.target.closest?.(".row")
    if (!row) { return }
    const at = indexOfKey(row.dataset.key)
    const page = Math.max(1, Math.floor(list.clientHeight / rowHeight()) - 1)
    const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1, PageDown: at + page, PageUp: at - page}[event.key]
    if (to !== undefined) { event.preventDefault(); focusAt(to) }
    else if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(row.dataset.key) }
  })
  let queued = false
  const soon = () => {
    if (queued || items.length <= WINDOW_FROM) { return }
    queued = true
    requestAnimationFrame(() => { queued = false; draw() })
  }
  list.addEventListener("scroll", soon, {passive: true})
  new ResizeObserver(soon).observe(list)

  model.on("data", newRows)
  model.on("plan", refresh)
  model.on("selected", () => {
    draw()
    const parts = shown.get(model.selected < 0 ? `t${-1 - model.selected}` : `m${model.selected}`)
    if (parts) { parts.node.scrollIntoView({block: "nearest"}) }
    else if (model.selected !== null) {
      const n = indexOfKey(`m${model.selected}`)
      if (n >= 0) { list.scrollTop = Math.max(0, n * rowHeight() - list.clientHeight / 2); draw() }
    }
  })
  newRows()
  return root
}
