import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SCHEME_ATTRIBUTE } from '../../theme/scheme-script.ts'
import { followHead } from './follow-head.ts'

const DOCUMENT =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body></body></html>'

/** The widths at which a page is shown, as a visitor's window has them (PGB-042). */
export const WIDTHS = { desktop: 1280, tablet: 768, phone: 375 } as const
export type WidthName = keyof typeof WIDTHS

export type PageFrameOptions = {
  /** The width of the window in which the page is shown, in pixels. */
  width: number
  /** The element into which the page is drawn: `main` for the content alone, `div` for a whole page. */
  tag?: 'main' | 'div'
  /** The scheme of the frame; without one that of the page around it. */
  scheme?: 'light' | 'dark' | undefined
  /** Style rules of the frame alone, after those of the page around it. */
  style?: string
}

/**
 * A frame as wide as a visitor's window with the styles of the page around it, into which public components are drawn by
 * `createPortal(…, main)`. `frame` goes to the iframe, `box` to the element whose room it fills.
 */
export const usePageFrame = ({ width, tag = 'main', scheme, style }: PageFrameOptions) => {
  const ref = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [main, setMain] = useState<HTMLElement | null>(null)

  // The frame may have its document before this is alive.
  const take = () => {
    const page = ref.current?.contentDocument
    if (!page?.body || page.body.firstElementChild) return
    const element = page.createElement(tag)
    if (tag === 'main') element.id = 'main'
    page.body.append(element)
    setMain(element)
  }
  useEffect(() => {
    if (ref.current?.contentDocument?.readyState === 'complete') take()
  })

  useEffect(() => {
    const inner = main?.ownerDocument
    return inner && followHead(document, inner, (html) => scheme && html.setAttribute(SCHEME_ATTRIBUTE, scheme))
  }, [main, scheme])
  useEffect(() => {
    const inner = main?.ownerDocument
    if (!inner?.defaultView || style === undefined) return
    // A sheet of the frame's own window; the policy for inline styles does not concern it.
    const sheet = new (inner.defaultView as Window & typeof globalThis).CSSStyleSheet()
    sheet.replaceSync(style)
    inner.adoptedStyleSheets = [sheet]
  }, [main, style])

  const scale = useScale(box, width)
  const size = { width, height: `${100 / scale}%`, ...(scale < 1 && { transform: `scale(${scale})` }) }
  return { box, main, frame: { ref, srcDoc: DOCUMENT, onLoad: take, style: size } }
}

/** How much smaller than a visitor's window the room for the page is. */
const useScale = (box: RefObject<HTMLDivElement | null>, width: number): number => {
  const [room, setRoom] = useState(width)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return Math.min(1, room / width)
}
