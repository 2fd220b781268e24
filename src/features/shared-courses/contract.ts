import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { PUBLISHING } from '#kernel/product/statuses.ts'
import { z } from '#kernel/schema.ts'
import { STATES } from './rules/offers.ts'

const text = z.nullable(z.string())
const slug = z.object({ slug: z.string().check(z.minLength(1), z.maxLength(200)) })
const release = z.int().check(z.positive())
const ids = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(1000))

/** 1 queued, 2 processing, 3 published, 4 failed (BLD-026). */
export const publishingState = z.literal(Object.values(PUBLISHING))

/** A background run that brings a course to other portals, with how many of them are in each state (SHR-004). */
export const PublishingJob = z.object({
  id: z.int(),
  kind: z.enum(['share', 'update']),
  release: z.int(),
  created_at: time,
  queued: z.int(),
  processing: z.int(),
  published: z.int(),
  failed: z.int(),
})

const PortalShown = z.object({ id: z.int(), name: z.string(), slug: z.string() })

/** A course that this portal shares with another one. */
export const CourseShare = z.object({
  id: z.int(),
  course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
  portal: PortalShown,
  job_id: z.int(),
  state: publishingState,
  error: text,
  /** The newest release of the course, and those that the other portal has taken and declined; 0 is none. */
  newest: z.int(),
  taken: z.int(),
  declined: z.int(),
  revoked_at: z.nullable(time),
  updated_at: time,
})

const shareFilter = {
  ...listQuery(['id']),
  state: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(4))),
}

/** All that this portal shares, newest first (BLD-024). */
export const listCourseShares = endpoint({
  method: 'GET',
  path: '/admin/course-shares',
  permission: 'shared-courses.view',
  summary: 'List the courses that this portal shares, by portal',
  query: z.object(shareFilter),
  response: page(CourseShare),
})

/** The portals that have a course, with the newest job, and whether the course says more than they were offered. */
export const listSharesOfCourse = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/shares',
  permission: 'shared-courses.view',
  summary: 'List the portals that a course is shared with',
  params: slug,
  query: z.object(shareFilter),
  response: z.object({
    ...page(CourseShare).shape,
    job: z.nullable(PublishingJob),
    has_changes: z.boolean(),
    /** Why the course cannot be shared now, or null. */
    obstacle: text,
  }),
  errors: ['not_found'],
})

/** Portals by name that a course can be shared with; those that have it already say so. */
export const listSharePortals = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/share/portals',
  permission: 'shared-courses.create',
  summary: 'Portals to share a course with, by name',
  params: slug,
  query: z.object(listQuery(['name'])),
  response: page(z.object({ ...PortalShown.shape, is_shared: z.boolean() })),
  errors: ['not_found'],
})

export const shareCourse = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/share',
  permission: 'shared-courses.create',
  summary: 'Share a course with other portals, in the background',
  is_idempotent: true,
  params: slug,
  body: z.object({ portal_ids: ids }),
  response: one(PublishingJob),
  errors: ['not_found', 'invalid'],
})

/** Offers what a course says now to the portals that have it; a new version is offered when it is published (SHR-005). */
export const sendCourseUpdate = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/share/update',
  permission: 'shared-courses.update',
  summary: 'Send an update of a course to the portals that have it',
  params: slug,
  response: one(PublishingJob),
  errors: ['not_found', 'invalid'],
})

export const revokeShares = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/share/revoke',
  permission: 'shared-courses.update',
  summary: 'Stop sharing a course with portals; learners who are in it go on',
  params: slug,
  body: z.object({ portal_ids: ids }),
  response: one(z.object({ revoked: z.int() })),
  errors: ['not_found'],
})

/** Starts a job again for the portals in which it failed, all or those named (BLD-027). */
export const restartPublishingJob = endpoint({
  method: 'POST',
  path: '/admin/publishing-jobs/:id/restart',
  permission: 'shared-courses.update',
  summary: 'Start a publishing job again where it failed',
  params: z.object({ id }),
  body: z.object({ portal_ids: z.optional(ids) }),
  response: one(PublishingJob),
  errors: ['not_found'],
})

/** A course that another portal shares with this one. */
export const SharedCourse = z.object({
  course: z.object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    thumbnail: text,
    publication_status: z.literal(Object.values(PUBLISHING)),
  }),
  source: z.object({ id: z.int(), name: z.string() }),
  state: z.enum(STATES),
  offered: z.int(),
  taken: z.int(),
  takes_updates: z.boolean(),
  received_at: time,
  revoked_at: z.nullable(time),
})

/** All that other portals share with this one, newest first (BLD-024). */
export const listSharedCourses = endpoint({
  method: 'GET',
  path: '/admin/shared-courses',
  permission: 'shared-courses.view',
  summary: 'List the courses that other portals share with this one',
  query: z.object({ ...listQuery(['id']), state: z.optional(z.enum(STATES)) }),
  response: page(SharedCourse),
})

const FieldChange = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
const ItemChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  item_type: z.string(),
  item_id: z.int(),
  title: text,
  module_id: z.nullable(z.int()),
  fields: z.array(z.string()),
})

/** Where a received course comes from, and what its update would change (SHR-007). */
export const showCourseSource = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/source',
  permission: 'shared-courses.view',
  summary: 'Show where a shared course comes from, and what its update changes',
  params: slug,
  response: one(
    z.object({
      ...SharedCourse.shape,
      offered_at: time,
      decided_at: z.nullable(time),
      field_changes: z.array(FieldChange),
      item_changes: z.array(ItemChange),
      /** Learners who are at work in an earlier version and stay in it. */
      learners_at_work: z.int(),
    }),
  ),
  errors: ['not_found'],
})

const decision = {
  permission: 'shared-courses.update',
  params: slug,
  /** The release that the decision is about. */
  body: z.object({ release }),
  response: one(SharedCourse),
  errors: ['not_found', 'conflict', 'invalid'],
} as const

export const takeUpdate = endpoint({
  ...decision,
  method: 'POST',
  path: '/admin/courses/:slug/source/take',
  summary: 'Take the update of a shared course',
})

export const declineUpdate = endpoint({
  ...decision,
  method: 'POST',
  path: '/admin/courses/:slug/source/decline',
  summary: 'Decline the update of a shared course; a later one is offered again',
})

export const setTakesUpdates = endpoint({
  method: 'PATCH',
  path: '/admin/courses/:slug/source',
  permission: 'shared-courses.update',
  summary: 'Take updates of a shared course when they arrive, or decide each time',
  params: slug,
  body: z.object({ takes_updates: z.boolean() }),
  response: one(SharedCourse),
  errors: ['not_found'],
})
