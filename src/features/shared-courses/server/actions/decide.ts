import { lockCourse, reachCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { Services } from '#platform/services.ts'
import { decide as decideOffer } from '../../rules/offers.ts'
import { loadOffer } from '../load-offer.ts'
import { takeRelease } from '../receive.ts'
import { loadReceived, type ReceivedRow, updateReceived } from '../received-store.ts'
import { lockShare, updateShare } from '../shares-store.ts'

type Needs = Pick<Services, 'files' | 'portalById'>

const WHY = {
  revoked: { code: 'invalid', message: 'The other portal no longer shares this course.' },
  moved_on: { code: 'conflict', message: 'A newer update arrived meanwhile. Please look at what it changes.' },
  nothing_new: { code: 'invalid', message: 'This update was taken already.' },
} as const

export const requireReceived = async (tx: Tx, ctx: SignedIn, slug: string): Promise<ReceivedRow> => {
  const course = await reachCourse(tx, ctx, { slug })
  const received = await loadReceived(tx, ctx.portal.id, course.id)
  if (!received) throw fail('not_found')
  return received
}

/**
 * Takes or declines the update of a received course (SHR-007, SHR-008). Both sides lock the share first, so that a decision, a
 * newer update and the end of sharing follow each other.
 */
export const decide = async (
  tx: Tx,
  ctx: SignedIn,
  needs: Needs,
  { slug, release, verdict }: { slug: string; release: number; verdict: 'take' | 'decline' },
): Promise<number> => {
  const { source_portal_id: from, source_course_id, course_id } = await requireReceived(tx, ctx, slug)
  const source = { portal_id: from, course_id: source_course_id }
  const share = await inPortal(tx, from, () => lockShare(tx, source, ctx.portal.id))
  const course = await lockCourse(tx, ctx.portal.id, { id: course_id })
  const received = await loadReceived(tx, ctx.portal.id, course_id)
  if (!share || !course || !received) throw fail('not_found')
  const decision = decideOffer({ ...received, is_revoked: course.source_revoked_at !== null }, verdict, release)
  if (decision.kind === 'refuse') {
    const { code, message } = WHY[decision.why]
    throw fail(code, { message })
  }
  if (verdict === 'take')
    await takeRelease(tx, ctx, { course, received, offer: await loadOffer(tx, needs, source, release) })
  else {
    const decided = { declined: release, decided_at: ctx.now, decided_by: ctx.viewer.user_id }
    await updateReceived(tx, received, decided)
    await logActivity(tx, ctx, {
      action: 'course.decline-update',
      subject_type: 'course',
      subject_id: course.id,
      changes: { release },
    })
  }
  const { taken, declined } = decision.received
  await inPortal(tx, from, () => updateShare(tx, share, { taken, declined, updated_at: ctx.now }))
  return course.id
}

/** Whether updates of a received course are taken when they arrive. One that waits is not taken by this (SHR-009). */
export const setTakesUpdates = async (
  tx: Tx,
  ctx: SignedIn,
  { slug, takes_updates }: { slug: string; takes_updates: boolean },
): Promise<number> => {
  const received = await requireReceived(tx, ctx, slug)
  if (received.takes_updates === takes_updates) return received.course_id
  await updateReceived(tx, received, { takes_updates })
  await logActivity(tx, ctx, {
    action: 'course.update',
    subject_type: 'course',
    subject_id: received.course_id,
    changes: { takes_updates: { from: received.takes_updates, to: takes_updates } },
  })
  return received.course_id
}
