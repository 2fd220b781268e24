import { DocumentFrame } from './frame.tsx'
import type { ViewerProps } from './viewer.tsx'

const REST_MS = 1000
// How far down a reader is, in thousandths: the only measure that holds on every width.
const PARTS = 1000

/** A text, sheet or presentation in the page (LRN-034), open where it was left (LRN-049). */
export function Office({ url, type, title, from = 0, onRest, onFailed }: ViewerProps) {
  const onShown = (view: Window) => {
    const sheet = view.document.scrollingElement
    if (!sheet) return
    const height = () => sheet.scrollHeight - sheet.clientHeight
    sheet.scrollTop = (from / PARTS) * height()
    let timer: ReturnType<typeof setTimeout> | undefined
    view.addEventListener('scroll', () => {
      clearTimeout(timer)
      timer = setTimeout(() => height() > 0 && onRest?.((sheet.scrollTop / height()) * PARTS), REST_MS)
    })
  }
  return <DocumentFrame url={url} type={type} title={title} onFailed={onFailed} onShown={onShown} />
}
