// A file or text may be dropped, or pasted, anywhere on the page; what is dragged from the page itself, or into a field,
// is no transcript.

const isField = (event) => event.composedPath().some((node) => node.matches?.("input, textarea, select, [contenteditable]"))

// The listeners by event: `veil` shows while something hangs over the page, `readFile(file, others)` and `readText(text)`
// take what came, and nothing is taken from the clipboard while `closed()` holds.
export function dropListeners(veil, readFile, readText, closed) {
  let depth = 0
  let fromHere = false
  const hasFile = (event) => {
    const types = [...(event.dataTransfer?.types ?? [])]
    return types.includes("Files") || (types.includes("text/plain") && !fromHere && !isField(event))
  }
  return {
    dragenter: (event) => { if (hasFile(event)) { event.preventDefault(); depth++; veil.classList.add("on") } },
    dragover: (event) => { if (hasFile(event)) { event.preventDefault() } },
    dragleave: (event) => { if (hasFile(event) && --depth <= 0) { depth = 0; veil.classList.remove("on") } },
    drop: (event) => {
      if (!hasFile(event)) { return }
      event.preventDefault()
      depth = 0
      veil.classList.remove("on")
      const {files} = event.dataTransfer
      if (files.length) { readFile(files[0], files.length - 1) }
      else { readText(event.dataTransfer.getData("text/plain")) }
    },
    dragstart: () => { fromHere = true },
    dragend: () => { fromHere = false },
    paste: (event) => {
      if (isField(event) || closed()) { return }
      const {files} = event.clipboardData
      const text = event.clipboardData.getData("text/plain")
      if (!files.length && !text.trim()) { return }
      event.preventDefault()
      if (files.length) { readFile(files[0], files.length - 1) } else { readText(text) }
    },
  }
}
