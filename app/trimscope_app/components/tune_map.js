// A heat map: a table whose cells are buttons, shaded by one of two measures. Arrow keys move among them; Tab passes it in
// one step.
import {make} from "./dom.js"

const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}

export function sheet(view, measure, here, pick) {
  const box = make("div", "scroll")
  const grid = make("table", "heat num")
  const caption = make("caption", "", [view.title, view.across ? `${view.down} × ${view.across}` : view.down].filter(Boolean).join(" · "))
  const top = make("tr")
  const corner = make("th", "", view.down)
  corner.scope = "col"
  top.append(corner, ...view.heads.map((text) => {
    const cell = make("th", "", text)
    cell.scope = "col"
    return cell
  }))
  const head = make("thead")
  head.append(top)
  const lines = view.rows.map((row) => row.cells.map((cell) => tile(cell, measure, here, pick)))
  const all = lines.flat()
  const first = all.find((node) => node.getAttribute("aria-pressed") === "true") ?? all[0]
  for (const node of all) { node.tabIndex = node === first ? 0 : -1 }
  const body = make("tbody")
  body.append(...view.rows.map((row, i) => {
    const line = make("tr")
    const name = make("th", "", row.head)
    name.scope = "row"
    line.append(name, ...lines[i].map((node) => {
      const cell = make("td")
      cell.append(node)
      return cell
    }))
    return line
  }))
  grid.append(caption, head, body)
  grid.addEventListener("keydown", (event) => {
    const step = STEPS[event.key]
    if (!step) { return }
    const y = lines.findIndex((line) => line.includes(event.target))
    const x = y < 0 ? -1 : lines[y].indexOf(event.target)
    const next = lines[y + step[0]]?.[x + step[1]]
    if (!next) { return }
    event.preventDefault()
    for (const node of all) { node.tabIndex = node === next ? 0 : -1 }
    next.focus()
  })
  box.append(grid)
  return box
}

function tile(cell, measure, here, pick) {
  const now = cell.row === here.now
  const node = make("button", ["tile", ...cell.marks, ...(now ? ["now"] : [])].join(" "), cell[measure])
  const name = now ? `${cell.name} · ${here.word}` : cell.name
  node.type = "button"
  node.dataset.testid = `tune-cell-${cell.row}`
  node.dataset.shade = String(cell.shades[measure])
  node.setAttribute("aria-label", name)
  node.setAttribute("aria-pressed", String(cell.row === here.picked))
  node.title = name
  node.addEventListener("click", () => pick(cell.row))
  return node
}
