import { loadOutline } from '#features/outline/server/api.ts'
import { sentWith } from '#features/shipping/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { presentCourse, presentDetails } from './present.ts'
import { loadFilterValues } from './search/filter-values.ts'
import { recordSearch } from './search/searches.ts'
import { suggest } from './search/suggest.ts'
import { findCourse, findCourseId, listCourses } from './store.ts'
import { requireStorefront } from './storefront.ts'

export const routes = (): Route[] => [
  route(contract.listCourses, async ({ tx, ctx, query }) => {
    requireStorefront(ctx)
    const { data, meta, corrected_search } = await listCourses(tx, ctx, query)
    const { search, cursor: _, per_page: __, sort: ___, ...filters } = query
    if (search) recordSearch(tx, ctx, { search, ...filters })
    return { data: data.map(presentCourse), meta: { ...meta, corrected_search } }
  }),
  route(contract.showCourse, async ({ tx, ctx, params }) => {
    requireStorefront(ctx)
    const course = await findCourse(tx, ctx, params.slug)
    if (!course) throw fail('not_found')
    return { data: { ...presentDetails(course), shipping: await sentWith(tx, ctx.portal.id, 'course', course.id) } }
  }),
  route(contract.listCourseItems, async ({ tx, ctx, params }) => {
    requireStorefront(ctx)
    const id = await findCourseId(tx, ctx, params.slug)
    if (id === null) throw fail('not_found')
    const items = await loadOutline(tx, ctx.portal.id, id, 'newest')
    return {
      data: items.map(({ id: item, itemable_type, title, sort_number, module_items: inside }) => ({
        id: item,
        itemable_type,
        title,
        sort_number,
        items: inside,
      })),
    }
  }),
  route(contract.listCourseFilters, async ({ tx, ctx, query }) => {
    requireStorefront(ctx)
    return loadFilterValues(tx, ctx.portal.id, query)
  }),
  route(contract.suggestCourses, async ({ tx, ctx, query }) => {
    requireStorefront(ctx)
    return suggest(tx, ctx.portal.id, query.search)
  }),
]
