// The rows of a sweep as a table that is sorted by a click on a head.
import {make} from "./dom.js"
import {inOrder, sortingHeads} from "./sorting.js"

function ordered(one, other) {
  if (typeof one === "number" && typeof other === "number") { return one - other }
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0
}

// `order` is {column, down} and is changed by a click.
export function sortable(view, label, order, pick) {
  const grid = make("table", "grid num")
  grid.setAttribute("aria-label", label)
  const body = make("tbody")
  const heads = sortingHeads(view.columns, order, draw, "tune-sort")
  const top = make("tr")
  top.append(...heads)
  const head = make("thead")
  head.append(top)
  grid.append(head, body)

  function draw() {
    const rows = inOrder(view.rows, heads, order, (one, other) => ordered(one.by, other.by))
    body.replaceChildren(...rows.map((row) => {
      const line = make("tr", row.row === view.advised ? "advised" : view.front.includes(row.row) ? "front" : "")
      line.append(...row.cells.map((cell, i) => {
        const node = make("td", i ? "right" : "")
        if (i) { node.textContent = cell.text; return node }
        const link = make("button", "link", cell.text)
        link.type = "button"
        link.addEventListener("click", () => pick(row.row))
        node.append(link)
        return node
      }))
      return line
    }))
  }
  draw()
  return grid
}
