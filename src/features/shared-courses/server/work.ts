import { targetOf } from '#features/cloud-scorm/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { AppError, fail } from '#kernel/errors.ts'
import { isOutage } from '#kernel/faults/outage.ts'
import { PUBLISHING } from '#kernel/product/statuses.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import { meaningOf } from '#platform/db/constraints.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/live/publish.ts'
import type { Services } from '#platform/services.ts'
import { publishJob } from './job-names.ts'
import { loadOffer } from './load-offer.ts'
import { type Offer, receive } from './receive.ts'
import { loadReceivedOf } from './received-store.ts'
import {
  countStates,
  failRest,
  findJob,
  type JobRow,
  lockShare,
  type ShareRow,
  takeNextShare,
  updateShare,
} from './shares-store.ts'

type Needs = Pick<Services, 'files' | 'portalById' | 'config' | 'cloudScorm'>
export type Work = { db: Db; needs: Needs; portal: PortalContext; job_id: number; now: () => Date; signal: AbortSignal }

/** After so many portals a job goes to the end of the queue, so that a large one keeps none of the others waiting. */
const AT_ONCE = 20

const FAULT = 'Something went wrong on our side. Nothing was changed in that portal. Please start it again.'
const GIVEN_UP =
  'The database did not answer for a long time. Nothing was changed in that portal. Please start it again.'

/** Tells the person who began a job how far it is (SHR-004). */
const tell = async (tx: Tx, job: JobRow): Promise<void> => {
  const data = { id: job.id, course_id: job.course_id, ...(await countStates(tx, job.portal_id, job.id)) }
  await publish(tx, { channel: `notifications.${job.created_by}`, event: 'publishing.updated', data })
}

/** Packages of the cloud service belong to an account there: both portals have to use the same one. */
const requireCloud = async (tx: Tx, needs: Needs, offer: Offer, to: PortalContext): Promise<void> => {
  if (!offer.version.document.items.some(({ item_type }) => item_type === 'CloudScormModule')) return
  const own = await targetOf(needs, tx, to.id)
  const theirs = await inPortal(tx, offer.portal_id, () => targetOf(needs, tx, offer.portal_id))
  if (own?.keys?.app_id === theirs?.keys?.app_id) return
  const message = `This course has a SCORM Cloud package, and ${to.name} uses another SCORM Cloud account. Upload the package here instead.`
  throw fail('invalid', { message })
}

/** Brings the release of a job to one portal, in one transaction there. */
const deliver = async (work: Work, job: JobRow, share: ShareRow, offer: Offer): Promise<void> => {
  const { db, needs, now } = work
  const to = await needs.portalById(share.to_portal_id)
  if (!to) throw new Error(`There is no portal ${share.to_portal_id}`)
  const source = { portal_id: job.portal_id, course_id: job.course_id }
  await db.withPortal(to.id, async (tx) => {
    const locked = await inPortal(tx, job.portal_id, () => lockShare(tx, source, to.id))
    if (locked?.job_id !== job.id || locked.state !== PUBLISHING.processing || locked.revoked_at !== null) return
    await requireCloud(tx, needs, offer, to)
    // A course that was deleted there comes back when it is shared again, and not with an update.
    if (job.kind === 'update' && locked.taken > 0 && !(await loadReceivedOf(tx, to.id, source)))
      throw fail('invalid', { message: `${to.name} deleted this course. Share it again to bring it back.` })
    const receiver = { portal: to, viewer: null, now: now(), request: NO_REQUEST }
    const taken = await receive(tx, receiver, offer)
    await inPortal(tx, job.portal_id, async () => {
      await updateShare(tx, share, { state: PUBLISHING.published, error: null, taken, updated_at: now() })
      await tell(tx, job)
    })
  })
}

/** What a failure means to the person who shares the course; null for an outage, after which the job is tried again. */
const reasonOf = (error: unknown): string | null => {
  const known = error instanceof AppError ? error : meaningOf(error)
  if (known && known.status < 500) return known.message
  return isOutage(error) ? null : FAULT
}

/**
 * Runs a job portal by portal. Each portal is written and marked in one transaction, so that a run that dies goes on where it
 * was, and two runs bring each portal the course once (SHR-004).
 */
export const runJob = async (work: Work): Promise<void> => {
  const { db, needs, portal, job_id: id, now, signal } = work
  const failures: unknown[] = []
  let offer: Offer | null = null
  for (let count = 0; count < AT_ONCE; count++) {
    signal.throwIfAborted()
    const next = await db.withPortal(portal.id, async (tx) => {
      const job = await findJob(tx, portal.id, id)
      const share = job && (await takeNextShare(tx, job, now()))
      if (!job || !share) return null
      offer ??= await loadOffer(tx, needs, job, job.release)
      await tell(tx, job)
      return { job, share, offer }
    })
    if (!next) break
    try {
      await deliver(work, next.job, next.share, next.offer)
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === null) throw error
      if (reason === FAULT) failures.push(error)
      await db.withPortal(portal.id, async (tx) => {
        const at = { portal_id: portal.id, course_id: next.job.course_id }
        const share = await lockShare(tx, at, next.share.to_portal_id)
        if (share?.job_id !== id || share.state !== PUBLISHING.processing) return
        await updateShare(tx, share, { state: PUBLISHING.failed, error: reason, updated_at: now() })
        await tell(tx, next.job)
      })
    }
  }
  await db.withPortal(portal.id, async (tx) => {
    const { queued, processing } = await countStates(tx, portal.id, id)
    if (queued + processing > 0) await enqueue(tx, publishJob, { portal_id: portal.id, job_id: id })
  })
  // Faults of ours are reported, and keep no other portal from getting the course.
  if (failures.length > 0) throw failures[0]
}

/** Marks what is left of a job that failed in all of its tries; it can be started again. */
export const giveUp = async ({ db, portal, job_id: id, now }: Work): Promise<void> => {
  await db.withPortal(portal.id, async (tx) => {
    const job = await findJob(tx, portal.id, id)
    if (!job) return
    await failRest(tx, job, GIVEN_UP, now())
    await tell(tx, job)
  })
}
