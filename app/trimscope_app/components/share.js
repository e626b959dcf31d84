// The share dialog: what goes along (settings, shape, text), the link and its length, secrets to look through, a file.
// It also opens the link that the page came with, and those that Back, Forward or the address bar bring later, and it
// takes off what an embedded page does without (?embed=1, &hide=map,view).
import {titledDialog} from "./dialogs.js"
import {make} from "./dom.js"
import {save} from "./saving.js"

const HIDEABLE = ["top", "note", "side", "gauge", "run", "tune", "checks", "map", "view"]
const EMBEDDED = ["top", "side"]

export function render({model}) {
  const root = make("div")
  const {dialog, title: heading, close} = titledDialog("share-dialog", "share-title", "share-close")
  const sizes = make("fieldset")
  const found = make("div", "found")
  found.dataset.testid = "share-found"
  const said = make("p", "said")
  said.dataset.testid = "share-said"
  said.setAttribute("role", "status")
  const link = field("input", "share-link")
  const frame = field("textarea", "share-frame")
  const copy = make("button", "btn primary")
  const file = make("button", "btn")
  for (const [node, id] of [[copy, "share-copy"], [file, "share-save"]]) {
    node.type = "button"
    node.dataset.testid = id
  }
  const actions = make("div", "actions")
  actions.append(copy, file)
  const hint = make("p", "hint")
  dialog.append(sizes, found, said, link.box, actions, frame.box, hint)
  root.append(dialog)

  function field(kind, id) {
    const box = make("label", "field")
    const words = make("span")
    const value = make(kind)
    value.readOnly = true
    value.spellcheck = false
    value.dataset.testid = id
    value.addEventListener("focus", () => value.select())
    box.append(words, value)
    return {box, words, value}
  }

  let size = "settings"
  let kept = []
  let asked = 0
  const address = (hash) => `${location.origin}${location.pathname}${hash}`

  function ask(what = "make") {
    asked += 1
    copy.disabled = true
    if (what === "make") { tell(model.data.words.wait) }
    model.send_msg({[what]: {n: asked, size, kept, dark: document.documentElement.dataset.theme === "dark"}})
  }

  function tell(text, cls = "") {
    said.className = `said ${cls}`
    said.textContent = text
  }

  function drawSizes() {
    const legend = make("legend", "", model.data.words.what)
    sizes.replaceChildren(legend, ...model.data.sizes.map((each) => {
      const label = make("label", each.id === size ? "size on" : "size")
      const radio = make("input")
      radio.type = "radio"
      radio.name = "share-size"
      radio.value = each.id
      radio.checked = each.id === size
      radio.dataset.testid = `share-${each.id}`
      radio.addEventListener("change", () => {
        size = each.id
        kept = []
        for (const other of sizes.querySelectorAll("label")) { other.classList.toggle("on", other.contains(radio)) }
        ask()
      })
      label.append(radio, make("b", "", each.name), make("span", "", each.note))
      return label
    }))
  }

  function drawFound(rows) {
    const w = model.data.words
    found.hidden = size !== "text"
    if (!rows.length) {
      found.replaceChildren(make("p", "", w.no_secrets))
      return
    }
    const list = make("ul")
    list.append(...rows.map((row) => {
      const item = make("li")
      const label = make("label")
      const box = make("input")
      box.type = "checkbox"
      box.checked = !row.kept
      box.addEventListener("change", () => {
        kept = box.checked ? kept.filter((n) => n !== row.n) : [...kept, row.n]
        ask()
      })
      label.append(box, make("span", "", model.data.kinds[row.kind] ?? row.kind), make("code", "", row.shown),
        make("span", "n num", w.times.replace("{times}", row.count)))
      item.append(label)
      return item
    }))
    const at = found.querySelector("ul")?.scrollTop ?? 0
    const focused = [...found.querySelectorAll("input")].indexOf(root.getRootNode().activeElement)
    found.replaceChildren(make("p", "", w.secrets), list, make("p", "hint", w.secrets_note))
    list.scrollTop = at
    if (focused >= 0) { list.querySelectorAll("input")[focused]?.focus() }
  }

  function drawAnswer() {
    const a = model.answer
    if (!a || a.n !== asked) { return }
    if (a.file) { save(a.file.name, "application/json", a.file.text); copy.disabled = !link.value.value; return }
    const w = model.data.words
    drawFound(a.secrets ?? [])
    link.box.hidden = frame.box.hidden = !a.link
    copy.hidden = !a.link
    copy.disabled = !a.link
    copy.textContent = w.copy
    if (a.error) { tell(a.error, "bad"); file.hidden = true; return }
    file.hidden = false
    const chars = w.chars.replace("{chars}", (a.chars + address("").length).toLocaleString("en"))
    tell(a.level ? `${chars} ${w[a.level]}` : chars, a.level ? "warn" : "")
    link.value.value = a.link ? address(a.link) : ""
    const framed = a.link ? `${location.origin}${location.pathname}?embed=1${a.link}` : ""
    frame.value.value = framed ? `<iframe src="${framed}" width="100%" height="640" title="Trimscope"></iframe>` : ""
  }

  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value.value)
    } catch {
      link.value.focus() // no clipboard here (an address without https): selected, so that a key copies it
      document.execCommand("copy")
    }
    copy.textContent = model.data.words.copied
  })
  file.addEventListener("click", () => ask("save"))

  function draw() {
    const d = model.data
    if (!d?.words) { return }
    heading.textContent = d.words.title
    close.setAttribute("aria-label", d.close)
    link.words.textContent = d.words.link
    frame.words.textContent = d.words.frame
    file.textContent = d.words.save
    hint.textContent = d.words.private
    if (dialog.open) { drawSizes(); ask() }
  }

  function open() {
    if (!model.data?.ready || dialog.open) { return }
    kept = []
    size = "settings" // all of the text goes along only where it is asked for, each time anew
    drawSizes()
    found.hidden = true
    dialog.showModal()
    ask()
  }

  // What an embedded page does without.
  function strip() {
    const given = new URLSearchParams(location.search)
    const hide = new Set((given.get("hide") ?? "").split(",").filter((name) => HIDEABLE.includes(name)))
    if (given.get("embed") === "1") { EMBEDDED.forEach((name) => hide.add(name)) }
    const page = root.getRootNode().host?.getRootNode().host
    if (hide.size && page) { page.dataset.hide = [...hide].join(" ") } // page.css
  }

  const arrived = () => { if (location.hash.length > 1 && /^#v\d/.test(location.hash)) { model.send_msg({open: location.hash}) } }
  const listeners = {"trimscope:share": open, hashchange: arrived}
  for (const [type, listener] of Object.entries(listeners)) { window.addEventListener(type, listener) }
  model.on("remove", () => { for (const [type, listener] of Object.entries(listeners)) { window.removeEventListener(type, listener) } })
  model.on("data", draw)
  model.on("answer", drawAnswer)
  draw()
  arrived()
  requestAnimationFrame(strip)
  return root
}
