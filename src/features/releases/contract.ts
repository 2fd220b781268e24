import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { RELEASE_KINDS, STATUSES } from './rules/releases.ts'

const text = z.nullable(z.string())
const name = rule.plainText(120, { is_required: true })
const kind = z.enum(RELEASE_KINDS)
/** Each kind checks its own values, as its own calls do. */
const value = z.record(z.string(), rule.valueText(z.any()))

/** A release as the list shows it (PGB-050). */
export const ReleaseSummary = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(STATUSES),
  publish_at: z.nullable(time),
  /** Why it did not go live at its time; null otherwise. */
  problem: text,
  items_count: z.int(),
  created_at: time,
  created_by: z.nullable(PersonShown),
  published_at: z.nullable(time),
  published_by: z.nullable(PersonShown),
  rolled_back_at: z.nullable(time),
  rolled_back_by: z.nullable(PersonShown),
})

/** What a release puts live of one record; `live` is what visitors see of it now. */
export const ReleaseItem = z.object({
  kind,
  record_id: z.int(),
  title: z.string(),
  value,
  live: z.nullable(value),
  former: z.nullable(value),
  standing: z.enum(['ready', 'same', 'behind', 'gone']),
  picked_at: time,
  picked_by: z.nullable(PersonShown),
})

export const Release = z.object({
  ...ReleaseSummary.shape,
  items: z.array(ReleaseItem),
  /** What stands in the way of a rollback: parts that were changed and published since. */
  changed_since: z.array(z.string()),
})

const Picked = z.object({
  kind,
  /** 0 for the navigation and the theme, of which a portal has one. */
  record_id: z._default(z.int().check(z.minimum(0)), 0),
  /** What goes live; if left out, the newest draft of a page, and of anything else what visitors see now. */
  value: z.optional(value),
})

const ofId = { params: z.object({ id }), errors: ['not_found', 'invalid'] as const }
const record = { kind: 'release' }

export const listReleases = endpoint({
  method: 'GET',
  path: '/portal/releases',
  permission: 'site-content.view',
  summary: 'The releases of the public site, the newest first',
  query: z.object({ ...listQuery(['id'], 20, '-id'), status: z.optional(z.enum(STATUSES)) }),
  response: page(ReleaseSummary),
})

export const createRelease = endpoint({
  method: 'POST',
  path: '/portal/releases',
  permission: 'site-content.create',
  summary: 'Makes a release, with what goes live in it, and with a time at which it does',
  record,
  body: z.object({
    name,
    items: z._default(z.array(Picked).check(z.maxLength(200)), []),
    publish_at: z.optional(time),
  }),
  response: one(Release),
  errors: ['not_found', 'invalid'],
})

export const showRelease = endpoint({
  method: 'GET',
  path: '/portal/releases/:id',
  permission: 'site-content.view',
  summary: 'A release with what goes live in it, and how that stands to what visitors see now',
  record,
  ...ofId,
  response: one(Release),
})

export const updateRelease = endpoint({
  method: 'PUT',
  path: '/portal/releases/:id',
  permission: 'site-content.update',
  summary: 'Renames a release',
  record,
  ...ofId,
  body: z.object({ name }),
  response: one(Release),
})

export const deleteRelease = endpoint({
  method: 'DELETE',
  path: '/portal/releases/:id',
  permission: 'site-content.delete',
  summary: 'Deletes a release that is not live; the drafts in it stay',
  ...ofId,
})

export const pickItem = endpoint({
  method: 'PUT',
  path: '/portal/releases/:id/items',
  permission: 'site-content.update',
  summary: 'Puts a change of one record into a release, or another in its place',
  ...ofId,
  body_limit: 4 << 20,
  body: Picked,
  response: one(Release),
})

export const dropItem = endpoint({
  method: 'DELETE',
  path: '/portal/releases/:id/items/:kind/:recordId',
  permission: 'site-content.update',
  summary: 'Takes a change out of a release',
  params: z.object({ id, kind, recordId: z.coerce.number<number>().check(z.int(), z.minimum(0)) }),
  response: one(Release),
  errors: ['not_found', 'invalid'],
})

const over = z.object({
  /** True after the editor saw what changed in the meantime, and goes on. */
  over: z._default(z.boolean(), false),
})

export const publishRelease = endpoint({
  method: 'POST',
  path: '/portal/releases/:id/publish',
  permission: 'site-content.update',
  summary: 'Puts everything in a release live in one step',
  ...ofId,
  body: over,
  response: one(Release),
  errors: ['not_found', 'invalid', 'plan_not_enough', 'release_in_the_way'],
})

export const scheduleRelease = endpoint({
  method: 'PUT',
  path: '/portal/releases/:id/time',
  permission: 'site-content.update',
  summary: 'Says when a release goes live by itself; null takes the time back',
  ...ofId,
  body: z.object({ publish_at: z.nullable(time) }),
  response: one(Release),
})

export const rollBackRelease = endpoint({
  method: 'POST',
  path: '/portal/releases/:id/roll-back',
  permission: 'site-content.update',
  summary: 'Shows visitors again what they saw before a release, in one step',
  ...ofId,
  response: one(Release),
  errors: ['not_found', 'invalid', 'release_in_the_way'],
})

export const makePreviewLink = endpoint({
  method: 'POST',
  path: '/portal/releases/:id/preview-link',
  permission: 'site-content.update',
  summary: 'A link under which anyone sees the public site as it will be with a release, for seven days',
  ...ofId,
  response: one(z.object({ url: z.string(), expires_at: time })),
})
