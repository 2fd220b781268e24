/** Free space above an anchor in pixels, and how its arrival is waited for (UIX-004). */
export const ANCHOR = { offset: 150, every: 100, tries: 50 } as const

const focusOn = (element: HTMLElement) => {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/**
 * Moves the focus to the element with that id. One that is not there yet is scrolled to when it arrives, for which it
 * waits 5 seconds, unless the person has gone elsewhere by then; the router has scrolled to the others. Answers what
 * ends the wait.
 */
export const goToAnchor = (id: string): (() => void) => {
  const present = document.getElementById(id)
  if (present) focusOn(present)
  return present || !id ? () => {} : whenThere(id)
}

const whenThere = (id: string) => {
  const before = document.activeElement
  let tries = 1
  const timer = setInterval(() => {
    const element = document.getElementById(id)
    tries += 1
    if (element || tries >= ANCHOR.tries) clearInterval(timer)
    if (!element || document.activeElement !== before) return
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - ANCHOR.offset })
    focusOn(element)
  }, ANCHOR.every)
  return () => clearInterval(timer)
}
