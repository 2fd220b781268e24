import { certificateValidity } from '#features/certificates/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { badgeNumberOf } from './badge-number.ts'

type Query = {
  cursor?: string | undefined
  per_page: number
  user_id?: number | undefined
  course_id?: number | undefined
}

/** A page of certificates by rising id; the link of each file takes the same token (INT-038). */
export const listCertificates = async (
  tx: Tx,
  { portal, now }: SignedIn,
  { user_id: userId, course_id: courseId, ...order }: Query,
) => {
  let rows = tx
    .selectFrom('certificates as z')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'z.portal_id').onRef('c.id', '=', 'z.course_id'),
    )
    .innerJoin('portal_users as m', (join) =>
      join.onRef('m.portal_id', '=', 'z.portal_id').onRef('m.user_id', '=', 'z.user_id'),
    )
    .select([
      'z.id',
      'z.number',
      'z.user_id',
      'z.course_id',
      'z.holder_name',
      'z.course_title',
      'z.issued_at',
      'z.expires_at',
      'z.revoked_at',
      'z.design',
      'c.slug',
      'm.external_id',
      badgeNumberOf('z'),
    ])
    .where('z.portal_id', '=', portal.id)
  if (userId !== undefined) rows = rows.where('z.user_id', '=', userId)
  if (courseId !== undefined) rows = rows.where('z.course_id', '=', courseId)
  const { data, meta } = await keysetPage(rows, { ...order, sort: 'id', keys: [], direction: 'asc', id: 'z.id' })
  return {
    data: data.map(({ user_id, course_id, course_title, slug, external_id, badge_number, design, ...row }) => ({
      ...row,
      status: certificateValidity(row, now),
      person: { id: user_id, external_id, badge_number },
      course: { id: course_id, slug, title: course_title },
      file_url: `${portal.origin}/api/v1/certificates/${row.id}/download`,
      verify_url: (design as { verify_url: string }).verify_url,
    })),
    meta,
  }
}
