// Name, the loaded transcript, and every way to load another one (file, drop anywhere, paste, sample), language and dark mode.
// A file is read here and handed to Python as base64, so that its bytes arrive as they are (a byte order mark included).

const PATHS = {
  mark: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6",
  dark: "M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6A5.8 5.8 0 1 0 13.4 9.6z",
}

function make(tag, cls, text) {
  const node = document.createElement(tag)
  if (cls) { node.className = cls }
  if (text !== undefined) { node.textContent = text }
  return node
}

function icon(d) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("viewBox", "0 0 16 16")
  svg.setAttribute("aria-hidden", "true")
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  path.setAttribute("d", d)
  path.setAttribute("fill", "none")
  path.setAttribute("stroke", "currentColor")
  path.setAttribute("stroke-width", "1.6")
  path.setAttribute("stroke-linejoin", "round")
  svg.append(path)
  return svg
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

export function render({model}) {
  installTheme(model.theme_css)
  const root = make("header", "top-bar")
  const name = make("h1", "name")
  const accent = make("i", "", "scope")
  name.append(icon(PATHS.mark), document.createTextNode("Trim"), accent)
  const doc = make("div", "doc num")
  const title = make("b")
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
  const lang = button("", "lang")
  const dark = button("icon", "dark")
  dark.append(icon(PATHS.dark))
  const view = make("div", "group view")
  view.append(lang, dark)
  const file = make("input")
  file.type = "file"
  file.hidden = true
  file.dataset.testid = "file-input"
  root.append(name, doc, make("span", "gap"), load, view, file)

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
  root.append(dialog, veil)

  let count = 0
  const send = (message) => { model.upload = {...message, n: ++count, at: Date.now()} }

  function readFile(blob) {
    if (!blob) { return }
    if (blob.size > model.data.cap_bytes) { send({name: blob.name, error: "too_big", bytes: blob.size}); return }
    const reader = new FileReader()
    open.classList.add("busy")
    reader.onload = () => {
      open.classList.remove("busy")
      const url = String(reader.result)
      send({name: blob.name, base64: url.slice(url.indexOf(",") + 1), bytes: blob.size})
    }
    reader.onerror = () => { open.classList.remove("busy"); send({name: blob.name, error: "unreadable", bytes: blob.size}) }
    reader.readAsDataURL(blob)
  }

  open.addEventListener("click", () => file.click())
  file.addEventListener("change", () => { readFile(file.files[0]); file.value = "" })
  paste.addEventListener("click", () => { dialog.showModal(); area.focus() })
  cancel.addEventListener("click", () => dialog.close())
  const submit = () => {
    const text = area.value
    dialog.close()
    const size = new Blob([text]).size // bytes as UTF-8
    if (size > model.data.cap_bytes) { send({name: "", error: "too_big", bytes: size}) }
    else { readFile(new File([text], "")) }
    area.value = ""
  }
  go.addEventListener("click", submit)
  area.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { submit() } })
  samples.addEventListener("change", () => { if (samples.value) { model.sample = {id: samples.value, n: ++count} } })
  lang.addEventListener("click", () => { model.lang = model.lang === "zh" ? "en" : "zh" })
  dark.addEventListener("click", () => { model.dark = !model.dark })

  // A file may be dropped anywhere on the page.
  let depth = 0
  const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files")
  const listeners = {
    dragenter: (event) => { if (hasFile(event)) { event.preventDefault(); depth++; veil.classList.add("on") } },
    dragover: (event) => { if (hasFile(event)) { event.preventDefault() } },
    dragleave: (event) => { if (hasFile(event) && --depth <= 0) { depth = 0; veil.classList.remove("on") } },
    drop: (event) => {
      if (!hasFile(event)) { return }
      event.preventDefault()
      depth = 0
      veil.classList.remove("on")
      readFile(event.dataTransfer.files[0])
    },
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

  function draw() {
    const d = model.data
    if (!d?.words) { return }
    const w = d.words
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
      const option = make("option", "", sample.title)
      option.value = sample.id
      option.title = sample.note
      return option
    }))
    samples.value = d.sample ?? ""
    requestAnimationFrame(() => landmarks(w.controls))
  }
  model.on("data", draw)
  model.on("dark", theme)
  if (model.auto_dark) {
    model.auto_dark = false
    if (window.matchMedia("(prefers-color-scheme: dark)").matches) { model.dark = true }
  }
  theme()
  draw()
  return root
}
