import { type Enrollment, isPersonHere } from '#features/enrollments/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import type { LaunchClaims } from '#platform/packages/launch-token.ts'
import { carriedState } from '../rules/carry.ts'
import { encodePath } from '../rules/content-path.ts'
import { launchableItems } from '../rules/manifest.ts'
import { openItems, outlineOf } from '../rules/outline.ts'
import {
  type AttemptState,
  type CommitContext,
  NEW_ATTEMPT,
  type ScormLearner,
  startData,
} from '../rules/player/cmi.ts'
import type { Cmi } from '../rules/player/cmi-keys.ts'
import { KEPT } from './actions/apply-messages.ts'
import { loadLife, loadShownAttempt } from './attempts-store.ts'
import { loadWholeScos } from './carry-store.ts'
import { findOutline, loadPackages, type StoredOutline } from './packages/packages-store.ts'
import { openOutline } from './packages/playable.ts'
import { loadRehearsed } from './rehearsals/rehearsal-store.ts'

const CONTEXTS: Record<LaunchClaims['mode'], CommitContext> = {
  learn: KEPT,
  review: { credit: 'no-credit', lesson_mode: 'review' },
  preview: { credit: 'no-credit', lesson_mode: 'browse' },
  rehearsal: KEPT,
}

type Playing = {
  outline: StoredOutline
  state: AttemptState
  learner: ScormLearner
  /** Null in a preview and in a rehearsal. */
  enrollment: Enrollment | null
}

type LearnerRow = { user_id: number; first_name: string | null; last_name: string | null }
const presentLearner = ({ user_id: id, first_name: first, last_name: last }: LearnerRow): ScormLearner => ({
  student_id: String(id),
  student_name: [last, first].filter(Boolean).join(', '),
})

/** Nobody's name: what learners have saved is tried, not who they are. */
const REHEARSING: ScormLearner = { student_id: 'rehearsal', student_name: 'Learner, Rehearsal' }

/** A saved state as the first start of the new package would find it; read as it is now, and never written. */
const loadRehearsing = async (tx: Tx, portalId: number, at: { rehearsal_id: number; number: number }, uuid: string) => {
  const run = await loadRehearsed(tx, portalId, at)
  const packages = await loadPackages(tx, portalId, run ? [run.from_package_id, run.to_package_id] : [])
  const outline = packages.get(run?.to_package_id ?? 0)
  if (!run || !outline?.outline || outline.uuid !== uuid) return null
  const playing = { outline: outline.outline, learner: REHEARSING, enrollment: null }
  if (run.attempt_id === null) return { ...playing, state: NEW_ATTEMPT }
  const scos = await loadWholeScos(tx, portalId, run.attempt_id)
  const before = packages.get(run.from_package_id)?.outline?.items ?? []
  return { ...playing, state: carriedState({ ...NEW_ATTEMPT, scos }, before, outline.outline.items) }
}

/**
 * What a valid token opens now, or null when its attempt may not be played any more: the course cannot be read, the
 * module was removed from it, the package is gone (SCO-016). A preview lasts as long as its token.
 * Whose ways in were closed since gets nothing with it, reactivated or not (SCO-037).
 */
export const loadPlaying = async (
  tx: Tx,
  claims: LaunchClaims,
  { now, sco }: { now: Date; sco: string | null },
): Promise<Playing | null> => {
  const { portal_id: portalId, mode, subject, launch, package: uuid } = claims
  if (mode !== 'learn' && mode !== 'review' && !(await isPersonHere(tx, portalId, claims))) return null
  if (mode === 'rehearsal') return loadRehearsing(tx, portalId, { rehearsal_id: subject, number: launch }, uuid)
  if (mode === 'preview') {
    const outline = await findOutline(tx, portalId, uuid)
    const learner = { student_id: String(subject), student_name: 'Preview' }
    return outline && { outline, state: NEW_ATTEMPT, learner, enrollment: null }
  }
  if (!(await loadLife(tx, portalId, { attempt_id: subject, epoch: claims.epoch }, now))) return null
  const attempt = await loadShownAttempt(tx, portalId, subject, { now, sco })
  if (!attempt?.is_in_course || !attempt.enrollment.is_readable || attempt.package_uuid !== uuid) return null
  const { outline, state, learner, enrollment } = attempt
  return { outline, state, learner: presentLearner(learner), enrollment }
}

/** Whether a valid token may still be played; like `loadPlaying`, for callers that need nothing else. */
export const mayPlay = async (tx: Tx, claims: LaunchClaims, now: Date): Promise<boolean> => {
  const { portal_id: portalId, mode, subject, package: uuid, epoch } = claims
  if (mode === 'preview' || mode === 'rehearsal')
    return (await isPersonHere(tx, portalId, claims)) && (await findOutline(tx, portalId, uuid)) !== null
  const life = await loadLife(tx, portalId, { attempt_id: subject, epoch }, now)
  if (!life?.is_in_course || !life.enrollment.is_readable) return false
  return life.package_uuid === uuid
}

export type PlayState = {
  item: { identifier: string; title: string; kind: 'sco' | 'asset'; href: string }
  /** The data the item starts with. */
  cmi: Cmi
  /** The last message that was applied; the next one has a higher number. */
  seq: number
  is_superseded: boolean
  outline: ReturnType<typeof outlineOf>
}

/**
 * What the player needs to open an item; `locked` when its prerequisites are not met, null when there is no such item.
 */
export const playState = (
  { outline, state, learner }: Playing,
  { mode, launch }: Pick<LaunchClaims, 'mode' | 'launch'>,
  identifier: string,
): PlayState | 'locked' | null => {
  const { items, base } = outline
  const item = launchableItems(items).find((one) => one.identifier === identifier)
  if (!item?.href || item.kind === null) return null
  const isKept = mode === 'learn'
  if (isKept && !openItems(items, state).has(identifier)) return 'locked'
  const rows = outlineOf(items, state)
  return {
    item: { identifier, title: item.title, kind: item.kind, href: encodePath(base) + item.href },
    cmi: startData(state, item, learner, CONTEXTS[mode]),
    seq: launch === state.launch ? state.seq : 0,
    is_superseded: isKept && launch < state.launch,
    outline: isKept ? rows : openOutline(rows),
  }
}
