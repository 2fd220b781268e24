import { useSession } from '#ui/calls/api.tsx'
import type { ItemKind } from '../../rules/cart.ts'
import styles from './seats-note.module.css'

type SeatsNoteProps = {
  kind: ItemKind
  quantity: number
  /** The person is in the course already, so that another seat is for somebody else. */
  isInCourse?: boolean
}

/** What the chosen quantity means, in one line: a place of one's own, or credits to give (ORD-044). */
export function SeatsNote({ kind, quantity, isInCourse = false }: SeatsNoteProps) {
  const { viewer } = useSession()
  const isForOthers = isInCourse || (viewer !== null && viewer.current_role !== 'learner')
  const thing = kind === 'course' ? 'the course' : 'every course of the bundle'
  return <p className={styles.note}>{noteOf(thing, quantity, isForOthers)}</p>
}

const noteOf = (thing: string, quantity: number, isForOthers: boolean): string => {
  if (quantity > 1) {
    return `${quantity} seats: you get ${quantity} credits for ${thing} to give to your people. One credit enrolls one learner.`
  }
  return isForOthers
    ? `One seat: you get one credit for ${thing} to give to one of your people.`
    : `One seat: ${thing} is yours as soon as it is paid.`
}
