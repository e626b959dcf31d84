// Fields of settings: each is built once by its kind and then brought to its view (views/sections.py); what is being typed
// is let be, and so is what was handed over until the answer to it comes. A field hands back what was typed by
// `send(key, value, number)`; Python reads it, and says below it what it cannot take.
import {make} from "./dom.js"

let fieldCount = 0 // ids are for labels within one shadow root
let givenCount = 0 // a number for each entry: its answer is told from those to entries before it

function inputOf(view) {
  if (view.kind === "flag" || view.kind === "section") {
    const input = make("input")
    input.type = "checkbox"
    input.setAttribute("role", "switch")
    return input
  }
  if (view.kind === "choice") { return make("select") }
  if (["paths", "limits", "json", "long"].includes(view.kind)) {
    const area = make("textarea", view.kind === "long" ? "" : "mono")
    area.rows = view.kind === "long" ? 6 : 2
    area.spellcheck = false
    return area
  }
  const input = make("input", view.kind === "count" || view.kind === "share" ? "num short" : "mono")
  input.type = "text"
  input.inputMode = view.kind === "count" ? "numeric" : view.kind === "share" ? "decimal" : "text"
  input.autocomplete = "off"
  input.spellcheck = false
  return input
}

// The arrow keys move a number, as in a field of numbers; a whole one by `step`, with Shift by ten of them.
function spun(text, view, by) {
  const now = Number(String(text).replaceAll(/[,\s]/g, ""))
  const step = view.kind === "share" ? 5 : view.step ?? 1
  const most = view.kind === "share" ? 100 : Infinity
  return String(Math.max(view.least ?? 0, Math.min(most, (Number.isFinite(now) ? now : 0) + by * step)))
}

export function buildField(view, send, act) {
  const id = `f${++fieldCount}`
  const node = make("div", `field ${view.kind}`)
  const label = make("label")
  label.htmlFor = id
  const words = make("span", "words")
  label.append(words)
  const input = inputOf(view)
  input.id = id
  input.dataset.testid = `field-${view.key}`
  const suffix = make("span", "suffix")
  const help = make("p", "help")
  help.id = `${id}-help`
  const error = make("p", "wrong")
  error.id = `${id}-error`
  error.setAttribute("role", "alert")
  const button = make("button", "btn")
  button.type = "button"
  button.addEventListener("click", () => act(field.view.action?.name))
  const box = make("span", "box")
  box.append(input, suffix)
  node.append(label, box, help, error, button)
  const field = {node, input, view, words, suffix, help, error, button, options: "", typing: false, given: 0}
  const isSwitch = input.type === "checkbox"
  const give = () => {
    field.typing = false
    field.given = ++givenCount
    send(view.key, isSwitch ? input.checked : input.value, field.given)
  }
  input.addEventListener("change", give)
  input.addEventListener("input", () => { field.typing = true })
  input.addEventListener("blur", () => { // left as it was found: what came in meanwhile counts
    if (field.typing) {
      field.typing = false
      showValue(field)
    }
  })
  if (view.kind === "count" || view.kind === "share") {
    input.addEventListener("keydown", (event) => {
      const by = {ArrowUp: 1, ArrowDown: -1}[event.key]
      if (event.key === "Enter") { give() }
      if (!by) { return }
      event.preventDefault()
      input.value = spun(input.value, field.view, event.shiftKey ? 10 * by : by)
      give()
    })
  }
  bringField(field, view)
  return field
}

function showValue({input, view}) {
  if (input.type === "checkbox") { input.checked = view.value }
  else if (input.value !== view.value) { input.value = view.value }
}

export function bringField(field, view, heard = 0) {
  const {input} = field
  const fresh = field.view !== view || !field.words.textContent
  if (!fresh) { return }
  field.view = view
  field.node.classList.toggle("within", view.within)
  field.node.classList.toggle("set", view.set)
  field.words.textContent = view.label
  field.suffix.textContent = view.suffix ?? ""
  field.suffix.hidden = !view.suffix
  field.help.textContent = view.help
  field.help.hidden = !view.help
  field.error.textContent = view.error
  field.error.hidden = !view.error
  field.button.hidden = !view.action
  field.button.textContent = view.action?.text ?? ""
  field.button.dataset.testid = `act-${view.action?.name ?? ""}`
  input.setAttribute("aria-invalid", String(!!view.error))
  input.setAttribute("aria-describedby", `${view.error ? field.error.id : ""} ${view.help ? field.help.id : ""}`.trim())
  if (view.options) {
    const options = JSON.stringify(view.options)
    if (options !== field.options) {
      field.options = options
      input.replaceChildren(...view.options.map(([value, word]) => {
        const option = make("option", "", word)
        option.value = value
        return option
      }))
    }
  }
  if (input.type !== "checkbox" && view.placeholder !== undefined) { input.placeholder = view.placeholder }
  if (!field.typing && field.given <= heard) { showValue(field) }
  if (input.tagName === "TEXTAREA" && view.kind !== "long") {
    input.rows = Math.max(2, Math.min(8, view.value.split("\n").length)) // lines: a few are seen whole, more scroll
  }
}
