import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { goToAnchor } from '../../hooks/scroll-to-anchor.ts'

/**
 * Moves the focus to the heading of a new page, so that the keyboard and screen readers continue there. A page that has
 * already focused something, an open dialog and a link to a part of the page keep the focus. `before` is the element
 * that had the focus when the change started.
 */
const focusPage = (before: Element | null) => {
  const active = document.activeElement
  const isTakenByPage = active !== null && active !== before && active !== document.body
  if (isTakenByPage || location.hash || document.querySelector('dialog[open]')) return
  const main = document.getElementById('main')
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

const arrivalPath = (): string => {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival ? new URL(arrival.name).pathname : location.pathname
}

/** Moves the focus to each new page, or to the part of it that its address names, and announces the title; stands once on every page. */
export function PageFocus() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let before = document.activeElement
    let shown = arrivalPath()
    const arrival = location.hash.slice(1)
    // The browser has gone to a part that came with the page; meanwhile somebody may be typing.
    let stopWaiting = document.getElementById(arrival) ? () => {} : goToAnchor(arrival)
    const show = (path: string) => {
      if (path === shown) return
      shown = path
      focusPage(before)
      setTitle(document.title)
    }
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        before = document.activeElement
        stopWaiting()
      }),
      router.subscribe('onRendered', ({ toLocation }) => {
        show(toLocation.pathname)
        stopWaiting = goToAnchor(toLocation.hash)
      }),
    ]
    // This file comes after the page: somebody may have gone on before it was there.
    if (router.state.status === 'idle') show(router.state.location.pathname)
    return () => {
      for (const stop of stops) stop()
      stopWaiting()
    }
  }, [router])
  return (
    <p aria-live="polite" className="only-read">
      {title}
    </p>
  )
}
