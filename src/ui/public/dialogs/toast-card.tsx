import { cx } from '../../cx.ts'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '../../icons.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import type { Toast } from './toast-queue.ts'
import styles from './toasts.module.css'

const ICONS = { success: IconCircleCheck, error: IconAlertCircle, warning: IconAlertTriangle, info: IconInfoCircle }
const WORDS = { success: 'Done', error: 'Error', warning: 'Warning', info: 'Note' }

/** One message; its file is loaded with the first of them. */
export function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: (id: number) => void }) {
  const { id, kind, title, text, action } = toast
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
                onDismiss(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          </div>
        )}
      </div>
      <IconButton icon={IconX} label="Dismiss" size="sm" onClick={() => onDismiss(id)} />
    </div>
  )
}
