import { type Place, type Plan, refused, unchanged } from './plan.ts'
import type { UndoPlan } from './undo.ts'

export type MoveFacts = {
  course: string
  /** The version to which learners are moved, and the newest one. */
  number: number
  newest: number
  /** The version of the learner; null before they begin. */
  version: number | null
  is_ended: boolean
  is_completed: boolean
  is_member: boolean
  items_done: number
  items_total: number
  items_done_after: number
  items_total_after: number
  opens_again: number
  places_kept: number
}

const placeOf = ({
  version,
  items_done,
  items_total,
}: Pick<Place, 'version' | 'items_done' | 'items_total'>): Place => ({
  version,
  items_done,
  items_total,
  opens_again: 0,
  places_kept: 0,
})

/** What moving a learner to a version of the course would do (BLK-029). */
export const decideMove = (facts: MoveFacts): Plan<Place | null> => {
  const { course, number, newest, version } = facts
  const before = version === null ? null : placeOf({ ...facts, version })
  if (facts.is_ended) return refused(`Is no longer enrolled in ${course}.`, before)
  if (!facts.is_member) return refused('Has left this portal.', before)
  if (version === null || before === null)
    return unchanged(`Has not started ${course}, so they will start in version ${newest}.`, null)
  if (facts.is_completed) return refused(`Has completed ${course}, so they keep version ${version}.`, before)
  if (version === number) return unchanged(`Is in version ${version} already.`, before)
  if (version > number) return refused(`Is in version ${version}. Nobody is moved to an earlier version.`, before)
  const { items_done_after: items_done, items_total_after: items_total, opens_again, places_kept } = facts
  const after = { version: number, items_done, items_total, opens_again, places_kept }
  return { outcome: 'changed', reason: null, credits: 0, before, after }
}

/** How a moved learner stands now. */
export type MovedFacts = {
  course: string
  version: number | null
  is_ended: boolean
  is_completed: boolean
  items_done: number
  items_total: number
  /** Changes with everything that is done in the course. */
  work: string
}

/** What the run wrote for a row that moves, as far as the undo decides with it. */
export type MoveWritten = { before: Place; after: Place; work: string }

const obstacleOf = ({ after, work }: MoveWritten, facts: MovedFacts): string | null => {
  const { course, version } = facts
  if (facts.is_ended) return 'Was unenrolled since, so there is nothing to undo.'
  if (facts.is_completed) return `Has completed ${course} in version ${version}, so they stay there.`
  if (version !== after.version) return `Was moved to version ${version} since, so they stay there.`
  if (work !== facts.work) return `Has worked in version ${version} or was graded there since, so they stay there.`
  return null
}

/** What the undo would do for a learner whom the run moved (BLK-030). */
export const decideMoveBack = (written: MoveWritten, facts: MovedFacts): UndoPlan<Place | null> => {
  const reason = obstacleOf(written, facts)
  if (reason !== null) return { undo: 'kept', reason, credits: 0, after: presentPlace(facts) }
  return { undo: 'restored', reason: null, credits: 0, after: written.before }
}

/** Where a learner is now; null once they are unenrolled. */
export const presentPlace = ({ version, is_ended, items_done, items_total }: MovedFacts): Place | null =>
  is_ended || version === null ? null : placeOf({ version, items_done, items_total })
