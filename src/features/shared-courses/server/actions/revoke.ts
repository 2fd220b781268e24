import { sql } from 'kysely'
import { reachAndLockCourse, touchCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { revokeRows } from '../shares-store.ts'

/** Takes the received courses off sale: one that is published or announced is archived there, a draft stays one. */
const withdraw = async (
  tx: Tx,
  source: { portal_id: number; course_id: number },
  from: readonly number[],
  now: Date,
) => {
  const { rows } = await sql<{ portal_id: number; id: number }>`
    update courses c set source_revoked_at = ${now}, publication_status = case
      when c.publication_status in (${PUBLICATION.published}, ${PUBLICATION.coming_soon}) then ${PUBLICATION.archived}
      else c.publication_status end
    from received_courses r
    where r.source_portal_id = ${source.portal_id} and r.source_course_id = ${source.course_id}
      and r.portal_id = any(${[...from]}::bigint[]) and c.portal_id = r.portal_id and c.id = r.course_id
    returning c.portal_id, c.id`.execute(tx)
  return rows
}

/**
 * Stops sharing a course with portals (SHR-010): nobody new gets it there, and no update comes. Learners who are in it, what
 * they have done, and what was sold stay as they are. Answers how many portals had it.
 */
export const revokeShares = async (
  tx: Tx,
  ctx: SignedIn,
  { slug, portal_ids }: { slug: string; portal_ids: readonly number[] },
): Promise<number> => {
  const course = await reachAndLockCourse(tx, ctx, { slug })
  const source = { portal_id: ctx.portal.id, course_id: course.id }
  const portals = await revokeRows(tx, source, portal_ids, ctx.now)
  if (portals.length === 0) return 0
  await overAllPortals(tx, async () => {
    for (const { portal_id, id } of await withdraw(tx, source, portals, ctx.now)) {
      const there = { ...ctx, portal: { ...ctx.portal, id: portal_id } }
      await touchCourse(tx, there, id)
      // Who did it is written in the portal of that person.
      await logActivity(
        tx,
        { ...there, viewer: null },
        {
          action: 'course.sharing-ended',
          subject_type: 'course',
          subject_id: id,
          changes: { portal: ctx.portal.name },
        },
      )
    }
  })
  await logActivity(tx, ctx, {
    action: 'course.stop-sharing',
    subject_type: 'course',
    subject_id: course.id,
    changes: { portals: portals.length, portal_ids: portals },
  })
  return portals.length
}
