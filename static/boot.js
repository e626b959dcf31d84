// The page's end: starts Python in a worker, shows how far it is, draws what it sends, and reports what fails.
// A classic script in <head>, so that the worker starts before anything else is fetched.
//
// <html data-trimscope="booting|ready|failed" data-picture="drawn"> says where the page is. trimscopeBoot.marks: ms since the page's start.
"use strict"

// Panel loads every module through es-module-shims, for its import maps. No module of this page has a bare import,
// so the browser's own import() does: no inline scripts (the shim needs them), and one file less before the picture.
self.importShim = (address) => import(address)
self.importShim.addImportMap = () => {}

const trimscopeBoot = (() => {
  const root = document.documentElement
  const marks = {}
  const mark = (name) => { marks[name] ??= Math.round(performance.now()) }

  // What the page opens on, in the picture as in Python.
  const start = {
    lang: (navigator.language || "").toLowerCase().startsWith("zh") ? "zh" : "en",
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
  }
  const words = () => trimscopeWords(root)[start.lang]  // boot-words.js
  // Share of the whole start at which each step begins, measured: fetching and starting Python takes longest.
  const STEPS = { fetch: 4, panel: 48, app: 78, draw: 90 }

  // A step that takes longer than this is not stuck, only slow: about five times what it took on two busy cores.
  const SLOW_MS = 25000
  let slow = 0

  // --- what the user reads meanwhile ---------------------------------------------------------------

  function showStep(step) {
    mark(step)
    const bar = document.getElementById("boot-bar")
    if (!bar || root.dataset.trimscope !== "booting") return
    bar.value = STEPS[step]
    document.getElementById("boot-words").textContent = words().steps[step]
    clearTimeout(slow)
    slow = setTimeout(() => { document.getElementById("boot-words").textContent += ` ${words().slow}` }, SLOW_MS)
  }

  function showFailure(step, text) {
    if (root.dataset.trimscope === "failed") return
    const running = root.dataset.trimscope === "ready"
    root.dataset.trimscope = "failed"
    mark("failed")
    clearTimeout(slow)
    worker?.terminate()
    document.getElementById("app").inert = true
    const section = document.getElementById("boot")
    const w = words()
    const say = (tag, content) => Object.assign(document.createElement(tag), { textContent: content })
    const list = document.createElement("ul")
    list.append(...w.todo(reason(step)).map((line) => say("li", line)))
    const again = say("button", w.again)
    again.onclick = () => location.reload()
    const details = document.createElement("details")
    details.append(say("summary", w.details), say("pre", `${step}: ${text}`))
    section.replaceChildren(say("h1", running ? w.stopped : w.failed), say("p", w.reasons[reason(step)]), list, again, details)
    section.setAttribute("role", "alert")
    section.hidden = false
  }

  function reason(step) {
    if (location.protocol === "file:") return "file"
    if (typeof WebAssembly !== "object") return "wasm"
    if (step === "run") return "died"
    return step === "fetch" || step === "worker" || step === "front" ? "fetch" : "start"
  }

  function showProblem(text) {
    console.error(text)
    const note = document.getElementById("boot-problem")
    note.textContent = words().problem(text.trim().split("\n").at(-1))
    note.hidden = false
    clearTimeout(note.timer)
    note.timer = setTimeout(() => { note.hidden = true }, 12000)
  }

  // --- the worker ----------------------------------------------------------------------------------

  let worker = null
  const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve))

  function startWorker() {
    const settings = JSON.parse(document.currentScript.dataset.settings)
    try {
      worker = new Worker("worker.js", { type: "module" })
    } catch (error) {
      parsed.then(() => showFailure("worker", String(error)))
      return
    }
    worker.onerror = (event) => {
      event.preventDefault()
      parsed.then(() => showFailure(root.dataset.trimscope === "ready" ? "run" : "worker", event.message || "worker.js could not be loaded"))
    }
    worker.onmessage = ({ data }) => parsed.then(() => receive(data))
    worker.postMessage({ type: "start", fragment: location.hash.slice(1), start: JSON.stringify(start), ...settings })
  }

  function receive(message) {
    if (root.dataset.trimscope === "failed") return
    if (message.type === "status") showStep(message.step)
    else if (message.type === "render") takeOver(message.document).catch((error) => showFailure("draw", String(error?.stack ?? error)))
    else if (message.type === "patch") applyPatches(message)
    else if (message.type === "idle") sendNext()
    else if (message.type === "problem") showProblem(message.text)
    else if (message.type === "failed") showFailure(message.step, message.text)
  }

  // --- drawing -------------------------------------------------------------------------------------

  let picture = Promise.resolve([])  // the views drawn in advance

  // What Bokeh's embed_items does; but whoever listens hears what components set while they are drawn, too.
  async function embed(text, elements, listener) {
    const front = new URL("front/", document.baseURI).href
    const model = Bokeh.require("document").Document.from_json(JSON.parse(text.replaceAll("https://front.invalid/", front)))
    if (listener) model.on_change(listener, true)  // true: several changes may come as one batch
    const before = new Set(Bokeh.index.roots)
    await Bokeh.embed.add_document_standalone(model, document.getElementById("app"), elements, Boolean(listener))
    return { model, views: [...Bokeh.index.roots].filter((view) => !before.has(view)) }
  }

  async function fetchPicture() {
    const answer = await fetch(`picture-${start.lang}-${start.dark ? "dark" : "light"}.json`)
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`)
    return answer.text()
  }

  async function drawPicture(text) {
    if (typeof Bokeh === "undefined") throw new Error("the scripts of the page could not be loaded")
    const { model, views } = await embed(await text, rootElements())
    await painted(model)
    root.dataset.picture = "drawn"
    mark("picture")
    return views
  }

  const rootElements = () => [...document.querySelectorAll("#app > .root")]

  // Draws Python's document behind the picture, then puts it in its place: nothing flickers.
  async function takeOver(text) {
    const old = rootElements()
    const fresh = old.map((element) => {
      const next = element.cloneNode(false)
      next.id = `${element.id}-live`
      next.classList.add("waiting")
      element.after(next)
      return next
    })
    const views = await picture
    const { model } = await embed(text, fresh, changed)
    await painted(model)
    views.forEach((view) => view.remove())
    old.forEach((element) => element.remove())
    fresh.forEach((element) => element.classList.remove("waiting"))
    live = model
    worker.postMessage({ type: "rendered" })
    sendNext()
    document.getElementById("app").inert = false
    document.getElementById("app").removeAttribute("aria-busy")
    document.getElementById("boot").hidden = true
    clearTimeout(slow)
    mark("ready")
    root.dataset.trimscope = "ready"
  }

  // A document is idle when all its views are built. One that never gets there must not hold up the page.
  async function painted(model) {
    for (let tries = 0; tries < 100 && !model.is_idle; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }

  // --- changes, both ways --------------------------------------------------------------------------

  let live = null  // Bokeh's document on the page
  let busy = true  // Python takes no changes before the document is drawn
  let queue = []

  function applyPatches({ patches, buffers }) {
    const bytes = new Map(buffers.map(([id, data]) => [id, data.buffer]))
    for (const patch of patches) live.apply_json_patch(JSON.parse(patch), bytes)
  }

  // What Python changed has `sync` off and does not go back to it; what a component sets in answer does go.
  function changed(batch) {
    if (!batch.sync) return
    for (const event of batch.events ?? [batch]) if (event.sync) wait(event)
    if (!busy) sendNext()
  }

  // While Python is busy, changes wait in order; of one property only the newest.
  function wait(event) {
    if (event.model && event.attr) queue = queue.filter((old) => !(old.model === event.model && old.attr === event.attr))
    queue.push(event)
  }

  function sendNext() {
    busy = queue.length > 0
    if (!busy) return
    const events = queue
    queue = []
    worker.postMessage({ type: "patch", ...packed(live.create_json_patch(events)) })
  }

  // JSON with the bytes beside it: Bokeh holds them as objects with an ArrayBuffer in `buffer`.
  function packed(patch) {
    const buffers = []
    const text = JSON.stringify(patch, function (key, value) {
      const original = this[key]  // value went through toJSON
      if (!(original?.buffer instanceof ArrayBuffer)) return value
      const id = `b${buffers.length}`
      buffers.push([id, original.buffer])
      return { id }
    })
    return { patch: text, buffers }
  }

  startWorker()
  root.lang = start.lang === "zh" ? "zh-CN" : "en"
  const fetched = fetchPicture()
  fetched.catch(() => {})  // reported where it is drawn
  parsed.then(() => {
    if (root.dataset.trimscope === "booting" && !marks.panel) showStep("fetch")
    picture = drawPicture(fetched)
    picture.catch((error) => showFailure("front", String(error?.stack ?? error)))
  })
  return { marks }
})()
