import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './paper-page.module.css'

export type PaperSize = { width: number; height: number }

type Props = {
  document: PDFDocumentProxy
  number: number
  /** In the document's own units, until the page itself is known. */
  size: PaperSize
  /** CSS pixels. */
  width: number
  /** What scrolls the pages; nothing where the window does. */
  root?: RefObject<HTMLElement | null>
}

// Phones refuse larger drawings.
const MAX_PIXELS = 8_000_000

/** True while the element is in sight or about to come. */
const useNearby = (element: RefObject<HTMLElement | null>, root?: RefObject<HTMLElement | null>): boolean => {
  const [isNearby, setNearby] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setNearby(entries.at(-1)?.isIntersecting ?? false), {
      root: root?.current ?? null,
      rootMargin: '100% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, root])
  return isNearby
}

/** One page: drawn while it is near, with its text over it for selection, search and reading aloud. */
export function PaperPage({ document, number, size: expected, width, root }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(expected)
  const isNearby = useNearby(box, root)

  useEffect(() => {
    const place = drawing.current
    if (!isNearby || !place) return
    let isGone = false
    let stop = () => {}
    const draw = async () => {
      const page = await document.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      if (isGone) return
      setSize({ width: plain.width, height: plain.height })
      const viewport = page.getViewport({ scale: width / plain.width })
      const most = Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height))
      const density = Math.min(devicePixelRatio || 1, most)
      const canvas = window.document.createElement('canvas')
      canvas.width = Math.floor(viewport.width * density)
      canvas.height = Math.floor(viewport.height * density)
      const text = window.document.createElement('div')
      text.className = styles.text ?? ''
      const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
      stop = () => {
        task.cancel()
        layer.cancel()
        page.cleanup()
      }
      await Promise.all([task.promise, layer.render()])
      if (!isGone) place.replaceChildren(canvas, text)
    }
    // Canceled, or damaged: the page stays white, the others are shown.
    draw().catch(() => {})
    return () => {
      isGone = true
      stop()
      place.replaceChildren()
    }
  }, [document, number, width, isNearby])

  const scale = width / size.width
  const style = { width, height: size.height * scale, '--total-scale-factor': scale } as CSSProperties
  return (
    <div ref={box} className={styles.page} style={style} data-page={number}>
      <div ref={drawing} />
    </div>
  )
}
