// The window as one bar: what is stored above what is sent. Draws the view model of views/gauge.py; text only by textContent.
import {watchBusy} from "./busy.js"
import {make} from "./dom.js"

const GAP = 12 // px between two labels of the axis
const LEAST_BAND = 3 // px: a narrower band is no more than a line
const NAMED = 46 // px: a piece this wide has room for its name

function percent(part, whole) { return `${(100 * part / Math.max(1, whole)).toFixed(3)}%` }

// Reuse the segment nodes in place: widths glide instead of flickering.
function drawSegments(bar, segments, scale, budget) {
  while (bar.segs.length > segments.length) { bar.segs.pop().remove() }
  const width = bar.bar.clientWidth
  segments.forEach((segment, i) => {
    let node = bar.segs[i]
    if (!node) {
      node = make("div")
      bar.segs.push(node)
      bar.layer.append(node)
    }
    node.className = `seg ${segment.kind}`
    node.style.left = percent(segment.start, scale)
    node.style.width = percent(segment.tokens, scale)
    node.title = segment.label
    node.textContent = segment.name && width * segment.tokens / Math.max(1, scale) > NAMED && segment.start + segment.tokens <= budget ? segment.name : ""
  })
}

function makeBar(which) {
  const label = make("div", `lab ${which}`)
  const bar = make("div", "bar")
  const layer = make("div")
  const reserve = make("div", "res hatch")
  const beyond = make("div", "beyond")
  const over = make("div", "over")
  const unseen = make("div", "unseen")
  const band = make("div", "band")
  bar.append(layer, unseen, reserve, beyond, over, band)
  const tokens = make("div", `tok num ${which}`)
  tokens.dataset.testid = `gauge-${which}`
  return {label, bar, layer, reserve, beyond, over, unseen, band, tokens, segs: []}
}

// What the provider reported beyond the bar, and the band of the error around the number that is known best.
function drawEnd(bar, view, scale) {
  const end = view.end
  const width = bar.bar.clientWidth
  const high = end ? Math.min(end.high, scale) : 0
  bar.unseen.hidden = !end?.unseen
  bar.band.hidden = !end || width * (high - end.low) / Math.max(1, scale) < LEAST_BAND
  if (!end) { return }
  bar.unseen.style.left = percent(view.tokens, scale)
  bar.unseen.style.width = percent(Math.min(end.at, scale) - view.tokens, scale)
  bar.unseen.title = end.unseen_title
  bar.band.style.left = percent(end.low, scale)
  bar.band.style.width = percent(Math.max(0, high - end.low), scale)
  bar.band.classList.toggle("cut", end.high > scale)
  bar.band.title = end.title
}

// Centres each label under its line, inside the row. Where they would meet, the first keeps its place; the second moves
// beside it, and goes where that leads too far from its line.
function placeLabels(width, ...labels) {
  let taken = null
  for (const [label, at] of labels) {
    label.style.visibility = ""
    const size = label.offsetWidth
    let left = Math.max(0, Math.min(width - size, at * width - size / 2))
    if (taken && left < taken[1] + GAP && left + size + GAP > taken[0]) {
      left = taken[1] + GAP
      if (left + size > width || left > at * width) { label.style.visibility = "hidden" }
    }
    label.style.left = `${left}px`
    taken = taken ?? [left, left + size]
  }
}

// A bucket: its colour, its name, what of it is sent, and how far its limit is used where it has one.
function share(view) {
  const item = make("li", view.state)
  item.dataset.testid = `share-${view.bucket}`
  item.title = view.title
  item.append(make("i", `dot ${view.bucket}`), make("span", "", view.name), " ", make("b", "", view.text))
  if (view.fill !== null) {
    const track = make("span", "limit")
    const fill = make("i")
    fill.style.width = `${view.fill}%`
    track.append(fill)
    item.append(track)
  }
  return item
}

function reserved(word) {
  const item = make("li")
  item.append(make("i", "dot hatch"), make("span", "", word))
  return item
}

function verdict(view) {
  const box = make("div", "verdict")
  const ways = make("ul")
  ways.append(...view.ways.map((way) => make("li", "", way)))
  box.append(make("p", "", view.text), make("p", "lead", view.ways_title), ways)
  return box
}

// Drawn only when it is another: most settings leave it as it is.
function drawOnce(node, view, draw) {
  const says = JSON.stringify(view)
  if (node.shown !== says) { node.shown = says; draw() }
}

