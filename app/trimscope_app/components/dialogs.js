// A dialog with its title and a button that closes it at its top; what it holds goes below `top`.
import {make} from "./dom.js"

export function titledDialog(testid, titleId, closeTestid = "") {
  const dialog = make("dialog")
  dialog.dataset.testid = testid
  dialog.setAttribute("aria-labelledby", titleId)
  const title = make("h2")
  title.id = titleId
  const close = make("button", "close", "×")
  close.type = "button"
  if (closeTestid) { close.dataset.testid = closeTestid }
  close.addEventListener("click", () => dialog.close())
  const top = make("div", "top")
  top.append(title, close)
  dialog.append(top)
  return {dialog, title, close}
}
