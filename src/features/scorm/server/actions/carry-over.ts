import { lockEnrollment } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { carriedState } from '../../rules/carry.ts'
import { launchableItems } from '../../rules/manifest.ts'
import { type AttemptState, attemptResult, NEW_ATTEMPT } from '../../rules/player/cmi.ts'
import { loadAttemptState } from '../attempts-store.ts'
import { endStarts, insertCarried, loadFormer, loadWholeScos } from '../carry-store.ts'
import type { StoredOutline } from '../packages/packages-store.ts'
import { saveAttemptNow } from '../save-attempt.ts'

type FirstStart = {
  enrollment_id: number
  module_id: number
  package_id: number
  progress_id: number | null
  outline: StoredOutline
}

/**
 * Makes the attempt that continues the one at a former package, where the learner was moved and keeps their place
 * (VER-022). It happens at the first start and not with the move, so that everything the former attempt has received
 * until then is carried over. Answers the state to start from: null when there is nothing to continue, and what another
 * start of the same moment has made.
 */
export const carryOver = async (
  tx: Tx,
  ctx: SignedIn,
  { outline, progress_id, ...key }: FirstStart,
): Promise<AttemptState | null> => {
  const portalId = ctx.portal.id
  if (!(await loadFormer(tx, portalId, key))) return null
  await lockEnrollment(tx, ctx, key.enrollment_id)
  const other = await loadAttemptState(tx, portalId, key)
  const former = await loadFormer(tx, portalId, key)
  if (other || !former) return other
  const { attempt_id: carriedFrom, last_launch: launch, current_item: current } = former
  const scos = await loadWholeScos(tx, portalId, carriedFrom)
  const state = carriedState({ launch, seq: 0, current, scos }, former.outline.items, outline.items)
  const values = { portal_id: portalId, ...key, progress_id, carried_from: carriedFrom, now: ctx.now }
  const attemptId = await insertCarried(tx, values)
  await saveAttemptNow(tx, {
    portal_id: portalId,
    attempt_id: attemptId,
    before: NEW_ATTEMPT,
    state,
    result: attemptResult(state, launchableItems(outline.items)),
    suspend_lengths: {},
    launch: 0,
    commits: Object.entries(state.scos).map(([sco, { cmi }], at) => ({ seq: at + 1, sco, event: 'carry', cmi })),
    ordered_by: former.decided_by,
    now: ctx.now,
  })
  await endStarts(tx, portalId, carriedFrom)
  return state
}
