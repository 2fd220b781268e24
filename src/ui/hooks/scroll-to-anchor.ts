/** Free space above an anchor in pixels, and how its arrival is waited for (UIX-004). */
export const ANCHOR = { offset: 150, every: 100, tries: 50 } as const

/** Scrolls to the element with that id as soon as it exists, and moves the focus there; gives up after 5 seconds. */
export const scrollToAnchor = (id: string): (() => void) => {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const element = document.getElementById(id)
    if (element) {
      scrollTo({ top: element.getBoundingClientRect().top + scrollY - ANCHOR.offset })
      if (!element.hasAttribute('tabindex')) element.tabIndex = -1
      element.focus({ preventScroll: true })
      return
    }
    tries += 1
    if (tries < ANCHOR.tries) timer = setTimeout(look, ANCHOR.every)
  }
  look()
  return () => clearTimeout(timer)
}
