import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmQuestion = {
  title: string
  text: ReactNode
  /** Texts of the confirming and the canceling button (VAL-033). */
  yes?: string
  no?: string
  /** For what cannot be undone: the confirming button warns, and the focus starts on the other one. */
  isDanger?: boolean
}
/** A question, or a notice, that nobody has answered yet. */
export type OpenQuestion = {
  id: number
  question: ConfirmQuestion
  isNotice: boolean
  answer: (isYes: boolean) => void
}

/** The dialog of one question; its file is loaded with the first of them. */
export function ConfirmDialog({ asked: { question, isNotice, answer } }: { asked: OpenQuestion }) {
  const { title, text, yes = 'OK', no = 'Cancel', isDanger } = question
  return (
    <Dialog
      isOpen
      isStrict
      role="alertdialog"
      size="sm"
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          {!isNotice && (
            <Button variant="outline" data-autofocus={isDanger || undefined} onClick={() => answer(false)}>
              {no}
            </Button>
          )}
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            data-autofocus={!isDanger || undefined}
            onClick={() => answer(true)}
          >
            {yes}
          </Button>
        </>
      }
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Dialog>
  )
}
