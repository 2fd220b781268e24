import { sql } from 'kysely'
import { IS_LISTED } from '#features/catalog/server/api.ts'
import type { NameParts } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { foldedTextHolds } from '#platform/db/search-text.ts'

type Instructor = NameParts & { id: number; avatar: string | null; avatar_changed_at: string | null }

const instructor = sql<Instructor | null>`(
  select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'middle_name', u.middle_name, 'last_name', u.last_name,
    'avatar', u.avatar, 'avatar_changed_at', u.avatar_changed_at)
  from people u where u.portal_id = s.portal_id and u.id = s.instructor_id
)`

type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  course?: string | undefined
  search?: string | undefined
}

/** Dates of listed courses that are not over. */
export const listDates = (tx: Tx, portalId: number, now: Date, { course, search, ...request }: ListRequest) => {
  let query = tx
    .selectFrom('schedules as s')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 's.portal_id').onRef('c.id', '=', 's.course_id'),
    )
    .select(['s.id', 's.starts_at', 's.ends_at', 's.time_zone', 's.place', 's.seats'])
    .select(['c.id as course_id', 'c.title', 'c.slug', 'c.thumbnail'])
    .select([instructor.as('instructor'), sql<string>`s.starts_at::text`.as('starts_key')])
    .where('s.portal_id', '=', portalId)
    .where('s.ends_at', '>', now)
    .where(IS_LISTED)
  if (course) query = query.where('c.slug', '=', course)
  if (search) query = query.where(foldedTextHolds('c.folded_title', search))
  return keysetPage(query, {
    ...request,
    keys: [{ name: 'starts_key', expression: 's.starts_at', type: 'timestamptz' }],
    id: 's.id',
  })
}
