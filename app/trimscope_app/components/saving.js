// A text saved as a file, and let go again.

export function save(name, mime, text) {
  const url = URL.createObjectURL(new Blob([text], {type: mime}))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10000) // ms: long enough for the browser to have begun the download
}

// What Python answers to a component's {save: what} is a file.
export function saveAnswers(model) {
  model.on("response", () => {
    const answer = model.response
    if (!answer?.name) { return }
    save(answer.name, answer.mime, answer.text)
    model.response = {}
  })
}
