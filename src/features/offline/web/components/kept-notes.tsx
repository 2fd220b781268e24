import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { KeptNote } from '../../rules/notes.ts'
import { dropNote } from '../kept/notes.ts'
import styles from '../offline.module.css'

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ')

const textOf = ({ kind, items }: KeptNote): string => {
  if (kind === 'refused')
    return items.length === 0
      ? 'Something you finished without a connection could not be recorded, because the course changed. Open the course to see what is left to do.'
      : `You finished ${quoted(items)} without a connection. This could not be recorded, because the course changed. Open the course to see what is left to do.`
  const ended = 'Your access to this course has ended.'
  return items.length === 0
    ? ended
    : `${ended} You finished ${quoted(items)} without a connection, but it was received after your access ended and does not count. If it should count, contact your instructor.`
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
              onClick={() => {
                dropNote(userId, note.related_id)
                onDrop()
              }}
            >
              Dismiss
            </Button>
          }
        >
          {textOf(note)}
        </Alert>
      ))}
    </section>
  )
}
