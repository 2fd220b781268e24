import { chosenId, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { EVENT_TYPES } from './rules/events.ts'
import { DELIVERY_STATUSES } from './rules/retries.ts'

export const LONGEST_URL = 2_000
export const MOST_CALLBACKS = 50
const MOST_COURSES = 500

const Status = z.enum(DELIVERY_STATUSES)

/** An address of the customer that is called about what happens in the portal (INT-018). */
export const Callback = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  is_for_all_courses: z.boolean(),
  /** If not for all. */
  courses: z.array(z.object({ id: z.int(), title: z.string() })),
  is_active: z.boolean(),
  /** The form of what is sent. */
  api_version: z.string(),
  /** Since when the address has not given a good answer. */
  failing_since: z.nullable(time),
  succeeded_at: z.nullable(time),
  /** Until when the former secret signs as well. */
  former_secret_until: z.nullable(time),
  /** Up to 1,000 are counted. */
  waiting_count: z.int(),
  failed_count: z.int(),
  created_at: time,
})

/** The secret is answered once, when it is made. */
const WithSecret = z.object({ ...Callback.shape, secret: z.string() })

export const listCallbacks = endpoint({
  method: 'GET',
  path: '/admin/callbacks',
  permission: 'callbacks.view',
  summary: 'List the callbacks of the portal',
  record: { kind: 'callback', is_list: true },
  query: z.object({ ...listQuery(['id']), sort: z._default(z.enum(['-id', 'id']), '-id') }),
  response: page(Callback),
})

export const showCallback = endpoint({
  method: 'GET',
  path: '/admin/callbacks/:id',
  permission: 'callbacks.view',
  summary: 'Show a callback with how its address answers',
  record: { kind: 'callback' },
  params: z.object({ id }),
  response: one(Callback),
  errors: ['not_found'],
})

const fields = {
  name: rule.plainText(100, { is_required: true }),
  url: rule.plainText(LONGEST_URL, { is_required: true }),
  events: z.array(z.enum(EVENT_TYPES)).check(z.minLength(1, 'Please choose at least one event.')),
  is_for_all_courses: z._default(z.boolean(), true),
  course_ids: z._default(z.array(chosenId('a course')).check(z.maxLength(MOST_COURSES)), []),
  is_active: z._default(z.boolean(), true),
}

export const createCallback = endpoint({
  method: 'POST',
  path: '/admin/callbacks',
  permission: 'callbacks.create',
  summary: 'Add a callback; the answer shows its secret, this once',
  record: { kind: 'callback' },
  example: {
    name: 'HR system',
    url: 'https://hr.example.com/portico',
    events: ['enrollment.completed', 'certificate.issued'],
    is_for_all_courses: true,
  },
  body: z.object(fields),
  response: one(WithSecret),
  errors: ['invalid'],
})

export const updateCallback = endpoint({
  method: 'PUT',
  path: '/admin/callbacks/:id',
  permission: 'callbacks.update',
  summary: 'Change a callback',
  record: { kind: 'callback' },
  params: z.object({ id }),
  body: z.object(fields),
  response: one(Callback),
  errors: ['not_found', 'invalid'],
})

export const deleteCallback = endpoint({
  method: 'DELETE',
  path: '/admin/callbacks/:id',
  permission: 'callbacks.delete',
  summary: 'Delete a callback with its log',
  params: z.object({ id }),
  errors: ['not_found'],
})

/** Makes a new secret; the present one signs as well for the hours named (INT-026). */
export const rotateCallbackSecret = endpoint({
  method: 'POST',
  path: '/admin/callbacks/:id/secret',
  permission: 'callbacks.update',
  summary: 'Make a new secret; the former one stays valid for some hours',
  params: z.object({ id }),
  body: z.object({
    keep_hours: z._default(z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(168)), 24),
  }),
  response: one(z.object({ secret: z.string(), former_secret_until: z.nullable(time) })),
  errors: ['not_found'],
})

