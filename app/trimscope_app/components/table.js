// A small table: a cell is a text, or {text, message} for a link that leads to a message. Columns of numbers are told by
// their cells; {text, right} stands in one without being a number. With `order` ({column, down}; column -1: as it came) a
// click on a head sorts by that column.
import {make} from "./dom.js"
import {inOrder, sortingHeads} from "./sorting.js"

// What a cell is sorted by: the number it begins with ("1,024", "$0.0413", "~7"), or null.
export function worth(cell) {
  const number = parseFloat(String(cell?.text ?? cell?.links?.[0]?.text ?? cell).replace(/[,$~]/g, "").replace("−", "-"))
  return Number.isNaN(number) ? null : number
}

// Numbers by their size and before texts, texts by their characters.
export function byWorth(one, other) {
  const [a, b] = [worth(one), worth(other)]
  if (a !== null && b !== null) { return a - b }
  if (a !== null || b !== null) { return a === null ? 1 : -1 }
  const [text, next] = [one, other].map((cell) => String(cell?.text ?? cell))
  return text < next ? -1 : text > next ? 1 : 0
}

export function table(view, choose, order = null) {
  const node = make("table", "grid num")
  if (view.label) { node.setAttribute("aria-label", view.label) }
  const head = make("tr")
  const heads = order ? sortingHeads(view.columns, order, draw) : view.columns.map((word) => {
    const cell = make("th", "", word)
    cell.scope = "col"
    return cell
  })
  head.append(...heads)
  const top = make("thead")
  top.append(head)
  const body = make("tbody")
  const lines = view.rows.map((row) => {
    const line = make("tr", row.tone ?? "")
    line.append(...(row.cells ?? row).map((cell) => tableCell(cell, choose)))
    return {line, cells: row.cells ?? row}
  })
  function draw() {
    const sorted = order ? inOrder(lines, heads, order, byWorth) : lines
    body.replaceChildren(...sorted.map((each) => each.line))
  }
  draw()
  node.append(top, body)
  return node
}

function tableCell(cell, choose) {
  const text = cell?.text ?? cell
  const node = make("td", cell?.right || /^[+−~]?[\d,.]+$/.test(text) ? "right" : "")
  const links = cell?.links ?? (cell?.message !== undefined ? [{text, message: cell.message}] : null)
  if (!links) { node.textContent = text; return node }
  node.append(...links.map((link) => {
    const button = make("button", "link", link.text)
    button.type = "button"
    button.addEventListener("click", () => choose?.(link.message))
    return button
  }))
  return node
}
