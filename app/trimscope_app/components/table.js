// A small table: a cell is a text, or {text, message} for a link that leads to a message. Columns of numbers are told by
// their cells; {text, right} stands in one without being a number.
import {make} from "./dom.js"

export function table(view, choose) {
  const node = make("table", "grid num")
  if (view.label) { node.setAttribute("aria-label", view.label) }
  const head = make("tr")
  head.append(...view.columns.map((word) => {
    const cell = make("th", "", word)
    cell.scope = "col"
    return cell
  }))
  const top = make("thead")
  top.append(head)
  const body = make("tbody")
  body.append(...view.rows.map((row) => {
    const line = make("tr", row.tone ?? "")
    line.append(...(row.cells ?? row).map((cell) => tableCell(cell, choose)))
    return line
  }))
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
