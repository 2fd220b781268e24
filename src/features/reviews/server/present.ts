import { displayPerson } from '#features/accounts/server/api.ts'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import type { listCourseReviews, listReviews } from '../contract.ts'
import type { Rating, ReviewStatus } from '../rules/reviews.ts'
import type { ReviewRow } from './store.ts'

type Public = Output<typeof listCourseReviews>['data'][number]
type Moderated = Output<typeof listReviews>['data'][number]

const shown = (person: ReviewRow['author']) =>
  displayPerson({
    ...person,
    avatar_changed_at: person.avatar_changed_at === null ? null : new Date(person.avatar_changed_at),
  })

/** A review as everyone sees it (API-023). */
export const presentPublic = (row: ReviewRow): Public => ({
  id: row.id,
  course_id: row.course_id,
  user: shown(row.author),
  rating: row.rating as Rating,
  text: row.text,
  created_at: row.created_at,
  reply:
    row.reply === null || row.replied_at === null
      ? null
      : { text: row.reply, user: shown(row.replier), created_at: row.replied_at },
})

export const presentOwn = (row: ReviewRow) => ({ ...presentPublic(row), status: row.status as ReviewStatus })

const reachOf = ({ viewer, portal }: SignedIn, permission: Permission) =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })

/** Whether the viewer approves, rejects and deletes reviews: only who reaches all of the portal does (REV-027). */
export const mayModerate = (ctx: SignedIn, permission: `reviews.${'create' | 'update' | 'delete'}`): boolean =>
  reachOf(ctx, permission) === 'any'

/** A review for those who look after it, with what they may do. */
export const presentModerated = (ctx: SignedIn, row: ReviewRow): Moderated => ({
  ...presentOwn(row),
  course: { id: row.course_id, slug: row.course_slug, title: row.course_title },
  moderated_at: row.moderated_at,
  abilities: { moderate: mayModerate(ctx, 'reviews.update'), reply: reachOf(ctx, 'reviews.update') !== 'none' },
})
