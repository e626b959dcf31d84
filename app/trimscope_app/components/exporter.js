// Downloads: a click asks Python for the text (`request`), the answer (`response`) is saved as a file and let go again.
import {glyph, make} from "./dom.js"
import {save} from "./saving.js"

const SAVE = "M8 2v8M4.8 7L8 10.2L11.2 7M2.5 13.5h11"

export function render({model}) {
  const root = document.createElement("div")
  root.className = "export"
  let count = 0
  const buttons = ["messages", "policy", "metrics"].map((what) => {
    const node = document.createElement("button")
    node.append(glyph(SAVE, "1.6").svg, document.createElement("span"))
    node.type = "button"
    node.className = "btn"
    node.dataset.testid = `export-${what}`
    node.dataset.what = what
    node.addEventListener("click", () => { model.request = {what, n: ++count} })
    return node
  })
  const note = document.createElement("p")
  root.append(...buttons, note)
  function draw() {
    const d = model.data
    if (!d?.words) { return }
    for (const button of buttons) {
      const what = button.dataset.what
      // Beside the first, long button the verb is for ears only: the arrow says it.
      const verb = what === "messages" ? "" : d.words.verb
      button.lastChild.replaceChildren(make("span", "sr", verb), make("span", "said", d.words[what].slice(verb.length)))
      button.title = d.words[`${what}_title`] ?? ""
    }
    buttons[0].disabled = !d.can_send
    buttons[2].disabled = !d.can_measure
    note.textContent = d.words.note
  }
  model.on("data", draw)
  model.on("response", () => {
    const answer = model.response
    if (!answer?.text) { return }
    save(answer.name, answer.mime, answer.text)
    model.response = {}
  })
  draw()
  return root
}
