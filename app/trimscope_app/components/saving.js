// A text saved as a file, and let go again; rows as the text of a CSV file.

export function csvText(columns, rows) {
  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value)
    return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
  }
  return [columns, ...rows].map((row) => row.map(cell).join(",") + "\n").join("")
}

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
