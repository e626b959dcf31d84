// Name, the loaded transcript, and every way to load another one (file, drop anywhere, paste, sample), language and dark mode.
// A file is read here and handed to Python as base64, so that its bytes arrive as they are (a byte order mark included).
import {glyph, make} from "./dom.js"
import {dropListeners} from "./dropping.js"

const PATHS = {
  mark: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6",
  dark: "M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6A5.8 5.8 0 1 0 13.4 9.6z",
}

function button(cls, testid) {
  const node = make("button", `btn ${cls}`)
  node.type = "button"
  node.dataset.testid = testid
  return node
}

// The page's colours, once for the document; custom properties reach into every shadow root.
function installTheme(css) {
  let style = document.getElementById("trimscope-theme")
  if (!style) {
    style = make("style")
    style.id = "trimscope-theme"
    document.head.append(style)
  }
  if (style.textContent !== css) { style.textContent = css }
}

export function render({model, view}) {
  installTheme(model.theme_css)
  const root = make("header", "top-bar")
  const name = make("h1", "name")
  const accent = make("i", "", "scope")
  name.append(glyph(PATHS.mark, "1.6").svg, document.createTextNode("Trim"), accent)
  const doc = make("div", "doc num")
  const title = make("bdi")
  title.dataset.testid = "doc-title"
  const facts = make("span", "facts")
  const format = make("span", "format")
  format.dataset.testid = "format"
  const written = make("span", "written")
  written.dataset.testid = "written"
  const choose = make("button", "choose")
  choose.type = "button"
  choose.dataset.testid = "choose"
  choose.setAttribute("aria-haspopup", "dialog")
  choose.addEventListener("click", () => window.dispatchEvent(new CustomEvent("trimscope:choose"))) // chooser.js opens
  doc.append(title, choose, facts, format, written)
  const open = button("primary", "open")
  const paste = button("", "paste")
  const samples = make("select")
  samples.dataset.testid = "samples"
  const load = make("div", "group load")
  load.append(open, paste, samples)
  const share = button("", "share")
  share.setAttribute("aria-haspopup", "dialog")
  share.addEventListener("click", () => window.dispatchEvent(new CustomEvent("trimscope:share"))) // share.js opens
  const learn = button("", "lessons")
  learn.setAttribute("aria-haspopup", "dialog")
  learn.addEventListener("click", () => window.dispatchEvent(new CustomEvent("trimscope:lessons"))) // lesson.js opens
  const lang = button("", "lang")
  const dark = button("icon", "dark")
  dark.append(glyph(PATHS.dark, "1.6").svg)
  const look = make("div", "group view")
  look.append(learn, share, lang, dark)
  const file = make("input")
  file.type = "file"
  file.hidden = true
  file.dataset.testid = "file-input"
  const busy = make("span", "busy-words")
  busy.dataset.testid = "busy"
  busy.setAttribute("role", "status")
  const tagline = make("p", "tagline")
  tagline.dataset.testid = "tagline"
  root.append(name, doc, busy, make("span", "gap"), load, look, tagline, file)

  const dialog = make("dialog")
  dialog.dataset.testid = "paste-dialog"
  const form = make("form")
  form.method = "dialog"
  const heading = make("h2")
  heading.id = "paste-title"
  dialog.setAttribute("aria-labelledby", "paste-title")
  const label = make("label")
  label.htmlFor = "paste-text"
  const area = make("textarea")
  area.id = "paste-text"
  area.spellcheck = false
  area.dataset.testid = "paste-text"
  const cancel = button("", "paste-cancel")
  const go = button("primary", "paste-load")
  const actions = make("div", "actions")
  actions.append(cancel, go)
  form.append(heading, label, area, actions)
  dialog.append(form)
  const veil = make("div", "drop")
  const veilText = make("div")
  veil.append(veilText)
  const lost = make("div", "lost")
  lost.dataset.testid = "connection-lost"
  lost.setAttribute("role", "alert")
  const lostWords = make("span")
  const reload = button("primary", "reload")
  reload.addEventListener("click", () => window.location.reload())
  root.append(dialog, veil, lost)

  let count = 0
  const send = (message) => { model.upload = {...message, n: ++count, at: Date.now()} }

  // Python says nothing while it works: the words stand here from the click until its answer comes (`data`).
  function work() {
    busy.textContent = model.data.words.busy
    root.setAttribute("aria-busy", "true")
  }
  function rest() {
    busy.textContent = ""
    root.removeAttribute("aria-busy")
  }

  // Served, a lost connection leaves a page that looks alive and does nothing: said where it cannot be overlooked.
  function say(isLost) {
    lost.replaceChildren(...(isLost ? [lostWords, reload] : []))
    lost.classList.toggle("on", isLost)
  }
  const connected = view?.model?.document
  connected?.on_event?.("connection_lost", () => { rest(); say(true) })
  connected?.on_event?.("client_reconnected", () => say(false))

  function readFile(blob, others = 0) {
    if (!blob) { return }
    if (blob.size > model.data.cap_bytes) { send({name: blob.name, error: "too_big", bytes: blob.size}); return }
    const reader = new FileReader()
    work()
    reader.onload = () => {
      const url = String(reader.result)
      send({name: blob.name, base64: url.slice(url.indexOf(",") + 1), bytes: blob.size, others})
    }
    reader.onerror = () => { send({name: blob.name, error: "unreadable", bytes: blob.size}) }
    reader.readAsDataURL(blob)
  }

  const readText = (text) => readFile(new File([text], ""))
  let pasted = false

  open.addEventListener("click", () => file.click())
  file.addEventListener("change", () => { readFile(file.files[0]); file.value = "" })
  paste.addEventListener("click", () => { dialog.showModal(); area.focus() })
  cancel.addEventListener("click", () => dialog.close())
  const submit = () => {
    dialog.close()
    pasted = true // what is in the box goes only once it is loaded
    readText(area.value)
  }
  go.addEventListener("click", submit)
  area.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { submit() } })
  samples.addEventListener("change", () => {
    if (!samples.value) { return }
    work()
    model.sample = {id: samples.value, n: ++count}
    samples.value = "" // what is open stands in the bar; here it is ticked
  })
  lang.addEventListener("click", () => { model.lang = model.lang === "zh" ? "en" : "zh" })
  dark.addEventListener("click", () => { model.dark = !model.dark })

  const listeners = {
    ...dropListeners(veil, readFile, readText, () => dialog.open),
    "trimscope:busy": work, // chooser.js: another conversation was chosen
  }
  for (const [type, listener] of Object.entries(listeners)) { window.addEventListener(type, listener) }
  model.on("remove", () => { for (const [type, listener] of Object.entries(listeners)) { window.removeEventListener(type, listener) } })

  // Landmarks that no component of ours can make: the controls are a plain column of widgets, and a served page has
  // no main part (the static site's shell brings one).
  function landmarks(words) {
    const page = root.getRootNode().host?.getRootNode()
    const side = page?.querySelector?.(".ts-side")
    side?.setAttribute("role", "region")
    side?.setAttribute("aria-label", words)
    if (!document.querySelector("main")) { page?.querySelector?.(".ts-map")?.setAttribute("role", "main") }
  }

  function theme() {
    document.documentElement.dataset.theme = model.dark ? "dark" : "light"
    dark.setAttribute("aria-pressed", String(model.dark))
  }

  let shown = model.data?.load

  function draw() {
    const d = model.data
    if (!d?.words) { return }
    const w = d.words
    if (d.load !== shown) {
      if (pasted) { area.value = "" }
      shown = d.load
    }
    tagline.textContent = w.tagline
    lostWords.textContent = w.lost
    reload.textContent = w.reload
    document.documentElement.lang = d.lang === "zh" ? "zh-CN" : "en"
    document.title = w.page_title
    title.textContent = d.title
    title.title = d.title
    facts.textContent = d.facts
    facts.title = d.facts
    format.textContent = d.format
    format.title = d.format_why
    written.textContent = d.written
    written.title = d.written_why
    written.hidden = !d.written
    choose.textContent = d.choose
    choose.title = d.choose_why ?? ""
    choose.hidden = !d.choose
    doc.style.visibility = d.title ? "" : "hidden"
    open.textContent = w.open
    paste.textContent = w.paste
    learn.textContent = w.lessons
    share.textContent = w.share
    share.disabled = !d.title
    lang.textContent = w.other_language
    lang.lang = d.lang === "zh" ? "en" : "zh-CN"
    dark.setAttribute("aria-label", w.dark)
    dark.title = w.dark
    heading.textContent = w.paste_title
    label.textContent = w.paste_label
    cancel.textContent = w.cancel
    go.textContent = w.load
    veilText.textContent = w.drop
    samples.setAttribute("aria-label", w.samples)
    const blank = make("option", "", w.samples)
    blank.value = ""
    samples.replaceChildren(blank, ...d.samples.map((sample) => {
      const option = make("option", "", sample.id === d.sample ? `✓ ${sample.title}` : sample.title)
      option.value = sample.id
      option.title = sample.note
      return option
    }))
    samples.value = ""
    requestAnimationFrame(() => landmarks(w.controls))
  }
  model.on("data", draw)
  model.on("answered", () => {
    rest()
    setTimeout(() => { pasted = false }) // once what came with it is drawn
  })
  model.on("dark", theme)
  if (model.auto_dark) {
    model.auto_dark = false
    if (window.matchMedia("(prefers-color-scheme: dark)").matches) { model.dark = true }
  }
  theme()
  draw()
  return root
}
