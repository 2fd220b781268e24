import { type ReactNode, useSyncExternalStore } from 'react'
import { messageOf } from '#kernel/errors.ts'
import { cx } from '../cx.ts'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '../icons.tsx'
import { Button, IconButton } from './button.tsx'
import { useTopDialog } from './dialog-stack.ts'
import { createToastQueue, type Toast, type ToastKind } from './toast-queue.ts'
import styles from './toasts.module.css'

const queue = createToastQueue()

type More = Pick<Toast, 'title' | 'action'>
const show = (kind: ToastKind) => (text: string, more?: More) => queue.show({ kind, text, ...more })

/** The text of a failed call (ERR-001, ERR-002), or a text as it is. */
export const textOfError = (error: unknown): string => {
  if (typeof error === 'string') return error
  const status = Number((error as { status?: unknown } | null)?.status) || 0
  // Errors of the program itself carry no status; their message is for developers.
  return messageOf(status, status ? { code: codeOf(error), message: (error as Error).message } : null)
}
const codeOf = (error: unknown) => (error as { code?: unknown }).code

/** Shows short messages on any page; `error` takes a text or whatever was caught. */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: (error: unknown, more?: More) => queue.show({ kind: 'error', text: textOfError(error), ...more }),
  dismiss: queue.dismiss,
  clear: queue.clear,
}

const ICONS = { success: IconCircleCheck, error: IconAlertCircle, warning: IconAlertTriangle, info: IconInfoCircle }
const WORDS = { success: 'Done', error: 'Error', warning: 'Warning', info: 'Note' }
const NONE: readonly Toast[] = []

function ToastCard({ toast: { id, kind, title, text, action } }: { toast: Toast }) {
  const Drawing = ICONS[kind]
  return (
    <div className={cx(styles.toast, styles[kind])} data-toast={kind}>
      <Drawing size={20} />
      <div>
        <span className="only-read">{WORDS[kind]}: </span>
        {title && <div className={styles.title}>{title}</div>}
        <div>{text}</div>
        {action && (
          <div className={styles.action}>
            <Button
              size="sm"
              variant="outline"
              onClick={() => {
                queue.dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          </div>
        )}
      </div>
      <IconButton icon={IconX} label="Dismiss" size="sm" onClick={() => queue.dismiss(id)} />
    </div>
  )
}

/**
 * The place of the toasts on the page, or within the named dialog, where they stand while it is the topmost. It is a
 * live region that exists before its first message, so that screen readers read every message.
 */
export function ToastOutlet({ dialog = null }: { dialog?: string | null }): ReactNode {
  const toasts = useSyncExternalStore(queue.subscribe, queue.list, () => NONE)
  const isHere = useTopDialog() === dialog
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only holds its time
    <div
      className={styles.outlet}
      data-print="no"
      onMouseEnter={queue.pause}
      onMouseLeave={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
    >
      <div role="status" aria-live="polite" aria-relevant="additions">
        {isHere && toasts.map((each) => <ToastCard key={each.id} toast={each} />)}
      </div>
    </div>
  )
}
