type Noted = { typed: string; from: number; to: number }

// While React takes a text area over it puts the server's text back and the caret elsewhere, so both are read before.
const noted = new WeakMap<HTMLTextAreaElement, Noted>()
const taken = new WeakSet<HTMLTextAreaElement>()

const note = (area: HTMLTextAreaElement): void => {
  if (!taken.has(area)) noted.set(area, { typed: area.value, from: area.selectionStart, to: area.selectionEnd })
}
const isReacts = (area: HTMLTextAreaElement) => Object.keys(area).some((key) => key.startsWith('__reactProps'))

/**
 * Notes the contents of text areas and what is typed there before React takes over, which can take long; called once,
 * before React listens.
 */
export const noteTyped = (): void => {
  for (const area of document.querySelectorAll('textarea')) note(area)
  // An input event makes React take over at once what it was meant for, so it is noted on its way there.
  addEventListener('input', ({ target }) => target instanceof HTMLTextAreaElement && note(target), true)
  document.addEventListener('selectionchange', () => {
    const area = document.activeElement
    if (area instanceof HTMLTextAreaElement && !isReacts(area)) note(area)
  })
}

/** What was noted of a text area; from now on it is React's. */
export const takeNoted = (area: HTMLTextAreaElement): Noted | undefined => {
  const note = noted.get(area)
  taken.add(area)
  noted.delete(area)
  return note
}
