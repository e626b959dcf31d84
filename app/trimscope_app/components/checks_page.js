// A page behind a tab of the checks: the blocks that views/inspect describes. `hands` are what its parts hand back:
// choose(message), act(name), enter(key, text).
import {legend, pieces} from "./checks_pieces.js"
import {make} from "./dom.js"
import {table} from "./table.js"

const STATES = {pass: "✓", fail: "✕", undecidable: "?"}

function point(view, hands) {
  const node = make("li", "check point")
  if (view.code) {
    node.dataset.testid = `point-${view.code}`
    node.dataset.state = view.state
  }
  const head = make("div", "head")
  const name = make("span", "name", view.title)
  if (view.code) { name.append(" ", make("code", "", view.code)) }
  head.append(name)
  if (view.state) {
    const state = make("span", `side ${view.state}`)
    const mark = make("i", "", STATES[view.state] ?? "")
    mark.setAttribute("aria-hidden", "true")
    state.append(mark, make("span", "", view.state_text))
    head.append(state)
  }
  node.append(head)
  if (view.text || view.links.length) {
    const line = make("p", "evidence", view.text)
    for (const link of view.links) {
      const button = make("button", "link num", link.text)
      button.type = "button"
      button.addEventListener("click", () => hands.choose(link.message))
      line.append(" ", button)
    }
    if (view.more) { line.append(" ", view.more) }
    node.append(line)
  }
  return node
}

function points(block, hands) {
  const list = make("ul", "list")
  list.append(...block.points.map((view) => point(view, hands)))
  return list
}

function button(view, press) {
  const node = make("button", "btn", view.text)
  node.type = "button"
  node.dataset.testid = `do-${view.name}`
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-disabled")) { return }
    if (view.busy) { // it takes a while
      node.textContent = view.busy
      node.setAttribute("aria-disabled", "true")
    }
    press(view.name)
  })
  return node
}

// A box of text with its buttons: `use` hands over what stands in it, the others are for Python to do.
function editor(block, hands) {
  const node = make("div", "editor")
  const label = make("label", "", block.label)
  const area = make("textarea")
  area.id = `box-${block.name}`
  area.dataset.testid = `box-${block.name}`
  area.rows = 9
  area.spellcheck = false
  area.value = block.text
  label.htmlFor = area.id
  const help = make("p", "evidence", block.help)
  const buttons = make("div", "buttons")
  buttons.append(...block.buttons.map((view) => button(view, (name) => {
    if (name === "use") { hands.enter(block.name, area.value) } else { hands.act(name) }
  })))
  node.append(label, help, area, buttons)
  return node
}

function drawn(block, hands) {
  if (block.kind === "points") { return points(block, hands) }
  if (block.kind === "text") { return make("p", `evidence ${block.tone}`, block.text) }
  if (block.kind === "button") { return button(block, hands.act) }
  if (block.kind === "editor") { return editor(block, hands) }
  if (block.kind === "legend") { return legend(block) }
  if (block.kind === "pieces") { return pieces(block) }
  const node = make("div", block.slim ? "tabled slim" : "tabled")
  node.tabIndex = 0 // wide tables scroll on narrow pages
  node.setAttribute("role", "group")
  node.setAttribute("aria-label", block.label)
  if (block.label) { node.append(make("h3", "", block.label)) }
  node.append(table(block, hands.choose))
  return node
}

export function page(view, hands) {
  const lead = make("p", "rule", view.lead)
  lead.dataset.testid = "inspect-lead"
  return [lead, ...view.blocks.map((block) => drawn(block, hands))]
}
