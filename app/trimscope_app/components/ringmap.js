// The transcript as one aligned list: a row a message, stored beside sent, results joined to their call by the lines on the left.
// `data` (the transcript, sent once) and `plan` (what happened to each row, sent at every change) come from views/ringmap.py.
// Text reaches the page by textContent only.
import {make} from "./dom.js"
import {buildRow, fillInserted, fillMessage, fixedRow} from "./ringmap_rows.js"

const WINDOW_FROM = 2000 // rows; a plain list stays smooth to here, beyond it only the rows in sight are in the DOM
const DIGIT_PX = 7 // a digit at 12 px is 6.9 px wide in the widest of the system fonts
const NUMBER_PX = 46 // least width of the column of tokens: six characters, 12,345
const INDEX_PX = 26 // least width of the column of message numbers: three digits
const MARGIN_ROWS = 20 // rows kept ready above and below what is in sight

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
      while (next < inserted.length && inserted[next].at <= i) { items.push({key: `t${next}`, select: -1 - next, ours: inserted[next++]}) }
      items.push({key: `m${row.i}`, row, i})
    })
    while (next < inserted.length) { items.push({key: `t${next}`, select: -1 - next, ours: inserted[next++]}) }
  }

  function fill(parts, item) {
    const plan = model.plan ?? {}
    if (item.ours) { fillInserted(parts, item, model.selected, plan.head_words ?? {}) }
    else { fillMessage(parts, item, model.data, plan, model.selected) }
  }

  function fixedRows() {
    const plan = model.plan ?? {}
    fixed.setAttribute("aria-label", plan.head_words?.fixed ?? "")
    fixed.hidden = !model.data?.fixed?.length
    fixed.replaceChildren(...(model.data?.fixed ?? []).map((row) => fixedRow(row, plan, select)))
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

  function select(index) {
    model.selected = index
    // Below the desktop width the preview stands under the list: it brings itself into sight when it hears this.
    window.dispatchEvent(new CustomEvent("trimscope:select"))
  }

  function choose(key) {
    focusKey = key
    select(key.startsWith("t") ? -1 - Number(key.slice(1)) : Number(key.slice(1)))
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
