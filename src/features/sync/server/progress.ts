import { certificateValidity } from '#features/certificates/server/api.ts'
import { withAccess } from '#features/enrollments/server/api.ts'
import { itemsTotalOf, progressPercent, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { type FeedQuery, learners, readFeed } from './feed.ts'

const enrollments = (tx: Tx, portalId: number) =>
  learners(tx, portalId)
    .leftJoin('certificates as z', (join) =>
      join.onRef('z.portal_id', '=', 'enrollments.portal_id').onRef('z.related_id', '=', 'enrollments.id'),
    )
    .select([
      'z.id as certificate_id',
      'z.number',
      'z.revoked_at',
      'z.expires_at as certificate_expires_at',
      itemsTotalOf('enrollments').as('items_total'),
    ])

/** A page of progress: first everyone, then what changed since the cursor (INT-037). Each row is as it is now. */
export const readProgress = async (tx: Tx, { portal, now }: SignedIn, query: FeedQuery) => {
  const { page, meta } = await readFeed(tx, portal.id, query, {
    enrollments: enrollments(tx, portal.id),
    changes: 'enrollment_changes',
  })
  return {
    data: page.map((row) => {
      const { id, user_id, course_id, access, ...enrollment } = withAccess(row, now)
      return {
        enrollment_id: id,
        person: { id: user_id, external_id: row.external_id, badge_number: row.badge_number },
        course: { id: course_id, slug: row.slug, title: row.title },
        status: enrollment.status as Status,
        progress: progressPercent(enrollment.status as Status, enrollment.items_done, row.items_total),
        access,
        starts_at: enrollment.starts_at,
        expires_at: enrollment.expires_at,
        due_at: enrollment.due_at,
        created_at: enrollment.created_at,
        started_at: enrollment.started_at,
        completed_at: enrollment.completed_at,
        ended_at: enrollment.ended_at,
        certificate:
          row.certificate_id === null || row.number === null
            ? null
            : {
                id: row.certificate_id,
                number: row.number,
                status: certificateValidity(
                  { revoked_at: row.revoked_at, expires_at: row.certificate_expires_at },
                  now,
                ),
                expires_at: row.certificate_expires_at,
              },
      }
    }),
    meta,
  }
}
