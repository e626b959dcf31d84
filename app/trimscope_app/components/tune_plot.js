// Cost against lost references as points, the front joined by a line. A click picks a point; the table beside it has the
// same for the keyboard.
import {make} from "./dom.js"

const SPACE = "http://www.w3.org/2000/svg"
const WIDE = 460 // the drawing's own units; it is scaled to the width it has
const HIGH = 220
const LEFT = 34
const FOOT = 22
const EDGE = 10
const NEAR = 14 // units around a point in which a click is meant for it

function shape(name, attributes, parent) {
  const node = document.createElementNS(SPACE, name)
  for (const [key, value] of Object.entries(attributes)) { node.setAttribute(key, String(value)) }
  parent?.append(node)
  return node
}

function words(svg, text, x, y, anchor) {
  shape("text", {x, y, "text-anchor": anchor, class: "label"}, svg).textContent = text
}

export function scatter(pick) {
  const node = make("div", "scatter")
  node.setAttribute("role", "img")
  let places = []

  node.addEventListener("click", (event) => {
    const box = node.firstChild?.getBoundingClientRect()
    if (!box?.width) { return }
    const scale = WIDE / box.width
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale]
    const near = places.map((each) => ({row: each.row, far: Math.hypot(each.x - x, each.y - y)}))
      .sort((one, other) => one.far - other.far)[0]
    if (near && near.far <= NEAR) { pick(near.row) }
  })

  function bring(view, picked) {
    node.setAttribute("aria-label", view.says)
    const svg = shape("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true"})
    const bottom = HIGH - FOOT
    shape("path", {d: `M${LEFT} ${EDGE}V${bottom}H${WIDE - EDGE}`, class: "axis-line"}, svg)
    words(svg, "0", LEFT - 4, bottom, "end")
    words(svg, view.most, LEFT - 4, EDGE + 8, "end")
    words(svg, view.axes.lost, LEFT + 4, EDGE + 8, "start")
    words(svg, view.low, LEFT, HIGH - 6, "start")
    words(svg, view.high, WIDE - EDGE, HIGH - 6, "end")
    words(svg, view.axes.cost, (WIDE + LEFT) / 2, HIGH - 6, "middle")
    places = view.points.map(([row, x, y, kind]) => ({
      row, kind, x: LEFT + EDGE + x * (WIDE - LEFT - 3 * EDGE) / 1000, y: bottom - 6 - y * (bottom - 6 - 3 * EDGE) / 1000,
    }))
    // Of the front, which minds the largest request as well, the line joins what nothing beats in these two alone.
    let lowest = -1
    const front = places.filter((each) => each.kind !== "other").sort((one, other) => one.x - other.x || other.y - one.y)
      .filter((each) => each.y > lowest && (lowest = each.y))
    if (front.length > 1) {
      shape("path", {d: front.map((each, i) => `${i ? "L" : "M"}${each.x.toFixed(1)} ${each.y.toFixed(1)}`).join(""), class: "front-line"}, svg)
    }
    for (const kind of ["other", "front", "advised"]) {
      for (const each of places.filter((one) => one.kind === kind)) {
        shape("circle", {cx: each.x.toFixed(1), cy: each.y.toFixed(1), r: kind === "other" ? 3.5 : kind === "front" ? 4.5 : 6, class: `${kind}-dot`}, svg)
      }
    }
    const here = places.find((each) => each.row === picked)
    if (here) { shape("circle", {cx: here.x, cy: here.y, r: 9, class: "picked-dot"}, svg) }
    node.replaceChildren(svg)
  }
  return {node, bring}
}
