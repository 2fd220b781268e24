import type { Progress } from '#features/progress/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import {
  type AttemptState,
  applyCommits,
  attemptResult,
  type CommitContext,
  type ScormCommit,
} from '../../rules/cmi.ts'
import { detailsOf } from '../../rules/cmi-keys.ts'
import { launchableItems } from '../../rules/manifest.ts'
import { outlineOf } from '../../rules/outline.ts'
import { nextItemStatus } from '../../rules/result.ts'
import { loadAttempt, type PlayedAttempt, saveAttempt } from '../attempts-store.ts'

/** How a kept start runs: what the content says counts. */
export const KEPT: CommitContext = { credit: 'credit', lesson_mode: 'normal' }

type Given = {
  attempt_id: number
  launch: number
  commits: readonly ScormCommit[]
  /** Refuses whoever may not write to this attempt, by throwing. */
  check: (attempt: PlayedAttempt) => void
}

/** The messages that come for the first time, as far as that can be told before the journal is asked. */
const freshOf = (state: AttemptState, launch: number, commits: readonly ScormCommit[], known: ReadonlySet<string>) =>
  commits.filter(({ seq, sco }) => known.has(sco) && (launch !== state.launch || seq > state.seq))

/** Whether the outline looks different now. */
const hasMoved = (before: AttemptState, after: AttemptState): boolean =>
  before.current !== after.current ||
  Object.entries(after.scos).some(([sco, { status, result }]) => {
    const earlier = before.scos[sco]
    return earlier?.status !== status || earlier.result !== result
  })

/** Sets the status of the item when the result asks for another one, which needs further round trips; it seldom does. */
const settleItem = async (
  progress: Progress,
  tx: Tx,
  ctx: Context,
  attempt: PlayedAttempt,
  result: ReturnType<typeof attemptResult>,
) => {
  const { item_status: current, progress_id, enrollment, module_id } = attempt
  const wanted = nextItemStatus(current, result)
  // A completed course keeps what is still reported, but its statuses are settled.
  if (wanted === current || enrollment.access !== 'active') return { status: current, progress_id }
  const given = { enrollment, item_type: 'ScormModule', item_id: module_id, status: wanted } as const
  const answer = await progress.setItemStatus(tx, ctx, given)
  return { status: answer.item_status, progress_id: answer.progress_id }
}

/**
 * Applies messages of one start of the player, each once, and judges the merged data (SCO-011, SCO-014, SCO-026, SCO-027).
 * Two round trips to the database, unless the status of the item changes. Throws `not_found` for an attempt or a module
 * that is not there any more, `not_enough_permissions` when the course cannot be read any more (LRN-010), and `invalid`
 * for a start that was never made.
 */
export const applyMessages = async (progress: Progress, tx: Tx, ctx: Context, given: Given) => {
  const { attempt_id, launch, commits, check } = given
  const scos = [...new Set(commits.map(({ sco }) => sco))]
  const attempt = await loadAttempt(tx, ctx.portal.id, ctx.now, { attempt_id, launch, scos, locks: true })
  if (!attempt) throw fail('not_found')
  check(attempt)
  if (!attempt.is_in_course) throw fail('not_found')
  if (!attempt.enrollment.is_readable) throw fail('not_enough_permissions')
  if (launch < 1 || launch > attempt.last_launch) throw fail('invalid', { message: 'There was no such start.' })

  const { items } = attempt.outline
  const { state, ack, refused } = applyCommits(attempt.state, { launch, commits }, items, KEPT)
  const result = attemptResult(state, launchableItems(items))
  const fresh = freshOf(attempt.state, launch, commits, new Set(items.map(({ identifier }) => identifier)))
  const item = await settleItem(progress, tx, ctx, attempt, result)
  if (fresh.length > 0) {
    const last = state.scos[fresh.at(-1)?.sco ?? '']
    saveAttempt(tx, {
      portal_id: ctx.portal.id,
      attempt: { ...attempt, progress_id: item.progress_id },
      state,
      result,
      launch,
      commits: fresh,
      details: launch < state.launch || !last ? {} : detailsOf(last.cmi),
      now: ctx.now,
    })
  }
  return {
    ack,
    status: item.status,
    result,
    refused,
    is_superseded: launch < state.launch,
    outline: hasMoved(attempt.state, state) ? outlineOf(items, state) : null,
  }
}
