import { displayPerson } from '#features/accounts/server/api.ts'
import { requireShop } from '#features/catalog/server/api.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { scheduleCalls } from './lists.ts'
import { listDates } from './store.ts'

export const routes = (): Route[] => [
  route(contract.listSchedules, async ({ tx, ctx, query }) => {
    requireShop(ctx)
    const { data, meta } = await listDates(tx, ctx.portal.id, ctx.now, query)
    return {
      data: data.map(({ course_id, title, slug, thumbnail, instructor, ...date }) => ({
        ...date,
        course: { id: course_id, title, slug, thumbnail },
        instructor:
          instructor &&
          displayPerson({
            ...instructor,
            avatar_changed_at: instructor.avatar_changed_at === null ? null : new Date(instructor.avatar_changed_at),
          }),
      })),
      meta,
    }
  }),
  ...scheduleCalls,
]
