import { useContext, useEffect } from 'react'
import { Alert } from '../../public/parts/alert.tsx'
import { namesInWords, openElsewhere } from './people.ts'
import styles from './presence.module.css'
import { PresenceContext } from './presence-context.ts'

/**
 * Says in a form that somebody else, or another tab of the same person, has the same thing open (BLD-083), and tells them
 * whether this form has edits. Outside of a `PresenceRoom` it is nothing.
 */
export function OpenElsewhere({ isEditing }: { isEditing: boolean }) {
  const presence = useContext(PresenceContext)
  const say = presence?.say
  useEffect(() => {
    say?.({ is_editing: isEditing })
    return () => say?.({ is_editing: false })
  }, [say, isEditing])
  if (!presence) return null
  const here = openElsewhere(presence.people, presence.at)
  const others = here.filter(({ id }) => id !== presence.myId)
  const editing = others.filter(({ is_editing }) => is_editing)
  return (
    <div role="status" className={styles.notice}>
      {others.length > 0 ? (
        <Alert tone={editing.length > 0 ? 'warning' : 'info'} title={sentenceOf(others, editing)}>
          If you both change the same field, the person who saves second sees both versions and decides which one to
          keep.
        </Alert>
      ) : (
        here.length > 0 && (
          <Alert title="You have this open in another tab too.">
            If you change the same field in both, the second save shows you both versions.
          </Alert>
        )
      )}
    </div>
  )
}

type Named = { display_name: string }

const sentenceOf = (others: readonly Named[], editing: readonly Named[]): string => {
  const people = editing.length > 0 ? editing : others
  const names = namesInWords(people.map(({ display_name }) => display_name))
  const isOne = people.length === 1
  if (editing.length > 0) return `${names} ${isOne ? 'is' : 'are'} editing this too.`
  return `${names} ${isOne ? 'has' : 'have'} this open too.`
}
