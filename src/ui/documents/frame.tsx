import { useEffect, useEffectEvent, useState } from 'react'
import styles from './frame.module.css'
import { documentPage } from './page.ts'
import { readDocument } from './read-document.ts'

type FrameProps = {
  url: string
  /** The extension of the file. */
  type: string
  title: string
  /** The document is damaged, or could not be reached. */
  onFailed: () => void
  onShown?: (view: Window) => void
}

/** A document converted to a page in this browser, in a frame that runs and fetches nothing (UPL-013). */
export function DocumentFrame({ url, type, title, onFailed, onShown }: FrameProps) {
  const [page, setPage] = useState<string | null>(null)
  const tellFailed = useEffectEvent(onFailed)
  // A signed address is renewed with every read; the document stays the one that was opened.
  const [source] = useState({ url, type, title })
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      const answer = await fetch(source.url, { signal: stop.signal })
      if (!answer.ok) throw new Error(`The file was answered with ${answer.status}`)
      const html = await readDocument(source.type, new Uint8Array(await answer.arrayBuffer()), stop.signal)
      setPage(documentPage(source.title, html))
    }
    read().catch(() => {
      if (!stop.signal.aborted) tellFailed()
    })
    return () => stop.abort()
  }, [source])

  if (page === null)
    return (
      <div className={styles.wait} aria-busy="true">
        <p>Opening the document…</p>
      </div>
    )
  return (
    <iframe
      className={styles.frame}
      // No scripts. The same origin, so that the place in it can be kept.
      sandbox="allow-same-origin allow-popups"
      srcDoc={page}
      title={title}
      onLoad={({ currentTarget: frame }) => {
        const view = frame.contentWindow
        if (!view) return
        // A dialog around it closes on Escape, also for those who have just clicked into the document.
        view.addEventListener('keydown', ({ key }) => {
          if (key === 'Escape') frame.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
        })
        onShown?.(view)
      }}
    />
  )
}
