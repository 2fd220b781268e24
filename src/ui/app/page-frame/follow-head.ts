const COPIED = 'link[rel=stylesheet], style'

/**
 * Gives the document of a frame the styles and the scheme of the page around it, and keeps them alike while parts of the
 * page bring further styles or the scheme is changed. `settle` sets what the frame has of its own.
 */
export const followHead = (from: Document, to: Document, settle: (html: HTMLElement) => void): (() => void) => {
  const copies = new Map<Element, Element>()
  const copyStyles = () => {
    const present = new Set(from.head.querySelectorAll(COPIED))
    for (const style of present) {
      if (copies.has(style)) continue
      const copy = to.importNode(style, true)
      copies.set(style, copy)
      to.head.append(copy)
    }
    for (const [style, copy] of copies) {
      if (present.has(style)) continue
      copy.remove()
      copies.delete(style)
    }
  }
  const copyAttributes = () => {
    for (const { name, value } of from.documentElement.attributes) to.documentElement.setAttribute(name, value)
    // Of the builder alone: an open dialog holds the page behind it still.
    to.documentElement.removeAttribute('style')
    settle(to.documentElement)
  }
  copyStyles()
  copyAttributes()
  const styles = new MutationObserver(copyStyles)
  styles.observe(from.head, { childList: true })
  const scheme = new MutationObserver(copyAttributes)
  scheme.observe(from.documentElement, { attributes: true })
  return () => {
    styles.disconnect()
    scheme.disconnect()
  }
}
