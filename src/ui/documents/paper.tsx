import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconChevronDown, IconChevronUp, IconMinus, IconPlus } from '../icons.tsx'
import { type OpenedPdf, openPdf, sizesOf } from '../pdf/open-pdf.ts'
import { PaperPage } from '../pdf/paper-page.tsx'
import { Button } from '../public/parts/button.tsx'
import type { ViewerProps } from './kinds.ts'
import styles from './paper.module.css'

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
const REST_MS = 1000

/**
 * A PDF in the page, on every device: page by page, searchable, readable aloud, opened where the reader left off
 * (LRN-049).
 */
export function Paper({ url, title, place, onFailed }: ViewerProps) {
  const [opened, setOpened] = useState<OpenedPdf | null>(null)
  const tellFailed = useEffectEvent(onFailed)
  // A signed address is renewed with every read; the document stays the one that was opened.
  const [address] = useState(url)
  useEffect(() => {
    const task = openPdf({ url: address })
    task.promise
      .then(async (document) => setOpened({ document, sizes: await sizesOf(document) }))
      .catch(() => {
        if (!task.destroyed) tellFailed()
      })
    return () => void task.destroy()
  }, [address])

  if (!opened)
    return (
      <div className={styles.paper} aria-busy="true">
        <p className={styles.wait}>Opening the document…</p>
      </div>
    )
  return <Pages title={title} place={place} opened={opened} />
}

/** The number of the page that stands across the upper third of the window. */
const pageInView = (scroller: HTMLElement): number => {
  const line = scroller.scrollTop + scroller.clientHeight / 3
  const pages = [...scroller.querySelectorAll<HTMLElement>('[data-page]')]
  const behind = pages.findIndex((page) => page.offsetTop > line)
  return behind === -1 ? pages.length : Math.max(1, behind)
}

const toPage = (scroller: HTMLElement, number: number) => {
  const page = scroller.querySelector<HTMLElement>(`[data-page="${number}"]`)
  if (page) scroller.scrollTop = page.offsetTop - 8
}

type PagesProps = Pick<ViewerProps, 'title' | 'place'> & { opened: OpenedPdf }

function Pages({ title, place, opened }: PagesProps) {
  const tell = useEffectEvent((kind: 'note' | 'rest', number: number) => place?.[kind](number))
  const { document, sizes } = opened
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [zoom, setZoom] = useState<number>(1)
  const first = Math.min(Math.max(1, place?.from ?? 1), sizes.length)
  const [page, setPage] = useState(first)
  const hasPlace = useRef(false)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (width === 0 || hasPlace.current || !scroller.current) return
    hasPlace.current = true
    toPage(scroller.current, first)
  }, [width, first])

  useEffect(() => {
    if (!hasPlace.current) return
    tell('note', page)
    const timer = setTimeout(() => tell('rest', page), REST_MS)
    return () => clearTimeout(timer)
  }, [page])

  const go = (number: number) => scroller.current && toPage(scroller.current, number)
  const zoomBy = (step: 1 | -1) => {
    const next = ZOOMS[ZOOMS.indexOf(zoom as (typeof ZOOMS)[number]) + step]
    if (next) setZoom(next)
  }
  return (
    <div className={styles.viewer}>
      <div className={styles.tools} role="toolbar" aria-label="Document">
        {sizes.length > 1 && (
          <>
            <Button size="sm" variant="ghost" icon={IconChevronUp} disabled={page <= 1} onClick={() => go(page - 1)}>
              <span className="only-read">Previous page</span>
            </Button>
            <Button
              size="sm"
              variant="ghost"
              icon={IconChevronDown}
              disabled={page >= sizes.length}
              onClick={() => go(page + 1)}
            >
              <span className="only-read">Next page</span>
            </Button>
          </>
        )}
        <span role="status">
          Page {page} of {sizes.length}
        </span>
        <span className={styles.gap} />
        <Button size="sm" variant="ghost" icon={IconMinus} disabled={zoom === ZOOMS[0]} onClick={() => zoomBy(-1)}>
          <span className="only-read">Zoom out</span>
        </Button>
        <span className={styles.zoom}>{Math.round(zoom * 100)}%</span>
        <Button size="sm" variant="ghost" icon={IconPlus} disabled={zoom === ZOOMS.at(-1)} onClick={() => zoomBy(1)}>
          <span className="only-read">Zoom in</span>
        </Button>
      </div>
      <section
        ref={scroller}
        className={styles.paper}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={title}
        onScroll={({ currentTarget }) => setPage(pageInView(currentTarget))}
      >
        {width > 0 &&
          sizes.map((size, index) => (
            <PaperPage
              // biome-ignore lint/suspicious/noArrayIndexKey: the number of a page is what it is
              key={index}
              document={document}
              number={index + 1}
              size={size}
              width={(width - 16) * zoom}
              root={scroller}
            />
          ))}
      </section>
    </div>
  )
}
