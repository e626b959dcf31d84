// A text's pieces as chips in a row: tint and rule below tell the price, a dotted frame that another estimate differs. The
// same as a table, in a fold, for everybody who would rather read it.
import {make} from "./dom.js"
import {table} from "./table.js"

export function legend(block) {
  const line = make("p", "legend")
  line.dataset.testid = "tokens-legend"
  line.append(make("span", "", block.heading))
  for (const view of block.tones) {
    const item = make("span", "key")
    const sample = make("i", `chip price-${view.tone}`, "ab")
    sample.setAttribute("aria-hidden", "true")
    item.append(sample, view.text)
    line.append(" ", item)
  }
  const item = make("span", "key")
  const sample = make("i", "chip differs", "ab")
  sample.setAttribute("aria-hidden", "true")
  item.append(sample, block.differs)
  line.append(" ", item)
  return line
}

function chip(view) {
  const node = make("span", `chip price-${view.tone}${view.differs ? " differs" : ""}`)
  view.text.split("\n").forEach((line, place) => {
    if (place) {
      const end = make("i", "end", "↵") // a line end is a piece like any other, or a part of one
      end.setAttribute("aria-hidden", "true")
      node.append(end, "\n")
    }
    node.append(line)
  })
  node.title = `${view.price}: ${view.why}`
  return node
}

export function pieces(block) {
  const node = make("div", "explained")
  node.dataset.testid = "pieces"
  const head = make("h3", "", block.label)
  head.append(" ", make("span", "mut num", block.size))
  const text = make("div", "chips")
  text.dir = "auto"
  text.tabIndex = 0 // it scrolls
  text.setAttribute("role", "group")
  text.setAttribute("aria-label", block.label)
  text.append(...block.pieces.map(chip))
  const fold = make("details", "fold")
  fold.append(make("summary", "", block.folded))
  // Built when it is first unfolded: a thousand rows that nobody asked for would slow down every change.
  fold.addEventListener("toggle", () => {
    if (!fold.open || fold.children.length > 1) { return }
    const box = make("div", "tabled")
    box.tabIndex = 0
    box.setAttribute("role", "group")
    box.setAttribute("aria-label", block.label)
    box.append(table({label: block.label, columns: block.columns, rows: block.pieces.map((view) => ({
      tone: "spaced", cells: [view.text, view.price, view.differs ? `${view.why} (${block.differs})` : view.why],
    }))}))
    fold.append(box)
  })
  node.append(head)
  if (block.pieces.length) { node.append(text) }
  if (block.rest) { node.append(make("p", "evidence", block.rest)) }
  if (block.pieces.length) { node.append(fold) }
  return node
}
