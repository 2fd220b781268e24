import type { AttemptState, ScormCommit } from './cmi.ts'
import { DETAIL_KEYS, type Details, detailsOf } from './cmi-keys.ts'

/** The length that SCORM 1.2 gives suspend data. Content may keep more; the details of the progress do not repeat that. */
export const DETAIL_SUSPEND_LIMIT = 4096

export type DetailsChange = { removed: readonly string[]; added: Details }

const SUSPEND = 'cmi.suspend_data'
const shortened = (details: Details): Details => {
  const { [SUSPEND]: suspend, ...rest } = details
  return suspend !== undefined && suspend.length > DETAIL_SUSPEND_LIMIT ? rest : details
}

/**
 * What messages change in the details of the progress, which hold the data of the item that spoke last (SCO-003). The
 * messages are those that were applied, in their order; null when they change nothing there.
 */
export const changedDetails = (state: AttemptState, commits: readonly ScormCommit[]): DetailsChange | null => {
  const last = commits.at(-1)
  const sco = last && Object.hasOwn(state.scos, last.sco) ? state.scos[last.sco] : undefined
  if (!last || !sco) return null
  const own = commits.filter((commit) => commit.sco === last.sco)
  const details = shortened(detailsOf(sco.cmi))
  // Another item was opened: nothing of the one before stays.
  if (own.some(({ event }) => event === 'begin')) return { removed: DETAIL_KEYS, added: details }
  const named = new Set(own.flatMap(({ cmi }) => Object.keys(cmi)))
  // LMSFinish may settle the status by itself (SCO-026).
  if (own.some(({ event }) => event === 'finish')) named.add('cmi.core.lesson_status')
  const removed = DETAIL_KEYS.filter((key) => named.has(key) && sco.cmi[key] !== undefined)
  if (removed.length === 0) return null
  return { removed, added: Object.fromEntries(Object.entries(details).filter(([key]) => named.has(key))) }
}
