// Charts of the page as one picture file: SVG with the styles it has on screen written into it, or that drawn as PNG.
import {make} from "./dom.js"
import {save} from "./saving.js"

const SPACE = "http://www.w3.org/2000/svg"
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray"]
const EDGE = 12 // px around the charts
const LINE = 18 // px of a line of the legend
const LETTER = 7 // px of a letter of 12 px type, for where the next entry of the legend begins; Chinese ones take two
const FINE = 2 // pixels of a PNG for each of the page, so that it stays sharp in a document

function node(name, attributes, parent) {
  const made = document.createElementNS(SPACE, name)
  for (const [key, value] of Object.entries(attributes)) { made.setAttribute(key, String(value)) }
  parent?.append(made)
  return made
}

function styled(svg) {
  const copy = svg.cloneNode(true)
  const from = svg.querySelectorAll("*")
  copy.querySelectorAll("*").forEach((each, i) => {
    const style = getComputedStyle(from[i])
    for (const name of STYLES) { each.setAttribute(name, style.getPropertyValue(name)) }
    each.removeAttribute("class")
  })
  copy.removeAttribute("aria-hidden")
  return copy
}

// The colour of a legend's mark: of its line or its triangle, else what it is filled with.
function colour(mark) {
  const style = getComputedStyle(mark)
  const drawn = ["Top", "Bottom"].find((side) => parseFloat(style[`border${side}Width`]) > 0)
  return drawn ? style[`border${drawn}Color`] : style.backgroundColor
}

function pictured(charts, legend, says) {
  const svgs = charts.map((chart) => chart.querySelector("svg")).filter(Boolean)
  const card = getComputedStyle(charts[0].closest(".card"))
  const width = Math.max(...svgs.map((svg) => Number(svg.getAttribute("width"))))
  const root = node("svg", {xmlns: SPACE, "font-family": "sans-serif", "font-size": 12})
  node("title", {}, root).textContent = says
  const back = node("rect", {fill: card.backgroundColor}, root)
  let y = EDGE
  svgs.forEach((svg, i) => {
    const copy = styled(svg)
    copy.setAttribute("x", String(EDGE))
    copy.setAttribute("y", String(y))
    root.append(copy)
    y += Number(svg.getAttribute("height")) + EDGE
    if (i) { return }
    let x = EDGE
    for (const entry of legend) {
      const words = entry.textContent
      const room = 16 + LETTER * [...words].reduce((sum, each) => sum + (each > "\u2e80" ? 2 : 1), 0) + EDGE
      if (x > EDGE && x + room > width) { x = EDGE; y += LINE }
      node("rect", {x, y: y + 4, width: 10, height: 8, fill: colour(entry.querySelector("i"))}, root)
      node("text", {x: x + 16, y: y + LINE - 6, fill: card.color}, root).textContent = words
      x += room
    }
    y += LINE + EDGE
  })
  const whole = {width: width + 2 * EDGE, height: y}
  for (const [key, value] of Object.entries(whole)) {
    root.setAttribute(key, String(value))
    back.setAttribute(key, String(value))
  }
  root.setAttribute("viewBox", `0 0 ${whole.width} ${whole.height}`)
  return {text: new XMLSerializer().serializeToString(root), ...whole}
}

function asPng({text, width, height}, done) {
  const image = new Image()
  image.onload = () => {
    const canvas = document.createElement("canvas")
    canvas.width = width * FINE
    canvas.height = height * FINE
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
    canvas.toBlob((blob) => { if (blob) { done(blob) } }, "image/png")
  }
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
}

// Two buttons. `charts` are the charts' boxes, `legend` the list of the first one's marks.
export function chartButtons(charts, legend) {
  const row = make("p", "take")
  const name = make("span", "mut")
  const buttons = ["svg", "png"].map((kind) => {
    const button = make("button", "btn", kind.toUpperCase())
    button.type = "button"
    button.dataset.testid = `run-${kind}`
    button.addEventListener("click", () => {
      if (!charts.some((chart) => chart.querySelector("svg"))) { return }
      const found = pictured(charts, [...legend.children], charts[0].getAttribute("aria-label") ?? "")
      if (kind === "svg") { save("trimscope-run.svg", "image/svg+xml", found.text) }
      else { asPng(found, (blob) => save("trimscope-run.png", "image/png", blob)) }
    })
    return button
  })
  row.append(name, ...buttons)
  return {row, bring(words) {
    name.textContent = words.charts
    for (const button of buttons) { button.setAttribute("aria-label", `${words.charts} ${button.textContent}`) }
  }}
}
