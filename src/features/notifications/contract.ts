import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { COURSE_MAIL_KINDS, NOTIFICATION_KINDS } from './rules/words.ts'

/** The live event with a new notification as its data, on `notifications.{userId}` (RTM-004). */
export const NOTIFICATION_CREATED = 'notification.created'

/** A notification of a person (RTM-010); `link` is a path within the portal. */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  read_at: z.nullable(time),
  created_at: time,
})

/** The own notifications in this portal, the newest first (RTM-011). */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  permission: 'session',
  summary: 'List the own notifications',
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    is_read: z.optional(z.stringbool()),
  }),
  response: z.object({
    data: z.array(Notification),
    meta: z.object({
      next_cursor: z.nullable(z.string()),
      prev_cursor: z.nullable(z.string()),
      /** Over all pages. */
      unread_count: z.int(),
    }),
  }),
})

export const readNotification = endpoint({
  method: 'PATCH',
  path: '/notifications/:id/read',
  permission: 'session',
  summary: 'Mark an own notification as read',
  params: z.object({ id }),
  response: one(Notification),
  errors: ['not_found'],
})

export const readAllNotifications = endpoint({
  method: 'PATCH',
  path: '/notifications/read-all',
  permission: 'session',
  summary: 'Mark all own notifications as read',
  response: one(z.object({ unread_count: z.int() })),
})

const course = z.object({ slug: z.string() })
const MailSwitch = z.object({ kind: z.enum(COURSE_MAIL_KINDS), is_mail_on: z.boolean() })

/** Which e-mails a course sends, by kind (RTM-013, RTM-014). */
export const showCourseMails = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/notifications',
  permission: 'courses.view',
  summary: 'Show which e-mails a course sends',
  record: { kind: 'course-mails', by: 'slug' },
  params: course,
  response: z.object({ data: z.array(MailSwitch) }),
  errors: ['not_found'],
})

export const updateCourseMails = endpoint({
  method: 'PUT',
  path: '/admin/courses/:slug/notifications',
  permission: 'courses.update',
  summary: 'Switch the e-mails of a course',
  record: { kind: 'course-mails', by: 'slug' },
  params: course,
  body: z.object({ kinds: z.array(MailSwitch).check(z.maxLength(COURSE_MAIL_KINDS.length)) }),
  response: z.object({ data: z.array(MailSwitch) }),
  errors: ['not_found'],
})
