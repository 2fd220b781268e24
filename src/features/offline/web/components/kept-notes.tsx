import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { noteText } from '../../rules/note-text.ts'
import type { KeptNote } from '../../rules/notes.ts'
import { dropNote } from '../kept/notes.ts'
import styles from '../offline.module.css'

/** Keeps the focus on the page when the notice that has it goes: on the next notice, or on the page itself. */
const leave = (button: HTMLButtonElement) => {
  const buttons = [...(button.closest('section')?.querySelectorAll('button') ?? [])]
  const next = buttons.find((other) => other !== button) ?? document.getElementById('main')
  next?.focus({ preventScroll: true })
}

/** What came of work that was kept on this device and does not count, until the learner has read it (OFF-028). */
export function KeptNotes({
  userId,
  notes,
  onDrop,
}: {
  userId: number
  notes: readonly KeptNote[]
  onDrop: () => void
}) {
  return (
    <section className={styles.notes} aria-label="Courses on this device">
      {notes.map((note) => (
        <Alert
          key={note.related_id}
          tone="warning"
          isLive
          title={
            note.kind === 'ended'
              ? `“${note.title}” is no longer on this device`
              : `Not everything you did in “${note.title}” was recorded`
          }
          action={
            <Button
              size="sm"
              variant="outline"
              aria-label={`Dismiss the notice about ${note.title}`}
              onClick={({ currentTarget }) => {
                leave(currentTarget)
                dropNote(userId, note.related_id)
                onDrop()
              }}
            >
              Dismiss
            </Button>
          }
        >
          {noteText(note)}
        </Alert>
      ))}
    </section>
  )
}
