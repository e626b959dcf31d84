// Python, off the page's own thread. Started by boot.js; the Python end of every message is build/bridge.py.
//
// to the page:    {type: "status", step}                  a step of the start begins
//                 {type: "render", document}              the page's document, as JSON
//                 {type: "patch", patches, buffers}       changes Python made
//                 {type: "idle"}                          ready for the next change
//                 {type: "problem", text}                 a callback failed; the page goes on
//                 {type: "failed", step, text}            Python could not start, or died
// from the page:  {type: "start", module, packages, start, fragment, exact}
//                 {type: "rendered"}                      the document is drawn
//                 {type: "patch", patch, buffers}         a change the user made
import { loadPyodide } from "./pyodide/pyodide.js"

const SITE_PACKAGES = "/lib/python3.14/site-packages"
const here = (path) => new URL(path, import.meta.url).href
const send = (type, rest) => self.postMessage({ type, ...rest })

let step = "fetch"
const begin = (name) => { step = name; send("status", { step }) }
// A traceback ends with what matters; a megabyte of it helps nobody.
const fail = (error) => send("failed", { step, text: String(error?.message ?? error).slice(-4000) })

// loadPyodide never settles when a file it fetches, or the machine code in it, fails: so both are watched here.
const nativeFetch = self.fetch
const nativeStreaming = WebAssembly.instantiateStreaming
self.fetch = async (...request) => {
  try {
    const answer = await nativeFetch(...request)
    if (!answer.ok && !bridge) fail(new Error(`${answer.url}: ${answer.status} ${answer.statusText}`))
    return answer
  } catch (error) {
    if (!bridge) fail(new Error(`${request[0]?.url ?? request[0]}: ${error.message}`))
    throw error
  }
}
WebAssembly.instantiateStreaming = async (answer, imports) => {
  const response = await answer
  try {
    // Some file servers do not know .wasm, and only its own type may be compiled while it arrives.
    const known = (response.headers.get("content-type") ?? "").startsWith("application/wasm")
    return known ? await nativeStreaming(response, imports) : await WebAssembly.instantiate(await response.arrayBuffer(), imports)
  } catch (error) {
    fail(error)
    throw error
  }
}
self.onunhandledrejection = (event) => { if (!bridge) fail(event.reason) }

let bridge = null
const archive = fetch(here("./site.zip")).then((answer) => {
  if (!answer.ok) throw new Error(`site.zip: ${answer.status} ${answer.statusText}`)
  return answer.arrayBuffer()
})
archive.catch(() => {})  // reported where it is awaited

async function startPython({ module, packages, start, fragment, exact }) {
  begin("fetch")
  const python = await loadPyodide({
    indexURL: here("./pyodide/"),
    packages,
    createPyodideModule: (await import("./pyodide/pyodide.asm.js")).default,  // by our name for it, see site.py
    env: {
      HOME: "/home/pyodide",
      LANG: `${navigator.language.replace("-", "_")}.UTF-8`,
      PANEL_CDN_ROOT: here("./front/panel/"),
      PANEL_MATERIAL_UI_CDN_ROOT: here("./front/panel-material-ui/v"),
      TRIMSCOPE_FRAGMENT: fragment,
      TRIMSCOPE_EXACT: exact ? here(exact) : "",
    },
  })
  python.unpackArchive(await archive, "zip", { extractDir: SITE_PACKAGES })
  begin("panel")
  await python.runPythonAsync("import panel.io.pyodide, panel_material_ui")
  begin("app")
  const post = (patches, buffers) => send("patch", { patches, buffers })
  bridge = python.pyimport("trimscope_app.build.bridge").open_page(module, start, post)
  begin("draw")
  send("render", { document: bridge.document_json() })
}

function apply({ patch, buffers }) {
  try {
    const text = bridge.apply(patch, buffers)
    if (text) send("problem", { text })
    send("idle")
  } catch (error) {  // not a callback that failed: the interpreter itself
    fail(error)
  }
}

self.onmessage = ({ data }) => {
  if (data.type === "start") startPython(data).catch(fail)
  else if (data.type === "rendered") { step = "run"; bridge.connect() }
  else if (data.type === "patch") apply(data)
}
