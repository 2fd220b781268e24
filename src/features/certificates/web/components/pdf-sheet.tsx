import { useEffect, useRef, useState } from 'react'
import { type OpenedPdf, openPdf, sizesOf } from '#ui/pdf/open-pdf.ts'
import { PaperPage } from '#ui/pdf/paper-page.tsx'
import styles from '../template.module.css'

/** A PDF of one page over the whole width of its place; the page before stays until the next one can be drawn. */
export function PdfSheet({ pdf }: { pdf: Uint8Array }) {
  const place = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<OpenedPdf | null>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    let isGone = false
    // The reader takes the bytes away from whom it gets them.
    const task = openPdf({ data: pdf.slice() })
    task.promise
      .then(async (document) => ({ document, sizes: await sizesOf(document) }))
      .then((pdf) => !isGone && setOpened(pdf))
      .catch(() => {})
    return () => {
      isGone = true
      void task.destroy()
    }
  }, [pdf])
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const size = opened?.sizes[0]
  return (
    <div ref={place} className={styles.pages}>
      {opened && size && width > 0 && <PaperPage document={opened.document} number={1} size={size} width={width} />}
    </div>
  )
}
