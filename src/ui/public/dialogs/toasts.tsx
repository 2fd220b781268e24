import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTopDialog } from './dialog-stack.ts'
import { queue } from './toast.ts'
import type { Toast } from './toast-queue.ts'
import styles from './toasts.module.css'

export { toast } from './toast.ts'

// The cards are loaded when the first message comes: most pages never show one.
// Offline they cannot come; then a message is its bare text.
const ToastCard = lazy(() =>
  import('./toast-card.tsx').then(
    (file) => ({ default: file.ToastCard }),
    () => ({ default: BareToast }),
  ),
)
const BareToast = ({ toast: { text } }: { toast: Toast }) => <div className={styles.toast}>{text}</div>
const NONE: readonly Toast[] = []

// A toast that is removed under the pointer or with the focus in it sends no leave event; the others continue.
function VisibleToast({ toast }: { toast: Toast }) {
  useEffect(() => queue.resume, [])
  return <ToastCard toast={toast} onDismiss={queue.dismiss} />
}

/**
 * The place of the toasts on the page, or inside the named dialog while that is the topmost. It is a live region that
 * exists before its first message, so that screen readers read every message.
 */
export function ToastOutlet({ dialog = null }: { dialog?: string | null }): ReactNode {
  const toasts = useSyncExternalStore(queue.subscribe, queue.list, () => NONE)
  const isHere = useTopDialog() === dialog
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only holds its time
    <div
      className={styles.outlet}
      data-print="no"
      onMouseOver={queue.pause}
      onMouseOut={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
    >
      <div role="status" aria-live="polite" aria-relevant="additions">
        {isHere && toasts.length > 0 && (
          <Suspense fallback={null}>
            {toasts.map((each) => (
              <VisibleToast key={each.id} toast={each} />
            ))}
          </Suspense>
        )}
      </div>
    </div>
  )
}
