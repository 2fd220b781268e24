import { sql } from 'kysely'
import { assignedLearner, type Looker } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { CertificateRow } from './store.ts'

/** The approving agencies of a course as a certificate of today would bear them, in its order. */
const approvals = (portalId: number, courseId: number) => sql<{
  agency_id: number
  prefix: string
  title: string
  image: string | null
}>`
  select t.id as agency_id,
    upper(coalesce(nullif(t.code, ''), nullif(left(regexp_replace(t.title, '(\\w)\\w*\\W*', '\\1', 'g'), 5), ''), 'SEAL')) as prefix,
    t.title, t.logo as image
  from course_terms ct join terms t on t.portal_id = ct.portal_id and t.id = ct.term_id
  where ct.portal_id = ${portalId} and ct.course_id = ${courseId} and t.kind = 'agency'
  order by t.sort_number, t.title, t.id`

/** The seals that a certificate of the course would get today; noughts stand for their running numbers. */
export const sampleSeals = async (tx: Tx, portalId: number, courseId: number) =>
  (await approvals(portalId, courseId).execute(tx)).rows.map(({ prefix, title, image }) => ({
    number: `${prefix}-000000`,
    title,
    image,
  }))

/**
 * Puts the seal of every approving agency of the course on a new certificate: numbered, with the agency's name and picture
 * as they are today (CER-022). The number begins with the agency's code, or with the first letters of its words.
 */
export const issueSeals = async (
  tx: Tx,
  { portal, now }: Pick<Context, 'portal' | 'now'>,
  certificate: Pick<CertificateRow, 'id' | 'course_id' | 'user_id'>,
): Promise<void> => {
  await sql`
    insert into seals (portal_id, certificate_id, course_id, user_id, agency_id, number, title, image, issued_at)
    select ${portal.id}, ${certificate.id}, ${certificate.course_id}, ${certificate.user_id},
      a.agency_id, a.prefix, a.title, a.image, ${now}
    from (${approvals(portal.id, certificate.course_id)}) a`.execute(tx)
}

/** The seals of one certificate, in the order of its issue. */
export const sealsOf = (tx: Tx, portalId: number, certificateId: number) =>
  tx
    .selectFrom('seals')
    .select(['number', 'title', 'image'])
    .where('portal_id', '=', portalId)
    .where('certificate_id', '=', certificateId)
    .orderBy('id')
    .execute()

export type SealFilter = {
  user_id: number
  /** Only of learners who are assigned to this person (ROL-027). */
  assigned_to?: Looker
}

type Order = { cursor?: string | undefined; per_page: number; sort: 'issued_at' | '-issued_at' }

/** A page of the seals of a person with the certificates that bear them. */
export const listSealRows = (tx: Tx, portalId: number, { user_id: userId, assigned_to }: SealFilter, order: Order) => {
  let query = tx
    .selectFrom('seals as s')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.portal_id', '=', 's.portal_id').onRef('c.id', '=', 's.certificate_id'),
    )
    .select(['s.id', 's.number', 's.title', 's.image', 's.course_id', 's.certificate_id', 's.issued_at'])
    .select(['c.number as certificate_number', 'c.course_title', 'c.revoked_at', 'c.expires_at'])
    .where('s.portal_id', '=', portalId)
    .where('s.user_id', '=', userId)
  if (assigned_to)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('enrollments as e')
          .select('e.id')
          .whereRef('e.portal_id', '=', 'c.portal_id')
          .whereRef('e.id', '=', 'c.related_id')
          .where(assignedLearner(assigned_to)),
      ),
    )
  return keysetPage(query, {
    ...order,
    keys: [{ name: 'issued_at', type: 'timestamptz', expression: 's.issued_at' }],
    direction: order.sort === 'issued_at' ? 'asc' : 'desc',
    id: 's.id',
  })
}
