import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { AUDIENCES } from './rules/shown.ts'

const audience = z.enum(AUDIENCES)

/** An announcement of a portal (PRT-052); without times it is shown while it is active. */
export const Announcement = z.object({
  id: z.int(),
  audience,
  title: z.string(),
  text: z.string(),
  starts_at: z.nullable(time),
  ends_at: z.nullable(time),
  is_active: z.boolean(),
})

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/portal/announcements',
  permission: 'announcements.view',
  summary: 'List the announcements of the portal',
  record: { kind: 'announcement', is_list: true },
  query: z.object({
    ...listQuery(['id']),
    sort: z._default(z.enum(['-id', 'id']), '-id'),
    audience: z.optional(audience),
    is_active: z.optional(z.stringbool()),
  }),
  response: page(Announcement),
})

const fields = {
  audience,
  title: rule.plainText(150, { is_required: true }),
  text: rule.plainText(2000, { is_required: true, has_lines: true }),
  starts_at: z.optional(z.nullable(time)),
  ends_at: z.optional(z.nullable(time)),
  is_active: z.optional(z.boolean()),
}

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/portal/announcements',
  permission: 'announcements.create',
  summary: 'Make an announcement',
  record: { kind: 'announcement' },
  body: z.object(fields),
  response: one(Announcement),
  errors: ['invalid'],
})

export const updateAnnouncement = endpoint({
  method: 'PUT',
  path: '/portal/announcements/:id',
  permission: 'announcements.update',
  summary: 'Change an announcement',
  record: { kind: 'announcement' },
  params: z.object({ id }),
  body: z.object({
    ...fields,
    audience: z.optional(fields.audience),
    title: z.optional(fields.title),
    text: z.optional(fields.text),
  }),
  response: one(Announcement),
  errors: ['not_found', 'invalid'],
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/portal/announcements/:id',
  permission: 'announcements.delete',
  summary: 'Delete an announcement',
  params: z.object({ id }),
  errors: ['not_found'],
})

/** What is announced to the caller now (PRT-052, PRT-075). */
export const listShownAnnouncements = endpoint({
  method: 'GET',
  path: '/main/announcements',
  permission: 'public',
  summary: 'What is announced to the caller now',
  response: z.object({ data: z.array(z.object({ id: z.int(), audience, title: z.string(), text: z.string() })) }),
})
