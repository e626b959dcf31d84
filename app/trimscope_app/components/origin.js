// Where the settings come from, in a line, and the button that goes back to what the transcript came with.

export function render({model}) {
  const root = document.createElement("div")
  root.className = "origin"
  const text = document.createElement("p")
  text.dataset.testid = "origin"
  const reset = document.createElement("button")
  reset.type = "button"
  reset.className = "btn"
  reset.dataset.testid = "reset"
  reset.addEventListener("click", () => { model.reset = Date.now() })
  root.append(text, reset)
  function draw() {
    const d = model.data
    text.textContent = d?.text ?? ""
    text.dataset.code = d?.code ?? ""
    reset.textContent = d?.reset ?? ""
    reset.hidden = !d?.reset
  }
  model.on("data", draw)
  draw()
  return root
}