export function render({model}) {
  const root = make("section", "dial card")
  root.dataset.testid = "gauge"
  const pct = make("span", "pct num")
  const of = make("span", "of")
  const status = make("span", "chip")
  status.dataset.testid = "gauge-status"
  status.setAttribute("role", "status")
  const doubt = make("span", "chip doubt")
  doubt.dataset.testid = "gauge-may-not-fit"
  const right = make("span", "right num")
  right.dataset.testid = "gauge-source"
  const head = make("div", "head")
  const busy = make("span", "busy")
  busy.dataset.testid = "planning"
  busy.setAttribute("role", "status")
  head.append(pct, of, status, doubt, busy)
  const stored = makeBar("stored")
  const sent = makeBar("sent")
  const bars = make("div", "bars")
  bars.setAttribute("role", "meter")
  const saved = make("div", "saved num")
  saved.dataset.testid = "gauge-saved"
  const lines = make("div", "lines num")
  const wmLabel = make("span", "wml")
  const endLabel = make("span")
  lines.append(wmLabel, endLabel)
  bars.append(stored.label, stored.bar, stored.tokens, sent.label, sent.bar, sent.tokens, make("span"), lines, saved)
  // The two lines stand over both bars: they hang from the axis row, which shares the bars' column.
  const wm = make("div", "wm")
  const end = make("div", "end")
  lines.append(wm, end)
  const sentence = make("p", "sentence")
  sentence.dataset.testid = "gauge-sentence"
  const note = make("p", "note")
  const shares = make("ul", "shares num")
  shares.dataset.testid = "gauge-shares"
  const verdicts = make("div", "verdicts")
  verdicts.dataset.testid = "gauge-verdicts"
  const foot = make("div", "foot")
  foot.append(shares, right)
  root.append(head, bars, sentence, verdicts, note, foot)

  function draw() {
    const d = model.data
    if (!d || !d.limit) { root.style.visibility = "hidden"; return }
    root.style.visibility = ""
    root.classList.toggle("refused", d.status.code === "refused")
    pct.textContent = d.percent
    pct.classList.toggle("words", d.status.code === "refused")
    of.textContent = d.percent_of
    of.title = d.percent_title
    status.textContent = d.status.text
    status.className = `chip ${d.status.tone}`
    status.dataset.status = d.status.code
    right.textContent = d.source
    right.title = d.source_title
    doubt.textContent = d.may_not_fit
    doubt.title = d.may_not_fit_title
    doubt.hidden = !d.may_not_fit
    saved.textContent = d.saved.short
    saved.title = d.saved.text
    saved.classList.toggle("worse", d.saved.worse)
    root.setAttribute("aria-label", d.name)
    bars.setAttribute("aria-label", d.name)
    bars.setAttribute("aria-valuemin", "0")
    bars.setAttribute("aria-valuemax", String(d.budget))
    bars.setAttribute("aria-valuenow", String(d.used))
    bars.setAttribute("aria-valuetext", d.aria)
    for (const [bar, view] of [[stored, d.stored], [sent, d.sent]]) {
      bar.label.textContent = view.name
      bar.tokens.textContent = view.text
      bar.tokens.dataset.tokens = String(view.tokens)
      drawSegments(bar, view.segments, d.scale, d.budget)
      bar.reserve.style.left = percent(d.budget, d.scale)
      bar.reserve.style.width = percent(d.limit - d.budget, d.scale)
      bar.reserve.title = d.reserve_label
      bar.beyond.style.left = percent(d.limit, d.scale)
      bar.beyond.style.width = percent(Math.max(0, Math.min(view.tokens, d.scale) - d.limit), d.scale)
      bar.over.style.display = view.tokens > d.scale ? "" : "none"
      drawEnd(bar, view, d.scale)
    }
    const height = () => stored.bar.offsetHeight + sent.bar.offsetHeight + 6 + 10
    wm.style.top = `${-height()}px`
    end.style.top = `${-height() + 2}px`
    wm.style.left = percent(d.watermark, d.scale)
    end.style.left = percent(d.limit, d.scale)
    end.style.display = d.limit < d.scale ? "" : "none"
    wmLabel.textContent = d.watermark_label
    endLabel.textContent = d.end_label
    placeLabels(lines.clientWidth, [wmLabel, d.watermark / d.scale], [endLabel, d.limit / d.scale])
    sentence.textContent = d.sentence
    note.textContent = d.note
    note.hidden = !d.note
    drawOnce(shares, d.shares, () => {
      shares.setAttribute("aria-label", d.shares_title)
      shares.replaceChildren(...d.shares.map(share), reserved(d.reserve))
    })
    drawOnce(verdicts, d.verdicts, () => verdicts.replaceChildren(...d.verdicts.map(verdict)))
  }
  model.on("data", draw)
  watchBusy(model, (isBusy) => {
    busy.textContent = isBusy ? model.data?.busy ?? "" : ""
    root.setAttribute("aria-busy", String(isBusy))
  })
  const resize = new ResizeObserver(draw)
  resize.observe(bars)
  draw()
  return root
}
