// Tuning: which keys to sweep, the sweep's progress, and what it found as heat maps, plot, recommendation, a row looked at
// closely, a comparison and a table. Draws the view model of views/tune/card.py.
import {make} from "./dom.js"
import {save} from "./saving.js"
import {acting, option, presetChoice, sideBySide} from "./tune_compared.js"
import {sheet} from "./tune_map.js"
import {scatter} from "./tune_plot.js"
import {sortable} from "./tune_table.js"

export function render({model}) {
  const root = make("section", "tune card")
  root.dataset.testid = "tune"
  const handle = acting("handle", "tune-toggle", () => {
    body.hidden = !body.hidden
    draw()
  })
  handle.setAttribute("aria-controls", "tune-body")
  const body = make("div", "body")
  body.id = "tune-body"
  body.hidden = true
  const lead = make("p", "lead")
  const form = make("form", "axes")
  const trouble = make("p", "trouble")
  trouble.setAttribute("role", "alert")
  trouble.dataset.testid = "tune-trouble"
  const start = acting("btn primary", "tune-start", () => {})
  start.type = "submit"
  const cancel = acting("btn", "tune-cancel", () => model.send_msg({stop: true}))
  const bar = make("progress")
  bar.dataset.testid = "tune-progress"
  const told = make("span", "num")
  told.setAttribute("role", "status")
  told.dataset.testid = "tune-told"
  const run = make("div", "working")
  run.append(start, cancel, bar, told)
  const axes = [0, 1, 2].map((place) => axis(place))
  form.append(...axes.map((each) => each.node), run)
  const found = make("div", "found")
  body.append(lead, form, trouble, found)
  root.append(handle, body)

  let measure = "lost"
  let tableOpen = false
  const order = {column: -1, down: false} // of the table, kept while it is drawn anew
  let shown = "" // the axes that the fields were filled from
  let texts = {}
  const plot = scatter((row) => model.send_msg({pick: row}))

  function axis(place) {
    const node = make("div", "axis")
    const name = make("label", "name")
    const key = make("select")
    key.id = `tune-key-${place}`
    key.dataset.testid = key.id
    name.htmlFor = key.id
    const text = make("input")
    text.type = "text"
    text.spellcheck = false
    text.dataset.testid = `tune-values-${place}`
    key.addEventListener("change", () => {
      text.value = texts[key.value] ?? ""
      text.disabled = !key.value
    })
    node.append(name, key, text)
    return {node, name, key, text}
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const chosen = axes.filter((each) => each.key.value).map((each) => ({key: each.key.value, text: each.text.value}))
    model.send_msg({start: chosen})
  })

  function fillAxes(d) {
    const now = JSON.stringify([d.keys, d.axes, d.words])
    if (now === shown) { return }
    shown = now
    texts = Object.fromEntries(d.keys.map((each) => [each.key, each.text]))
    axes.forEach((each, place) => {
      each.name.textContent = [d.words.rows, d.words.columns, d.words.third][place]
      const keys = d.keys.map((item) => option(item.key, item.key, item.title))
      each.key.replaceChildren(...(place ? [option("", d.words.nothing)] : []), ...keys)
      each.key.value = d.axes[place]?.key ?? ""
      each.text.value = d.axes[place]?.text ?? ""
      each.text.disabled = !each.key.value
      each.text.setAttribute("aria-label", `${d.words.values}: ${each.name.textContent}`)
    })
  }

  function drawProgress() {
    const p = model.progress ?? {}
    start.hidden = !!p.running
    cancel.hidden = bar.hidden = !p.running
    bar.max = Math.max(1, p.whole ?? 1)
    bar.value = p.done ?? 0
    bar.setAttribute("aria-label", p.text || model.data?.heading || "")
    told.textContent = p.text ?? ""
  }

  function part(title, testid) {
    const node = make("div", "part")
    node.dataset.testid = testid
    node.append(make("h3", "", title))
    return node
  }

  function measures(d) {
    const set = make("div", "measures")
    set.setAttribute("role", "group")
    set.setAttribute("aria-label", d.words.measure)
    set.append(...["lost", "cost"].map((name) => {
      const node = acting("btn", `tune-measure-${name}`, () => { measure = name; drawFound(model.data); refocus(`tune-measure-${name}`) })
      node.textContent = d.words[name]
      node.setAttribute("aria-pressed", String(measure === name))
      return node
    }))
    return set
  }

  function refocus(testid) { root.querySelector(`[data-testid="${testid}"]`)?.focus() }

  function picked(d) {
    const box = part(d.words.picked, "tune-picked")
    const view = d.picked
    if (!view) { return box }
    const apply = acting("btn primary", "tune-apply", () => model.send_msg({apply: view.row}))
    apply.textContent = d.words.apply
    apply.disabled = !view.can || d.now === view.row
    const beside = acting("btn", "tune-compare", () => model.send_msg({beside: {row: view.row}}))
    beside.textContent = d.words.compare
    beside.disabled = !view.can || d.full
    const acts = make("div", "acts")
    acts.append(apply, beside)
    box.append(make("p", "num", view.text), acts)
    return box
  }

  function comparison(d) {
    const box = part(d.words.compared, "tune-compared")
    box.append(presetChoice(d, (name) => model.send_msg({beside: {preset: name}})))
    if (d.compared.heads.length) { box.append(sideBySide(d, (id) => model.send_msg({away: id}))) }
    return box
  }

  function rowsTable(d, view) {
    const fold = make("details")
    fold.dataset.testid = "tune-rows"
    fold.open = tableOpen
    fold.addEventListener("toggle", () => { tableOpen = fold.open })
    const csv = acting("btn", "tune-csv", () => {
      csv.disabled = true
      csv.textContent = d.words.csv_wait
      model.send_msg({csv: true})
    })
    csv.textContent = d.words.csv
    const scroll = make("div", "scroll tall")
    scroll.append(sortable(view, d.words.table, order, (row) => model.send_msg({pick: row})))
    fold.append(make("summary", "", `${d.words.table} (${view.rows.length})`), csv, scroll)
    return fold
  }

  function drawFound(d) {
    const view = model.swept?.rows ? model.swept : null
    const focus = root.getRootNode().activeElement?.dataset?.testid
    found.hidden = !view
    if (!view) { found.replaceChildren(); return }
    const advice = part(d.words.advice, "tune-advice")
    advice.append(...view.said.map((text) => make("p", "", text)))
    if (d.stale) { advice.append(make("p", "stale", d.stale)) }
    const maps = part(d.words.maps, "tune-maps")
    maps.append(measures(d), ...view.maps.map((each) => sheet(each, measure, {picked: d.picked?.row, now: d.now, word: d.words.now}, (row) => model.send_msg({pick: row}))))
    const legend = make("ul", "legend")
    legend.append(...["advised", "front", "now", "failed"].map((mark) => {
      const item = make("li")
      item.append(make("i", mark), make("span", "", d.words[mark]))
      return item
    }))
    maps.append(legend)
    const drawn = part(d.words.plot, "tune-plot")
    drawn.append(plot.node)
    const pair = make("div", "pair")
    pair.append(maps, drawn)
    found.replaceChildren(advice, pair, picked(d), comparison(d), rowsTable(d, view))
    plot.bring(view.plot, d.picked?.row)
    if (focus) { refocus(focus) }
  }

  function draw() {
    const d = model.data
    root.hidden = !d?.calls
    if (!d?.calls) { return }
    handle.setAttribute("aria-expanded", String(!body.hidden))
    handle.replaceChildren(make("b", "", d.heading))
    root.setAttribute("aria-label", d.heading)
    if (body.hidden) { return }
    lead.textContent = d.lead
    start.textContent = d.words.start
    cancel.textContent = d.words.cancel
    form.title = d.words.how
    trouble.textContent = d.trouble
    trouble.hidden = !d.trouble
    fillAxes(d)
    drawProgress()
    drawFound(d)
  }
  model.on("data", draw)
  model.on("swept", draw)
  model.on("progress", drawProgress)
  model.on("file", () => {
    const file = model.file
    if (file?.text) { save(file.name, file.mime, file.text) }
    if (file?.n) { draw() }
  })
  draw()
  return root
}
