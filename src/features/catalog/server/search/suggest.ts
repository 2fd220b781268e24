import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { COURSE_FILTERS } from '../../rules/address.ts'
import { searchPattern } from '../../rules/search.ts'
import { IS_LISTED } from '../columns.ts'
import { matching } from './filters.ts'
import { answeredSearch } from './read-search.ts'

const COURSES = 6
const FILTERS = 3

type Course = { id: number; slug: string; title: string }
type Filter = { name: string; value: string; label: string }

/** The most popular courses that fit what is being typed, those first whose title begins so, and filters by that name (CAT-012). */
export const suggest = async (tx: Tx, portalId: number, typed: string) => {
  const search = await answeredSearch(tx, typed)
  const words = search.corrected ?? typed
  const order = sql`c.popularity desc, c.id desc`
  const holds = searchPattern(words)
  const begins = holds?.slice(1) ?? null
  const page = search.finds_nothing
    ? null
    : await matching(tx, portalId, search, new Map(), { order, per_page: COURSES })
  const byTitle = page?.is_list ? sql`c.folded_title like ${begins} desc, c.folded_title like ${holds} desc, ` : sql``
  const courses = sql<Course>`
    select c.id, c.slug, c.title from courses c
    where c.portal_id = ${portalId} and ${IS_LISTED} and ${page?.holds ?? sql`false`}
    order by ${byTitle}${order} limit ${COURSES}`.execute(tx)
  const filters = sql<Filter>`
    select t.kind as name, t.slug as value, t.title as label from terms t
    where t.portal_id = ${portalId} and t.kind = any(${COURSE_FILTERS.map(({ name }) => name)})
      and ${textHolds('t.title', words)}
      and exists (
        select from course_terms ct join courses c on c.portal_id = ct.portal_id and c.id = ct.course_id
        where ct.portal_id = t.portal_id and ct.term_id = t.id and ${IS_LISTED})
    order by fold_text(t.title) like ${begins} desc, t.sort_number, t.title limit ${FILTERS}`.execute(tx)
  return {
    data: { courses: (await courses).rows, filters: (await filters).rows },
    meta: { corrected_search: search.corrected },
  }
}
