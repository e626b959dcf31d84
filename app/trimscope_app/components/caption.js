// A heading, a line of help, or a fold's handle among the controls (`kind`): our own words, plain text.

export function render({model}) {
  const tag = {heading: "h2", help: "p", fold: "button"}[model.kind]
  const node = document.createElement(tag)
  if (tag === "button") {
    node.type = "button"
    node.className = "fold"
    node.addEventListener("click", () => { model.open = !model.open })
    const state = () => {
      node.setAttribute("aria-expanded", String(model.open))
      node.getRootNode().host?.classList.toggle("ts-open", model.open) // what stands beside it may fold by style alone
    }
    model.on("open", state)
    state()
  }
  if (model.testid) { node.dataset.testid = model.testid }
  const draw = () => { node.textContent = model.text }
  model.on("text", draw)
  draw()
  return node
}
