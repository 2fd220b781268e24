import { Button } from '../parts/button.tsx'
import type { Asked } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

/** The dialog of one question; its file is loaded with the first of them. */
export function ConfirmDialog({ asked: { question, isNotice, answer } }: { asked: Asked }) {
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
