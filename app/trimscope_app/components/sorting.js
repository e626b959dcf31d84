// Heads that sort a table: a click sorts by that column, another one turns the order round. `order` ({column, down};
// column -1: as the rows came) is kept by whoever draws the table anew.
import {make} from "./dom.js"

export function sortingHeads(columns, order, changed, testid = "") {
  return columns.map((word, column) => {
    const cell = make("th")
    cell.scope = "col"
    const button = make("button", "sort", word)
    button.type = "button"
    if (testid) { button.dataset.testid = `${testid}-${column}` }
    button.addEventListener("click", () => {
      Object.assign(order, {column, down: order.column === column && !order.down})
      changed()
    })
    cell.append(button)
    return cell
  })
}

// The rows in that order, and the heads told of it; `compare` compares the cells of a column.
export function inOrder(rows, heads, order, compare) {
  heads.forEach((cell, i) => cell.setAttribute("aria-sort", i !== order.column ? "none" : order.down ? "descending" : "ascending"))
  if (order.column < 0 || order.column >= heads.length) { return rows }
  return [...rows].sort((one, other) => compare(one.cells[order.column], other.cells[order.column]) * (order.down ? -1 : 1))
}
