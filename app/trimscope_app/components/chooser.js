// The conversations of a file in a dialog: a search, and below it one row each. The focus stays in the search field;
// arrow keys move the row it points at (aria-activedescendant), Enter opens it. Only the rows in sight are in the DOM.
// Rows are asked for when the dialog first opens (`request`), since counting them takes a moment in large files.
import {titledDialog} from "./dialogs.js"
import {make} from "./dom.js"

const ROW = 46 // px, as in chooser.css
const SPARE = 8 // rows kept ready above and below what is in sight

export function render({model}) {
  const root = make("div")
  const {dialog, title: heading, close} = titledDialog("chooser", "chooser-title")
  const search = make("input")
  search.type = "text" // Escape closes the dialog at once; a field of type search would first empty itself
  search.dataset.testid = "chooser-search"
  search.setAttribute("role", "combobox")
  search.setAttribute("aria-expanded", "true")
  search.setAttribute("aria-autocomplete", "list")
  search.setAttribute("aria-controls", "chooser-list")
  search.autocomplete = "off"
  search.spellcheck = false
  const said = make("p", "said")
  said.setAttribute("role", "status")
  const cols = make("div", "cols")
  cols.setAttribute("aria-hidden", "true")
  const list = make("div", "list")
  list.id = "chooser-list"
  list.setAttribute("role", "listbox")
  list.dataset.testid = "chooser-list"
  const room = make("div", "room")
  room.setAttribute("role", "presentation")
  list.append(room)
  dialog.append(search, said, cols, list)
  root.append(dialog)

  let found = [] // rows that match the search
  let at = 0 // position in `found` of the row the keyboard points at
  let count = 0

  const rows = () => (model.entries?.key && model.entries.key === model.data?.key ? model.entries.rows : null)

  function rowOf(row, n) {
    const node = make("div", `row${n === at ? " active" : ""}${row.n === model.data.current ? " current" : ""}${row.error ? " broken" : ""}`)
    node.id = `chooser-${row.n}`
    node.dataset.testid = `chooser-${row.n}`
    node.dataset.n = String(n)
    node.style.top = `${n * ROW}px`
    node.setAttribute("role", "option")
    node.setAttribute("aria-selected", String(row.n === model.data.current))
    node.setAttribute("aria-setsize", String(found.length))
    node.setAttribute("aria-posinset", String(n + 1))
    const text = make("span", "text")
    const title = make("b", "", row.title)
    text.append(title)
    if (row.n === model.data.current) { title.append(" ", make("span", "badge anchor", model.data.open)) }
    text.append(make("span", "sub", row.error || (row.name === row.title ? "" : row.name)))
    node.append(make("span", "ix num", String(row.n)), text)
    if (row.error) { return node }
    row.numbers.forEach((value, i) => {
      const cell = make("span", "n num", value)
      cell.prepend(make("span", "word", `${model.data.columns[i + 1]} `))
      node.append(cell)
    })
    return node
  }

  function draw() {
    const from = Math.max(0, Math.floor(list.scrollTop / ROW) - SPARE)
    const to = Math.min(found.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + SPARE)
    room.style.height = `${found.length * ROW}px`
    room.replaceChildren(...found.slice(from, to).map((row, i) => rowOf(row, from + i)))
    const active = found[at]
    if (active && at >= from && at < to) { search.setAttribute("aria-activedescendant", `chooser-${active.n}`) }
    else { search.removeAttribute("aria-activedescendant") }
  }

  function look() {
    const all = rows()
    const d = model.data
    if (!d?.key) { return }
    if (!all) { found = []; said.textContent = d.wait; draw(); return }
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    found = all.filter((row) => {
      const text = `${row.n} ${row.name} ${row.title}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    said.textContent = found.length === 0 ? d.none : d.shown.replace("{shown}", found.length.toLocaleString("en-US")).replace("{all}", all.length.toLocaleString("en-US"))
    at = words.length ? 0 : Math.max(0, found.findIndex((row) => row.n === d.current))
    list.scrollTop = Math.max(0, at * ROW - list.clientHeight / 2 + ROW / 2)
    draw()
  }

  function point(n) {
    if (!found.length) { return }
    at = Math.max(0, Math.min(found.length - 1, n))
    const y = at * ROW
    if (y < list.scrollTop) { list.scrollTop = y }
    else if (y + ROW > list.scrollTop + list.clientHeight) { list.scrollTop = y + ROW - list.clientHeight }
    draw()
  }

  function open(n) {
    const row = found[n]
    if (!row || row.error) { return }
    dialog.close()
    if (row.n !== model.data.current) {
      model.chosen = {n: row.n, at: ++count}
      window.dispatchEvent(new CustomEvent("trimscope:busy")) // topbar.js says so until Python has answered
    }
  }

  function words() {
    const d = model.data
    if (!d?.key) { if (dialog.open) { dialog.close() } return }
    heading.textContent = d.heading
    close.setAttribute("aria-label", d.close)
    search.placeholder = d.search
    search.setAttribute("aria-label", d.search)
    list.setAttribute("aria-label", d.list)
    cols.replaceChildren(make("span", "ix"), ...d.columns.map((word) => make("span", "", word)))
    if (dialog.open) { look() }
  }

  dialog.addEventListener("click", (event) => { if (event.target === dialog) { dialog.close() } })
  search.addEventListener("input", look)
  search.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(list.clientHeight / ROW) - 1)
    const to = {ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page}[event.key]
    if (to !== undefined) { event.preventDefault(); point(to) }
    else if (event.key === "Enter") { event.preventDefault(); open(at) }
  })
  list.addEventListener("click", (event) => {
    const row = event.target.closest?.(".row")
    if (row) { open(Number(row.dataset.n)) }
  })
  list.addEventListener("scroll", draw, {passive: true})

  const show = () => {
    if (!model.data?.key || dialog.open) { return }
    search.value = ""
    dialog.showModal()
    search.focus()
    if (!rows()) { model.request = {key: model.data.key, n: ++count} }
    look()
  }
  window.addEventListener("trimscope:choose", show)
  model.on("remove", () => window.removeEventListener("trimscope:choose", show))
  model.on("data", words)
  model.on("entries", () => { if (dialog.open) { look() } })
  words()
  return root
}
