// The checks, folded to one line that says how they stand; open, a row of tabs: pairing and the provider's rules, and what
// else there is to look at. What a tab shows is asked for when it is opened.
import {page} from "./checks_page.js"
import {rules} from "./checks_rules.js"
import {make} from "./dom.js"

export function render({model}) {
  const root = make("section", "checks card")
  root.dataset.testid = "checks"
  const handle = make("button", "handle")
  handle.type = "button"
  handle.dataset.testid = "checks-toggle"
  const body = make("div", "body")
  body.id = "checks-body"
  body.hidden = true
  const row = make("div", "tabs")
  row.setAttribute("role", "tablist")
  const panel = make("div", "panel")
  panel.id = "checks-panel"
  panel.setAttribute("role", "tabpanel")
  panel.tabIndex = 0 // it scrolls, also where nothing in it can have the focus
  body.append(row, panel)
  handle.setAttribute("aria-controls", "checks-body")
  handle.setAttribute("aria-expanded", "false")
  root.append(handle, body)
  let at = "rules"
  let shown = ""
  let named = ""

  const hands = {
    choose: (message) => {
      model.selected = message
      window.dispatchEvent(new CustomEvent("trimscope:select"))
    },
    act: (name) => { model.send_msg({act: name}) },
    enter: (key, value) => { model.send_msg({enter: {key, value}}) },
  }

  function open(tab) {
    at = tab
    model.tab = body.hidden ? "" : tab
    drawTabs()
    draw()
  }

  handle.addEventListener("click", () => {
    body.hidden = !body.hidden
    handle.setAttribute("aria-expanded", String(!body.hidden))
    open(at)
  })
  row.addEventListener("keydown", (event) => {
    const buttons = [...row.children]
    const now = buttons.findIndex((button) => button.dataset.tab === at)
    const to = {ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: buttons.length - 1}[event.key]
    if (to === undefined) { return }
    event.preventDefault()
    const button = buttons[(to + buttons.length) % buttons.length]
    open(button.dataset.tab)
    button.focus()
  })

  function drawTabs() {
    const says = JSON.stringify(model.data?.tabs)
    if (says !== named) {
      named = says
      row.setAttribute("aria-label", model.data.tabs_label)
      row.replaceChildren(...model.data.tabs.map((tab) => {
        const button = make("button", "tab", tab.title)
        button.type = "button"
        button.id = `tab-${tab.key}`
        button.dataset.tab = tab.key
        button.dataset.testid = `tab-${tab.key}`
        button.setAttribute("role", "tab")
        button.setAttribute("aria-controls", "checks-panel")
        button.addEventListener("click", () => open(tab.key))
        return button
      }))
    }
    for (const button of row.children) {
      button.setAttribute("aria-selected", String(button.dataset.tab === at))
      button.tabIndex = button.dataset.tab === at ? 0 : -1
    }
    panel.setAttribute("aria-labelledby", `tab-${at}`)
  }

  function head(d) {
    root.setAttribute("aria-label", d.heading)
    const summary = make("span", `state ${d.tone}`, d.summary)
    summary.dataset.testid = "checks-summary"
    handle.replaceChildren(make("b", "", d.heading), summary, make("span", "whose", d.provider))
  }

  function draw() {
    const d = model.data
    root.hidden = !d?.checks
    if (!d?.checks) { return }
    const view = at === "rules" ? d : model.page
    const says = JSON.stringify([at, d, at === "rules" ? 0 : view])
    if (says === shown) { return } // most settings leave what is shown as it is
    const kept = shown.startsWith(`["${at}"`) ? panel.scrollTop : 0
    shown = says
    head(d)
    drawTabs()
    if (at === "rules") { panel.replaceChildren(...rules(d, hands.choose)) }
    else if (view?.key === at) { panel.replaceChildren(...page(view, hands)) }
    else { panel.replaceChildren(make("p", "rule", d.wait)) }
    panel.scrollTop = kept
  }
  model.on("data", draw)
  model.on("page", draw)
  draw()
  return root
}
