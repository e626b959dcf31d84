// The rows of a sweep as a table that is sorted by a click on a head.
import {make} from "./dom.js"

function ordered(one, other) {
  if (typeof one === "number" && typeof other === "number") { return one - other }
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0
}

// `order` is {column, down} and is changed by a click.
export function sortable(view, label, order, pick) {
  const grid = make("table", "grid num")
  grid.setAttribute("aria-label", label)
  const body = make("tbody")
  const heads = view.columns.map((word, column) => {
    const cell = make("th")
    cell.scope = "col"
    const sort = make("button", "sort", word)
    sort.type = "button"
    sort.dataset.testid = `tune-sort-${column}`
    sort.addEventListener("click", () => {
      Object.assign(order, {column, down: order.column === column && !order.down})
      draw()
    })
    cell.append(sort)
    return cell
  })
  const top = make("tr")
  top.append(...heads)
  const head = make("thead")
  head.append(top)
  grid.append(head, body)

  function draw() {
    heads.forEach((cell, i) => cell.setAttribute("aria-sort", i !== order.column ? "none" : order.down ? "descending" : "ascending"))
    const rows = [...view.rows]
    if (order.column >= 0 && order.column < view.columns.length) {
      rows.sort((one, other) => ordered(one.cells[order.column].by, other.cells[order.column].by) * (order.down ? -1 : 1))
    }
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
