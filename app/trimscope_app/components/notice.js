// What stands in the way, in words: a load that failed (what was on screen stays), or pairing faults (nothing is sent).
import {make} from "./dom.js"

export function render({model}) {
  const root = make("div")
  let shown = ""
  function draw() {
    // An alert that is built anew is read out again: only when it says something else.
    const says = JSON.stringify(model.data?.boxes ?? [])
    if (says === shown) { return }
    shown = says
    const boxes = (model.data?.boxes ?? []).map((box) => {
      const node = make("div", `box ${box.tone}`)
      node.dataset.testid = box.testid
      node.setAttribute("role", "alert")
      const body = make("div")
      if (box.title) { body.append(make("b", "", box.title), document.createTextNode(" ")) }
      if (box.lead) { body.append(make("span", "", box.lead), document.createTextNode(" ")) }
      const text = make("span", "", box.text)
      if (box.text_lang) { text.lang = box.text_lang } // read out in its own language
      body.append(text)
      if (box.items?.length) {
        const list = make("ul")
        for (const item of box.items) {
          const row = make("li")
          const button = make("button", "", item.text)
          button.type = "button"
          button.addEventListener("click", () => { model.selected = item.message })
          row.append(button)
          list.append(row)
        }
        body.append(list)
      }
      if (box.more) { body.append(make("p", "more", box.more)) }
      node.append(body)
      if (box.close) {
        const close = make("button", "close", "×")
        close.type = "button"
        close.setAttribute("aria-label", box.close)
        close.addEventListener("click", () => { model.closed = Date.now() })
        node.append(close)
      }
      return node
    })
    root.replaceChildren(...boxes)
  }
  model.on("data", draw)
  draw()
  return root
}
