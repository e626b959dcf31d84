// Policies side by side, and the choice of a preset to put beside them.
import {make} from "./dom.js"

export function acting(cls, testid, act) {
  const node = make("button", cls)
  node.type = "button"
  node.dataset.testid = testid
  node.addEventListener("click", act)
  return node
}

export function option(value, title, hint) {
  const node = make("option", "", title)
  node.value = value
  if (hint) { node.title = hint }
  return node
}

export function presetChoice(d, choose) {
  const node = make("select")
  node.dataset.testid = "tune-preset"
  node.setAttribute("aria-label", d.words.add_preset)
  node.append(option("", d.words.add_preset), ...d.presets.map((each) => option(each.name, each.title)))
  node.disabled = d.full
  node.addEventListener("change", () => { if (node.value) { choose(node.value) } })
  return node
}

export function sideBySide(d, takeAway) {
  const view = d.compared
  const grid = make("table", "grid num")
  grid.setAttribute("aria-label", d.words.compared)
  const top = make("tr")
  top.append(make("td"), ...view.heads.map((each) => {
    const cell = make("th", "right", each.error ? `${each.name}: ${each.error}` : each.name)
    cell.scope = "col"
    const gone = acting("link", `tune-remove-${each.id}`, () => takeAway(each.id))
    gone.textContent = "×"
    gone.setAttribute("aria-label", `${d.words.remove}: ${each.name}`)
    cell.append(" ", gone)
    return cell
  }))
  const head = make("thead")
  head.append(top)
  const rows = make("tbody")
  rows.append(...view.rows.map((each) => {
    const line = make("tr")
    const name = make("th", "", each.name)
    name.scope = "row"
    line.append(name, ...each.cells.map((text, i) => make("td", each.best.includes(i) ? "right best" : "right", text)))
    return line
  }))
  grid.append(head, rows)
  const scroll = make("div", "scroll")
  scroll.append(grid)
  return scroll
}
