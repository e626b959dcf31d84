// Lessons: a dialog with their list (the top bar's button opens it), and the page that is open as a panel in the page's
// own flow, so that it covers nothing. How far one has come is kept in this browser. A link ?lesson=id&page=2 opens one.
import {titledDialog} from "./dialogs.js"
import {make} from "./dom.js"

const KEPT = "trimscope-lessons"
const CARDS = ["run", "tune", "checks"] // the rest of what a scene opens are tabs of the checks

function button(cls, testid) {
  const node = make("button", `btn ${cls}`)
  node.type = "button"
  node.dataset.testid = testid
  return node
}

// {lesson: page}, from 0; a browser may keep nothing for a page.
function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {} } catch { return {} }
}
function keep(lesson, at) {
  try { localStorage.setItem(KEPT, JSON.stringify({...kept(), [lesson]: at})) } catch { /* nothing is resumed then */ }
}

// An element by its test id, wherever it stands: components have shadow roots of their own.
function find(node, testid) {
  const found = node.querySelector?.(`[data-testid="${CSS.escape(testid)}"]`)
  if (found) { return found }
  for (const each of node.querySelectorAll("*")) {
    const inside = each.shadowRoot && find(each.shadowRoot, testid)
    if (inside) { return inside }
  }
  return null
}

