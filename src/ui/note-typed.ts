// While React takes a text area over it puts the server's text back, so what stood there is read before.
export const noted = new WeakMap<HTMLTextAreaElement, string>()

/** Notes what stands in text areas; called once, before the page is taken over from the server. */
export const noteTyped = (): void => {
  for (const area of document.querySelectorAll('textarea')) {
    if (area.value !== area.defaultValue) noted.set(area, area.value)
  }
}
