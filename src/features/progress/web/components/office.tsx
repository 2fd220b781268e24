import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { escapeHtml, officePage } from '../../rules/office-page.ts'
import { usePlace } from '../use-place.ts'
import type { ViewerProps } from './document.tsx'
import styles from './paper.module.css'

type Convert = (file: Blob, title: string) => Promise<string>

/** What makes a page of each kind of file; what a kind needs is loaded with its first file. */
const CONVERTERS: Record<string, Convert> = {
  docx: async (file, title) => {
    const { default: mammoth } = await import('mammoth')
    const { value } = await mammoth.convertToHtml({ arrayBuffer: await file.arrayBuffer() })
    return officePage(title, value)
  },
  txt: async (file, title) => officePage(title, `<pre>${escapeHtml(await file.text())}</pre>`),
}

const REST_MS = 1000
// How far down a reader is, in thousandths: the only measure that holds on every width.
const PARTS = 1000

/** A text document in the page, made into HTML in this browser and shown where nothing of it can run (LRN-034). */
export function Office({ item, url, type, relatedId, onFailed }: ViewerProps) {
  const { from, rest } = usePlace(item, relatedId)
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<string | null>(null)
  const tellFailed = useEffectEvent(onFailed)
  const [source] = useState({ url, type, title: item.title })
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      const answer = await fetch(source.url, { signal: stop.signal })
      if (!answer.ok) throw new Error(`The file was answered with ${answer.status}`)
      const made = await CONVERTERS[source.type]?.(await answer.blob(), source.title)
      if (!stop.signal.aborted) setPage(made ?? null)
    }
    read().catch(() => {
      if (!stop.signal.aborted) tellFailed()
    })
    return () => stop.abort()
  }, [source])

  const onLoad = () => {
    const view = frame.current?.contentWindow
    const sheet = view?.document.scrollingElement
    if (!view || !sheet) return
    const height = () => sheet.scrollHeight - sheet.clientHeight
    sheet.scrollTop = (from / PARTS) * height()
    let timer: ReturnType<typeof setTimeout> | undefined
    view.addEventListener('scroll', () => {
      clearTimeout(timer)
      timer = setTimeout(() => height() > 0 && rest((sheet.scrollTop / height()) * PARTS), REST_MS)
    })
  }
  if (page === null)
    return (
      <div className={styles.paper} aria-busy="true">
        <p className={styles.wait}>Opening the document…</p>
      </div>
    )
  return (
    <iframe
      ref={frame}
      className={styles.office}
      // No scripts. The same origin, so that the place can be kept.
      sandbox="allow-same-origin allow-popups"
      srcDoc={page}
      title={item.title}
      onLoad={onLoad}
    />
  )
}
