// Each rule with pass or fail, for what was loaded and for what would be sent, and below it the places, which lead to
// their messages.
import {make} from "./dom.js"

const MARKS = {pass: "✓", info: "i", warning: "!", refused: "✕", none: "–"}

function side(view, column) {
  const node = make("span", `side ${view.state}`)
  const mark = make("i", "", MARKS[view.state] ?? "")
  mark.setAttribute("aria-hidden", "true")
  node.append(make("span", "sr", `${column}: `), mark, make("span", "", view.text))
  return node
}

function place(fault, choose) {
  const item = make("li", fault.tone)
  const words = fault.call ? `${fault.text} · ${fault.call}` : fault.text
  if (fault.message === null) { item.append(make("span", "", words)) }
  else {
    const button = make("button", "", words)
    button.type = "button"
    button.addEventListener("click", () => choose(fault.message))
    item.append(button)
  }
  item.append(make("span", "tag", fault.severity), make("span", "tag", fault.way))
  return item
}

function check(view, columns, choose) {
  const node = make("li", "check")
  node.dataset.testid = `check-${view.code}`
  node.dataset.stored = view.stored.state
  node.dataset.sent = view.sent.state
  const head = make("div", "head")
  const name = make("span", "name", view.title)
  name.append(" ", make("code", "", view.code))
  head.append(name, side(view.stored, columns[1]), side(view.sent, columns[2]))
  node.append(head)
  if (view.faults.length) {
    const places = make("ul", "places")
    places.append(...view.faults.map((fault) => place(fault, choose)))
    node.append(places)
    if (view.more) { node.append(make("p", "more", view.more)) }
  }
  return node
}

// The whole list: the provider's rule in words, the columns, the checks.
export function rules(d, choose) {
  const rule = make("p", "rule")
  rule.dataset.testid = "checks-rule"
  rule.append(make("b", "", d.rule_name), " ", d.rule)
  const head = make("div", "head cols")
  head.setAttribute("aria-hidden", "true")
  head.append(...d.columns.map((word) => make("span", "", word)))
  const list = make("ul", "list")
  list.setAttribute("aria-label", d.aria)
  list.append(...d.checks.map((view) => check(view, d.columns, choose)))
  return [rule, head, list]
}
