// The selected message: what it was, what is sent of it, and why. Draws the view model of views/preview.py, whose `blocks`
// already hold the pieces (head, banner, hole, tail ...): nothing is cut here, and text goes in by textContent only.
import {make} from "./dom.js"
import {table} from "./table.js"

function drawBlock(block, keepOpen) {
  const node = make("div", "block")
  if (block.title) {
    const title = make("h4")
    title.append(make("span", "", block.title), make("span", "num", block.size ?? ""))
    node.append(title)
  }
  for (const piece of block.pieces) {
    if (piece.kind === "hole") {
      const fold = make("details")
      fold.dataset.testid = "preview-hole"
      fold.open = keepOpen
      fold.append(make("summary", "", piece.summary), make("pre", "", piece.text))
      if (piece.note) { fold.append(make("p", "note", piece.note)) }
      node.append(fold)
      if (piece.errors?.length) {
        const errors = make("div", "errors")
        errors.dataset.testid = "preview-errors"
        errors.append(make("div", "", piece.errors_title))
        const list = make("ul")
        for (const [line, text] of piece.errors) {
          const item = make("li")
          item.append(make("i", "num", String(line)), document.createTextNode(text))
          list.append(item)
        }
        errors.append(list)
        node.append(errors)
      }
      continue
    }
    if (piece.kind === "table") { node.append(table(piece)); continue }
    const pre = make("pre", piece.kind, piece.text)
    if (["head", "banner", "tail"].includes(piece.kind)) { pre.dataset.testid = `preview-${piece.kind}` }
    pre.tabIndex = 0
    if (piece.label) { pre.setAttribute("aria-label", piece.label) }
    node.append(pre)
  }
  if (block.note) { node.append(make("p", "note", block.note)) }
  return node
}

export function render({model, el}) {
  const root = make("section", "look card")
  root.dataset.testid = "preview"
  root.tabIndex = -1
  let key = null

  // A line of buttons that lead to other messages; none where there are none.
  function linked(title, links, more = "") {
    if (!links.length) { return [] }
    const line = make("div", "links")
    line.append(make("span", "", title))
    for (const link of links) {
      const button = make("button", "", link.text)
      button.type = "button"
      button.addEventListener("click", () => { model.selected = link.message })
      line.append(button)
    }
    if (more) { line.append(make("span", "", more)) }
    return [line]
  }

  function draw() {
    const d = model.data
    if (!d || !d.heading) { root.replaceChildren(); return }
    const same = d.key === key
    const scroll = root.scrollTop
    const open = same && [...root.querySelectorAll("details")].some((node) => node.open)
    key = d.key
    const heading = make("h2", "", d.heading)
    if (d.hint) { root.replaceChildren(heading, make("p", "hint", d.hint)); return }
    root.setAttribute("aria-label", `${d.heading}: ${d.title}`)
    const top = make("div", "top")
    top.append(make("h3", "", d.title))
    for (const [kind, word] of d.badges) { top.append(make("span", `badge ${kind}`, word)) }
    const facts = make("dl", "kv num")
    for (const [name, value] of d.facts) { facts.append(make("dt", "", name), make("dd", "", value)) }
    const why = make("div", `why ${d.tone}`, d.why)
    why.dataset.testid = "preview-why"
    const parts = [heading, top, why]
    for (const text of d.also ?? []) { parts.push(make("div", "why warn", text)) }
    parts.push(facts)
    if (d.pin?.text) {
      const pin = make("button", `btn pin${d.pin.pressed ? " on" : ""}`, d.pin.text)
      pin.type = "button"
      pin.dataset.testid = "pin"
      pin.title = d.pin.title
      pin.setAttribute("aria-pressed", String(d.pin.pressed))
      pin.addEventListener("click", () => { model.send_msg({pin: d.pin.message}) })
      const row = make("div", "pinned")
      row.append(pin, make("span", "mut", d.pin.title))
      parts.push(row)
    }
    parts.push(...linked(d.links_title, d.links), ...linked(d.uses?.title, d.uses?.links ?? [], d.uses?.more))
    const focused = root.getRootNode().activeElement?.dataset?.testid === "pin"
    root.replaceChildren(...parts, ...d.blocks.map((block) => drawBlock(block, open)))
    root.scrollTop = same ? scroll : 0
    if (focused && same) { root.querySelector(".pin")?.focus({preventScroll: true}) }
  }
  model.on("data", draw)
  const comeIntoSight = () => {
    if (window.innerWidth >= 1100) { return } // px: from here the preview stands beside the list (page.css)
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches
    setTimeout(() => root.scrollIntoView({block: "start", behavior: still ? "auto" : "smooth"}), 80)
  }
  window.addEventListener("trimscope:select", comeIntoSight)
  model.on("remove", () => window.removeEventListener("trimscope:select", comeIntoSight))
  draw()
  return root
}
