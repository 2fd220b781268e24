import { DocumentFrame } from './frame.tsx'
import type { ViewerProps } from './kinds.ts'

const REST_MS = 1000
// How far down a reader is, in thousandths: the only measure that holds on every width.
const PARTS = 1000

/** A text, sheet or presentation in the page (LRN-034), open where it was left (LRN-049). */
export function Office({ url, type, title, place, onFailed }: ViewerProps) {
  const onShown = (view: Window) => {
    const sheet = view.document.scrollingElement
    if (!sheet) return
    const height = () => sheet.scrollHeight - sheet.clientHeight
    if (!place) return
    sheet.scrollTop = (place.from / PARTS) * height()
    let timer: ReturnType<typeof setTimeout> | undefined
    view.addEventListener('scroll', () => {
      clearTimeout(timer)
      if (height() <= 0) return
      const now = (sheet.scrollTop / height()) * PARTS
      place.note(now)
      timer = setTimeout(() => place.rest(now), REST_MS)
    })
  }
  return <DocumentFrame url={url} type={type} title={title} onFailed={onFailed} onShown={onShown} />
}
