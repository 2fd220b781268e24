import type { ReactNode } from 'react'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from './undo-summary.module.css'

type UndoSummaryProps = {
  title: string
  /** Whether something stays as it is. */
  isPartial: boolean
  /** What the undo does and what it does not; those that do not apply are left out. */
  sentences: readonly (string | false)[]
  /** The label of the button, or null where there is nothing to undo. */
  label: ReactNode
  isStarting: boolean
  onUndo: () => void
  onCancel: () => void
}

/** What the undo of a change to many records comes to, with the button that starts it, above the rows of its preview. */
export function UndoSummary({ title, isPartial, sentences, label, isStarting, onUndo, onCancel }: UndoSummaryProps) {
  return (
    <>
      <Alert tone={isPartial ? 'warning' : 'info'} isLive title={title}>
        {sentences.filter(Boolean).join(' ')}
      </Alert>
      <div className={styles.buttons}>
        {label !== null && (
          <Button variant="danger" isLoading={isStarting} onClick={onUndo}>
            {label}
          </Button>
        )}
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}
