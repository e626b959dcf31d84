// Elements built from text: nothing here or in any component reads HTML.

export function make(tag, cls, text) {
  const node = document.createElement(tag)
  if (cls) { node.className = cls }
  if (text !== undefined) { node.textContent = text }
  return node
}

// A stroked drawing in a square of 16; screen readers pass over it.
export function glyph(d, width = "1.5") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("viewBox", "0 0 16 16")
  svg.setAttribute("aria-hidden", "true")
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  for (const [k, v] of [["fill", "none"], ["stroke", "currentColor"], ["stroke-width", width], ["stroke-linecap", "round"], ["stroke-linejoin", "round"]]) {
    path.setAttribute(k, v)
  }
  if (d) { path.setAttribute("d", d) }
  svg.append(path)
  return {svg, path}
}
