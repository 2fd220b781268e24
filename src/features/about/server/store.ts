import { sql } from 'kysely'
import { IS_LISTED } from '#features/catalog/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'

/**
 * What the portal has (CAT-034): listed courses, people who learn or have learned, certificates that stand, and the
 * providers whose courses are listed.
 */
export const countAbout = async (tx: Tx, portalId: number) => {
  const { rows } = await sql<{ courses: number; learners: number; certificates: number; providers: number }>`
    select
      (select count(*) from courses c where c.portal_id = ${portalId} and ${IS_LISTED})::int as courses,
      (select count(distinct e.user_id) from enrollments e where e.portal_id = ${portalId} and e.role = 'learner')::int as learners,
      (select count(*) from certificates k where k.portal_id = ${portalId} and k.revoked_at is null)::int as certificates,
      (select count(*) from partner_companies p where p.portal_id = ${portalId} and exists (
        select 1 from courses c where c.portal_id = p.portal_id and c.partner_company_id = p.id
          and ${IS_LISTED}))::int as providers`.execute(tx)
  return rows[0] ?? { courses: 0, learners: 0, certificates: 0, providers: 0 }
}

/** One page of the stored reviews, the newest first (INT-021). */
export const listReviews = (
  tx: Tx,
  portalId: number,
  request: { cursor?: string | undefined; per_page: number; sort: string },
) =>
  keysetPage(
    tx
      .selectFrom('google_reviews as r')
      .select(['r.id', 'r.author_name', 'r.author_avatar', 'r.rating', 'r.text', 'r.written_at'])
      .select(sql<string>`r.written_at::text`.as('written_key'))
      .where('r.portal_id', '=', portalId),
    {
      ...request,
      keys: [{ name: 'written_key', expression: 'r.written_at', type: 'timestamptz' }],
      id: 'r.id',
    },
  )

/** The portal's own features in their order (CNT-009, CNT-043). */
export const listOwnFeatures = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('features')
    .select(['id', 'title', 'text', 'icon'])
    .where('portal_id', '=', portalId)
    .where('partner_company_id', 'is', null)
    .orderBy('sort_number')
    .orderBy('id')
    .limit(12)
    .execute()