export function render({model}) {
  const root = make("div")
  const panel = make("section", "lesson card")
  panel.dataset.testid = "lesson"
  panel.hidden = true
  const heading = make("h2")
  heading.tabIndex = -1 // read out when a page is turned
  heading.dataset.testid = "lesson-heading"
  const where = make("span", "where num")
  where.dataset.testid = "lesson-where"
  const all = button("", "lesson-list")
  const leave = make("button", "close", "×")
  leave.type = "button"
  leave.dataset.testid = "lesson-leave"
  const top = make("div", "top")
  top.append(heading, where, all, leave)
  const text = make("div", "text")
  text.dataset.testid = "lesson-text"
  const asked = make("form", "asked")
  const choices = make("fieldset")
  const check = make("button", "btn")
  check.type = "submit"
  check.dataset.testid = "lesson-check"
  const said = make("p", "said")
  said.dataset.testid = "lesson-said"
  said.setAttribute("role", "status")
  asked.append(choices, check, said)
  const back = button("", "lesson-back")
  const next = button("primary", "lesson-next")
  const turns = make("div", "turns")
  turns.append(back, next)
  const body = make("div", "body")
  body.append(text, asked)
  panel.append(top, body, turns)

  const {dialog, title, close: shut} = titledDialog("lessons-dialog", "lessons-title", "lessons-close")
  const list = make("ul")
  const hint = make("p", "hint")
  dialog.append(list, hint)
  root.append(panel, dialog)

  let turn = 0 // the page that was set up last
  let picked = null // the choice that is ticked and not checked yet
  let marked = null // the element with a frame around it

  const start = (id, page) => model.send_msg({start: {id, page}})
  const ground = () => root.getRootNode().host?.getRootNode() ?? document

  function drawList() {
    const d = model.data
    title.textContent = d.words.title
    hint.textContent = d.words.drop
    const so_far = kept()
    list.replaceChildren(...d.lessons.map((each) => {
      const at = Math.min(Number(so_far[each.id]) || 0, each.pages - 1)
      const row = make("button", "row")
      row.type = "button"
      row.dataset.testid = `lesson-open-${each.id}`
      const length = at > 0 ? `${each.length} · ${d.words.resume.replace("{page}", at + 1)}` : each.length
      row.append(make("b", "", each.title), make("span", "num", length), make("span", "about", each.about))
      row.addEventListener("click", () => { dialog.close(); start(each.id, at) })
      const item = make("li")
      item.append(row)
      return item
    }))
  }

  function drawQuestion(page, anew) {
    const q = page.question
    asked.hidden = !q.choices
    if (!q.choices) { return }
    if (anew) {
      picked = q.chosen
      choices.replaceChildren(make("legend", "", q.text), ...q.choices.map((words, n) => {
        const label = make("label", "choice")
        const radio = make("input")
        radio.type = "radio"
        radio.name = "lesson-choice"
        radio.checked = n === picked
        radio.dataset.testid = `lesson-choice-${n}`
        radio.addEventListener("change", () => { picked = n; check.disabled = false })
        label.append(radio, make("span", "", words))
        return label
      }))
    } else { // another language, or an answer: the ticked choice keeps the focus
      choices.querySelector("legend").textContent = q.text
      choices.querySelectorAll("label span").forEach((node, n) => { node.textContent = q.choices[n] })
    }
    choices.querySelectorAll("label").forEach((node, n) => {
      node.className = `choice ${q.right === n ? "ok" : q.right !== null && q.chosen === n ? "bad" : ""}`
    })
    check.textContent = model.data.words.check
    check.disabled = picked === null
    said.className = `said ${q.tone}`
    said.replaceChildren(...(q.said ? [make("b", "", q.said), document.createTextNode(` ${q.reason}`)] : []))
  }

  function frame(testid) {
    if (marked) { marked.style.outline = marked.style.outlineOffset = "" }
    marked = testid ? find(ground(), testid) : null
    if (!marked) { return }
    marked.style.outline = "3px solid var(--ts-focus)"
    marked.style.outlineOffset = "2px"
    marked.scrollIntoView({block: "nearest"})
  }

  // Cards are unfolded as a person would do it, by their handles.
  function unfold(names) {
    for (const name of names) {
      const card = CARDS.includes(name) ? name : "checks"
      const handle = find(ground(), `${card}-toggle`)
      if (handle?.getAttribute("aria-expanded") === "false") { handle.click() }
      if (card !== name) { find(ground(), `tab-${name}`)?.click() }
    }
  }

  // The page gives room to a lesson only where there is one (page.css).
  function place(is_open) {
    const page = ground().host
    if (page) { page.toggleAttribute("data-lesson", is_open) }
  }

  function draw() {
    const d = model.data
    if (!d?.words) { return }
    if (dialog.open) { drawList() }
    const page = d.page
    shut.setAttribute("aria-label", d.words.leave)
    const is_open = !!page?.lesson
    panel.hidden = !is_open
    place(is_open)
    if (!is_open) { frame(""); turn = 0; return }
    const anew = page.turn !== turn
    turn = page.turn
    heading.textContent = page.title
    panel.setAttribute("aria-label", `${d.words.title}: ${page.title}`)
    where.textContent = page.where
    all.textContent = d.words.list
    leave.setAttribute("aria-label", d.words.leave)
    leave.title = d.words.leave
    text.replaceChildren(...page.paragraphs.map((each) => make("p", "", each)))
    drawQuestion(page, anew)
    back.textContent = d.words.back
    back.disabled = page.at === 0
    next.textContent = page.last ? d.words.finish : d.words.next
    if (!anew) { return }
    keep(page.lesson, page.last ? 0 : page.at) // who has come to the end begins anew
    body.scrollTop = 0
    heading.focus({preventScroll: true})
    unfold(page.open)
    setTimeout(() => { if (turn === page.turn) { frame(page.highlight) } }, 300) // once what it names is drawn
  }

  asked.addEventListener("submit", (event) => {
    event.preventDefault()
    if (picked !== null) { model.send_msg({answer: picked}) }
  })
  back.addEventListener("click", () => model.send_msg({turn: model.data.page.at - 1}))
  next.addEventListener("click", () => {
    model.send_msg(model.data.page.last ? {leave: true} : {turn: model.data.page.at + 1})
  })
  leave.addEventListener("click", () => model.send_msg({leave: true}))
  const open = () => {
    if (dialog.open || !model.data?.words) { return }
    dialog.showModal()
    drawList()
  }
  all.addEventListener("click", open)
  window.addEventListener("trimscope:lessons", open)
  model.on("remove", () => window.removeEventListener("trimscope:lessons", open))
  model.on("data", draw)
  draw()
  requestAnimationFrame(draw) // only now it stands in the page
  const given = new URLSearchParams(location.search)
  if (given.has("lesson")) { start(given.get("lesson"), Math.max(0, (parseInt(given.get("page"), 10) || 1) - 1)) }
  return root
}
