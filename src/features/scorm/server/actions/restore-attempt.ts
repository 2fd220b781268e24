import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { launchableItems } from '../../rules/manifest.ts'
import { type AttemptState, attemptResult } from '../../rules/player/cmi.ts'
import { restoredSco } from '../../rules/player/snapshots.ts'
import { loadSnapshot } from '../journal-store.ts'
import { lockAttempt } from '../lock-attempt.ts'
import { saveAttemptNow } from '../save-attempt.ts'
import { requireAttempt } from '../show-attempt.ts'

/** Above every start there can be, so that all items are read with their data. */
const ANY_LAUNCH = 2_147_483_647

/**
 * Restores an earlier state of one item (SCO-029). The replaced state is saved first; an open player counts as
 * superseded and can no longer change anything; passed results stay passed, and no status of the course is lowered.
 * Throws `not_found` for an attempt out of reach and for a state that the attempt does not have.
 */
export const restoreAttempt = async (
  tx: Tx,
  ctx: SignedIn,
  ref: { attempt_id: number; snapshot_id: number },
): Promise<void> => {
  const { attempt_id: attemptId, snapshot_id: id } = ref
  await requireAttempt(tx, ctx, attemptId)
  const attempt = await lockAttempt(tx, ctx.portal.id, {
    attempt_id: attemptId,
    launch: ANY_LAUNCH,
    suspend_data_of: [],
    now: ctx.now,
  })
  const snapshot = await loadSnapshot(tx, ctx.portal.id, { attempt_id: attemptId, id })
  if (!attempt || !snapshot) throw fail('not_found')
  const { state: before } = attempt
  const { sco } = snapshot
  const state: AttemptState = {
    launch: attempt.last_launch + 1,
    seq: 0,
    current: sco,
    scos: { ...before.scos, [sco]: restoredSco(before.scos[sco], snapshot) },
  }
  await saveAttemptNow(tx, {
    portal_id: ctx.portal.id,
    attempt_id: attemptId,
    before,
    state,
    result: attemptResult(state, launchableItems(attempt.outline.items)),
    suspend_lengths: attempt.suspend_lengths,
    launch: state.launch,
    commits: [{ seq: 0, sco, event: 'restore', cmi: snapshot.cmi }],
    ordered_by: ctx.viewer.user_id,
    now: ctx.now,
  })
  await logActivity(tx, ctx, {
    action: 'scorm-attempt.restore',
    subject_type: 'scorm_attempt',
    subject_id: attemptId,
    changes: {
      related_id: attempt.enrollment.id,
      user_id: attempt.enrollment.user_id,
      item: sco,
      state_of: snapshot.stood_at.toISOString(),
    },
  })
}
