// Courses, enrollments and certificates with exactly the days that a report test needs.
import type { TestApp } from '../api.ts'

const LEARNER = { role: 'learner', expires_at: new Date('2100-01-01T00:00:00Z') } as const

/** What report tests write: each function takes the columns that matter and fills in the others. */
export const records = (t: TestApp, now: Date) => {
  const makeCourse = (portalId: number, values: Record<string, unknown> = {}) =>
    t.platform((tx) =>
      tx
        .insertInto('courses')
        .values({
          portal_id: portalId,
          slug: `c${Math.random()}`.replace('.', ''),
          title: 'Ladders',
          ...values,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  const enroll = (portalId: number, courseId: number, userId: number, values: Record<string, unknown> = {}) =>
    t.platform((tx) =>
      tx
        .insertInto('enrollments')
        .values({
          portal_id: portalId,
          course_id: courseId,
          user_id: userId,
          ...LEARNER,
          created_at: now,
          starts_at: now,
          ...values,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  /** A certificate of a finished enrollment that has ended, so that the holder can enroll again. */
  const certify = async (
    portalId: number,
    courseId: number,
    holder: { id: number; holder_name: string },
    values: Record<string, unknown>,
  ) => {
    const { id } = await enroll(portalId, courseId, holder.id, { access: 'expired', completed_at: now })
    await t.platform(async (tx) => {
      const template = await tx
        .insertInto('certificate_templates')
        .values({ portal_id: portalId, title: 'Template', text: 'Text' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('certificates')
        .values({
          portal_id: portalId,
          number: `N-${id}`,
          user_id: holder.id,
          course_id: courseId,
          related_id: id,
          template_id: template.id,
          holder_name: holder.holder_name,
          course_title: 'Ladders',
          provider: 'Provider',
          design: '{}',
          is_automatic: true,
          issued_at: now,
          ...values,
        } as never)
        .execute()
    })
  }
  return { makeCourse, enroll, certify }
}
