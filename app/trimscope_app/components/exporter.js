// Downloads: a click asks Python for the text ({save: what}), the answer (`response`) is saved as a file and let go
// again. Three buttons for what is taken along most, and a list with one button for all else.
import {glyph, make} from "./dom.js"
import {saveAnswers} from "./saving.js"

const SAVE = "M8 2v8M4.8 7L8 10.2L11.2 7M2.5 13.5h11"

export function render({model}) {
  const root = document.createElement("div")
  root.className = "export"
  const ask = (what) => { model.send_msg({save: what}) }
  function button(testid) {
    const node = document.createElement("button")
    node.append(glyph(SAVE, "1.6").svg, document.createElement("span"))
    node.type = "button"
    node.className = "btn"
    node.dataset.testid = testid
    return node
  }
  const buttons = ["messages", "policy", "metrics"].map((what) => {
    const node = button(`export-${what}`)
    node.dataset.what = what
    node.addEventListener("click", () => ask(what))
    return node
  })
  const note = document.createElement("p")
  const more = make("div", "more")
  const choice = document.createElement("select")
  choice.dataset.testid = "export-what"
  const get = button("export-more")
  get.addEventListener("click", () => { if (choice.value) { ask(choice.value) } })
  more.append(choice, get)
  root.append(...buttons, more, note)
  let listed = ""

  function draw() {
    const d = model.data
    if (!d?.words) { return }
    for (const node of buttons) {
      const what = node.dataset.what
      // Beside the first, long button the verb is for ears only: the arrow says it.
      const verb = what === "messages" ? "" : d.words.verb
      node.lastChild.replaceChildren(make("span", "sr", verb), make("span", "said", d.words[what].slice(verb.length)))
      node.title = d.words[`${what}_title`] ?? ""
    }
    buttons[0].disabled = !d.can_send
    buttons[2].disabled = !d.can_measure
    note.textContent = d.words.note
    choice.setAttribute("aria-label", d.words.choose)
    get.lastChild.replaceChildren(make("span", "sr", d.words.more))
    get.title = d.words.more
    drawChoice(d.groups)
  }

  // Built anew only when it says something else: a list that is open must not close under the hand.
  function drawChoice(groups) {
    const says = JSON.stringify(groups)
    if (says === listed) { return }
    listed = says
    const chosen = choice.value
    choice.replaceChildren(...groups.map((group) => {
      const node = document.createElement("optgroup")
      node.label = group.name
      node.append(...group.entries.map((entry) => {
        const option = make("option", "", entry.name)
        option.value = entry.id
        return option
      }))
      return node
    }))
    if (groups.some((group) => group.entries.some((entry) => entry.id === chosen))) { choice.value = chosen }
  }
  model.on("data", draw)
  saveAnswers(model)
  draw()
  return root
}
