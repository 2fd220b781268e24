import { lastDayBefore } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'

export type LatestCertificate = { number: string; last_day: string | null; is_revoked: boolean }

/**
 * The certificate of each person for each course that counts the longest, a revoked one only where there is no other; by
 * the ids of person and course, `12 34`.
 */
export const latestCertificates = async (
  tx: Tx,
  portalId: number,
  { user_ids: users, course_ids: courses }: { user_ids: readonly number[]; course_ids: readonly number[] },
): Promise<Map<string, LatestCertificate>> => {
  if (users.length === 0 || courses.length === 0) return new Map()
  const rows = await tx
    .selectFrom('certificates')
    .distinctOn(['user_id', 'course_id'])
    .select(['user_id', 'course_id', 'number', 'expires_at', 'time_zone', 'revoked_at'])
    .where('portal_id', '=', portalId)
    .where('user_id', 'in', [...users])
    .where('course_id', 'in', [...courses])
    .orderBy('user_id')
    .orderBy('course_id')
    .orderBy('revoked_at', (order) => order.asc().nullsFirst())
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.map(({ user_id, course_id, number, expires_at, time_zone: zone, revoked_at }) => [
      `${user_id} ${course_id}`,
      { number, last_day: expires_at && lastDayBefore(expires_at, zone), is_revoked: revoked_at !== null },
    ]),
  )
}
