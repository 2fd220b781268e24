import type { Progress } from '#features/progress/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { launchableItems } from '../../rules/manifest.ts'
import { outlineOf } from '../../rules/outline.ts'
import {
  type AttemptState,
  applyCommits,
  attemptResult,
  type CommitContext,
  type ScormCommit,
} from '../../rules/player/cmi.ts'
import { nextItemStatus, type ScormResult } from '../../rules/result.ts'
import { lockAttempt, type MessagedAttempt } from '../lock-attempt.ts'
import { saveAttempt } from '../save-attempt.ts'

/** How a kept start runs: what the content says counts. */
export const KEPT: CommitContext = { credit: 'credit', lesson_mode: 'normal' }

type MessageBatch = {
  attempt_id: number
  launch: number
  /** Of a launch token that of its start; null where a session says who sends. */
  epoch: number | null
  commits: readonly ScormCommit[]
  /** Throws for everyone who may not write to this attempt. */
  check: (attempt: MessagedAttempt) => void
}

/** The messages that seem to be new, before the journal is asked. */
const freshOf = (state: AttemptState, launch: number, commits: readonly ScormCommit[], known: ReadonlySet<string>) =>
  commits.filter(({ seq, sco }) => known.has(sco) && (launch !== state.launch || seq > state.seq))

/** Whether the outline looks different now. */
const hasMoved = (before: AttemptState, after: AttemptState): boolean =>
  before.current !== after.current ||
  Object.entries(after.scos).some(([sco, { status, result }]) => {
    const earlier = before.scos[sco]
    return earlier?.status !== status || earlier.result !== result
  })

/** The result and the outline after the messages. Most messages change no status; then both are what they were. */
const judge = (attempt: MessagedAttempt, after: AttemptState) => {
  if (!hasMoved(attempt.state, after)) return { result: attempt.result, outline: null }
  const { items } = attempt.outline
  return { result: attemptResult(after, launchableItems(items)), outline: outlineOf(items, after) }
}

/** Sets the status of the item when the result asks for another one, which needs further round trips; it seldom does. */
const settleItem = async (
  progress: Progress,
  tx: Tx,
  ctx: Context,
  attempt: MessagedAttempt,
  result: ScormResult,
): Promise<Pick<MessagedAttempt, 'item_status'>> => {
  const { item_status: current, enrollment, module_id } = attempt
  const next = nextItemStatus(current, result)
  // A completed course keeps what is still reported, but its statuses are settled.
  if (next === current || enrollment.access !== 'active') return attempt
  const change = { enrollment, item_type: 'ScormModule', item_id: module_id, status: next } as const
  return progress.setItemStatus(tx, ctx, change)
}

/** Refuses whose messages are not taken: `not_found`, `not_enough_permissions` or `invalid`, see `applyMessages`. */
const requireTaken = (attempt: MessagedAttempt, { launch, epoch, check }: MessageBatch): void => {
  check(attempt)
  if (!attempt.is_in_course) throw fail('not_found')
  const isOver = epoch !== null && epoch !== attempt.access_epoch
  if (isOver || !attempt.is_person_here || !attempt.enrollment.is_readable) throw fail('not_enough_permissions')
  if (launch < 1 || launch > attempt.last_launch) throw fail('invalid', { message: 'There was no such start.' })
}

/**
 * Applies messages of one launch of the player, each once, and judges the merged data (SCO-011, SCO-014, SCO-026,
 * SCO-027). This takes two round trips to the database, one when this process knows the attempt, more when a status of
 * the course changes. Throws `not_found` for an attempt or a module that no longer exists, `not_enough_permissions`
 * when the course cannot be read any more (LRN-010), and `invalid` for a launch that never happened.
 */
export const applyMessages = async (progress: Progress, tx: Tx, ctx: Context, messages: MessageBatch) => {
  const { attempt_id, launch, commits } = messages
  const attempt = await lockAttempt(tx, ctx.portal.id, {
    attempt_id,
    launch,
    suspend_data_of: commits.filter(({ event }) => event === 'begin').map(({ sco }) => sco),
    now: ctx.now,
  })
  if (!attempt) throw fail('not_found')
  requireTaken(attempt, messages)

  const { state: before, outline: stored } = attempt
  const { state, ack, refused } = applyCommits(before, { launch, commits }, stored.items, KEPT)
  const { result, outline } = judge(attempt, state)
  const fresh = freshOf(before, launch, commits, new Set(stored.items.map(({ identifier }) => identifier)))
  const item = await settleItem(progress, tx, ctx, attempt, result)
  const isLate = launch < state.launch
  // A new status of the item has written the enrollment.
  if (item !== attempt) attempt.remember(null)
  if (fresh.length > 0) {
    saveAttempt(tx, {
      portal_id: ctx.portal.id,
      attempt_id: attempt.id,
      before,
      state,
      result,
      suspend_lengths: attempt.suspend_lengths,
      launch,
      commits: fresh,
      now: ctx.now,
    })
    if (item === attempt) attempt.remember({ state, result })
  }
  return { ack, status: item.item_status, result, refused, is_superseded: isLate, outline }
}