/** Sends a message of the type `callback.test` on the way of all others. */
export const testCallback = endpoint({
  method: 'POST',
  path: '/admin/callbacks/:id/test',
  permission: 'callbacks.update',
  summary: 'Send a test message to a callback',
  params: z.object({ id }),
  response: one(z.object({ delivery_id: z.int() })),
  errors: ['not_found', 'invalid'],
})

/** A message to a callback, without its content. */
export const Delivery = z.object({
  id: z.int(),
  event_type: z.string(),
  webhook_id: z.string(),
  subject: z.string(),
  /** Counts the messages about this subject. */
  number: z.int(),
  status: Status,
  /** All of them, those before it was sent again included. */
  attempts: z.int(),
  occurred_at: time,
  /** Of one that waits for another attempt. */
  next_attempt_at: z.nullable(time),
  finished_at: z.nullable(time),
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/admin/callbacks/:id/log',
  permission: 'callbacks.view',
  summary: 'The messages of a callback, the newest first',
  params: z.object({ id }),
  query: z.object({
    ...listQuery(['id']),
    sort: z._default(z.enum(['-id', 'id']), '-id'),
    status: z.optional(Status),
    event_type: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: page(Delivery),
  errors: ['not_found'],
})

/** One call of the address. */
export const Attempt = z.object({
  id: z.int(),
  status: Status,
  url: z.string(),
  request_headers: z.record(z.string(), z.string()),
  response_status: z.nullable(z.int()),
  response_headers: z.nullable(z.record(z.string(), z.string())),
  /** The first 4 KB. */
  response_body: z.nullable(z.string()),
  /** Why there was no good answer. */
  problem: z.nullable(z.string()),
  milliseconds: z.int(),
  started_at: time,
})

export const showDelivery = endpoint({
  method: 'GET',
  path: '/admin/callbacks/:id/log/:deliveryId',
  permission: 'callbacks.view',
  summary: 'A message with every attempt, its request and its answer',
  params: z.object({ id, deliveryId: id }),
  response: one(z.object({ ...Delivery.shape, body: z.string(), log: z.array(Attempt) })),
  errors: ['not_found'],
})

/** Sends messages again under their ids: single ones, those of a time, or all that failed (INT-027). */
export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/admin/callbacks/:id/replay',
  permission: 'callbacks.update',
  summary: 'Send messages again: by id, of a time, or all that failed',
  example: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' },
  params: z.object({ id }),
  body: z
    .object({
      ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(200))),
      from: z.optional(time),
      to: z.optional(time),
      is_failed: z._default(z.boolean(), false),
    })
    .check(
      z.refine(
        ({ ids, from, to, is_failed: isFailed }) => ids !== undefined || isFailed || (from && to) !== undefined,
        {
          path: ['from'],
          error: 'Please choose messages, a time, or all that failed.',
        },
      ),
      z.refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'Please choose a later time.' }),
    ),
  response: one(z.object({ count: z.int() })),
  errors: ['not_found', 'invalid'],
})

const course = z.object({ slug: z.string() })

/** A callback from the side of a course. */
const CourseCallback = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  is_active: z.boolean(),
  is_for_all_courses: z.boolean(),
  /** Whether it is called about this course. */
  is_used: z.boolean(),
})

export const showCourseCallbacks = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/callbacks',
  permission: 'callbacks.view',
  summary: 'The callbacks of the portal, and which are called about this course',
  record: { kind: 'course-callbacks', by: 'slug' },
  params: course,
  response: z.object({ data: z.array(CourseCallback) }),
  errors: ['not_found'],
})

export const updateCourseCallbacks = endpoint({
  method: 'PUT',
  path: '/admin/courses/:slug/callbacks',
  permission: 'callbacks.update',
  summary: 'Choose the callbacks that are called about this course',
  record: { kind: 'course-callbacks', by: 'slug' },
  params: course,
  body: z.object({ callback_ids: z.array(id).check(z.maxLength(MOST_CALLBACKS)) }),
  response: z.object({ data: z.array(CourseCallback) }),
  errors: ['not_found', 'invalid'],
})
