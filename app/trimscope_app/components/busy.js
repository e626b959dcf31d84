// Says that Python works on what the user just did. After every move on the page a number is sent behind it (`model.ask`);
// Python answers it (`model.answer`) once it has done all that came before. What takes longer than a moment gets words.

const PATIENCE_MS = 250 // below this an answer feels immediate, and words would only flicker
const BEHIND_MS = 40 // widgets hand over a value some milliseconds after the event that made it

export function watchBusy(model, show) {
  let asked = 0
  let timer = null
  let again = false // something more was done while an answer is awaited
  const isUp = () => (document.documentElement.dataset.trimscope ?? "ready") === "ready" // the static page starts as a picture
  const ask = () => {
    if (!isUp()) { return }
    if (timer !== null) { again = true; return }
    timer = setTimeout(() => {
      asked = (model.answer ?? 0) + 1
      model.ask = asked
      timer = setTimeout(() => show(true), PATIENCE_MS)
    }, BEHIND_MS)
  }
  const answered = () => {
    if (model.answer < asked) { return }
    clearTimeout(timer)
    timer = null
    show(false)
    if (again) { again = false; ask() }
  }
  const events = ["pointerup", "keyup", "change"]
  for (const type of events) { window.addEventListener(type, ask, {capture: true, passive: true}) }
  model.on("answer", answered)
  model.on("remove", () => {
    clearTimeout(timer)
    for (const type of events) { window.removeEventListener(type, ask, {capture: true}) }
  })
}
