// Folded sections of settings: a handle with its help and how many settings are not at their default, then fields, which
// are built when the section is first opened. Draws the view model of views/sections.py.
import {make} from "./dom.js"
import {bringField, buildField} from "./fields.js"

let sectionCount = 0 // ids tie a handle to what it opens

function buildSection(view, send, act) {
  const node = make("section", "section")
  const handle = make("button", "handle")
  handle.type = "button"
  handle.dataset.testid = `section-${view.key}`
  const title = make("b")
  const set = make("span", "mark")
  handle.append(title, set)
  const help = make("p", "lead")
  const body = make("div", "body")
  body.id = `section-${++sectionCount}`
  handle.setAttribute("aria-controls", body.id)
  node.append(handle, help, body)
  const section = {node, open: !!view.open, view, heard: {}, fields: new Map()}

  function draw() {
    handle.setAttribute("aria-expanded", String(section.open))
    title.textContent = section.view.title
    set.textContent = section.view.set
    set.hidden = !section.view.set
    help.textContent = section.view.help
    help.hidden = !section.open && !section.view.unused
    body.hidden = !section.open || !section.view.fields.length
    node.classList.toggle("unused", section.view.unused)
    if (!section.open) { return }
    const wanted = section.view.fields
    const keys = new Set(wanted.map((field) => field.key))
    for (const [key, field] of section.fields) {
      if (!keys.has(key)) { field.node.remove(); section.fields.delete(key) }
    }
    let before = null
    for (const each of wanted) {
      let field = section.fields.get(each.key)
      if (!field || field.view.kind !== each.kind) {
        field?.node.remove()
        field = buildField(each, send, act)
        section.fields.set(each.key, field)
      } else { bringField(field, each, section.heard[each.key]) }
      const next = before ? before.nextSibling : body.firstChild
      if (next !== field.node) { body.insertBefore(field.node, next) }
      before = field.node
    }
  }

  handle.addEventListener("click", () => { section.open = !section.open; draw() })
  section.draw = draw
  return section
}

export function render({model}) {
  const root = make("div", "sections")
  const sections = new Map()
  const send = (key, value, number) => { model.send_msg({enter: {key, value, number}}) }
  const act = (name) => { model.send_msg({act: name}) }

  function draw() {
    const d = model.data
    const views = d?.sections ?? []
    const keys = new Set(views.map((view) => view.key))
    for (const [key, section] of sections) {
      if (!keys.has(key)) { section.node.remove(); sections.delete(key) }
    }
    root.hidden = !views.length
    root.setAttribute("role", "group")
    root.setAttribute("aria-label", d?.aria ?? "")
    for (const view of views) {
      let section = sections.get(view.key)
      if (!section) {
        section = buildSection(view, send, act)
        sections.set(view.key, section)
        root.append(section.node)
      }
      section.view = view
      section.heard = d.heard ?? {}
      section.draw()
    }
  }
  model.on("data", draw)
  draw()
  return root
}
