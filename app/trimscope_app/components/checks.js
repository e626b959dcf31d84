// The checks, folded to one line that says how they stand: each rule with pass or fail, for what was loaded and for what
// would be sent, and below it the places, which lead to their messages.
import {make} from "./dom.js"

const MARKS = {pass: "✓", info: "i", warning: "!", refused: "✕", none: "–"}

function side(view, column) {
  const node = make("span", `side ${view.state}`)
  const mark = make("i", "", MARKS[view.state] ?? "")
  mark.setAttribute("aria-hidden", "true")
  node.append(make("span", "sr", `${column}: `), mark, make("span", "", view.text))
  return node
}

export function render({model}) {
  const root = make("section", "checks card")
  root.dataset.testid = "checks"
  const handle = make("button", "handle")
  handle.type = "button"
  handle.dataset.testid = "checks-toggle"
  const body = make("div", "body")
  body.id = "checks-body"
  body.hidden = true
  handle.setAttribute("aria-controls", "checks-body")
  handle.setAttribute("aria-expanded", "false")
  root.append(handle, body)
  let shown = ""

  handle.addEventListener("click", () => {
    body.hidden = !body.hidden
    handle.setAttribute("aria-expanded", String(!body.hidden))
  })

  function line(fault) {
    const item = make("li", fault.tone)
    const words = fault.call ? `${fault.text} · ${fault.call}` : fault.text
    if (fault.message === null) { item.append(make("span", "", words)) }
    else {
      const button = make("button", "", words)
      button.type = "button"
      button.addEventListener("click", () => {
        model.selected = fault.message
        window.dispatchEvent(new CustomEvent("trimscope:select"))
      })
      item.append(button)
    }
    item.append(make("span", "tag", fault.severity), make("span", "tag", fault.way))
    return item
  }

  function check(view, columns) {
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
      places.append(...view.faults.map(line))
      node.append(places)
      if (view.more) { node.append(make("p", "more", view.more)) }
    }
    return node
  }

  function draw() {
    const d = model.data
    root.hidden = !d?.checks
    if (!d?.checks) { return }
    const says = JSON.stringify(d)
    if (says === shown) { return } // most settings leave the checks as they are
    shown = says
    root.setAttribute("aria-label", d.heading)
    const summary = make("span", `state ${d.tone}`, d.summary)
    summary.dataset.testid = "checks-summary"
    handle.replaceChildren(make("b", "", d.heading), summary, make("span", "whose", d.provider))
    const rule = make("p", "rule")
    rule.dataset.testid = "checks-rule"
    rule.append(make("b", "", d.rule_name), " ", d.rule)
    const head = make("div", "head cols")
    head.setAttribute("aria-hidden", "true")
    head.append(...d.columns.map((word) => make("span", "", word)))
    const list = make("ul", "list")
    list.setAttribute("aria-label", d.aria)
    list.append(...d.checks.map((view) => check(view, d.columns)))
    const scroll = body.scrollTop
    body.replaceChildren(rule, head, list)
    body.scrollTop = scroll
  }
  model.on("data", draw)
  draw()
  return root
}
