import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { COURSE_FILTERS } from '../rules/address.ts'
import { searchPattern } from '../rules/search.ts'
import { IS_LISTED } from './columns.ts'
import { readFilters } from './filters.ts'
import { answeredSearch } from './read-search.ts'

const COURSES = 6
const FILTERS = 3

type Course = { id: number; slug: string; title: string }
type Filter = { name: string; value: string; label: string }

/** The most popular courses that fit what is being typed, those first whose title begins so, and filters by that name (CAT-012). */
export const suggest = async (tx: Tx, portalId: number, typed: string) => {
  const search = await answeredSearch(tx, typed)
  const order = sql`c.popularity desc, c.id desc`
  const { conditions, among } = await readFilters(tx, portalId, { search }, { order, per_page: COURSES })
  const begins = searchPattern(search.corrected ?? typed).slice(1)
  const holds = search.pattern === null ? sql`` : sql`c.title ilike ${search.pattern} desc, `
  const courses = sql<Course>`
    select c.id, c.slug, c.title from courses c
    where c.portal_id = ${portalId} and ${IS_LISTED}
      ${among ? sql`and c.id = any(${among}::bigint[])` : sql``}
      and ${sql.join(conditions, sql` and `)}
    order by ${among ? sql`c.title ilike ${begins} desc, ${holds}` : sql``}${order} limit ${COURSES}`.execute(tx)
  const filters = sql<Filter>`
    select t.kind as name, t.slug as value, t.title as label from terms t
    where t.portal_id = ${portalId} and t.kind = any(${COURSE_FILTERS.map(({ name }) => name)})
      and t.title ilike ${searchPattern(search.corrected ?? typed)}
      and exists (
        select from course_terms ct join courses c on c.portal_id = ct.portal_id and c.id = ct.course_id
        where ct.portal_id = t.portal_id and ct.term_id = t.id and ${IS_LISTED})
    order by t.title ilike ${begins} desc, t.sort_number, t.title limit ${FILTERS}`.execute(tx)
  return {
    data: { courses: (await courses).rows, filters: (await filters).rows },
    meta: { corrected_search: search.corrected },
  }
}
