import { DocumentFrame } from '#ui/documents/frame.tsx'
import { usePlace } from '../use-place.ts'
import type { ViewerProps } from './document.tsx'

const REST_MS = 1000
// How far down a reader is, in thousandths: the only measure that holds on every width.
const PARTS = 1000

/** A text, sheet or presentation in the page (LRN-034), open where it was left (LRN-049). */
export function Office({ item, url, type, relatedId, onFailed }: ViewerProps) {
  const { from, rest } = usePlace(item, relatedId)
  const onShown = (view: Window) => {
    const sheet = view.document.scrollingElement
    if (!sheet) return
    const height = () => sheet.scrollHeight - sheet.clientHeight
    sheet.scrollTop = (from / PARTS) * height()
    let timer: ReturnType<typeof setTimeout> | undefined
    view.addEventListener('scroll', () => {
      clearTimeout(timer)
      timer = setTimeout(() => height() > 0 && rest((sheet.scrollTop / height()) * PARTS), REST_MS)
    })
  }
  return <DocumentFrame url={url} type={type} title={item.title} onFailed={onFailed} onShown={onShown} />
}
