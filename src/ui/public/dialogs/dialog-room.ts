/** Below this height of the visible window a dialog scrolls as a whole: head and buttons would leave nothing for the rest. */
const LEAST_HEIGHT = 320

/** The part of the window that is neither zoomed away nor under the keyboard of a phone. */
const visiblePart = () => {
  const view = window.visualViewport
  if (view?.scale !== 1) return { above: 0, height: window.innerHeight }
  return { above: view.offsetTop, height: view.height }
}

type Parts = { overlay: HTMLElement; body: HTMLElement; content: HTMLElement; focusable: string }

/**
 * Keeps a dialog within the visible window, with its head and buttons in view while its body scrolls, and what has the focus in
 * view when a keyboard opens (UIX-047). A body that fits does not scroll, so that its lists may reach over the edge.
 */
export const keepInWindow = ({ overlay, body, content, focusable }: Parts): (() => void) => {
  const measure = () => {
    const { above, height } = visiblePart()
    overlay.style.setProperty('--above', `${above}px`)
    overlay.style.setProperty('--below', `${Math.max(0, window.innerHeight - above - height)}px`)
    overlay.toggleAttribute('data-low', height < LEAST_HEIGHT)
    const isLong = content.offsetHeight > body.clientHeight + 1
    body.toggleAttribute('data-long', isLong)
    // Text without anything to press scrolls by keyboard, too.
    if (isLong && !content.querySelector(focusable)) body.tabIndex = 0
    else body.removeAttribute('tabindex')
  }
  const reveal = () => {
    measure()
    const active = document.activeElement
    if (active && body.contains(active)) active.scrollIntoView({ block: 'nearest' })
  }
  let frame = 0
  let height = 0
  // With reduced motion a new size takes effect a frame after it is set, so what has the focus is looked for once more.
  const follow = () => {
    if (body.clientHeight < height) reveal()
    else measure()
    height = body.clientHeight
  }
  const later = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(follow)
  }
  measure()
  const observer = new ResizeObserver(later)
  for (const part of [overlay, body, content]) observer.observe(part)
  window.visualViewport?.addEventListener('resize', reveal)
  window.visualViewport?.addEventListener('scroll', later)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    window.visualViewport?.removeEventListener('resize', reveal)
    window.visualViewport?.removeEventListener('scroll', later)
  }
}
