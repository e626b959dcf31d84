// The run: a slider over its model calls that moves everything on the page to one of them, and unfolded the replay under
// the policy in force. Draws the view model of views/run/card.py.
import {chartButtons} from "./chart_saving.js"
import {make} from "./dom.js"
import {chart, costChart} from "./run_chart.js"
import {saveAnswers} from "./saving.js"
import {table} from "./table.js"

const STEP_MS = 600 // between two calls while it plays: long enough to see what moved

function folded(testid) {
  const node = make("details")
  const name = make("summary")
  const box = make("div", "tabled")
  node.dataset.testid = testid
  node.append(name, box)
  return {node, name, box}
}

export function render({model}) {
  const root = make("section", "run card")
  root.dataset.testid = "run"
  const bar = make("div", "bar")
  const handle = make("button", "handle")
  handle.type = "button"
  handle.dataset.testid = "run-toggle"
  handle.setAttribute("aria-controls", "run-body")
  const back = make("button", "btn step", "‹")
  const slider = make("input")
  slider.type = "range"
  slider.min = "1"
  slider.dataset.testid = "run-slider"
  const on = make("button", "btn step", "›")
  const play = make("button", "btn step")
  play.dataset.testid = "run-play"
  for (const button of [back, on, play]) { button.type = "button" }
  const where = make("span", "where num")
  where.dataset.testid = "run-where"
  bar.append(handle, back, slider, on, play, where)
  const body = make("div", "body")
  body.id = "run-body"
  body.hidden = true
  const wait = make("p", "lead")
  const lead = make("p", "lead")
  const figures = make("dl", "figures")
  const verdicts = make("ul", "verdicts")
  const legend = make("ul", "legend")
  const main = chart((call) => go(call))
  const cost = costChart()
  const costName = make("h3")
  const taking = chartButtons([main.node, cost.node], legend)
  const lost = folded("run-lost")
  const calls = folded("run-calls")
  const rounds = folded("run-rounds")
  const found = make("div")
  found.append(figures, main.node, legend, verdicts, costName, cost.node, taking.row, lost.node, calls.node, rounds.node, lead)
  body.append(wait, found)
  root.append(bar, body)

  let asked = 0 // the call that was asked for and is not shown yet
  let wanted = 0
  let timer = null
  let shown = null // the replay that is drawn
  const order = {column: -1, down: false} // of the table of calls
  const roundOrder = {column: -1, down: false}
  const lostOrder = {column: -1, down: false}

  function go(call) {
    const last = (model.data?.calls ?? 0) + 1
    wanted = Math.max(1, Math.min(last, call))
    slider.value = String(wanted)
    if (!asked) { ask() }
  }
  function ask() {
    asked = wanted
    model.send_msg({call: asked})
  }
  function stop() {
    clearTimeout(timer)
    timer = null
    drawPlay()
  }
  function step() {
    if (model.data.at > model.data.calls) { stop(); return }
    go(model.data.at + 1)
    timer = setTimeout(step, STEP_MS)
  }
  function drawPlay() {
    play.textContent = timer === null ? "▶" : "❚❚"
    play.setAttribute("aria-label", model.data?.words?.[timer === null ? "play" : "pause"] ?? "")
    play.title = play.getAttribute("aria-label")
  }

  slider.addEventListener("input", () => { stop(); go(Number(slider.value)) })
  back.addEventListener("click", () => { stop(); go((wanted || model.data.at) - 1) })
  on.addEventListener("click", () => { stop(); go((wanted || model.data.at) + 1) })
  play.addEventListener("click", () => {
    if (timer !== null) { stop(); return }
    if (model.data.at > model.data.calls) { go(1) }
    timer = setTimeout(step, STEP_MS)
    drawPlay()
  })
  handle.addEventListener("click", () => {
    body.hidden = !body.hidden
    model.send_msg({open: !body.hidden})
    draw()
  })

  const choose = (message) => {
    model.selected = message
    window.dispatchEvent(new CustomEvent("trimscope:select"))
  }

  function figure(view) {
    const box = make("div", view.tone)
    box.dataset.testid = `run-${view.key}`
    box.append(make("dt", "", view.label), make("dd", "num", view.value), make("dd", "beside num", view.beside))
    return box
  }

  function download(which, word) {
    const button = make("button", "btn", word)
    button.type = "button"
    button.dataset.testid = `run-${which}-csv`
    button.addEventListener("click", () => { model.send_msg({save: `card.${which}`}) })
    return button
  }

  function drawReplay(view) {
    if (view === shown) { return }
    shown = view
    lead.textContent = view.lead
    figures.replaceChildren(...view.figures.map(figure))
    verdicts.replaceChildren(...view.verdicts.map((each) => {
      const item = make("li", each.tone, each.text)
      item.dataset.testid = `verdict-${each.code}`
      return item
    }))
    verdicts.hidden = !view.verdicts.length
    legend.replaceChildren(...view.chart.legend.map((each) => {
      const item = make("li")
      item.append(make("i", each.kind), make("span", "", each.text))
      return item
    }))
    costName.textContent = view.costs.says
    taking.bring(model.data.words)
    lost.name.textContent = view.lost.label
    lost.box.replaceChildren(table(view.lost, choose, lostOrder))
    if (view.more_lost) { lost.box.append(make("p", "lead", view.more_lost)) }
    lost.node.hidden = !view.lost.rows.length
    drawTable(calls, "calls", view.calls, order)
    cost.bring(view.costs)
  }

  function drawTable(fold, which, view, sorted) {
    fold.name.textContent = view.label
    fold.box.replaceChildren(download(which, view.csv), table(view, choose, sorted))
    if (view.more) { fold.box.append(make("p", "lead", view.more)) }
  }

  function draw() {
    const d = model.data
    root.hidden = !d?.calls
    if (!d?.calls) { stop(); return }
    handle.setAttribute("aria-expanded", String(!body.hidden))
    handle.replaceChildren(make("b", "", d.heading))
    root.setAttribute("aria-label", d.heading)
    slider.max = String(d.calls + 1)
    slider.setAttribute("aria-label", d.words.slider)
    slider.setAttribute("aria-valuetext", d.where)
    back.setAttribute("aria-label", d.words.back)
    on.setAttribute("aria-label", d.words.on)
    where.textContent = d.where
    asked = 0
    if (wanted && wanted !== d.at) { ask() }
    else { wanted = 0; slider.value = String(d.at) }
    back.disabled = d.at <= 1
    on.disabled = d.at > d.calls
    drawPlay()
    wait.textContent = d.words.wait
    const played = d.rounds && model.played?.chart ? model.played : null
    wait.hidden = !!played
    found.hidden = !played
    if (played && !body.hidden) {
      drawReplay(played)
      main.bring(played.chart, d.at)
      drawTable(rounds, "rounds", d.rounds, roundOrder)
    }
  }
  model.on("data", draw)
  model.on("played", draw)
  model.on("remove", () => clearTimeout(timer))
  saveAnswers(model)
  draw()
  return root
}
