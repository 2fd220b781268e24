import { sql } from 'kysely'
import { countedFigure, type DashboardPart, MOST_FOUND, type RecordFinder } from '#platform/overview/parts.ts'
import { listCourseRows } from './authoring-store.ts'
import { ownFilter } from './own-filter.ts'

/** Courses that were made (REP-008). */
export const coursesFigure: DashboardPart = countedFigure({
  permission: 'courses.view',
  key: 'courses',
  label: 'New courses',
  at: 'created_at',
  from: (portalId) => sql`from courses where portal_id = ${portalId}`,
  href: '/courses/admin',
})

/** Courses by their title: all of the portal, or the own ones (ROL-027). */
export const coursesFinder: RecordFinder = {
  permission: 'courses.view',
  find: async (tx, ctx, words) => {
    const { data } = await listCourseRows(tx, ctx.portal.id, await ownFilter(tx, ctx, { search: words }), {
      cursor: undefined,
      per_page: MOST_FOUND,
      sort: 'title',
      keys: [],
    })
    return data.map(({ slug, title }) => ({
      group: 'Courses',
      label: title,
      text: null,
      href: `/courses/builder/${slug}/overview/details`,
    }))
  },
}
