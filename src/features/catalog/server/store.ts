import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type SortKey } from '#platform/db/paging.ts'
import type { CourseSort } from '../rules/sorts.ts'
import { IS_LISTED, IS_PUBLIC, isBoughtBy, type ListedCourse, selectCourses } from './columns.ts'
import { type Filters, facetsOf, matching } from './search/filters.ts'
import { answeredSearch } from './search/read-search.ts'

type Call = Pick<Context, 'portal' | 'viewer'>

const SORT_KEYS: Record<string, SortKey[]> = {
  popularity: [{ name: 'popularity', expression: 'c.popularity', type: 'int' }],
  id: [],
  // The words of the index, so that it serves the sort.
  title: [{ name: 'title', expression: 'c.title collate "C"', type: 'text' }],
  // A cursor made of a Date would lose the microseconds and skip courses of the same millisecond.
  updated_at: [{ name: 'updated_key', expression: 'c.updated_at', type: 'timestamptz' }],
}

const EMPTY: Page<ListedCourse> = { data: [], meta: { next_cursor: null, prev_cursor: null } }

type ListRequest = Filters & {
  search?: string | undefined
  cursor?: string | undefined
  per_page: number
  sort: CourseSort
}
type CourseList = Page<ListedCourse> & {
  /** What was searched for in place of what was typed. */
  corrected_search: string | null
}

/**
 * One page of the listed courses; a single statement without search and filters. Where no course holds all the words of a
 * search, those that hold some.
 */
export const listCourses = async (tx: Tx, ctx: Call, request: ListRequest): Promise<CourseList> => {
  const { cursor, per_page: perPage, sort, search: typed, ...filters } = request
  const search = typed ? await answeredSearch(tx, typed) : null
  const corrected_search = search?.corrected ?? null
  if (search?.finds_nothing) return { ...EMPTY, corrected_search }
  const isDescending = sort.startsWith('-')
  const keys = SORT_KEYS[isDescending ? sort.slice(1) : sort] ?? []
  const direction = isDescending ? 'desc' : 'asc'
  const order = sql.raw([...keys.map((key) => key.expression), 'c.id'].map((key) => `${key} ${direction}`).join(', '))
  const chosen = await facetsOf(tx, ctx.portal.id, filters)
  const results = await matching(tx, ctx.portal.id, search, chosen, { order, per_page: perPage })
  let query = selectCourses(tx, ctx.viewer)
    .select(sql<string>`c.updated_at::text`.as('updated_key'))
    .where('c.portal_id', '=', ctx.portal.id)
    .where(IS_LISTED)
  if (results) query = query.where(results.holds)
  const page = await keysetPage(query, { cursor, per_page: perPage, sort, keys, direction, id: 'c.id' })
  return { ...page, corrected_search }
}

/** The course that has this slug, or once had it (ROU-004). Under row-level security only a plain subquery can be looked up by index. */
const idOf = (portalId: number, slug: string) => sql<number>`(select coalesce(
  (select id from courses where portal_id = ${portalId} and slug = ${slug}),
  (select course_id from course_slugs where portal_id = ${portalId} and slug = ${slug})
))`

/** The listed course with this slug, or null; a former slug finds the course as well. */
export const findCourse = async (tx: Tx, ctx: Call, slug: string) =>
  (await selectCourses(tx, ctx.viewer, 'all')
    .select('c.description')
    .where('c.portal_id', '=', ctx.portal.id)
    .where('c.id', '=', idOf(ctx.portal.id, slug))
    .where(IS_LISTED)
    .executeTakeFirst()) ?? null

/** The id of the listed course with this slug, or null. */
export const findCourseId = async (tx: Tx, ctx: Call, slug: string): Promise<number | null> => {
  const row = await tx
    .selectFrom('courses as c')
    .select('c.id')
    .where('c.portal_id', '=', ctx.portal.id)
    .where('c.id', '=', idOf(ctx.portal.id, slug))
    .where(IS_LISTED)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether the viewer, or for those who buy for the portal the portal, has bought the course before (CRD-016). */
export const isBought = async (tx: Tx, ctx: Call, courseId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('courses as c')
    .select(isBoughtBy(ctx.viewer).as('is_bought'))
    .where('c.portal_id', '=', ctx.portal.id)
    .where('c.id', '=', courseId)
    .executeTakeFirst()
  return row?.is_bought ?? false
}

/**
 * The listed courses among these ids, in the order of the ids; the others are left out. Within a bundle also those that
 * are not sold by themselves.
 */
export const coursesOf = async (
  tx: Tx,
  ctx: Call,
  ids: readonly number[],
  { isInBundle = false }: { isInBundle?: boolean } = {},
): Promise<ListedCourse[]> => {
  if (ids.length === 0) return []
  const rows = await selectCourses(tx, ctx.viewer)
    .where('c.portal_id', '=', ctx.portal.id)
    .where(sql<boolean>`c.id = any(${[...ids]}::bigint[])`)
    .where(isInBundle ? IS_PUBLIC : IS_LISTED)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
