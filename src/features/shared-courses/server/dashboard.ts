import { sql } from 'kysely'
import { PUBLISHING } from '#kernel/product/statuses.ts'
import { attentionOf, countSome, type DashboardPart, inWords } from '#platform/overview/parts.ts'

/** Updates of received courses that nobody has taken or declined yet (SHR-007). */
export const updatesAttention: DashboardPart = {
  permission: 'shared-courses.update',
  attention: async (tx, ctx) => {
    const count = await countSome(
      tx,
      sql`from received_courses r join courses c on c.portal_id = r.portal_id and c.id = r.course_id
        where r.portal_id = ${ctx.portal.id} and r.offered > r.taken and r.offered > r.declined
          and c.source_revoked_at is null`,
    )
    const text = inWords(count, 'shared course has an update', 'shared courses have an update')
    return attentionOf('shared-courses', count, text, '/portals/shared-courses?state=update')
  },
}

/** Portals that a job could not bring a course to (BLD-027). */
export const sharesAttention: DashboardPart = {
  permission: 'shared-courses.update',
  attention: async (tx, ctx) => {
    const count = await countSome(
      tx,
      sql`from course_shares where portal_id = ${ctx.portal.id} and state = ${PUBLISHING.failed} and revoked_at is null`,
    )
    const text = inWords(count, 'portal did not get a shared course', 'portals did not get a shared course')
    return attentionOf('course-shares', count, text, `/portals/shared-courses?by=us&state=${PUBLISHING.failed}`)
  },
}
