import { findById } from '#features/accounts/server/api.ts'
import { loadCourse } from '#features/courses/server/api.ts'
import { isMailOn } from '#features/notifications/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { enqueue, handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Services } from '#platform/services.ts'
import { tellDueDates } from './due-dates.ts'
import { loadEnrollment } from './store.ts'

const turnOver = job({ name: 'enrollments.turn-over', data: z.object({}) })
const dueDates = job({ name: 'enrollments.due-dates', data: z.object({}), seconds: 3_000 })

const Notice = z.object({ portal_id: z.int(), enrollment_id: z.int(), link: z.string() })
const mailLearner = job({ name: 'enrollments.mail-learner', data: Notice })

/** Lets a job mail the learner that they were enrolled; it is made outside the transaction, which holds locks. */
export const tellLearner = (
  tx: Tx,
  ctx: Pick<Context, 'portal'>,
  enrollment: { enrollment_id: number; course_slug: string },
): Promise<void> =>
  enqueue(tx, mailLearner, {
    portal_id: ctx.portal.id,
    enrollment_id: enrollment.enrollment_id,
    link: `${ctx.portal.origin}/courses/learner/${enrollment.course_slug}/${enrollment.enrollment_id}/overview`,
  })

/** Writes the mail about an enrollment, once, unless it has been taken away in the meantime (RTM-012). */
const sendEnrolled = async (tx: Tx, notice: z.output<typeof Notice>, now: Date): Promise<void> => {
  const { portal_id: portalId, enrollment_id: id, link } = notice
  const enrollment = await loadEnrollment(tx, { portal: { id: portalId }, now }, id)
  if (!enrollment || enrollment.ended_at) return
  if (!(await isMailOn(tx, portalId, enrollment.course_id, 'enrolled'))) return
  const person = await findById(tx, portalId, enrollment.user_id)
  const course = await loadCourse(tx, portalId, { id: enrollment.course_id })
  if (!person || !course) return
  const { due_at, expires_at } = enrollment
  await sendMail(tx, {
    template: 'enrolled',
    data: { first_name: person.first_name, course_title: course.title, link, due_at, expires_at },
    portal_id: portalId,
    to: person.email,
    key: `enrolled:${id}`,
  })
}

const AT_ONCE = 5_000

/**
 * Saves the effect of time on access over all portals: ended terms become expired, started ones active. Reading
 * computes access by the clock, so this only keeps the stored words and the index of active learners in step (LRN-010).
 */
export const turnOverAccess = async (db: Db, now: Date): Promise<{ expired: number; begun: number }> => {
  const turn = async (from: 'expires_at' | 'starts_at'): Promise<number> => {
    const changed = await db.withPlatform((tx) => {
      const due = tx
        .selectFrom('enrollments')
        .select('id')
        .where('role', '=', 'learner')
        .where(from, '<=', now)
        .where((eb) => (from === 'expires_at' ? eb('access', '<>', 'expired') : eb('access', '=', 'pending')))
        .limit(AT_ONCE)
        .forNoKeyUpdate()
        .skipLocked()
      return tx
        .updateTable('enrollments')
        .set({ access: from === 'expires_at' ? 'expired' : 'active' })
        .where('id', 'in', due)
        .executeTakeFirstOrThrow()
    })
    const count = Number(changed.numUpdatedRows)
    return count < AT_ONCE ? count : count + (await turn(from))
  }
  return { expired: await turn('expires_at'), begun: await turn('starts_at') }
}

export const jobs = ({ portalById }: Services): JobHandler[] => [
  handle(
    turnOver,
    async (_data, { db, now }) => {
      await turnOverAccess(db, now)
    },
    { cron: '*/10 * * * *' },
  ),
  handle(
    dueDates,
    async (_data, { db, now }) => {
      await tellDueDates(db, now, portalById)
    },
    { cron: '15 * * * *' },
  ),
  handle(mailLearner, async (data, { db, now }) => {
    await db.withPortal(data.portal_id, (tx) => sendEnrolled(tx, data, now))
  }),
]
