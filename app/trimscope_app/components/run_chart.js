// Tokens a call, stored and sent, with the lines of budget and watermark and marks at single calls; and the cost so far.
// Drawn as SVG at the size it has on the page; a click goes to a call. What it shows is also in tables beside it.
import {make} from "./dom.js"

const SVG = "http://www.w3.org/2000/svg"
const TOP = 14 // px above the highest point: marks of lost references stand there
const FOOT = 12 // px below the axis: marks of prefix breaks stand there
const ROOM = 1.06 // the highest value, and a little air

function draw(name, attributes, parent) {
  const node = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) { node.setAttribute(key, String(value)) }
  parent?.append(node)
  return node
}

// A call takes an equal share of the width; a value stands across it, so that a run of two calls is seen as well.
function stepped(values, left, up) {
  return values.map((value, i) => `${i ? "L" : "M"}${left(i)} ${up(value)}H${left(i + 1)}`).join("")
}

function plot(box, width, height, most) {
  const svg = draw("svg", {width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"}, box)
  const up = (value) => (height - FOOT - (height - FOOT - TOP) * Math.min(1, value / Math.max(1, most))).toFixed(1)
  return {svg, up}
}

function line(svg, y, width, kind) { draw("line", {x1: 0, x2: width, y1: y, y2: y, class: kind}, svg) }

export function chart(go) {
  const node = make("div", "chart")
  node.setAttribute("role", "img")
  const tip = make("div", "tip")
  tip.setAttribute("aria-hidden", "true")
  tip.hidden = true
  let view = null
  let at = 0
  let calls = 0

  const callAt = (event) => {
    const box = node.getBoundingClientRect()
    return Math.max(1, Math.min(calls, Math.ceil((event.clientX - box.left) / box.width * calls)))
  }
  node.addEventListener("click", (event) => { go(callAt(event)) })
  node.addEventListener("pointermove", (event) => {
    const call = callAt(event)
    tip.textContent = view.tips[call - 1] ?? ""
    tip.hidden = !tip.textContent
    const box = node.getBoundingClientRect()
    tip.style.left = `${Math.max(0, Math.min(box.width - tip.offsetWidth, event.clientX - box.left - tip.offsetWidth / 2))}px`
  })
  node.addEventListener("pointerleave", () => { tip.hidden = true })

  function show() {
    const width = node.clientWidth
    const height = node.clientHeight
    if (!view || !width) { return }
    for (const old of node.querySelectorAll("svg")) { old.remove() }
    const most = ROOM * Math.max(view.budget ?? 0, ...view.sent, Math.min(Math.max(...view.stored), 4 * Math.max(view.budget ?? 0, ...view.sent)))
    const {svg, up} = plot(node, width, height, most)
    const left = (i) => (width * i / calls).toFixed(1)
    const base = up(0)
    for (const which of ["stored", "sent"]) {
      const path = stepped(view[which], left, up)
      draw("path", {d: `${path}V${base}H0Z`, class: `area ${which}`}, svg)
      draw("path", {d: path, class: `edge ${which}`}, svg)
    }
    line(svg, up(view.watermark), width, "watermark")
    line(svg, up(view.budget), width, "budget")
    line(svg, base, width, "axis")
    const middle = (call) => (width * (call - .5) / calls)
    for (const call of view.failed) {
      draw("rect", {x: left(call - 1), width: Math.max(2, width / calls), y: base, height: 4, class: "failed"}, svg)
    }
    for (const call of view.breaks) {
      const x = middle(call)
      draw("path", {d: `M${x} ${height - FOOT + 3}l4 7h-8z`, class: "break"}, svg)
    }
    for (const [call] of view.lost) { draw("circle", {cx: middle(call), cy: 6, r: 4, class: "lost"}, svg) }
    if (at <= calls) { draw("rect", {x: left(at - 1), width: Math.max(2, width / calls), y: 0, height: height - FOOT, class: "here"}, svg) }
  }

  new ResizeObserver(show).observe(node)
  node.append(tip)
  return {node, bring(next, here) {
    view = next
    at = here
    calls = next.sent.length
    node.setAttribute("aria-label", next.says)
    show()
  }}
}

export function costChart() {
  const node = make("div", "chart cost")
  node.setAttribute("role", "img")
  let view = null
  function show() {
    const width = node.clientWidth
    const height = node.clientHeight
    if (!view || !width) { return }
    node.querySelector("svg")?.remove()
    const most = ROOM * Math.max(view.stored.at(-1), view.sent.at(-1))
    const {svg, up} = plot(node, width, height, most)
    const left = (i) => (width * i / view.sent.length).toFixed(1)
    for (const which of ["stored", "sent"]) { draw("path", {d: stepped(view[which], left, up), class: `edge ${which}`}, svg) }
    line(svg, up(0), width, "axis")
  }
  new ResizeObserver(show).observe(node)
  return {node, bring(next) {
    view = next
    node.setAttribute("aria-label", next.says)
    show()
  }}
}
